"""Details of a game beyond its moves: place, date, evaluations, further tags.

A record has no fields for them, so they travel with the reading and, in JSON, under `details`:

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
    """The details of a game. All are optional; '', None and () mean unknown."""

    place: str = ""
    """The tournament or the server."""
    date: str = ""
    """As written in the file; a year alone has four digits."""
    comment: str = ""
    discs: int | None = None
    """Black's discs in the official result, with empty squares given to the winner."""
    best_discs: int | None = None
    """Black's discs under perfect play by both sides from `solved_from` empty squares on."""
    solved_from: int | None = None
    evaluations: tuple[float | None, ...] = ()
    """The mover's own evaluation of each move, in discs; one per move, or empty."""
    scores: tuple[tuple[str, float], ...] = ()
    """Known move values in the position, in discs for the side to move, by notation."""
    tags: tuple[tuple[str, str], ...] = ()
    """Further tags of a GGF game, as written between the brackets."""

    def as_json(self) -> dict[str, Any]:
        """Returns the known details as plain data."""
        known = {each.name: getattr(self, each.name) for each in fields(self)}
        known |= {"evaluations": list(self.evaluations), "scores": dict(self.scores)}
        known["tags"] = [list(tag) for tag in self.tags]
        return {name: value for name, value in known.items() if value not in ("", None, [], {})}

    @classmethod
    def from_json(cls, data: object, moves: int) -> Details:
        """Returns the details that `as_json` wrote, ignoring unknown keys."""
        if data is None:
            return cls()
        if not isinstance(data, dict):
            raise _bad_value("details", data)
        found: dict[str, Any] = {}
        for name in ("place", "date", "comment"):
            found[name] = _checked(data, name, "", is_text)
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
        raise _bad_value(f"details.{name}", value)
    return value


def is_text(value: object) -> bool:
    return isinstance(value, str) and not any("\ud800" <= mark <= "\udfff" for mark in value)


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value <= MOST_DISCS


def is_number(value: object) -> bool:
    # `math.isfinite` would raise OverflowError for a huge integer.
    return type(value) in (int, float) and abs(value) <= sys.float_info.max  # type: ignore


def _are_values(value: object, moves: int) -> bool:
    if not isinstance(value, list) or len(value) not in (0, moves):
        return False
    return all(each is None or is_number(each) for each in value)


def _are_scores(value: object) -> bool:
    return isinstance(value, dict) and all(map(is_number, value.values()))


def _are_tags(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(tag, list) and len(tag) == 2 and all(map(is_text, tag)) for tag in value
    )


def _bad_value(field: str, value: object) -> InvalidNotation:
    shown = quoted(value if isinstance(value, str) else repr(value))
    return InvalidNotation(
        "record.value", field=field, wanted=say("record.wanted.details"), value=shown
    )
