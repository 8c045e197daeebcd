"""The native search of Othello on 8x8, asked about the states of the Python rules.

A report says for each move it compared what it is worth in discs, how deep that was looked at, and
how surely: 100 % where nothing was left out, less where moves that looked hopeless were. A value is
exact when every line that matters was played to the end; empty squares then go to the winner.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fivefold.core import Limit, Move
from fivefold.games.othello import PASS, OthelloGame, OthelloState
from fivefold.strategies import native
from fivefold.strategies.base import Score, Stop
from fivefold.strategies.othello_weights import installed_weights
from fivefold.strategies.resting import Resting
from fivefold.strategies.search_player import memory_for as memory_for

if TYPE_CHECKING:
    from fivefold.strategies.native import OthelloReport, OthelloSearcher

IN_ONE_GO, GROWTH = 12, 2.2
"""It counts out so many empty squares in one go; each takes so many times the positions."""
BETWEEN_LOOKS = 20
"""So many positions it may look at beyond its limit before it sees that."""
MEMORY = 64
"""The search's table in MiB, unless somebody says otherwise."""


@dataclass(frozen=True)
class Line:
    """A move, its value for the side to move, and the play it expects, which begins with it."""

    move: Move
    score: Score
    depth: int
    percent: int
    exact: bool
    pv: tuple[Move, ...]


@dataclass(frozen=True)
class Report:
    """What a search found: the lines, best first; none where it had no time, or a game is over."""

    lines: tuple[Line, ...] = ()
    nodes: int = 0
    depth: int = 0
    percent: int = 100
    exact: bool = False


class OthelloSearch:
    """Searches and solves positions of 8x8. What it learns it keeps for the next question."""

    def __init__(self, memory: int = MEMORY, threads: int = 1) -> None:
        """Takes a table of that many MiB, and the weights of the package."""
        self.memory, self.threads = memory, threads
        self._native = _RESTING.lend(self, memory, threads)

    def search(
        self,
        state: OthelloState,
        limit: Limit = Limit(),
        stop: Stop | None = None,
        every_move: bool = False,
    ) -> Report:
        """Looks deeper and deeper, until the limit, `stop` or the exact value ends it.

        With `every_move` each legal move has a value of its own, not only the best.
        """
        if stop is not None and stop.is_set():
            return Report()
        if state.legal_moves() == [PASS]:
            return _after_pass(self.search(state.play(PASS), limit, stop))
        limit = within_nodes(state, limit)
        found = self._native.search(
            _text(state), limit.seconds, limit.depth, limit.nodes, stop, every_move
        )
        return _report(found, state.game)

    def solve(
        self,
        state: OthelloState,
        limit: Limit = Limit(),
        stop: Stop | None = None,
        win_only: bool = False,
    ) -> Report:
        """Goes for the exact value at once; with `win_only` a score of 1, 0 or -1 says who wins."""
        if stop is not None and stop.is_set():
            return Report()
        if state.legal_moves() == [PASS]:
            return _after_pass(self.solve(state.play(PASS), limit, stop, win_only))
        limit = within_nodes(state, Limit(limit.seconds, nodes=limit.nodes))
        if limit.depth is not None:
            return self.search(state, limit, stop)
        found = self._native.solve(_text(state), limit.seconds, limit.nodes, stop, win_only)
        return _report(found, state.game)

    def progress(self, game: OthelloGame) -> Report | None:
        """Returns what the search that is running in another thread has found so far."""
        found = self._native.progress()
        return None if found is None else _report(found, game)

    def evaluate(self, state: OthelloState) -> float:
        """Returns what the position looks worth without looking ahead, in discs."""
        return self._native.evaluate(_text(state))

    def forget(self) -> None:
        """Forgets all it has learned, so that the next question costs what it costs alone."""
        self._native.forget()


def _usual(memory: int, threads: int) -> OthelloSearcher:
    return native.othello_searcher(installed_weights(), memory, threads)


_RESTING = Resting(_usual)


def memory_to_solve(state: OthelloState) -> int:
    """Returns how many MiB of table are enough to count out what is left of a game."""
    return memory_for(Limit(nodes=round(GROWTH ** state.cells.count("."))))


def nodes_for_the_end(state: OthelloState) -> int:
    """Returns how many positions a limit must allow for the last squares to be counted out."""
    return round(8 * GROWTH ** min(state.cells.count("."), IN_ONE_GO))


def within_nodes(state: OthelloState, limit: Limit) -> Limit:
    """Returns the limit so that the native search does not look at more positions than allowed.

    It counts out the last squares in one go, without a look at its limit; with too few positions
    for that it must not begin with the end.
    """
    if limit.nodes is None:
        return limit
    enough = nodes_for_the_end(state)
    if limit.nodes < enough:
        before_the_end = Limit(depth=max(1, state.cells.count(".") - 1))
        reserved = min(limit.nodes // 2, BETWEEN_LOOKS)
        return replace(limit.tightest(before_the_end), nodes=limit.nodes - reserved)
    return replace(limit, nodes=limit.nodes - min(limit.nodes, enough) // 2)


def _after_pass(report: Report) -> Report:
    """Returns what was found after a forced pass, as the side that has to pass sees it."""
    lines = tuple(
        replace(line, move=PASS, score=-line.score, pv=(PASS, *line.pv)) for line in report.lines
    )
    return replace(report, lines=lines[:1])


def _text(state: OthelloState) -> str:
    return state.game.format_position(state)


def _report(found: OthelloReport, game: OthelloGame) -> Report:
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
    return Report(lines, found.nodes, found.depth, found.percent, found.exact)
