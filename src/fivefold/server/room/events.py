"""The events of a match. Everything else is computed from this log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

SECRET = ("holder", "owner")
"""Fields that are stored but never sent: hashes of the secrets that hold seats."""


@dataclass(frozen=True)
class Event:
    """One change of a match. Versions count 1, 2, 3 … without gaps; `at` is Unix time."""

    version: int
    kind: str
    at: float
    data: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        """Returns the event as stored, including the hashes."""
        return {"version": self.version, "kind": self.kind, "at": self.at, **self.data}

    def public_json(self) -> dict[str, Any]:
        """Returns the event as anyone may see it."""
        shown = {key: value for key, value in self.as_json().items() if key not in SECRET}
        if "seats" in shown:
            shown["seats"] = {
                seat: {key: value for key, value in who.items() if key not in SECRET}
                for seat, who in shown["seats"].items()
            }
        return shown

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Event:
        """Returns the event that `as_json` wrote."""
        rest = dict(data)
        return cls(rest.pop("version"), rest.pop("kind"), rest.pop("at"), rest)
