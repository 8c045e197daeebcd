"""The native Othello search for the 8x8 states of `games.othello`.

A result gives, for each move compared, its value in discs, the search depth, and the confidence:
100 % if nothing was pruned selectively, less if moves that looked hopeless were skipped. A value is
exact if every relevant line was searched to the end; empty squares then go to the winner.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fivefold.core import Limit, Move
from fivefold.games.othello import PASS, OthelloGame, OthelloState
from fivefold.strategies import native
from fivefold.strategies.base import Score, Stop
from fivefold.strategies.native_player import memory_for as memory_for
from fivefold.strategies.othello.weights import installed_weights
from fivefold.strategies.searcher_pool import SearcherPool

if TYPE_CHECKING:
    from fivefold.strategies.native import OthelloReport, OthelloSearcher

UNCHECKED_SQUARES = 12
"""The last squares are solved without checking the limit."""
GROWTH = 2.2
"""Each empty square multiplies the number of positions by about this factor."""
LIMIT_OVERSHOOT = 20
"""The search may exceed its node limit by this much before it notices."""
MEMORY = 64
"""Default table size in MiB."""


@dataclass(frozen=True)
class Line:
    """A move, its value for the side to move, and the expected line, which starts with it."""

    move: Move
    score: Score
    depth: int
    percent: int
    exact: bool
    pv: tuple[Move, ...]


@dataclass(frozen=True)
class SearchResult:
    """Lines, best first (none if time ran out or the game is over), and nodes searched."""

    lines: tuple[Line, ...] = ()
    nodes: int = 0
    depth: int = 0
    percent: int = 100
    exact: bool = False


class OthelloSearch:
    """Searches and solves 8x8 positions. The table is kept between searches."""

    def __init__(self, memory: int = MEMORY, threads: int = 1) -> None:
        """`memory` is the table size in MiB; the weights are those of the package."""
        self.memory, self.threads = memory, threads
        self._native = _POOL.acquire(self, memory, threads)

    def search(
        self,
        state: OthelloState,
        limit: Limit = Limit(),
        stop: Stop | None = None,
        every_move: bool = False,
    ) -> SearchResult:
        """Searches with iterative deepening until the limit, `stop` or the exact value.

        With `every_move` each legal move gets its own value, not only the best.
        """
        if stop is not None and stop.is_set():
            return SearchResult()
        if state.legal_moves() == [PASS]:
            return _after_pass(self.search(state.play(PASS), limit, stop))
        limit = within_nodes(state, limit)
        found = self._native.search(
            _text(state), limit.seconds, limit.depth, limit.nodes, stop, every_move
        )
        return _result_from(found, state.game)

    def solve(
        self,
        state: OthelloState,
        limit: Limit = Limit(),
        stop: Stop | None = None,
        win_only: bool = False,
    ) -> SearchResult:
        """Solves the position; with `win_only` the score is 1, 0 or -1 for win, draw or loss."""
        if stop is not None and stop.is_set():
            return SearchResult()
        if state.legal_moves() == [PASS]:
            return _after_pass(self.solve(state.play(PASS), limit, stop, win_only))
        limit = within_nodes(state, Limit(limit.seconds, nodes=limit.nodes))
        if limit.depth is not None:
            return self.search(state, limit, stop)
        found = self._native.solve(_text(state), limit.seconds, limit.nodes, stop, win_only)
        return _result_from(found, state.game)

    def progress(self, game: OthelloGame) -> SearchResult | None:
        """Returns the results so far of a search running in another thread."""
        found = self._native.progress()
        return None if found is None else _result_from(found, game)

    def evaluate(self, state: OthelloState) -> float:
        """Returns the static evaluation of the position, in discs."""
        return self._native.evaluate(_text(state))

    def forget(self) -> None:
        """Clears the table, so that the next search is independent of earlier ones."""
        self._native.forget()


def _make_searcher(memory: int, threads: int) -> OthelloSearcher:
    return native.othello_searcher(installed_weights(), memory, threads)


_POOL = SearcherPool(_make_searcher)


def memory_to_solve(state: OthelloState) -> int:
    """Returns a sufficient table size, in MiB, to solve the rest of a game."""
    return memory_for(Limit(nodes=round(GROWTH ** state.cells.count("."))))


def nodes_for_the_end(state: OthelloState) -> int:
    """Returns the smallest node limit that allows the last squares to be solved."""
    return round(8 * GROWTH ** min(state.cells.count("."), UNCHECKED_SQUARES))


def within_nodes(state: OthelloState, limit: Limit) -> Limit:
    """Returns a reduced limit, so that the native search stays within the allowed nodes.

    The search solves the last squares without checking its limit. If the limit is too small for
    that, the depth is capped so that it never starts to solve.
    """
    if limit.nodes is None:
        return limit
    enough = nodes_for_the_end(state)
    if limit.nodes < enough:
        before_the_end = Limit(depth=max(1, state.cells.count(".") - 1))
        reserved = min(limit.nodes // 2, LIMIT_OVERSHOOT)
        return replace(limit.tightest(before_the_end), nodes=limit.nodes - reserved)
    return replace(limit, nodes=limit.nodes - min(limit.nodes, enough) // 2)


def _after_pass(result: SearchResult) -> SearchResult:
    """Returns the result after a forced pass from the point of view of the passing side."""
    lines = tuple(
        replace(line, move=PASS, score=-line.score, pv=(PASS, *line.pv)) for line in result.lines
    )
    return replace(result, lines=lines[:1])


def _text(state: OthelloState) -> str:
    return state.game.format_position(state)


def _result_from(found: OthelloReport, game: OthelloGame) -> SearchResult:
    lines = tuple(
        Line(
            game.parse_move(line.move),
            int(line.score) if line.exact else round(line.score, 2),
            line.depth,
            line.percent,
            line.exact,
            tuple(map(game.parse_move, line.pv)),
        )
        for line in found.lines
    )
    return SearchResult(lines, found.nodes, found.depth, found.percent, found.exact)
