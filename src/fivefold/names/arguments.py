"""Reads `name(key=value, …)` and converts the values to the types a class declares."""

from __future__ import annotations

import inspect
import re
import types
import typing
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from fivefold.errors import InvalidNotation, UnknownName
from fivefold.names.registry import look_up
from fivefold.words import quoted, say

_CALL = re.compile(r"\s*([A-Za-z_][\w-]*)\s*(?:\((.*)\))?\s*", re.DOTALL)
_WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
_DECIMAL = re.compile(r"[+-]?([0-9]{1,30}\.?[0-9]{0,30}|\.[0-9]{1,30})([eE][+-]?[0-9]{1,3})?")


def parse_call(text: str) -> tuple[str, dict[str, str]]:
    """Returns (name, arguments) of `name(key=value, …)`; a bare value has the key ''."""
    match = _CALL.fullmatch(text)
    if not match:
        raise InvalidNotation("name.unreadable", text=quoted(text))
    return match[1], parse_arguments(match[2] or "", text)


def parse_arguments(inside: str, text: str) -> dict[str, str]:
    arguments: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in inside.split(","))):
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals:
            key, value = "", key
        if key in arguments or not value or (equals and not key.isidentifier()):
            raise InvalidNotation("name.unreadable", text=quoted(text))
        arguments[key] = value
    return arguments


def with_names(arguments: dict[str, str], known: Iterable[str], text: str) -> dict[str, str]:
    """Returns the arguments with a bare value assigned to the first parameter."""
    first = next(iter(known), "")
    if "" in arguments and first in arguments and first:
        raise InvalidNotation("name.unreadable", text=quoted(text))
    return {key or first: value for key, value in arguments.items()}


@lru_cache(maxsize=256)  # a tournament creates the same few strategies thousands of times
def parameters(kind: type) -> dict[str, inspect.Parameter]:
    """Returns the parameters of a strategy class, by name."""
    try:
        signature = inspect.signature(kind, eval_str=True)
    except Exception:  # a type imported only under TYPE_CHECKING
        signature = inspect.signature(kind)
    return {
        name: parameter
        for name, parameter in signature.parameters.items()
        if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
    }


def fit_arguments(kind: type, name: str, arguments: dict[str, str]) -> dict[str, Any]:
    """Returns the arguments converted to the declared types of the parameters."""
    known = parameters(kind)
    values: dict[str, Any] = {}
    for key, text in arguments.items():
        if not known:
            raise UnknownName("name.no_parameters", name=quoted(key or text), owner=name)
        look_up("parameter", key, known, owner=name)
        values[key] = _fit(text, _type_of(known[key]), key)
    for key, parameter in known.items():
        if parameter.default is parameter.empty and key not in values:
            raise InvalidNotation("name.parameter_missing", owner=name, parameter=key)
    return values


def _type_of(parameter: inspect.Parameter) -> Any:
    """Returns the declared type of a parameter, or the type of its default."""
    declared, default = parameter.annotation, parameter.default
    if declared is not parameter.empty and not isinstance(declared, str):
        return declared
    return str if default is None or default is parameter.empty else type(default)


def _fit(text: str, hint: Any, parameter: str) -> Any:
    """Returns the text as a value of the hinted type: a number, a boolean, None or a string."""
    is_union = typing.get_origin(hint) in (typing.Union, types.UnionType)
    kinds = typing.get_args(hint) if is_union else (hint,)
    word = text.lower()
    if bool in kinds and word in ("true", "false", "yes", "no", "on", "off"):
        return word in ("true", "yes", "on")
    if types.NoneType in kinds and word == "none":
        return None
    if int in kinds and _WHOLE.fullmatch(text):
        return int(text)
    if float in kinds and _DECIMAL.fullmatch(text):
        return float(text)
    if str in kinds or not {bool, int, float} & set(kinds):
        return text
    wanted = "true" if bool in kinds else "int" if int in kinds else "number"
    raise InvalidNotation(
        "name.parameter_value",
        parameter=parameter,
        wanted=say(f"name.wanted.{wanted}"),
        value=quoted(text),
    )
