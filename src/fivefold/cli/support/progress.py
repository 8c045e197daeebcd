"""Progress on stderr during long work."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from fivefold.cli.support.printing import Page
from fivefold.words import Message, say

if TYPE_CHECKING:
    from rich.progress import Progress

    from fivefold.match.series import Score


class Ticker:
    """Prints a progress line at intervals, first after two seconds; on a terminal in place."""

    FIRST = 2.0
    EVERY = 5.0

    def __init__(self, page: Page) -> None:
        self._page = page
        self._next = self.FIRST
        self._in_place = sys.stderr.isatty()

    def tick(self, seconds: float, message: Message) -> None:
        """Prints the message if the interval has passed."""
        if seconds < self._next:
            return
        if self._in_place:
            self._next = seconds + 0.5
            self._page.note_in_place(str(message))
        else:
            self._next = seconds + self.EVERY
            self._page.note(str(message))

    def close(self) -> None:
        """Clears a line that was printed in place."""
        if self._in_place and self._next > self.FIRST:
            self._page.note_in_place("")


class MatchProgress(Protocol):
    """Receives the progress of a match."""

    def game_over(self, score: Score) -> None:
        """A game has ended; `score` is the new total."""

    def tick(self) -> None:
        """A move was played."""


@contextlib.contextmanager
def match_progress(page: Page, games: int) -> Iterator[MatchProgress]:
    """Shows the progress of a match: a bar on a terminal, else a line every few seconds."""
    if not sys.stderr.isatty():
        yield _Lines(page, games)
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), TextColumn("{task.description}"), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True) as bar:
        yield _Bar(bar, games)


class _Lines:
    def __init__(self, page: Page, games: int) -> None:
        self._ticker = Ticker(page)
        self._started = time.perf_counter()
        self._games = games
        self._message = _standing(None, games)

    def game_over(self, score: Score) -> None:
        self._message = _standing(score, self._games)
        self.tick()

    def tick(self) -> None:
        self._ticker.tick(time.perf_counter() - self._started, self._message)


class _Bar:
    def __init__(self, bar: Progress, games: int) -> None:
        self._bar = bar
        self._games = games
        self._task = bar.add_task(str(_standing(None, games)), total=games)

    def game_over(self, score: Score) -> None:
        text = str(_standing(score, self._games))
        self._bar.update(self._task, completed=score.games, description=text)

    def tick(self) -> None:
        """Does nothing: the bar is animated by its own thread."""


def _standing(score: Score | None, games: int) -> Message:
    wins, draws, losses = (score.wins, score.draws, score.losses) if score else (0, 0, 0)
    done = wins + draws + losses
    return say("cli.playing", done=done, all=games, wins=wins, draws=draws, losses=losses)
