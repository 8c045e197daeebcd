"""How a player who knows nothing of swap2 opens and chooses: by an evaluation.

Three stones are good when neither side is better off, for the other player chooses. So some are
drawn by lot, each is looked at a little, and the one nearest to even is put. Who may choose takes
the better side; two more stones would only give the choice away.
"""

from __future__ import annotations

import random

from fivefold.core import Game, Limit, Move, Player, State
from fivefold.errors import NativeUnavailable
from fivefold.games.swap2 import FIRST_STONES, Swap2, SwapAnswer
from fivefold.names import strategy_from
from fivefold.strategies.base import Stop, Strategy

OPENINGS = 12
"""So many are looked at before one is put."""
WINDOW = 7
"""The stones stand within a square of that side, so that they have to do with each other."""
GLANCE = Limit(nodes=2_000)
LOOK = Limit(nodes=20_000)
"""How closely each opening is looked at, and the position in which a side is chosen."""
JUDGE = "engine(variety=0, seed=1)"
PLAIN_JUDGE = "negamax(depth=2)"


def usual_judge(game: Game) -> Strategy:
    """Returns whoever evaluates: the engine, or a shallow search where there is none.

    It leaves nothing to chance: only the stones that are put come by lot.
    """
    engine = strategy_from(JUDGE, game)
    try:
        engine.choose(game.start, Limit(nodes=1))
    except NativeUnavailable:
        return strategy_from(PLAIN_JUDGE, game)
    return engine


def answer_swap(
    swap: Swap2,
    limit: Limit = Limit(),
    stop: Stop | None = None,
    *,
    judge: Strategy | None = None,
    seed: int | None = None,
) -> SwapAnswer:
    """Returns what to put or which side to take; `limit` is for the whole answer."""
    judge = judge or usual_judge(swap.state.game)
    if swap.stones:
        # O is to move, so its score is the better half of the question.
        value = _value(swap.state, judge, LOOK.tightest(limit), stop)
        return SwapAnswer(takes=Player.SECOND if value >= 0 else Player.FIRST)
    chance = random.Random(seed)
    share = None if limit.seconds is None else limit.seconds / OPENINGS
    glance = GLANCE.tightest(Limit(share, limit.depth, limit.nodes))
    found: dict[tuple[Move, ...], float] = {}
    while len(found) < OPENINGS and not (found and stop is not None and stop.is_set()):
        stones = some_stones(swap.state.game, chance)
        state = swap.after(SwapAnswer(stones)).state
        found[stones] = abs(_value(state, judge, glance, stop))
    return SwapAnswer(min(found, key=lambda stones: found[stones]))


def some_stones(game: Game, chance: random.Random) -> tuple[Move, ...]:
    """Returns three different cells by lot that are not far from each other."""
    window = min(WINDOW, game.rows, game.columns)
    top, left = (chance.randrange(side - window + 1) for side in (game.rows, game.columns))
    cells = chance.sample(range(window * window), FIRST_STONES)
    return tuple((top + cell // window) * game.columns + left + cell % window for cell in cells)


def _value(state: State, judge: Strategy, limit: Limit, stop: Stop | None) -> float:
    score = judge.choose(state, limit, stop).score
    return 0.0 if score is None else float(score)
