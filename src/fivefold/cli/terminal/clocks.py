"""A clock that can be stopped in the middle of a move."""

from __future__ import annotations

import math

from fivefold.core import Player
from fivefold.match.clock import Clock


class SessionClock(Clock):
    """A clock that commands such as `undo` stop without a move."""

    def interrupt(self) -> None:
        """Stops the clock: the time is used up, but without a move there is no increment."""
        player = self.running
        self.stop()
        if player is not None and self.control is not None and self._left[player] > 0:
            self._left[player] -= self.control.increment

    def text(self, player: Player) -> str:
        """Returns the player's remaining time, rounded up, or without a limit the used time."""
        left = self.left(player)
        seconds = int(self.used(player)) if left is None else math.ceil(left)
        return f"{seconds // 60}:{seconds % 60:02}"
