"""The levels above the fifth of Gomoku and Othello: the engine, seeing less and a little unsure.

What makes a strong player weaker and still a good opponent is the same that makes people weaker: it
sees less far, and it is not sure what it sees. So each of these looks at fewer positions than the
next, and adds to the value of every move an error drawn by lot. What is proven or counted out to
the end has no error, so a level never misses a win it has found. Both numbers are said with every
move; the highest level is the engine itself.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from fivefold.core import Limit
from fivefold.games.gomoku import GomokuState
from fivefold.games.othello import OthelloState
from fivefold.strategies import gomoku_engine, gomoku_search, othello_engine, othello_search
from fivefold.strategies.base import Decision, Stop
from fivefold.strategies.engine import Engine
from fivefold.words import say

COMPARED = 3
"""So many of the best moves of Gomoku have their own value: the error chooses among them."""


class Handicap(NamedTuple):
    """How many positions a level looks at, and by how many discs or points it may misjudge."""

    nodes: int
    error: int


HANDICAPS = {
    "gomoku": {
        6: Handicap(8_000, 10),
        7: Handicap(30_000, 6),
        8: Handicap(150_000, 2),
    },
    "othello": {
        6: Handicap(100, 7),
        7: Handicap(300, 6),
        8: Handicap(1_500, 5),
        9: Handicap(8_000, 4),
        10: Handicap(60_000, 2),
        11: Handicap(200_000, 1),
    },
}
HIGHEST = {game: max(handicaps) + 1 for game, handicaps in HANDICAPS.items()}

Line = TypeVar("Line", gomoku_search.Line, othello_search.Line)


def above(
    state: GomokuState | OthelloState,
    level: int,
    limit: Limit,
    stop: Stop | None,
    chance: random.Random,
    engine: Engine,
) -> Decision:
    """Returns the move of a level above the fifth; the highest is the engine itself."""
    game = state.game.name
    if level == HIGHEST[game]:
        return engine.choose(state, limit, stop)
    nodes, error = HANDICAPS[game][level]
    limit = limit.tightest(Limit(nodes=nodes))
    if isinstance(state, GomokuState):
        decision = _misjudged_points(state, error, limit, stop, chance, engine)
        key, facts = "level.weakened_points", {"nodes": nodes, "points": error}
    else:
        decision = _misjudged_discs(state, error, limit, stop, chance, engine)
        key, facts = "level.weakened", {"nodes": nodes, "discs": error}
    if decision is None:  # a small board, which it solves or looks ahead on, or no time at all
        decision = engine.choose(state, limit, stop)
    return replace(decision, text=say(key, **facts, text=decision.text))


def _misjudged_points(
    state: GomokuState,
    error: int,
    limit: Limit,
    stop: Stop | None,
    chance: random.Random,
    engine: Engine,
) -> Decision | None:
    report = engine.gomoku.search_for(limit).search(state, limit, stop, lines=COMPARED)
    if not report.lines:
        return None
    chosen = _seeming_best(report.lines, error, lambda line: line.plies is not None, chance)
    return gomoku_engine.decided(state, chosen, report.lines, report.nodes)


def _misjudged_discs(
    state: OthelloState,
    error: int,
    limit: Limit,
    stop: Stop | None,
    chance: random.Random,
    engine: Engine,
) -> Decision | None:
    if state.game.size != othello_engine.SEARCHED:
        return None
    report = engine.othello.search_for(limit).search(state, limit, stop, every_move=True)
    if not report.lines:
        return None
    chosen = _seeming_best(report.lines, error, lambda line: line.exact, chance)
    return othello_engine.decided(state, chosen, report.lines, report.nodes)


def _seeming_best(
    lines: Sequence[Line], error: int, is_sure: Callable[[Line], bool], chance: random.Random
) -> Line:
    """Returns the move that seems best when every value that is not sure has its error."""
    seeming = [
        line.score + (0 if is_sure(line) else chance.uniform(-error, error)) for line in lines
    ]
    return lines[max(range(len(lines)), key=seeming.__getitem__)]
