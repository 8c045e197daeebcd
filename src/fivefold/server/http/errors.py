"""Errors as HTTP responses: a status and `{"error": {code, message, facts, …}}`."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from typing import Any

from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from fivefold.errors import (
    DamagedBook,
    EngineError,
    FivefoldError,
    IllegalMove,
    InvalidPosition,
    NativeUnavailable,
    NotFound,
    Refused,
    StaleWrite,
    StorageUnavailable,
    UnknownName,
)
from fivefold.words import Message, quoted, say

log = logging.getLogger("fivefold.server")

# The first matching class decides, unless the code is in STATUS.
_KINDS: tuple[tuple[type[FivefoldError], int], ...] = (
    (StaleWrite, 409),
    (NotFound, 404),
    (StorageUnavailable, 503),
    (NativeUnavailable, 503),
    (DamagedBook, 503),
    (EngineError, 502),
    (Refused, 403),
    (IllegalMove, 422),
    (InvalidPosition, 422),
    (UnknownName, 422),
    (FivefoldError, 400),
)

STATUS: dict[str, int] = {
    "request.too_large": 413,
    "request.slow": 408,
    "request.too_many": 503,
    "request.sockets": 429,
    "request.too_fast": 429,
    "question.busy": 503,
    "export.busy": 503,
    "export.failed": 503,
    "question.quota": 429,
    "match.quota": 429,
    "match.storage": 429,
    "match.spectators": 429,
    "match.unreadable": 410,
    "question.twice": 409,
    "request.invalid": 422,
    "study.storage": 429,
    "study.unreadable": 410,
}

# Pydantic's error types, and the key of what was expected instead.
_WANTED = {
    "missing": "missing",
    "extra_forbidden": "unknown",
    "string_type": "text",
    "int_type": "int",
    "float_type": "number",
    "bool_type": "bool",
    "list_type": "list",
    "model_type": "object",
    "model_attributes_type": "object",
    "dict_type": "object",
    "string_too_long": "shorter",
    "too_long": "shorter_list",
    "string_too_short": "longer",
    "string_pattern_mismatch": "printable",
    "greater_than_equal": "at_least",
    "greater_than": "above",
    "less_than_equal": "at_most",
    "literal_error": "one_of",
    "int_parsing": "int",
    "int_from_float": "int",
    "float_parsing": "number",
    "enum": "one_of",
}
_READ_AS = re.compile(r"constrained-|literal\[")
_NUMBERS = {
    "shorter": "max_length",
    "shorter_list": "max_length",
    "longer": "min_length",
    "at_least": "ge",
    "above": "gt",
    "at_most": "le",
}


def answer_to(error: BaseException) -> tuple[int, dict[str, Any]]:
    """Returns the status and the body for an error. Unexpected errors are logged."""
    if isinstance(error, FivefoldError):
        return _of_ours(error)
    if isinstance(error, ValidationError | RequestValidationError):
        return _of_validation(error.errors())
    if isinstance(error, HTTPException):
        return _of_http(error)
    log.error("unexpected error", exc_info=error)
    return 500, _body(say("server.bug"))


def _of_ours(error: FivefoldError) -> tuple[int, dict[str, Any]]:
    status = STATUS.get(error.code)
    if status is None:
        status = next(status for kind, status in _KINDS if isinstance(error, kind))
    body = _body(error.message)
    facts = error.message.facts
    if isinstance(facts.get("field"), str):
        body["error"]["field"] = facts["field"]
    if isinstance(error, StaleWrite) and "version" in facts:
        body["error"]["expected_version"] = facts["version"]
    return status, body


def _body(message: Message) -> dict[str, Any]:
    said = message.as_json()
    return {"error": {"code": said["key"], "message": said["text"], "facts": said["facts"]}}


def _of_validation(errors: Sequence[Mapping[str, Any]]) -> tuple[int, dict[str, Any]]:
    """Returns status and body for the first validation error."""
    first = errors[0]
    wanted = _WANTED.get(first["type"], "other")
    facts = dict(first.get("ctx") or {})
    if wanted in _NUMBERS:
        what = say(f"request.wanted.{wanted}", n=facts[_NUMBERS[wanted]])
    elif wanted == "one_of":
        what = say("request.wanted.one_of", names=re.findall(r"'([^']*)'", facts["expected"]))
    else:
        what = say(f"request.wanted.{wanted}")
    field = ".".join(_names(first["loc"]))[:100]
    shown = quoted(field) if field else say("request.body")
    body = _body(say("request.invalid", field=shown, wanted=what))
    body["error"]["field"] = field
    return 422, body


def _names(place: Sequence[Any]) -> list[str]:
    """Returns the field names of a location in a request.

    Pydantic puts the part of the request first, and a type such as `constrained-int` last.
    """
    names = [str(part) for part in place if part not in ("body", "query", "path", "header")]
    while len(names) > 1 and (names[-1] in ("int", "str") or _READ_AS.match(names[-1])):
        names.pop()
    return names


def _of_http(error: HTTPException) -> tuple[int, dict[str, Any]]:
    if isinstance(error.detail, FivefoldError):
        return _of_ours(error.detail)
    if error.status_code == 404:
        return 404, _body(say("request.no_page"))
    if error.status_code == 405:
        return 405, _body(say("request.no_method"))
    return error.status_code, _body(say("request.refused"))
