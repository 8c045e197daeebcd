"""Python interface to the C++ core: rules, searchers and solvers for the states of `games`.

This is the only module that imports `fivefold._native`. The import happens on first use, so
everything that does not need the core works without it; if it is missing, `NativeUnavailable` says
why. Positions and moves are passed as text; the core raises `ValueError` for what it rejects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from fivefold.core import Limit, State
from fivefold.errors import NativeUnavailable
from fivefold.games.gomoku import GomokuState
from fivefold.games.othello import OthelloState
from fivefold.strategies.base import Stop

if TYPE_CHECKING:
    from fivefold import _native
    from fivefold._native import GomokuReport as GomokuReport
    from fivefold._native import GomokuSearcher as GomokuSearcher
    from fivefold._native import GomokuThreats as GomokuThreats
    from fivefold._native import OthelloReport as OthelloReport
    from fivefold._native import OthelloSearcher as OthelloSearcher
    from fivefold._native import OthelloWeights as OthelloWeights


@dataclass(frozen=True)
class _Rules:
    """The native functions of one game, with its parameters bound."""

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
    """Returns the number of positions after `depth` moves; a game that ends earlier counts once.

    A pass counts as a move. Ctrl-C raises `KeyboardInterrupt` within 0.1 s.
    """
    return _rules(state).perft(_text(state), depth)


class Playouts(NamedTuple):
    """Results of random games, and their total number of moves, passes included."""

    first: int
    draws: int
    second: int
    plies: int


def othello_playouts(state: OthelloState, games: int, seed: int) -> Playouts:
    """Plays `games` random games from the position in one call and returns their results.

    Moves are chosen uniformly. The same seed gives the same games.

    >>> from fivefold.games.othello import OthelloGame
    >>> played = othello_playouts(OthelloGame().start, 1000, seed=1)
    >>> played.first + played.draws + played.second
    1000
    """
    with _loading():
        from fivefold._native import othello_playouts as run
    return Playouts(*run(_text(state), games, seed))


def gomoku_searcher(weights: bytes | None, memory: int, threads: int) -> GomokuSearcher:
    """Returns a searcher with a table of at most `memory` MiB; raises `ValueError` for bad weights.

    Without weights it uses the hand-written ones.
    """
    with _loading():
        from fivefold._native import GomokuSearcher
    return GomokuSearcher(weights, memory, threads)


def gomoku_threats(state: GomokuState) -> list[tuple[str, str, str]]:
    """Returns what a stone would make on each empty cell: the cell, "X" or "O", and the kind.

    >>> from fivefold.games.gomoku import GomokuGame
    >>> game = GomokuGame(9)
    >>> state = game.start
    >>> for text in game.split_moves("c5a1d5c1e5g1f5"):
    ...     state = state.play(game.parse_move(text))
    >>> gomoku_threats(state)[:2]
    [('b5', 'X', 'five'), ('g5', 'X', 'five')]
    """
    with _loading():
        from fivefold._native import gomoku_threats as find
    return find(_text(state), state.game.rules)


def gomoku_threat_solver(memory: int) -> GomokuThreats:
    """Returns a solver for forced wins with tables of at most `memory` MiB."""
    with _loading():
        from fivefold._native import GomokuThreats
    return GomokuThreats(memory)


def othello_weights(file: bytes) -> OthelloWeights:
    """Returns evaluation weights for 8x8 searchers; raises `ValueError` for a damaged file."""
    with _loading():
        from fivefold._native import OthelloWeights
    return OthelloWeights(file)


def othello_searcher(weights: OthelloWeights, memory: int, threads: int) -> OthelloSearcher:
    """Returns a searcher for 8x8 with a table of at most `memory` MiB."""
    with _loading():
        from fivefold._native import OthelloSearcher
    return OthelloSearcher(weights, memory, threads)


def othello_small_solve(
    state: OthelloState,
    limit: Limit = Limit(),
    stop: Stop | None = None,
    memory: int = 64,
    journal: str | None = None,
) -> tuple[int | None, str | None, list[str], int]:
    """Solves 4x4 or 6x6: returns score (None at the limit), a best move, its line and the nodes.

    A long search saves its results to the file `journal` and resumes from it.
    """
    with _loading():
        from fivefold._native import othello_small_solve as run
    return run(_text(state), memory, limit.seconds, limit.nodes, stop, journal)


def pentomino_solver(rows: int, columns: int, memory: int, misere: bool) -> _native.PentominoSolver:
    """Returns a solver for this board with a table of at most `memory` MiB."""
    with _loading():
        from fivefold import _native as native
    return native.PentominoSolver(rows, columns, memory, misere)


def pentomino_checker(memory: int) -> _native.PentominoChecker:
    """Returns the independent solver that verifies the book, with a table of `memory` MiB."""
    with _loading():
        from fivefold import _native as native
    return native.PentominoChecker(memory)


def _text(state: State) -> str:
    return state.game.format_position(state)


@contextmanager
def _loading() -> Iterator[None]:
    """Turns a failed import of the core into `NativeUnavailable`."""
    try:
        yield
    except ImportError as error:
        raise NativeUnavailable("native.missing", reason=str(error)) from error


def _rules(state: State) -> _Rules:
    with _loading():
        from fivefold import _native as native
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
