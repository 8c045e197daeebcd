"""Strict reading of JSON and TOML data: every wrong value gets a sentence of its own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from fivefold.errors import InvalidNotation
from fivefold.words import quoted, say

Value = TypeVar("Value")

MAX_INTEGER = 2**53 - 1
"""The largest integer that every JSON parser represents exactly."""


class Fields:
    """The keys of one object. Keys that nothing reads are rejected by `done`."""

    def __init__(self, data: object, what: str) -> None:
        """`what` names the object in sentences: `tournament`, `entrants[2]`."""
        if not isinstance(data, dict) or not all(isinstance(key, str) for key in data):
            raise wrong(what, "object", data)
        self._data: dict[str, Any] = data
        self._what = what
        self._asked: set[str] = set()

    def has(self, key: str) -> bool:
        """Tells whether the key is present and not null."""
        return self._data.get(key) is not None

    def text(self, key: str, default: str | None = None) -> str:
        value = self._value(key, default)
        if not is_text(value):
            raise wrong(self.name(key), "text", value)
        return str(value)

    def word(self, key: str) -> str:
        """Returns a text, or a number as text: a size is `15` or `"6x10"`."""
        return self._as_text(key, self._value(key))

    def whole(self, key: str, default: int | None = None, least: int = 0) -> int:
        value = self._value(key, default)
        if type(value) is not int or not least <= value <= MAX_INTEGER:
            raise wrong(self.name(key), "whole", value, least=least)
        return value

    def number(self, key: str, default: float | None = None) -> float:
        value = self._value(key, default)
        if type(value) not in (int, float) or not abs(value) <= sys.float_info.max:
            raise wrong(self.name(key), "number", value)
        return float(value)

    def yes_or_no(self, key: str, default: bool) -> bool:
        value = self._value(key, default)
        if type(value) is not bool:
            raise wrong(self.name(key), "yes_or_no", value)
        return value

    def one_of(self, key: str, names: Sequence[str], default: str | None = None) -> str:
        value = self._value(key, default)
        if value not in names:
            raise wrong(self.name(key), "one_of", value, names=tuple(names))
        return str(value)

    def texts(self, key: str) -> tuple[str, ...]:
        return tuple(str(value) for value in self._list(key, is_text, "texts"))

    def objects(self, key: str) -> list[Fields]:
        """Returns the objects in a list."""
        found = self._list(key, lambda value: isinstance(value, dict), "objects")
        return [Fields(value, f"{self.name(key)}[{n}]") for n, value in enumerate(found, start=1)]

    def inner(self, key: str) -> Fields:
        """Returns the object under the key, empty if it is missing."""
        value = self._value(key, {})
        return Fields(value, self.name(key))

    def by_name(self, key: str) -> dict[str, str]:
        """Returns an object of texts; numbers and booleans are converted."""
        value = self._value(key, {})
        if not isinstance(value, dict) or not all(map(is_text, value)):
            raise wrong(self.name(key), "object", value)
        return {name: self._as_text(f"{key}.{name}", each) for name, each in value.items()}

    def optional(self, key: str, read: Callable[[str], Value]) -> Value | None:
        """Returns the result of `read` on the key, or None if it is missing or null."""
        if not self.has(key):
            self._asked.add(key)
            return None
        return read(key)

    def done(self) -> None:
        """Raises for a key that was never read: a misspelt one must not be ignored."""
        left = sorted(set(self._data) - self._asked)
        if left:
            known = sorted(self._asked)
            raise InvalidNotation(
                "arena.field.unknown", where=self._what, field=quoted(left[0]), names=known
            )

    def name(self, key: str) -> str:
        """Returns the full name of the key, for sentences."""
        return f"{self._what}.{key}"

    def _value(self, key: str, default: object = None) -> Any:
        self._asked.add(key)
        value = self._data.get(key)
        if value is not None:
            return value
        if default is None:
            raise InvalidNotation("arena.field.missing", where=self._what, field=key)
        return default

    def _list(self, key: str, fits: Callable[[Any], bool], wanted: str) -> list[Any]:
        value = self._value(key, [])
        if not isinstance(value, list | tuple) or not all(map(fits, value)):
            raise wrong(self.name(key), wanted, value)
        return list(value)

    def _as_text(self, key: str, value: object) -> str:
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int | float):
            return str(value)
        if not is_text(value):
            raise wrong(self.name(key), "text", value)
        return str(value)


def is_text(value: object) -> bool:
    """Tells whether the value is text without lone surrogates, which JSON allows."""
    if not isinstance(value, str):
        return False
    return value.isascii() or not any("\ud800" <= mark <= "\udfff" for mark in value)


def wrong(field: str, wanted: str, value: object, **facts: Any) -> InvalidNotation:
    """Returns the error for a value: which field, and what was expected."""
    shown = quoted(value if isinstance(value, str) else repr(value))
    what = say(f"arena.field.{wanted}", **facts)
    return InvalidNotation("arena.field.value", field=field, wanted=what, value=shown)
