"""The Gomoku and Othello levels above 5: the native engine with a handicap.

A strong player becomes weaker, yet stays a natural opponent, in the way people are weaker: it sees
less far and misjudges what it sees. So each level searches a limited number of positions and adds a
random error to the value of every move. Proven values have no error, so a level never misses a win
that it has found. Every decision states both numbers; the highest level is the engine itself.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from fivefold.core import Limit
from fivefold.games.gomoku import GomokuState
from fivefold.games.othello import OthelloState
from fivefold.strategies.base import Decision, Stop
from fivefold.strategies.gomoku import engine as gomoku_engine
from fivefold.strategies.gomoku import search as gomoku_search
from fivefold.strategies.native_engine import NativeEngine
from fivefold.strategies.othello import engine as othello_engine
from fivefold.strategies.othello import search as othello_search
from fivefold.words import say

COMPARED_MOVES = 3
"""Gomoku: the number of best moves that get an exact value; the error decides among them."""


class Handicap(NamedTuple):
    """The positions a level may search, and its maximum error in discs or points."""

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


def choose(
    state: GomokuState | OthelloState,
    level: int,
    limit: Limit,
    stop: Stop | None,
    rng: random.Random,
    engine: NativeEngine,
) -> Decision:
    """Returns the decision of a level above 5; the highest is the engine itself."""
    game = state.game.name
    if level == HIGHEST[game]:
        return engine.choose(state, limit, stop)
    nodes, error = HANDICAPS[game][level]
    limit = limit.tightest(Limit(nodes=nodes))
    if isinstance(state, GomokuState):
        decision = _noisy_gomoku(state, error, limit, stop, rng, engine)
        key, facts = "level.weakened_points", {"nodes": nodes, "points": error}
    else:
        decision = _noisy_othello(state, error, limit, stop, rng, engine)
        key, facts = "level.weakened", {"nodes": nodes, "discs": error}
    if decision is None:  # a small Othello board, or no time for a single line
        decision = engine.choose(state, limit, stop)
    return replace(decision, text=say(key, **facts, text=decision.text))


def _noisy_gomoku(
    state: GomokuState,
    error: int,
    limit: Limit,
    stop: Stop | None,
    rng: random.Random,
    engine: NativeEngine,
) -> Decision | None:
    result = engine.gomoku.search_for(limit).search(state, limit, stop, lines=COMPARED_MOVES)
    if not result.lines:
        return None
    chosen = _best_by_noisy_score(result.lines, error, lambda line: line.plies is not None, rng)
    return gomoku_engine.decision_for(state, chosen, result.lines, result.nodes)


def _noisy_othello(
    state: OthelloState,
    error: int,
    limit: Limit,
    stop: Stop | None,
    rng: random.Random,
    engine: NativeEngine,
) -> Decision | None:
    if state.game.size != othello_engine.SEARCHED_SIZE:
        return None
    result = engine.othello.search_for(limit).search(state, limit, stop, every_move=True)
    if not result.lines:
        return None
    chosen = _best_by_noisy_score(result.lines, error, lambda line: line.exact, rng)
    return othello_engine.decision_for(state, chosen, result.lines, result.nodes)


def _best_by_noisy_score(
    lines: Sequence[Line], error: int, is_sure: Callable[[Line], bool], rng: random.Random
) -> Line:
    """Returns the best line after adding a random error to every unproven score."""
    noisy = [line.score + (0 if is_sure(line) else rng.uniform(-error, error)) for line in lines]
    return lines[max(range(len(lines)), key=noisy.__getitem__)]
