"""The clock of a match. The seconds of past turns come from the log."""

from __future__ import annotations

import math
from typing import Any

from fivefold.core import Player
from fivefold.match.clock import DAY, Clock


class RoomClock(Clock):
    """A clock that is charged the seconds of each turn, so that replaying a log repeats it."""

    def begin(self, player: Player, delay: float = 0.0) -> None:
        """Begins the player's turn after a delay in seconds that does not count."""
        self.running = None
        self.start(player)
        self._since += delay

    @property
    def began(self) -> float | None:
        """When the turn began; None if the clock is stopped."""
        return None if self.running is None else self._since

    def began_already(self, since: float) -> None:
        """Moves the start of this turn back to when another process began it."""
        if self.running is not None:
            self._since = min(self._since, since)

    @property
    def in_days(self) -> bool:
        """Whether each move has days."""
        return self.control is not None and self.control.in_days

    def went_on(self, seconds: float) -> None:
        """Counts the time since the last event of a match that is loaded, if moves have days.

        A day is left in any case, whatever the calendar says: no jump of it makes a flag fall.
        """
        if self.running is not None and self.in_days:
            self._since -= max(0.0, min(seconds, self._left[self.running] - DAY))

    def charge(self, player: Player, seconds: float, *, moved: bool) -> None:
        """Stops the clock and deducts the seconds of a turn; a move in time earns the increment."""
        self.running = None
        self._used[player] += seconds
        self._left[player] -= seconds
        if moved and self.control is not None and self._left[player] > 0:
            self._left[player] += self.control.increment

    def exchange(self) -> None:
        """Swaps the players' times, after they swapped seats in an opening."""
        for times in (self._used, self._left):
            times[Player.FIRST], times[Player.SECOND] = times[Player.SECOND], times[Player.FIRST]

    def turn(self) -> float:
        """Returns the seconds of this turn in whole milliseconds, at most the time left."""
        spent = self._turn()
        if self.running is not None and self.control is not None:
            left = max(0.0, self._left[self.running])
            if spent >= left:
                return left
        return min(spent, math.floor(spent * 1000) / 1000)

    def due(self) -> float | None:
        """Returns the seconds until the running clock is out; None without a time limit."""
        if self.running is None or self.control is None:
            return None
        return max(0.0, self._left[self.running] - (self._now() - self._since))

    @property
    def is_out(self) -> bool:
        """Whether the side to move has run out of time."""
        return self.running is not None and self.left(self.running) == 0.0

    def as_json(self) -> dict[str, Any]:
        """Returns both times now, in seconds."""
        shown: dict[str, Any] = {"running": self.running.value if self.running else None}
        for player in Player:
            left = self.left(player)
            shown[player.value] = {
                "used": round(self.used(player), 3),
                "left": None if left is None else round(left, 3),
            }
        return shown
