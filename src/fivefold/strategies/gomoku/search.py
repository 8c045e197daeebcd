"""The native Gomoku search for the states of `games.gomoku`.

A result gives, for each move compared, its value in points, the search depth, and the plies to a
forced end if there is one. Ends are scored by plies, as in every strategy: 999,993 is a win in
seven. If `plies` is set, the end is proven; otherwise the search believes in it but may have
skipped a defence. Having the move in the opening is worth about ten points.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fivefold.core import WIN, Limit, Move, Player
from fivefold.errors import NativeUnavailable
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.strategies import native
from fivefold.strategies.base import Stop
from fivefold.strategies.explain import PROVEN
from fivefold.strategies.gomoku.threats import KINDS, Kind
from fivefold.strategies.gomoku.weights import installed_weights
from fivefold.strategies.searcher_pool import SearcherPool

if TYPE_CHECKING:
    from fivefold.strategies.native import GomokuReport, GomokuSearcher

MEMORY = 64
"""Default table size in MiB."""
NATIVE_PER_POINT = 10
"""Native score units per point."""
LARGEST_ESTIMATE = 20_000
"""Native scores up to this are estimates."""
BELIEVED_WIN = 25_000
"""A believed win in n plies has the native score `BELIEVED_WIN - n`."""


@dataclass(frozen=True)
class Line:
    """A move, its value for the side to move, and the expected line, which starts with it."""

    move: Move
    score: int
    depth: int
    plies: int | None
    """Plies until a forced five, by either side; None if nothing is forced."""
    pv: tuple[Move, ...]

    @property
    def believed(self) -> int | None:
        """Plies until a five that the search believes in but has not proven."""
        plies = WIN - abs(self.score)
        return int(plies) if self.plies is None and plies < WIN - PROVEN else None

    @property
    def wins(self) -> bool:
        """Whether the move is proven to win."""
        return self.plies is not None and self.score > 0

    @property
    def loses(self) -> bool:
        """Whether the move is proven to lose."""
        return self.plies is not None and self.score < 0


@dataclass(frozen=True)
class SearchResult:
    """Lines, best first (none if time ran out or the game is over), and nodes searched."""

    lines: tuple[Line, ...] = ()
    nodes: int = 0
    depth: int = 0


class GomokuSearch:
    """Searches positions of any size and rule set. The table is kept between searches."""

    def __init__(
        self, memory: int = MEMORY, threads: int = 1, weights: bytes | None = None
    ) -> None:
        """`memory` is the table size in MiB; default weights: those of the package."""
        self.memory, self.threads = memory, threads
        try:
            if weights is None:
                self._native = _POOL.acquire(self, memory, threads)
            else:
                self._native = native.gomoku_searcher(weights, memory, threads)
        except ValueError as error:
            raise NativeUnavailable("lines.weights_damaged", reason=str(error)) from error

    def search(
        self,
        state: GomokuState,
        limit: Limit = Limit(),
        stop: Stop | None = None,
        lines: int = 1,
    ) -> SearchResult:
        """Searches with iterative deepening until the limit, `stop` or a proven end.

        `lines` is the number of best moves that get an exact value; 0 means all.
        """
        if state.outcome or (stop is not None and stop.is_set()):
            return SearchResult()
        position, rules = state.game.format_position(state), state.game.rules
        found = self._native.search(
            position, rules, limit.seconds, limit.depth, limit.nodes, stop, lines, limit.longest
        )
        return _result_from(found, state.game)

    def progress(self, game: GomokuGame) -> SearchResult | None:
        """Returns the results so far of a search running in another thread."""
        found = self._native.progress()
        return None if found is None else _result_from(found, game)

    def forget(self) -> None:
        """Clears the table, so that the next search is independent of earlier ones."""
        self._native.forget()


def _make_searcher(memory: int, threads: int) -> GomokuSearcher:
    return native.gomoku_searcher(installed_weights(), memory, threads)


_POOL = SearcherPool(_make_searcher)


def threat_cells(state: GomokuState) -> dict[tuple[Player, Kind], list[Move]]:
    """Returns, by side and kind, the free cells where a stone makes this kind of threat.

    Each cell is listed once, under the strongest kind, as the engine classifies it.
    """
    found: dict[tuple[Player, Kind], list[Move]] = {}
    for cell, side, called in native.gomoku_threats(state):
        kind = next(kind for kind in KINDS if kind == called)
        found.setdefault((Player(side), kind), []).append(state.game.parse_move(cell))
    return found


def _result_from(found: GomokuReport, game: GomokuGame) -> SearchResult:
    lines = tuple(
        Line(
            game.parse_move(line.move),
            _score(line.score, line.wins_in),
            line.depth,
            None if line.wins_in is None else abs(line.wins_in),
            tuple(map(game.parse_move, line.pv)),
        )
        for line in found.lines
        if line.depth  # depth 0: there was no time to search this move
    )
    return SearchResult(lines, found.nodes, found.depth)


def _score(native_score: int, wins_in: int | None) -> int:
    """Returns the score in points, or in plies to the end if the search sees it."""
    if wins_in is not None:
        return WIN - wins_in if wins_in > 0 else -WIN - wins_in
    if abs(native_score) <= LARGEST_ESTIMATE:
        return round(native_score / NATIVE_PER_POINT)
    plies = BELIEVED_WIN - abs(native_score)
    return WIN - plies if native_score > 0 else plies - WIN
