"""Swap2 by evaluation, for players without an opening method of their own.

Three stones are good if neither side is better, because the opponent chooses. Some random triples
are evaluated, and the most balanced is placed. The chooser takes the better side: placing two more
stones would only give the choice away.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from fivefold.core import Game, Limit, Move, Player, State
from fivefold.errors import NativeUnavailable
from fivefold.games.swap2 import FIRST_STONES, Swap2, SwapAnswer
from fivefold.names import strategy_from
from fivefold.strategies.base import Decision, Stop, Strategy
from fivefold.words import Message, say

OPENINGS = 12
"""Number of random openings compared."""
WINDOW = 7
"""All stones are within a square of this side, so that they interact."""
GLANCE = Limit(nodes=2_000)
LOOK = Limit(nodes=20_000)
"""Search limits for each opening, and for the position in which a side is chosen."""
FORCED = 900_000
"""Scores from here on are forced wins."""
JUDGE = "engine(variety=0, seed=1)"
PLAIN_JUDGE = "negamax(depth=2)"


def usual_judge(game: Game) -> Strategy:
    """Returns the evaluator: the native engine, or a shallow search without it.

    It is deterministic; only the placed stones are random.
    """
    engine = strategy_from(JUDGE, game)
    try:
        engine.choose(game.start, Limit(nodes=1))
    except NativeUnavailable:
        return strategy_from(PLAIN_JUDGE, game)
    return engine


@dataclass(frozen=True)
class Weighed:
    """An answer, and the evaluation of its position."""

    answer: SwapAnswer
    decision: Decision
    """For O, who is to move there; its sentence explains the answer."""


def answer_swap(
    swap: Swap2,
    limit: Limit = Limit(),
    stop: Stop | None = None,
    *,
    judge: Strategy | None = None,
    seed: int | None = None,
) -> SwapAnswer:
    """Returns the stones to place or the side to take; `limit` is for the whole answer."""
    if swap.stones:
        return weigh_sides(swap.state, limit, stop, judge=judge).answer
    return weigh_stones(swap.state, FIRST_STONES, limit, stop, judge=judge, seed=seed).answer


def weigh_sides(
    state: State, limit: Limit = Limit(), stop: Stop | None = None, *, judge: Strategy | None = None
) -> Weighed:
    """Returns the better side."""
    judge = judge or usual_judge(state.game)
    decision = judge.choose(state, LOOK.tightest(limit), stop)
    # O is to move: the score is from its point of view.
    side = Player.SECOND if _value(decision) >= 0 else Player.FIRST
    return Weighed(SwapAnswer(takes=side), replace(decision, text=_why_side(decision, state, side)))


def weigh_stones(
    state: State,
    count: int,
    limit: Limit = Limit(),
    stop: Stop | None = None,
    *,
    judge: Strategy | None = None,
    seed: int | None = None,
) -> Weighed:
    """Returns stones to place after which the position is balanced."""
    judge = judge or usual_judge(state.game)
    chance = random.Random(seed)
    share = None if limit.seconds is None else limit.seconds / OPENINGS
    glance = GLANCE.tightest(Limit(share, limit.depth, limit.nodes))
    found: dict[tuple[Move, ...], Decision] = {}
    while len(found) < OPENINGS and not (found and stop is not None and stop.is_set()):
        stones = some_stones(state, chance, count)
        after = state
        for stone in stones:
            after = after.play(stone)
        found[stones] = judge.choose(after, glance, stop)
    stones = min(found, key=lambda each: abs(_value(found[each])))
    value = round(_value(found[stones]))
    ahead = state.game.player_name(Player.SECOND if value >= 0 else Player.FIRST)
    text = say("swap2.weighed.stones", count=len(found), player=ahead, points=abs(value))
    return Weighed(SwapAnswer(stones), replace(found[stones], text=text))


def some_stones(state: State, chance: random.Random, count: int = FIRST_STONES) -> tuple[Move, ...]:
    """Returns distinct random free cells that are close to each other."""
    game = state.game
    window = min(WINDOW, game.rows, game.columns)
    while True:
        top, left = (chance.randrange(side - window + 1) for side in (game.rows, game.columns))
        cells = chance.sample(range(window * window), count)
        stones = tuple(
            (top + cell // window) * game.columns + left + cell % window for cell in cells
        )
        if all(state.cells[stone] == "." for stone in stones):
            return stones


def _why_side(decision: Decision, state: State, side: Player) -> Message:
    value, name = abs(_value(decision)), state.game.player_name(side)
    if value >= FORCED:
        return say("swap2.weighed.forced", player=name)
    return say("swap2.weighed.side", player=name, points=round(value))


def _value(decision: Decision) -> float:
    return 0.0 if decision.score is None else float(decision.score)
