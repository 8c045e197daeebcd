"""Matches that have left the memory while a clock runs: of each, only its flag timer is kept.

A match that is loaded again continues its turn where the clock is, not where it was.
"""

from __future__ import annotations

import heapq
from typing import NamedTuple

MIN_SURPLUS = 1_000
"""Timers of matches that were loaded again are removed when there are at least this many."""


class FlagTimer(NamedTuple):
    """The running clock of one dormant match; times are of the monotonic clock.

    A tuple, because a million of them are kept in order.
    """

    due: float
    """When the time of the side to move is over."""
    match: str
    began: float
    """When the turn began."""
    version: int


class DormantMatches:
    """The flag timers of all dormant matches, the next one first."""

    def __init__(self) -> None:
        self._timers: dict[str, FlagTimer] = {}
        self._queue: list[FlagTimer] = []
        """A heap; contains timers that are no longer valid."""

    def __len__(self) -> int:
        return len(self._timers)

    def add(self, timer: FlagTimer) -> None:
        """Keeps the timer of a match that leaves the memory."""
        self._timers[timer.match] = timer
        if len(self._queue) > 2 * len(self._timers) + MIN_SURPLUS:
            self._queue = list(self._timers.values())
            heapq.heapify(self._queue)
        else:
            heapq.heappush(self._queue, timer)

    def remove(self, match: str) -> FlagTimer | None:
        """Returns the timer of a match that is loaded again, if it had one."""
        return self._timers.pop(match, None)

    def next_due(self) -> float | None:
        """Returns when the next flag falls."""
        while self._queue and self._timers.get(self._queue[0].match) is not self._queue[0]:
            heapq.heappop(self._queue)
        return self._queue[0].due if self._queue else None

    def due(self, now: float, most: int) -> list[str]:
        """Returns up to `most` matches whose time is over; their timers stay until removed."""
        found: list[str] = []
        while len(found) < most and (due := self.next_due()) is not None and due <= now:
            found.append(heapq.heappop(self._queue).match)
        return found
