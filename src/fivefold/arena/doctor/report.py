"""The findings of an examination: passive data, and its JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from fivefold.words import Message

Duty = Literal["mandatory", "recommended"]
Verdict = Literal["passed", "advice", "failed"]


@dataclass(frozen=True)
class Check:
    """The outcome of one check: passed, passed with advice, or failed."""

    name: str
    title: Message
    duty: Duty
    verdict: Verdict = "passed"
    reason: Message | None = None
    hint: Message | None = None
    conversation: tuple[str, ...] = ()
    """The last lines: `> ` precedes what was sent, `< ` what the program said."""

    def as_json(self) -> dict[str, Any]:
        """Returns the check as plain data."""
        return {
            "name": self.name,
            "title": str(self.title),
            "duty": self.duty,
            "verdict": self.verdict,
            "reason": None if self.reason is None else str(self.reason),
            "hint": None if self.hint is None else str(self.hint),
            "conversation": list(self.conversation),
        }


@dataclass(frozen=True)
class Report:
    """The checks that were made, and the names of those that were skipped."""

    protocol: str
    game: str
    command: str
    checks: tuple[Check, ...]
    not_run: tuple[str, ...] = ()

    @property
    def failed(self) -> tuple[Check, ...]:
        return tuple(check for check in self.checks if check.verdict == "failed")

    @property
    def advice(self) -> tuple[Check, ...]:
        return tuple(check for check in self.checks if check.verdict == "advice")

    @property
    def passed(self) -> bool:
        return not self.failed and not self.not_run

    def as_json(self) -> dict[str, Any]:
        """Returns the report as plain data."""
        return {
            "protocol": self.protocol,
            "game": self.game,
            "command": self.command,
            "passed": self.passed,
            "checks": [check.as_json() for check in self.checks],
            "not_run": list(self.not_run),
        }
