"""Checks of strategy parameters. Each raises an error that reads as one sentence."""

from __future__ import annotations

import math
from collections.abc import Sequence

from fivefold.errors import InvalidNotation, UnknownName
from fivefold.words import quoted, say


def whole_number(name: str, value: object, lowest: int, highest: int) -> None:
    """Rejects a value that is neither None nor a whole number from `lowest` to `highest`."""
    if value is None:
        return
    if not isinstance(value, int) or isinstance(value, bool) or not lowest <= value <= highest:
        raise InvalidNotation(
            "parameter.range", name=name, lowest=lowest, highest=highest, value=quoted(str(value))
        )


def number(name: str, value: object, lowest: float, highest: float) -> None:
    """Rejects a value that is neither None nor a finite number from `lowest` to `highest`."""
    if value is None:
        return
    fits = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    if not fits or not lowest <= value <= highest:  # type: ignore[operator]
        raise InvalidNotation(
            "parameter.number", name=name, lowest=lowest, highest=highest, value=quoted(str(value))
        )


def one_of(name: str, value: str, names: Sequence[str], owner: str) -> None:
    """Rejects a value that is not one of the names."""
    if value not in names:
        what = say("name.kind.value", parameter=name, owner=owner)
        raise UnknownName("name.unknown", what=what, name=quoted(str(value)), names=list(names))
