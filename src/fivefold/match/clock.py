"""Time: what was agreed, and what is left of it."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from fivefold.core import Limit, Player
from fivefold.engines.protocols.pace import MOVES_TO_GO, limit_on_clock, with_reserve
from fivefold.errors import InvalidNotation
from fivefold.words import quoted

Now = Callable[[], float]

_TEXT = re.compile(r"(\d{1,4}(?:\.\d{1,3})?)\s*(?:(s)|(?:\+\s*(\d{1,4}(?:\.\d{1,3})?))?)")


@dataclass(frozen=True)
class TimeControl:
    """The time agreed: `base` seconds and `increment` for each move made, or `per_move` alone.

    Its text is minutes plus seconds, `5+3`, or seconds for each move, `10s`.
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
        """Returns the time control of `5+3`, `5` or `10s`."""
        match = _TEXT.fullmatch(text.strip().lower())
        if not match or (float(match[1]) == 0 and not (match[3] and float(match[3]))):
            raise InvalidNotation("time.unreadable", text=quoted(text))
        if match[2]:
            return cls(per_move=float(match[1]))
        return cls(float(match[1]) * 60, float(match[3] or 0))

    def __str__(self) -> str:
        if self.per_move is not None:
            return f"{self.per_move:.10g}s"
        return f"{self.base / 60:.10g}+{self.increment:.10g}"


Controls = TimeControl | Mapping[Player, TimeControl | None] | None
"""One time control for both, one for each, or none."""


class Clock:
    """Both players' time. Runs for one at a time; counts up when no time was agreed.

    Whoever starts without base time has the increment for the first move.
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
        """What X was given, and O too unless they agreed on something else."""
        return self.controls[Player.FIRST]

    def start(self, player: Player) -> None:
        """Starts the player's time; the other's must have been stopped."""
        assert self.running is None
        self.running, self._since = player, self._now()
        control = self.controls[player]
        if control is not None and control.per_move is not None:
            self._left[player] = control.per_move

    def stop(self) -> float:
        """Stops the clock and returns the seconds of the move; one in time earns the increment."""
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
        """Returns the seconds the player has thought so far."""
        return self._used[player] + (self._turn() if player is self.running else 0.0)

    def left(self, player: Player) -> float | None:
        """Returns the seconds the player has left, not below 0; None when no time was agreed."""
        if self.controls[player] is None:
            return None
        return max(0.0, self._left[player] - (self._turn() if player is self.running else 0.0))

    @property
    def flag(self) -> Player | None:
        """Who has run out of time, if anybody."""
        return next((player for player in Player if self.left(player) == 0.0), None)

    def budget(self, player: Player, moves_to_go: int = MOVES_TO_GO) -> float | None:
        """Returns the seconds to spend on a move so that time lasts; None if none was agreed.

        Engines may be over what they are given by a tenth and 50 ms: that much is held back.
        """
        return self.limit(player, moves_to_go).seconds

    def limit(self, player: Player, moves_to_go: int = MOVES_TO_GO) -> Limit:
        """Returns the same as a limit, with what a hard move may take where all share a clock."""
        left, control = self.left(player), self.controls[player]
        if control is None or left is None:
            return Limit()
        if control.per_move is not None:
            return Limit(with_reserve(left))
        return limit_on_clock(left, control.increment, moves_to_go)


def _at_first(control: TimeControl | None) -> float:
    """Returns what is on the clock before the first move."""
    if control is None:
        return 0.0
    return control.base or control.per_move or control.increment
