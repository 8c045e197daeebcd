"""The native search of Gomoku, asked about the states of the Python rules.

A report says for each move it compared what it is worth in points, how deep that was looked at, and
where a win is forced whatever the other does, in how many plies. An end that the search sees is
scored as every strategy scores it, by its plies: 999,993 is a win in seven. It is proven where
`plies` says so, elsewhere believed: then defences may have been left out. Ten points are about what
the right to move is worth in the opening.
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
from fivefold.strategies.gomoku_lines import KINDS, Kind
from fivefold.strategies.gomoku_weights import installed_weights
from fivefold.strategies.resting import Resting

if TYPE_CHECKING:
    from fivefold.strategies.native import GomokuReport, GomokuSearcher

MEMORY = 64
"""The search's table in MiB, unless somebody says otherwise."""
A_POINT = 10
"""The native scores of a point."""
OPINION, BELIEVED = 20_000, 25_000
"""Native scores up to the first are opinions; believed wins count down from the second."""


@dataclass(frozen=True)
class Line:
    """A move, its value for the side to move, and the play it expects, which begins with it."""

    move: Move
    score: int
    depth: int
    plies: int | None
    """How many plies until five, where that is forced, by whoever it is."""
    pv: tuple[Move, ...]

    @property
    def believed(self) -> int | None:
        """How many plies until five as far as it sees, where that is not proven."""
        far = WIN - abs(self.score)
        return int(far) if self.plies is None and far < WIN - PROVEN else None

    @property
    def wins(self) -> bool:
        """Whether the move is proven to win."""
        return self.plies is not None and self.score > 0

    @property
    def loses(self) -> bool:
        """Whether the move is proven to lose."""
        return self.plies is not None and self.score < 0


@dataclass(frozen=True)
class Report:
    """What a search found: the lines, best first; none where it had no time, or a game is over."""

    lines: tuple[Line, ...] = ()
    nodes: int = 0
    depth: int = 0


class GomokuSearch:
    """Searches positions of any size and rules. What it learns it keeps for the next question."""

    def __init__(
        self, memory: int = MEMORY, threads: int = 1, weights: bytes | None = None
    ) -> None:
        """Takes a table of that many MiB; the weights are those of the package unless given."""
        self.memory, self.threads = memory, threads
        try:
            if weights is None:
                self._native = _RESTING.lend(self, memory, threads)
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
    ) -> Report:
        """Looks deeper and deeper, until the limit, `stop` or a proven end ends it.

        So many of the best moves get a value of their own; 0 is every move it looks at.
        """
        if state.outcome or (stop is not None and stop.is_set()):
            return Report()
        position, rules = state.game.format_position(state), state.game.rules
        found = self._native.search(
            position, rules, limit.seconds, limit.depth, limit.nodes, stop, lines, limit.longest
        )
        return _report(found, state.game)

    def progress(self, game: GomokuGame) -> Report | None:
        """Returns what the search that is running in another thread has found so far."""
        found = self._native.progress()
        return None if found is None else _report(found, game)

    def forget(self) -> None:
        """Forgets all it has learned, so that the next question costs what it costs alone."""
        self._native.forget()


def _usual(memory: int, threads: int) -> GomokuSearcher:
    return native.gomoku_searcher(installed_weights(), memory, threads)


_RESTING = Resting(_usual)


def threat_cells(state: GomokuState) -> dict[tuple[Player, Kind], list[Move]]:
    """Returns by side and kind the free cells where a stone of that side would make it.

    Each cell counts for the strongest thing that a stone makes there; as the engine sees it.
    """
    found: dict[tuple[Player, Kind], list[Move]] = {}
    for cell, side, called in native.gomoku_threats(state):
        kind = next(kind for kind in KINDS if kind == called)
        found.setdefault((Player(side), kind), []).append(state.game.parse_move(cell))
    return found


def _report(found: GomokuReport, game: GomokuGame) -> Report:
    lines = tuple(
        Line(
            game.parse_move(line.move),
            _score(line.score, line.wins_in),
            line.depth,
            None if line.wins_in is None else abs(line.wins_in),
            tuple(map(game.parse_move, line.pv)),
        )
        for line in found.lines
        if line.depth  # else there was no time to look at it
    )
    return Report(lines, found.nodes, found.depth)


def _score(native_score: int, wins_in: int | None) -> int:
    """Returns the score as it is told: in points, or by the plies of an end that is seen."""
    if wins_in is not None:
        return WIN - wins_in if wins_in > 0 else -WIN - wins_in
    if abs(native_score) <= OPINION:
        return round(native_score / A_POINT)
    plies = BELIEVED - abs(native_score)
    return WIN - plies if native_score > 0 else plies - WIN
