"""Time controls and clocks."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from fivefold.core import Limit, Player
from fivefold.engines.protocols.time_management import MOVES_TO_GO, limit_on_clock, with_reserve
from fivefold.errors import InvalidNotation
from fivefold.words import quoted

Now = Callable[[], float]

DAY = 86_400.0
"""Seconds."""
_DAYS = re.compile(r"([1-9]\d?)\s*d")
_TEXT = re.compile(r"(\d{1,4}(?:\.\d{1,10})?)\s*(?:(s)|(?:\+\s*(\d{1,4}(?:\.\d{1,10})?))?)")


@dataclass(frozen=True)
class TimeControl:
    """A time control: `base` plus `increment` per move, or `per_move` alone; all in seconds.

    As text: minutes plus seconds, `5+3`, seconds per move, `10s`, or days per move, `3d`.
    """

    base: float = 0.0
    increment: float = 0.0
    per_move: float | None = None

    def __post_init__(self) -> None:
        parts = (self.base, self.increment, self.per_move or 0.0)
        fits = all(math.isfinite(part) and part >= 0 for part in parts) and sum(parts) > 0
        if not fits or (self.per_move is not None and (self.per_move == 0 or sum(parts[:2]) > 0)):
            raise InvalidNotation("time.unreadable", text=quoted(f"{self.base}+{self.increment}"))

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Returns the time control of `5+3`, `5`, `10s` or `3d`."""
        if days := _DAYS.fullmatch(text.strip().lower()):
            return cls(per_move=int(days[1]) * DAY)
        match = _TEXT.fullmatch(text.strip().lower())
        if not match or (float(match[1]) == 0 and not (match[3] and float(match[3]))):
            raise InvalidNotation("time.unreadable", text=quoted(text))
        if match[2]:
            return cls(per_move=float(match[1]))
        return cls(float(match[1]) * 60, float(match[3] or 0))

    @property
    def in_days(self) -> bool:
        """Whether each move has days, so that nobody has to wait for the other."""
        return self.per_move is not None and self.per_move >= DAY

    def __str__(self) -> str:
        if self.per_move is not None and self.in_days:
            return f"{self.per_move / DAY:.10g}d"
        if self.per_move is not None:
            return f"{self.per_move:.10g}s"
        return f"{self.base / 60:.10g}+{self.increment:.10g}"


Controls = TimeControl | Mapping[Player, TimeControl | None] | None
"""A time control for both players, one for each, or None."""


class Clock:
    """The clocks of both players, of which one runs; without a time control they count up.

    With a base time of 0, the first move has the increment.
    """

    def __init__(self, control: Controls = None, now: Now = time.monotonic) -> None:
        self.controls: dict[Player, TimeControl | None] = dict.fromkeys(Player)
        if isinstance(control, Mapping):
            self.controls |= control
        elif control is not None:
            self.controls = dict.fromkeys(Player, control)
        self.running: Player | None = None
        self._now = now
        self._since = 0.0
        self._used = dict.fromkeys(Player, 0.0)
        self._left = {player: _at_first(each) for player, each in self.controls.items()}

    @property
    def control(self) -> TimeControl | None:
        """The time control of X, and of O unless it has its own."""
        return self.controls[Player.FIRST]

    def start(self, player: Player) -> None:
        """Starts the player's clock; the other must be stopped."""
        assert self.running is None
        self.running, self._since = player, self._now()
        control = self.controls[player]
        if control is not None and control.per_move is not None:
            self._left[player] = control.per_move

    def stop(self) -> float:
        """Stops the clock and returns the seconds of the move; adds the increment if in time."""
        player, seconds = self.running, self._turn()
        if player is None:
            return 0.0
        self.running = None
        self._used[player] += seconds
        self._left[player] -= seconds
        control = self.controls[player]
        if control is not None and self._left[player] > 0:
            self._left[player] += control.increment
        return seconds

    def _turn(self) -> float:
        return 0.0 if self.running is None else max(0.0, self._now() - self._since)

    def used(self, player: Player) -> float:
        """Returns the total thinking time of the player in seconds."""
        return self._used[player] + (self._turn() if player is self.running else 0.0)

    def left(self, player: Player) -> float | None:
        """Returns the remaining seconds of the player, at least 0; None without a time control."""
        if self.controls[player] is None:
            return None
        return max(0.0, self._left[player] - (self._turn() if player is self.running else 0.0))

    @property
    def flag(self) -> Player | None:
        """The player who has run out of time, or None."""
        return next((player for player in Player if self.left(player) == 0.0), None)

    def budget(self, player: Player, moves_to_go: int = MOVES_TO_GO) -> float | None:
        """Returns the seconds for a move so that the clock lasts; None without a time control.

        Engines may exceed their limit by 10 % and 50 ms: that much is held back.
        """
        return self.limit(player, moves_to_go).seconds

    def limit(self, player: Player, moves_to_go: int = MOVES_TO_GO) -> Limit:
        """Returns the share as a limit, with a maximum for hard moves if there is a game clock.

        There is none if moves have days: no engine should think for so long.
        """
        left, control = self.left(player), self.controls[player]
        if control is None or left is None or control.in_days:
            return Limit()
        if control.per_move is not None:
            return Limit(with_reserve(left))
        return limit_on_clock(left, control.increment, moves_to_go)


def _at_first(control: TimeControl | None) -> float:
    """Returns the time on the clock before the first move."""
    if control is None:
        return 0.0
    return control.base or control.per_move or control.increment
