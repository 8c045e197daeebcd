"""Fast, reproducible evaluations of positions, for the graph of a game.

    gomoku      the engine searches 100,000 positions; forced wins are exact if it proves them
    othello     on 8x8 the engine searches 400,000 positions, and the endgame is exact;
                on other boards it looks 3 and 4 plies ahead; the last 8 squares are exact
    pentomino   the endgame is exact; before it, the share of random games in which X moves last;
                besides, the book and the solver say who wins

A value is seen from X: 100 and -100 are proven or final, anything between is an estimate. On 8x8
Othello the engine also gives the disc difference. The result of a plain search depends on which
side makes its last move, so two depths, one ending with each side, are averaged; otherwise the
curve of an even game would zigzag. The engines correct for the side to move themselves.

    depth 3 alone   -3 +32 -2 +67 -4     depths 3 and 4   +15 +15 +33 +31 +32

Searches are limited by positions, not seconds, so a position always has the same value.
"""

from __future__ import annotations

import math
import random
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from fivefold.analysis.values import NODES
from fivefold.core import WIN, Game, Limit, Move, Player, State
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.games.othello import OthelloGame, OthelloState
from fivefold.games.pentomino import PentominoState, members
from fivefold.strategies.base import Score, Stop
from fivefold.strategies.budget import Budget, OutOfBudget
from fivefold.strategies.gomoku.search import GomokuSearch
from fivefold.strategies.othello.engine import SEARCHED_SIZE
from fivefold.strategies.othello.levels import everything
from fivefold.strategies.othello.search import MEMORY, OthelloSearch, memory_for
from fivefold.strategies.pentomino.analysis import PentominoAnalyser
from fivefold.strategies.pentomino.endgame import EndSearch, end_search
from fivefold.strategies.teaching.evaluate import evaluation_named
from fivefold.strategies.teaching.negamax_search import (
    PROVEN,
    Iteration,
    NegamaxSearch,
    Table,
    deepen_until,
    end_score,
)
from fivefold.words import Message, say

PROVEN_VALUE = 100
FORCED_VALUE = 98
"""A forced win found by a selective search, so not proven."""
MAX_ESTIMATE = 95
"""Maximum of an estimate."""
TABLE_ENTRIES = 50_000
MAX_LINE = 6
"""Moves of the expected line that are sent."""
MAX_LIMIT = Limit(seconds=2)
"""A safety limit, reached only on unusually large boards or slow machines."""

GOMOKU_POINTS = 40
OTHELLO_SCALE = 80
OTHELLO_DISCS = 10
OTHER_SCALE = 100
"""A lead of this size is drawn as 76."""
OTHELLO_POSITIONS = Limit(nodes=NODES["othello"])
GOMOKU_POSITIONS = Limit(nodes=NODES["gomoku"])
EXACT_FROM = 8
EXACT_POSITIONS = 8_000
COUNTED_POSITIONS = 3_000
RANDOM_GAMES = 120
SOLVED_NODES = 3_000_000
"""Enough for nearly every position of 8x8 that is not in the book."""
SOLVER_MEMORY = 16
EXACT_PLACEMENTS = 16
"""Random games are played out exactly once no more placements than this are left."""


@dataclass(frozen=True)
class GraphPoint:
    """The value of a position for the side to move, and the best move if known.

    `discs` is the expected final lead, with empty squares counted for the winner; `plies` counts to
    a forced end, and `line` is the expected one. `wins` says whether the side to move has a proven
    win or a proven loss that `value` does not show yet.
    """

    value: int
    best: Move | None
    exact: bool
    discs: Score | None = None
    plies: int | None = None
    line: tuple[Move, ...] = ()
    wins: bool | None = None
    score: Score | None = None
    """The score of the engine for the side to move; it is not sent."""

    @property
    def proven(self) -> int | None:
        """The proven result for the side to move, 1, 0 or -1; None if nothing is proven."""
        if self.exact:
            return (self.value > 0) - (self.value < 0)
        return None if self.wins is None else 1 if self.wins else -1

    def as_json(self, state: State) -> dict[str, Any]:
        """Returns the point as JSON: values from X's side, the move in notation."""
        best = None if self.best is None else state.game.format_move(self.best)
        side = 1 if state.to_move is Player.FIRST else -1
        data: dict[str, Any] = {"value": side * self.value, "best": best, "exact": self.exact}
        if self.discs is not None:
            data["discs"] = side * self.discs
        if self.plies is not None:
            data["plies"] = self.plies
        if self.line:
            data["line"] = [state.game.format_move(move) for move in self.line[:MAX_LINE]]
        if self.wins is not None:
            data["wins"] = (state.to_move if self.wins else state.to_move.other).value
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any], state: State) -> GraphPoint:
        """Returns the point that `as_json` wrote."""
        side, read = (1 if state.to_move is Player.FIRST else -1), state.game.parse_move
        best, discs, wins = data["best"], data.get("discs"), data.get("wins")
        return cls(
            side * data["value"],
            None if best is None else read(best),
            data["exact"],
            None if discs is None else side * discs,
            data.get("plies"),
            tuple(map(read, data.get("line", ()))),
            None if wins is None else wins == state.to_move.value,
        )


def graph_point(state: State, stop: Stop | None = None, limit: Limit | None = None) -> GraphPoint:
    """Returns the value of the position; takes about a tenth of a second.

    `limit` replaces the usual number of positions. The exact endgame searches take it as it is.
    """
    if isinstance(state, OthelloState) and state.game.size == SEARCHED_SIZE:
        return _othello_engine_point(state, stop, limit or OTHELLO_POSITIONS)
    if state.outcome:
        return _decided(_sign(state, 0), None)
    if isinstance(state, GomokuState) and state.game.name == GomokuGame.name:
        return _gomoku_point(state, stop, limit or GOMOKU_POSITIONS)
    budget = Budget(MAX_LIMIT if limit is None else limit.tightest(MAX_LIMIT), stop)
    return METHODS.get(state.game.name, _default_point)(state, budget)


def graph_method(game: Game | str) -> Message:
    """Returns a sentence that says how the values of the game are computed."""
    if isinstance(game, OthelloGame) and game.size != SEARCHED_SIZE:
        return say("judge.othello_small")
    name = game if isinstance(game, str) else game.name
    return say(f"judge.{name}" if name in (*METHODS, GomokuGame.name) else "judge.other")


@cache
def _gomoku_engine(memory: int) -> GomokuSearch:
    return GomokuSearch(memory)


def _gomoku_point(state: GomokuState, stop: Stop | None, limit: Limit) -> GraphPoint:
    search = _gomoku_engine(min(MEMORY, memory_for(limit)))
    search.forget()
    report = search.search(state, limit, stop)
    if not report.lines:
        return GraphPoint(0, None, False)
    best = report.lines[0]
    if best.plies is not None:
        decided = _decided(best.score, best.move)
        return replace(decided, plies=best.plies, line=best.pv, score=best.score)
    if best.believed is not None:
        value = round(math.copysign(FORCED_VALUE, best.score))
        plies = best.believed
        return GraphPoint(value, best.move, False, plies=plies, line=best.pv, score=best.score)
    value = _estimate(math.tanh(best.score / GOMOKU_POINTS))
    return GraphPoint(value, best.move, False, line=best.pv, score=best.score)


@cache
def _othello_engine(memory: int) -> OthelloSearch:
    return OthelloSearch(memory)


def _othello_engine_point(state: OthelloState, stop: Stop | None, limit: Limit) -> GraphPoint:
    if state.outcome:
        lead = end_score(state, 0)
        discs = lead + _sign(state, 0) * state.cells.count(".")
        return replace(_decided(lead, None), discs=discs)
    search = _othello_engine(min(MEMORY, memory_for(limit)))
    # Results remembered from other positions would change the value of this one.
    search.forget()
    report = search.search(state, limit, stop)
    if not report.lines:
        return GraphPoint(0, None, False)
    best = report.lines[0]
    if best.exact:
        return replace(_decided(best.score, best.move), discs=best.score, line=best.pv)
    lead = _estimate(math.tanh(best.score / OTHELLO_DISCS))
    return GraphPoint(lead, best.move, False, round(best.score, 1), line=best.pv)


def _othello_point(state: State, budget: Budget) -> GraphPoint:
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


def _pentomino_point(state: State, budget: Budget) -> GraphPoint:
    assert isinstance(state, PentominoState)
    end = end_search(state, budget.part(COUNTED_POSITIONS))
    try:
        best = end.winning_move(state.live)
        return _decided(-1 if best is None else 1, best)
    except OutOfBudget:
        pass
    end.budget = budget
    # Seeded by the position, so that the value is reproducible.
    chance = random.Random(zlib.crc32(state.cells.encode()))
    try:
        won = sum(_placed_last(state.live, end, chance) for _ in range(RANDOM_GAMES))
    except OutOfBudget:
        return GraphPoint(0, None, False)
    estimate = GraphPoint(_estimate(2 * won / RANDOM_GAMES - 1), None, False)
    known = PentominoAnalyser(state.game, SOLVER_MEMORY).verdict(state, budget.part(SOLVED_NODES))
    if known.value is None:
        return estimate
    line = () if known.move is None else (known.move,)
    return replace(estimate, best=known.move, line=line, wins=known.value == "win")


def _placed_last(live: int, end: EndSearch, chance: random.Random) -> bool:
    """Tells whether the side to move moves last in a random game with an exact endgame."""
    mine = True
    while live.bit_count() > EXACT_PLACEMENTS:
        live &= ~end.conflicts[chance.choice(members(live))]
        mine = not mine
    return mine == (live != 0 and end.winning_move(live) is not None)


def _default_point(state: State, budget: Budget) -> GraphPoint:
    """Evaluates a plug-in's game by its default evaluation, or only by its results."""
    evaluate = evaluation_named(None, state.game.name)
    search = NegamaxSearch(state, evaluate, budget, Table(TABLE_ENTRIES), end=_won)
    return _two_depths(search, 2, OTHER_SCALE)


METHODS: dict[str, Callable[[State, Budget], GraphPoint]] = {
    "othello": _othello_point,
    "pentomino": _pentomino_point,
}


def _two_depths(search: NegamaxSearch, deepest: int, scale: float) -> GraphPoint:
    """Returns the average of the two deepest searches, or the deepest result if it is proven."""
    search.every_value = False
    finished = deepen_until(search, range(1, deepest + 1))
    if not finished:
        return GraphPoint(0, None, False)
    best, score = finished[-1].best, _score(finished[-1])
    if abs(score) > PROVEN:
        return _decided(score, best)
    if finished[-1].complete and search.proves:
        return _decided(score, best)
    leads = [math.tanh(_score(iteration) / scale) for iteration in finished[-2:]]
    return GraphPoint(_estimate(sum(leads) / len(leads)), best, False)


def _score(iteration: Iteration) -> Score:
    return iteration.values[iteration.best]


def _decided(score: Score, best: Move | None) -> GraphPoint:
    return GraphPoint(PROVEN_VALUE * ((score > 0) - (score < 0)), best, True)


def _estimate(lead: float) -> int:
    """Returns a lead between -1 and 1 as a value below the proven ones."""
    return round(max(-MAX_ESTIMATE, min(MAX_ESTIMATE, PROVEN_VALUE * lead)))


def _sign(state: State, ply: int) -> int:
    score = end_score(state, ply)
    return (score > 0) - (score < 0)


def _won(state: State, ply: int) -> Score:
    """Scores every win alike: a margin is not on the scale of the evaluation."""
    return _sign(state, ply) * (WIN - ply)
