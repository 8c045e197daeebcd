"""The clock on the table: it can be stopped in the middle of a move."""

from __future__ import annotations

import math

from fivefold.core import Player
from fivefold.match.clock import Clock


class TableClock(Clock):
    """A clock people can interrupt: `undo` and the like stop it without a move."""

    def interrupt(self) -> None:
        """Stops the clock: the time is spent, but without a move no increment is earned."""
        player = self.running
        self.stop()
        if player is not None and self.control is not None and self._left[player] > 0:
            self._left[player] -= self.control.increment

    def text(self, player: Player) -> str:
        """Returns the player's time: what is left, every second begun, else what was used."""
        left = self.left(player)
        seconds = int(self.used(player)) if left is None else math.ceil(left)
        return f"{seconds // 60}:{seconds % 60:02}"
