"""The report of `check-strategy` as data and as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fivefold.core import State
from fivefold.words import Message


@dataclass(frozen=True)
class Check:
    """The result of one check; `reason` explains a failure or holds advice."""

    name: str
    title: Message
    passed: bool = True
    reason: Message | None = None
    position: State | None = None
    hint: Message | None = None
    same_as: str | None = None
    """The name of an earlier check that failed for the same reason."""
    crashed: bool = False
    """Whether an exception in the strategy was the reason, so that a debugger helps."""

    @property
    def is_advice(self) -> bool:
        """Whether it holds advice instead of a failure."""
        return self.passed and self.reason is not None

    def as_json(self) -> dict[str, Any]:
        """Returns the check as plain data."""
        state = self.position
        return {
            "name": self.name,
            "passed": self.passed,
            "reason": None if self.reason is None else str(self.reason),
            "position": None if state is None else state.game.format_position(state),
            "hint": None if self.hint is None else str(self.hint),
            "advice": self.is_advice,
            "same_as": self.same_as,
        }


@dataclass(frozen=True)
class Report:
    """The finished checks, and the names of checks that were not made."""

    game: str
    strategy: str
    checks: tuple[Check, ...]
    not_run: tuple[str, ...] = ()

    @property
    def failed(self) -> tuple[Check, ...]:
        return tuple(check for check in self.checks if not check.passed)

    @property
    def advice(self) -> tuple[Check, ...]:
        return tuple(check for check in self.checks if check.is_advice)

    @property
    def passed(self) -> bool:
        return not self.failed and not self.not_run

    def as_json(self) -> dict[str, Any]:
        """Returns the report as plain data."""
        return {
            "game": self.game,
            "strategy": self.strategy,
            "passed": self.passed,
            "checks": [check.as_json() for check in self.checks],
            "not_run": list(self.not_run),
        }
