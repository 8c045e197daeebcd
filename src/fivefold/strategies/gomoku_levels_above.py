"""The Gomoku levels above the fifth: the engine with less to look at, and a little chance.

As in Othello: each looks at fewer positions than the next, and adds to the value of every move an
error drawn by lot. What is proven has no error, so a level never misses a win it has found. Both
numbers are said with every move; the highest level is the engine itself.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import NamedTuple

from fivefold.core import Limit
from fivefold.games.gomoku import GomokuState
from fivefold.strategies.base import Decision, Stop
from fivefold.strategies.engine import Engine
from fivefold.strategies.gomoku_engine import decided
from fivefold.words import say

COMPARED = 3
"""So many of the best moves have their own value: the error chooses among them."""


class Handicap(NamedTuple):
    """How many positions a level looks at, and by how many points it may misjudge a move."""

    nodes: int
    points: int


HANDICAPS = {
    6: Handicap(8_000, 10),
    7: Handicap(30_000, 6),
    8: Handicap(150_000, 2),
}
HIGHEST = 9


def above(
    state: GomokuState,
    level: int,
    limit: Limit,
    stop: Stop | None,
    chance: random.Random,
    engine: Engine,
) -> Decision:
    """Returns the move of a level above the fifth; the highest is the engine itself."""
    if level == HIGHEST:
        return engine.choose(state, limit, stop)
    handicap = HANDICAPS[level]
    limit = limit.tightest(Limit(nodes=handicap.nodes))
    decision = _misjudged(state, handicap, limit, stop, chance, engine)
    if decision is None:  # no time at all
        decision = engine.choose(state, limit, stop)
    facts = {"nodes": handicap.nodes, "points": handicap.points}
    return replace(decision, text=say("level.weakened_points", **facts, text=decision.text))


def _misjudged(
    state: GomokuState,
    handicap: Handicap,
    limit: Limit,
    stop: Stop | None,
    chance: random.Random,
    engine: Engine,
) -> Decision | None:
    """Returns the move that seems best when every value that is not proven has its error."""
    report = engine.gomoku.search_for(limit).search(state, limit, stop, lines=COMPARED)
    if not report.lines:
        return None
    error = handicap.points
    seeming = [
        line.score + (0 if line.plies is not None else chance.uniform(-error, error))
        for line in report.lines
    ]
    chosen = report.lines[max(range(len(seeming)), key=seeming.__getitem__)]
    return decided(state, chosen, report.lines, report.nodes)
