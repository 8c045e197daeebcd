"""The options of a UGI program, with the types of UCI.

option name Hash type spin default 16 min 1 max 4096
option name Ponder type check default false
option name Style type combo default calm var calm var wild
option name Clear type button
option name Book type string default
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fivefold.errors import ProtocolError
from fivefold.words import quoted, say

_LINE = re.compile(r"name\s+(.+?)(?:\s+type\s+(\w+)(.*))?", re.DOTALL)
_WHOLE = re.compile(r"[+-]?[0-9]{1,15}")
_BOUND = re.compile(r"\b(min|max)\s+([+-]?[0-9]{1,15})\b")


@dataclass(frozen=True)
class Option:
    """An option: its name, type, bounds and choices. An unknown type takes any value."""

    name: str
    kind: str = "string"
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Option | None:
        """Returns the option that a line describes after its first word; None if it cannot."""
        match = _LINE.fullmatch(text.strip())
        if match is None:
            return None
        kind, rest = (match[2] or "string").lower(), match[3] or ""
        bounds = (
            {name: int(value) for name, value in _BOUND.findall(rest)} if kind == "spin" else {}
        )
        choices = re.split(r"\bvar\s+", rest)[1:] if kind == "combo" else []
        found = tuple(choice.strip() for choice in choices)
        return cls(match[1], kind, bounds.get("min"), bounds.get("max"), found)

    def setting(self, value: str) -> str:
        """Returns the line that sets the value; raises `ProtocolError` if the type forbids it."""
        if self.kind == "button":
            return f"setoption name {self.name}"
        return f"setoption name {self.name} value {self._checked(value.strip())}"

    def _checked(self, value: str) -> str:
        if self.kind == "spin":
            number = int(value) if _WHOLE.fullmatch(value) else None
            is_low = number is None or (self.low is not None and number < self.low)
            if is_low or (self.high is not None and number is not None and number > self.high):
                low, high = _shown(self.low), _shown(self.high)
                raise self._wrong(value, say("ugi.wanted.spin", low=low, high=high))
        elif self.kind == "check":
            value = value.lower()
            if value not in ("true", "false"):
                raise self._wrong(value, say("ugi.wanted.check"))
        elif self.kind == "combo" and self.choices:
            known = {choice.lower(): choice for choice in self.choices}
            if value.lower() not in known:
                raise self._wrong(value, say("ugi.wanted.combo", names=self.choices))
            value = known[value.lower()]
        return value

    def _wrong(self, value: str, wanted: object) -> ProtocolError:
        return ProtocolError(
            "ugi.value", name=quoted(self.name), value=quoted(value), wanted=wanted
        )


def _shown(bound: int | None) -> str:
    return "…" if bound is None else str(bound)
