"""The messages between this program and its child processes: one JSON object a line.

    to the child     {"id": 7, …the question…}
                     {"stop": 7}
    to the parent    {"id": 7, "progress": …}, any number of times, from analysis processes only
                     {"id": 7, "answer": …}
                     {"id": 7, "error": {"kind": "EngineCrashed", "key": …, "facts": {…}}}

The processes of path bots and the server's analysis processes both speak it; the child's end is in
`child_connection.py`. An error crosses as its class, its message key and its facts.
"""

from __future__ import annotations

import json
from typing import Any

from fivefold import errors
from fivefold.engines.wire import called, readable
from fivefold.errors import (
    EngineCrashed,
    FivefoldError,
    InvalidNotation,
    NativeUnavailable,
    ProtocolError,
    UnknownName,
)
from fivefold.words import Message, quoted

FOREIGN_ERRORS: dict[str, type[FivefoldError]] = {
    kind.__name__: kind for kind in (InvalidNotation, NativeUnavailable, ProtocolError, UnknownName)
}
"""What the process of a path bot may report; anything else counts as a crash."""


def encode(message: dict[str, Any]) -> str:
    """Returns the message as one line, without its end."""
    return json.dumps(message, allow_nan=False, default=str)


def decode_reply(line: bytes, number: int, name: str) -> dict[str, Any]:
    """Returns the reply to a question; it has the key `answer` or `error`.

    Raises `ProtocolError` if the line is anything else.
    """
    try:
        reply = json.loads(line)
    except (ValueError, RecursionError):
        raise garbage(line, name) from None
    if not isinstance(reply, dict) or reply.get("id") != number:
        raise garbage(line, name)
    if "answer" not in reply and not isinstance(reply.get("error"), dict):
        raise garbage(line, name)
    return reply


def decode_progress(line: bytes, number: int) -> dict[str, Any] | None:
    """Returns what the child reports before its reply, or None if the line is something else."""
    if b'"progress"' not in line[:64]:
        return None
    message = json.loads(line)
    return message["progress"] if message["id"] == number and "progress" in message else None


def garbage(line: bytes, name: str) -> ProtocolError:
    """Returns the error for a line that is no reply."""
    text = quoted(line.decode(errors="replace").strip())
    return ProtocolError("engine.garbage", name=called(name), text=text)


def error_as_json(error: FivefoldError) -> dict[str, Any]:
    """Returns the error as plain data."""
    message = error.message.as_json()
    return {"kind": type(error).__name__, "key": message["key"], "facts": message["facts"]}


def error_from_json(data: dict[str, Any]) -> FivefoldError:
    """Returns the error that `error_as_json` wrote in a process of our own."""
    kind = getattr(errors, data["kind"], None)
    if not (isinstance(kind, type) and issubclass(kind, FivefoldError)):
        kind = EngineCrashed
    return kind(data["key"], **{key: _fact(value) for key, value in data["facts"].items()})


def _fact(value: Any) -> Any:
    if isinstance(value, dict) and value.keys() == {"key", "facts", "text"}:
        return Message(value["key"], {key: _fact(each) for key, each in value["facts"].items()})
    return [_fact(each) for each in value] if isinstance(value, list) else value


def foreign_error_as_json(error: BaseException) -> dict[str, Any]:
    """Returns an error raised beside somebody else's code; of its facts only the sentence."""
    return {"kind": type(error).__name__, "key": "engine.said", "facts": {"text": str(error)}}


def foreign_error_from_json(data: dict[str, Any]) -> FivefoldError:
    """Returns an error that a path bot's process reported, whatever the data hold.

    Its code may write anything to the connection, so key and facts are not trusted.
    """
    facts = data.get("facts")
    text = facts.get("text") if isinstance(facts, dict) else None
    kind = FOREIGN_ERRORS.get(str(data.get("kind")), EngineCrashed)
    return kind("engine.said", text=readable(str(text)))


def code_of(data: dict[str, Any]) -> str:
    """Returns the key of the error that a path bot's process reported, or nothing."""
    return str(data.get("code") or "")


def traceback_of(data: dict[str, Any]) -> str:
    """Returns the traceback that came with the error of a path bot's process, or nothing."""
    text = data.get("traceback")
    return text if isinstance(text, str) else ""
