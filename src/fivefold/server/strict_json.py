"""Strict JSON, with limits on depth and numbers.

Python's reader accepts NaN, keeps the last of two equal keys, and passes on lone surrogates and
numbers too large for a browser. Here each of these is an error.
"""

from __future__ import annotations

import json
import math
from typing import Any

from fivefold.errors import InvalidNotation
from fivefold.words import quoted

DEEPEST = 12
LARGEST = 2**53 - 1
"""The largest integer that every JSON reader represents exactly."""


def read_json(content: bytes | str) -> Any:
    """Returns the data in a JSON text. Raises `InvalidNotation`."""
    try:
        text = content if isinstance(content, str) else content.decode("utf-8")
        data = json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
        _check(data, 1)
    except RecursionError:
        raise InvalidNotation("request.deep", deepest=DEEPEST) from None
    except InvalidNotation:
        raise
    except UnicodeDecodeError:
        raise InvalidNotation("request.not_text") from None
    except ValueError as error:
        reason = quoted(str(error), 100)
        raise InvalidNotation("request.not_json", reason=reason) from error
    return data


def write_json(data: Any) -> str:
    """Returns the data as one line of JSON; values of unknown types become text."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=str)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise InvalidNotation("request.twice", name=quoted(key))
        found[key] = value
    return found


def _no_constant(name: str) -> Any:
    raise InvalidNotation("request.not_json", reason=quoted(name))


def _check(value: Any, depth: int) -> None:
    """Raises `InvalidNotation` for data too deep, a lone surrogate or a huge number."""
    if depth > DEEPEST:
        raise InvalidNotation("request.deep", deepest=DEEPEST)
    if isinstance(value, str):
        if not value.isascii() and any("\ud800" <= mark <= "\udfff" for mark in value):
            raise InvalidNotation("request.half_character")
    elif isinstance(value, dict):
        for key, item in value.items():
            _check(key, depth)
            _check(item, depth + 1)
    elif isinstance(value, list):
        for item in value:
            _check(item, depth + 1)
    elif isinstance(value, float):
        if not math.isfinite(value):
            raise InvalidNotation("request.number", most=LARGEST)
    elif isinstance(value, int) and abs(value) > LARGEST:
        raise InvalidNotation("request.number", most=LARGEST)
