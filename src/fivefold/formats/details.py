"""What a file says about a game beside the moves: where and when, values, whatever has no name.

A record has no place for it, so it goes along with the reading and, in JSON, in the key `details`:

    {"place": "GGS/os", "date": "2003.12.15", "evaluations": [null, 2.39], "tags": [["RB", "2196"]]}
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, fields
from typing import Any

from fivefold.errors import InvalidNotation
from fivefold.words import quoted, say

MOST_DISCS = 64


@dataclass(frozen=True)
class Details:
    """Everything is optional; '', None and () stand for what is not known."""

    place: str = ""
    """The tournament or the server."""
    date: str = ""
    """As it was written; where it is a year alone, four digits."""
    comment: str = ""
    discs: int | None = None
    """Black's discs in the result that counted, empty squares given to the winner."""
    best_discs: int | None = None
    """Black's discs had both sides played perfectly from `solved_from` empty squares on."""
    solved_from: int | None = None
    evaluations: tuple[float | None, ...] = ()
    """What whoever moved thought of each move, in discs; as long as the moves, or empty."""
    scores: tuple[tuple[str, float], ...] = ()
    """Known values of moves in the position, for the side to move: notation and discs."""
    tags: tuple[tuple[str, str], ...] = ()
    """Further tags of a GGF game, as they stand between the brackets."""

    def as_json(self) -> dict[str, Any]:
        """Returns what is known, as plain data."""
        known = {each.name: getattr(self, each.name) for each in fields(self)}
        known |= {"evaluations": list(self.evaluations), "scores": dict(self.scores)}
        known["tags"] = [list(tag) for tag in self.tags]
        return {name: value for name, value in known.items() if value not in ("", None, [], {})}

    @classmethod
    def from_json(cls, data: object, moves: int) -> Details:
        """Returns the details that `as_json` wrote; further keys are left alone."""
        if data is None:
            return cls()
        if not isinstance(data, dict):
            raise _refusal("details", data)
        found: dict[str, Any] = {}
        for name in ("place", "date", "comment"):
            found[name] = _checked(data, name, "", _is_text)
        for name in ("discs", "best_discs", "solved_from"):
            found[name] = _checked(data, name, None, _is_count)
        values = _checked(data, "evaluations", [], lambda value: _are_values(value, moves))
        scores = _checked(data, "scores", {}, _are_scores)
        tags = _checked(data, "tags", [], _are_tags)
        return cls(
            **found,
            evaluations=tuple(values),
            scores=tuple(scores.items()),
            tags=tuple((name, value) for name, value in tags),
        )


def _checked(data: dict[str, Any], name: str, missing: Any, fits: Any) -> Any:
    value = data.get(name, missing)
    if value is not missing and not fits(value):
        raise _refusal(f"details.{name}", value)
    return value


def _is_text(value: object) -> bool:
    return isinstance(value, str) and not any("\ud800" <= mark <= "\udfff" for mark in value)


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= MOST_DISCS


def _is_number(value: object) -> bool:
    # A whole number may be too large for a fraction, where `math.isfinite` raises.
    return type(value) in (int, float) and abs(value) <= sys.float_info.max  # type: ignore


def _are_values(value: object, moves: int) -> bool:
    if not isinstance(value, list) or len(value) not in (0, moves):
        return False
    return all(each is None or _is_number(each) for each in value)


def _are_scores(value: object) -> bool:
    return isinstance(value, dict) and all(map(_is_number, value.values()))


def _are_tags(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(tag, list) and len(tag) == 2 and all(map(_is_text, tag)) for tag in value
    )


def _refusal(field: str, value: object) -> InvalidNotation:
    shown = quoted(value if isinstance(value, str) else repr(value))
    return InvalidNotation(
        "record.value", field=field, wanted=say("record.wanted.details"), value=shown
    )
