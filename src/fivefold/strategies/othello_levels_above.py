"""The Othello levels above the fifth: the engine with less to look at, and a little chance.

What makes a strong player weaker and still a good opponent is the same that makes people weaker: it
sees less far, and it is not sure what it sees. So each of these looks at fewer positions than the
next, and adds to the value of every move an error drawn by lot. What is counted out to the end has
no error. Both are said with every move; the highest level is the engine itself.
"""

from __future__ import annotations

import random
from dataclasses import replace
from typing import NamedTuple

from fivefold.core import Limit
from fivefold.games.othello import OthelloState
from fivefold.strategies.base import Decision, Stop
from fivefold.strategies.engine import Engine
from fivefold.strategies.othello_engine import SEARCHED, decided
from fivefold.words import say


class Handicap(NamedTuple):
    """How many positions a level looks at, and by how many discs it may misjudge a move."""

    nodes: int
    discs: int


HANDICAPS = {
    6: Handicap(100, 7),
    7: Handicap(300, 6),
    8: Handicap(1_500, 5),
    9: Handicap(8_000, 4),
    10: Handicap(60_000, 2),
    11: Handicap(200_000, 1),
}
HIGHEST = 12


def above(
    state: OthelloState,
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
    if decision is None:  # a small board, which it solves or looks ahead on, or no time at all
        decision = engine.choose(state, limit, stop)
    facts = {"nodes": handicap.nodes, "discs": handicap.discs}
    return replace(decision, text=say("level.weakened", **facts, text=decision.text))


def _misjudged(
    state: OthelloState,
    handicap: Handicap,
    limit: Limit,
    stop: Stop | None,
    chance: random.Random,
    engine: Engine,
) -> Decision | None:
    """Returns the move that seems best when every value that is not exact has its error."""
    if state.game.size != SEARCHED:
        return None
    report = engine.othello.search_for(limit).search(state, limit, stop, every_move=True)
    if not report.lines:
        return None
    seeming = [
        line.score + (0 if line.exact else chance.uniform(-handicap.discs, handicap.discs))
        for line in report.lines
    ]
    chosen = report.lines[max(range(len(seeming)), key=seeming.__getitem__)]
    return decided(state, chosen, report.lines, report.nodes)
