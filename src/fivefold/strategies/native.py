"""The rules of the C++ core, asked about the states of the Python rules.

Nothing else imports `fivefold._native`. It is loaded at the first question, so that everything
that needs no native core works without one; where it is missing, `NativeUnavailable` says why.
Positions and moves cross as text; whatever the core refuses raises `ValueError`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fivefold.core import State
from fivefold.errors import NativeUnavailable

if TYPE_CHECKING:
    from fivefold import _native


@dataclass(frozen=True)
class _Rules:
    """One game's native functions with its parameters filled in."""

    legal_moves: Callable[[str], list[str]]
    play: Callable[[str, str], str]
    outcome: Callable[[str], str | None]
    perft: Callable[[str, int], int]


def legal_moves(state: State) -> list[str]:
    """Returns the texts of the legal moves, in the order of `state.legal_moves()`."""
    return _rules(state).legal_moves(_text(state))


def play(state: State, move: str) -> str:
    """Returns the text of the position after the move."""
    return _rules(state).play(_text(state), move)


def outcome(state: State) -> str | None:
    """Returns "X", "O" or "draw", or None while the game goes on."""
    return _rules(state).outcome(_text(state))


def perft(state: State, depth: int) -> int:
    """Returns the number of positions `depth` moves on; a game that ends earlier counts once.

    A pass is a move. Ctrl-C raises `KeyboardInterrupt` within a tenth of a second.
    """
    return _rules(state).perft(_text(state), depth)


def pentomino_solver(rows: int, columns: int, memory: int, misere: bool) -> _native.PentominoSolver:
    """Returns a solver for that board with a table of at most `memory` MiB."""
    try:
        from fivefold import _native as native
    except ImportError as error:
        raise NativeUnavailable("native.missing", reason=str(error)) from error
    return native.PentominoSolver(rows, columns, memory, misere)


def pentomino_checker(memory: int) -> _native.PentominoChecker:
    """Returns the second solver, by which the book is verified, with a table of that many MiB."""
    try:
        from fivefold import _native as native
    except ImportError as error:
        raise NativeUnavailable("native.missing", reason=str(error)) from error
    return native.PentominoChecker(memory)


def _text(state: State) -> str:
    return state.game.format_position(state)


def _rules(state: State) -> _Rules:
    try:
        from fivefold import _native as native
    except ImportError as error:
        raise NativeUnavailable("native.missing", reason=str(error)) from error
    game = state.game
    if game.name == "othello":
        return _Rules(
            native.othello_legal_moves,
            native.othello_play,
            native.othello_outcome,
            native.othello_perft,
        )
    if game.name == "gomoku":
        return _Rules(
            lambda position: native.gomoku_legal_moves(position, game.rules),
            lambda position, move: native.gomoku_play(position, move, game.rules),
            lambda position: native.gomoku_outcome(position, game.rules),
            lambda position, depth: native.gomoku_perft(position, game.rules, depth),
        )
    if game.name == "pentomino":
        sides = game.rows, game.columns
        return _Rules(
            lambda position: native.pentomino_legal_moves(position, *sides),
            lambda position, move: native.pentomino_play(position, move, *sides),
            lambda position: native.pentomino_outcome(position, *sides),
            lambda position, depth: native.pentomino_perft(position, *sides, depth),
        )
    raise NativeUnavailable("native.no_rules", game=game.name)
