"""The clock of a match: it takes turns as they stand in the log."""

from __future__ import annotations

import math
from typing import Any

from fivefold.core import Player
from fivefold.match.clock import Clock


class RoomClock(Clock):
    """A clock that is told the seconds of each turn, so that the log gives the same again."""

    def begin(self, player: Player, delay: float = 0.0) -> None:
        """Starts the player's turn anew, after a delay that is not counted."""
        self.running = None
        self.start(player)
        self._since += delay

    @property
    def began(self) -> float | None:
        """When the turn began; None when no clock runs."""
        return None if self.running is None else self._since

    def began_already(self, since: float) -> None:
        """Takes over an earlier beginning of this turn, from a process that knew of it before."""
        if self.running is not None:
            self._since = min(self._since, since)

    def charge(self, player: Player, seconds: float, *, moved: bool) -> None:
        """Stops, and takes off the seconds of a turn; only a move in time earns the increment."""
        self.running = None
        self._used[player] += seconds
        self._left[player] -= seconds
        if moved and self.control is not None and self._left[player] > 0:
            self._left[player] += self.control.increment

    def exchange(self) -> None:
        """Gives each player the other's time: they have exchanged their seats in an opening."""
        for times in (self._used, self._left):
            times[Player.FIRST], times[Player.SECOND] = times[Player.SECOND], times[Player.FIRST]

    def turn(self) -> float:
        """Returns the seconds of the turn so far in whole milliseconds, at most what is left."""
        spent = self._turn()
        if self.running is not None and self.control is not None:
            left = max(0.0, self._left[self.running])
            if spent >= left:
                return left
        return min(spent, math.floor(spent * 1000) / 1000)

    def due(self) -> float | None:
        """Returns the seconds until the one whose turn it is has none left."""
        if self.running is None or self.control is None:
            return None
        return max(0.0, self._left[self.running] - (self._now() - self._since))

    @property
    def is_out(self) -> bool:
        """Tells whether the one whose turn it is has run out of time."""
        return self.running is not None and self.left(self.running) == 0.0

    def as_json(self) -> dict[str, Any]:
        """Returns both times as they are now, in seconds."""
        shown: dict[str, Any] = {"running": self.running.value if self.running else None}
        for player in Player:
            left = self.left(player)
            shown[player.value] = {
                "used": round(self.used(player), 3),
                "left": None if left is None else round(left, 3),
            }
        return shown
