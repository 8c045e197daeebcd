"""The clock on the table: it can be stopped in the middle of a move."""

from __future__ import annotations

from fivefold.match.clock import Clock


class TableClock(Clock):
    """A clock people can interrupt: `undo` and the like stop it without a move."""

    def interrupt(self) -> None:
        """Stops the clock: the time is spent, but without a move no increment is earned."""
        player = self.running
        self.stop()
        if player is not None and self.control is not None and self._left[player] > 0:
            self._left[player] -= self.control.increment


def clock_text(seconds: float) -> str:
    """Returns minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
