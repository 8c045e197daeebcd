"""A quick and fixed judge of each game, for the graph that shows how a game went.

    gomoku      the engine looks at 20,000 positions; forced wins are sure where it proves them
    othello     on 8x8 the engine looks at 400,000 positions, the end is exact;
                elsewhere 3 and 4 plies ahead, the last eight squares played out exactly
    pentomino   counts the end out; before that, how often X places last in games by chance

A value is from X's side: 100 and -100 are proven or over, everything else is an opinion. The
engine also says by how many discs. What a search expects depends on who makes the last move it
sees, so two depths, one ending with each side, are averaged; without that the curve of an even
game would go up and down with every move. The engines know whose turn it is.

    depth 3 alone   -3 +32 -2 +67 -4     depths 3 and 4   +15 +15 +33 +31 +32

Bounded by positions looked at, not by seconds: the same position has the same value every time.
"""

from __future__ import annotations

import math
import random
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from fivefold.core import WIN, Game, Limit, Move, Player, State
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.games.othello import OthelloGame, OthelloState
from fivefold.games.pentomino import PentominoState, members
from fivefold.strategies.base import Score, Stop
from fivefold.strategies.budget import Budget, OutOfBudget
from fivefold.strategies.evaluate import evaluation_named
from fivefold.strategies.gomoku_search import GomokuSearch
from fivefold.strategies.negamax_search import (
    PROVEN,
    Iteration,
    NegamaxSearch,
    Table,
    deepen_until,
    end_score,
)
from fivefold.strategies.othello_engine import SEARCHED
from fivefold.strategies.othello_levels import everything
from fivefold.strategies.othello_search import OthelloSearch, memory_for
from fivefold.strategies.pentomino_end import EndSearch, end_search
from fivefold.words import Message, say

SURE = 100
ALMOST = 98
"""A forced win that a search of only some moves has seen."""
UNSURE = 95
"""The most that an opinion is worth."""
TABLE_ENTRIES = 50_000
LONGEST = Limit(seconds=2)
"""Only for boards larger than ours and machines slower than any."""

GOMOKU_POINTS = 40
OTHELLO_SCALE = 80
OTHELLO_DISCS = 10
OTHER_SCALE = 100
"""What counts as a clear lead: 76 on the graph."""
ENGINE_POSITIONS = Limit(nodes=400_000)
GOMOKU_POSITIONS = Limit(nodes=20_000)
EXACT_FROM = 8
EXACT_POSITIONS = 8_000
COUNTED_POSITIONS = 3_000
CHANCE_GAMES = 120
FEW = 16
"""So few placements are played out exactly at the end of a game by chance."""


@dataclass(frozen=True)
class Judgement:
    """What a position is worth to the side to move, and the move that keeps it where known.

    `discs` is the lead at the end of the game, the empty squares given to the winner.
    """

    value: int
    best: Move | None
    exact: bool
    discs: Score | None = None

    def as_json(self, state: State) -> dict[str, Any]:
        """Returns it as it is sent: the values from X's side, the move as notation."""
        best = None if self.best is None else state.game.format_move(self.best)
        side = 1 if state.to_move is Player.FIRST else -1
        data = {"value": side * self.value, "best": best, "exact": self.exact}
        return data if self.discs is None else {**data, "discs": side * self.discs}


def judge(state: State, stop: Stop | None = None) -> Judgement:
    """Returns what the position is worth; within about a tenth of a second."""
    if isinstance(state, OthelloState) and state.game.size == SEARCHED:
        return _judge_with_engine(state, stop)
    if state.outcome:
        return _decided(_sign(state, 0), None)
    if isinstance(state, GomokuState) and state.game.name == GomokuGame.name:
        return _judge_gomoku(state, stop)
    return JUDGES.get(state.game.name, _judge_any)(state, Budget(LONGEST, stop))


def judge_of(game: Game | str) -> Message:
    """Returns how the judge of a game comes to its values, for people."""
    if isinstance(game, OthelloGame) and game.size != SEARCHED:
        return say("judge.othello_small")
    name = game if isinstance(game, str) else game.name
    return say(f"judge.{name}" if name in (*JUDGES, GomokuGame.name) else "judge.other")


@cache
def _gomoku_engine() -> GomokuSearch:
    return GomokuSearch(memory_for(GOMOKU_POSITIONS))


def _judge_gomoku(state: GomokuState, stop: Stop | None) -> Judgement:
    search = _gomoku_engine()
    search.forget()
    report = search.search(state, GOMOKU_POSITIONS, stop)
    if not report.lines:
        return Judgement(0, None, False)
    best = report.lines[0]
    if best.plies is not None:
        return _decided(best.score, best.move)
    if best.believed is not None:
        return Judgement(round(math.copysign(ALMOST, best.score)), best.move, False)
    return Judgement(_opinion(math.tanh(best.score / GOMOKU_POINTS)), best.move, False)


@cache
def _engine() -> OthelloSearch:
    return OthelloSearch(memory_for(ENGINE_POSITIONS))


def _judge_with_engine(state: OthelloState, stop: Stop | None) -> Judgement:
    if state.outcome:
        lead = end_score(state, 0)
        discs = lead + _sign(state, 0) * state.cells.count(".")
        return replace(_decided(lead, None), discs=discs)
    search = _engine()
    # What it learned of other positions would change what it sees in this one.
    search.forget()
    report = search.search(state, ENGINE_POSITIONS, stop)
    if not report.lines:
        return Judgement(0, None, False)
    best = report.lines[0]
    if best.exact:
        return replace(_decided(best.score, best.move), discs=best.score)
    lead = _opinion(math.tanh(best.score / OTHELLO_DISCS))
    return Judgement(lead, best.move, False, round(best.score, 1))


def _judge_othello(state: State, budget: Budget) -> Judgement:
    if state.cells.count(".") <= EXACT_FROM:
        end = NegamaxSearch(state, everything, budget.part(EXACT_POSITIONS), Table(TABLE_ENTRIES))
        most = len(state.cells)
        try:
            score = end.value(state, 2 * most, -most, most, 0)
        except OutOfBudget:
            pass
        else:
            entry = end.table.get(state)
            return _decided(score, entry.move if entry else None)
    search = NegamaxSearch(state, everything, budget, Table(TABLE_ENTRIES), end=_won)
    return _two_depths(search, 4, OTHELLO_SCALE)


def _judge_pentomino(state: State, budget: Budget) -> Judgement:
    assert isinstance(state, PentominoState)
    end = end_search(state, budget.part(COUNTED_POSITIONS))
    try:
        best = end.winning_move(state.live)
        return _decided(-1 if best is None else 1, best)
    except OutOfBudget:
        pass
    end.budget = budget
    # The chance of a position is its own, so that it is judged the same way every time.
    chance = random.Random(zlib.crc32(state.cells.encode()))
    try:
        won = sum(_placed_last(state.live, end, chance) for _ in range(CHANCE_GAMES))
    except OutOfBudget:
        return Judgement(0, None, False)
    return Judgement(_opinion(2 * won / CHANCE_GAMES - 1), None, False)


def _placed_last(live: int, end: EndSearch, chance: random.Random) -> bool:
    """Tells whether the side to move places last in a game by chance with an exact end."""
    mine = True
    while live.bit_count() > FEW:
        live &= ~end.conflicts[chance.choice(members(live))]
        mine = not mine
    return mine == (live != 0 and end.winning_move(live) is not None)


def _judge_any(state: State, budget: Budget) -> Judgement:
    """Judges a game of somebody else's by its default evaluation, or by its end alone."""
    evaluate = evaluation_named(None, state.game.name)
    search = NegamaxSearch(state, evaluate, budget, Table(TABLE_ENTRIES), end=_won)
    return _two_depths(search, 2, OTHER_SCALE)


JUDGES: dict[str, Callable[[State, Budget], Judgement]] = {
    "othello": _judge_othello,
    "pentomino": _judge_pentomino,
}


def _two_depths(search: NegamaxSearch, deepest: int, scale: float) -> Judgement:
    """Returns the average of the two deepest searches, or what the last of them has proven."""
    search.every_value = False
    finished = deepen_until(search, range(1, deepest + 1))
    if not finished:
        return Judgement(0, None, False)
    best, score = finished[-1].best, _score(finished[-1])
    if abs(score) > PROVEN:
        return _decided(score, best)
    if finished[-1].complete and search.proves:
        return _decided(score, best)
    leads = [math.tanh(_score(iteration) / scale) for iteration in finished[-2:]]
    return Judgement(_opinion(sum(leads) / len(leads)), best, False)


def _score(iteration: Iteration) -> Score:
    return iteration.values[iteration.best]


def _decided(score: Score, best: Move | None) -> Judgement:
    return Judgement(SURE * ((score > 0) - (score < 0)), best, True)


def _opinion(lead: float) -> int:
    """Returns a lead between -1 and 1 as a value that claims no proof."""
    return round(max(-UNSURE, min(UNSURE, SURE * lead)))


def _sign(state: State, ply: int) -> int:
    score = end_score(state, ply)
    return (score > 0) - (score < 0)


def _won(state: State, ply: int) -> Score:
    """Returns a win as a win by however much: a margin is no measure of evaluations."""
    return _sign(state, ply) * (WIN - ply)
