"""The signature of a search: a hash of nodes, moves and scores over fixed positions.

The positions are generated: random moves from the start of a game, chosen by a small generator that
is the same on every machine and in every version of Python.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fivefold.core import Game, Limit, State

if TYPE_CHECKING:
    from fivefold.games.gomoku import GomokuGame
    from fivefold.games.othello import OthelloGame
    from fivefold.games.pentomino import PentominoGame

DEPTH = 3
"""Default search depth of `negamax` in plies."""

PLANS: dict[str, tuple[int, tuple[int, ...]]] = {
    "gomoku": (3, (0, 2, 4, 6, 8)),
    "othello": (5, (0, 4, 8, 12, 20, 30)),
    "pentomino": (2, (4, 5, 5, 6, 6)),
}
"""By game: the depth, and the plies before each position."""

SOLVED_PLIES = (3, 3, 3, 3, 3, 3)
"""Plies before each position for the pentomino solver."""

SEARCHED_PLIES = (4, 12, 20, 28, 36, 44, 50)
SEARCHED_DEPTH = 10
"""Plies before each position for the Othello search, and the depth; the last is an endgame."""

GOMOKU_PLIES = (2, 6, 10, 16, 24)
GOMOKU_DEPTH = 6
"""Plies before each position for the Gomoku search, and the depth."""


@dataclass(frozen=True)
class Measurement:
    """The result of a run over positions: signature, effort and time."""

    signature: str
    nodes: int
    seconds: float


def positions(game: Game) -> tuple[list[State], int]:
    """Returns the fixed positions of a game and their search depth."""
    depth, plies = PLANS.get(game.name, (DEPTH, (0, 2, 4)))
    return [position(game, moves, seed) for seed, moves in enumerate(plies, start=1)], depth


def position(game: Game, plies: int, seed: int) -> State:
    """Returns the last unfinished position of a random game of at most `plies` plies."""
    state = game.start
    for _ in range(plies):
        seed = (seed * 1_103_515_245 + 12_345) % 2**31
        moves = state.legal_moves()
        after = state.play(moves[(seed >> 8) % len(moves)])
        if after.outcome:
            break
        state = after
    return state


def measure(states: Iterable[State], depth: int = DEPTH) -> Measurement:
    """Returns the signature of `negamax` over the positions, as eight hexadecimal digits."""
    from fivefold import names

    digest = hashlib.sha256()
    nodes, started = 0, time.perf_counter()
    for state in states:
        player = names.strategy_from("negamax", state.game.name)
        decision = player.choose(state, Limit(depth=depth))
        nodes += decision.nodes or 0
        move = "-" if decision.move is None else state.game.format_move(decision.move)
        digest.update(f"{decision.nodes} {move} {decision.score}\n".encode())
    return Measurement(digest.hexdigest()[:8], nodes, time.perf_counter() - started)


def measure_solver(game: PentominoGame) -> Measurement:
    """Returns the signature of the native solver over fixed positions, each with an empty table."""
    from fivefold.strategies.pentomino.solver import PentominoSolver

    digest = hashlib.sha256()
    nodes, seconds = 0, 0.0
    solver = PentominoSolver(game)
    for seed, plies in enumerate(SOLVED_PLIES, start=1):
        state = position(game, plies, seed)
        solver.forget()
        started = time.perf_counter()
        verdict = solver.solve(state)
        seconds += time.perf_counter() - started
        nodes += verdict.nodes
        digest.update(f"{verdict.nodes} {verdict.value} {verdict.move}\n".encode())
    return Measurement(digest.hexdigest()[:8], nodes, seconds)


def measure_search(game: OthelloGame) -> Measurement:
    """Returns the signature of the native search over fixed positions, each with an empty table."""
    from fivefold.games.othello import OthelloState
    from fivefold.strategies.othello.search import OthelloSearch

    digest = hashlib.sha256()
    nodes, seconds = 0, 0.0
    search = OthelloSearch()
    for seed, plies in enumerate(SEARCHED_PLIES, start=1):
        state = position(game, plies, seed)
        assert isinstance(state, OthelloState)
        search.forget()
        started = time.perf_counter()
        report = search.search(state, Limit(depth=SEARCHED_DEPTH))
        seconds += time.perf_counter() - started
        nodes += report.nodes
        best = report.lines[0]
        digest.update(f"{report.nodes} {game.format_move(best.move)} {best.score}\n".encode())
    return Measurement(digest.hexdigest()[:8], nodes, seconds)


def measure_gomoku(game: GomokuGame) -> Measurement:
    """Returns the signature of the native search over fixed positions, each with an empty table."""
    from fivefold.games.gomoku import GomokuState
    from fivefold.strategies.gomoku.search import GomokuSearch

    digest = hashlib.sha256()
    nodes, seconds = 0, 0.0
    search = GomokuSearch()
    for seed, plies in enumerate(GOMOKU_PLIES, start=1):
        state = position(game, plies, seed)
        assert isinstance(state, GomokuState)
        search.forget()
        started = time.perf_counter()
        report = search.search(state, Limit(depth=GOMOKU_DEPTH))
        seconds += time.perf_counter() - started
        nodes += report.nodes
        best = report.lines[0]
        digest.update(f"{report.nodes} {game.format_move(best.move)} {best.score}\n".encode())
    return Measurement(digest.hexdigest()[:8], nodes, seconds)
