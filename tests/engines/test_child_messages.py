"""The messages between this program and its child processes."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fivefold.engines.child_messages import (
    decode_reply,
    encode,
    error_as_json,
    error_from_json,
    foreign_error_as_json,
    foreign_error_from_json,
)
from fivefold.errors import (
    EngineCrashed,
    FivefoldError,
    IllegalMove,
    InvalidNotation,
    NativeUnavailable,
    ProtocolError,
    Refused,
    UnknownName,
)
from fivefold.names import game_from, strategy_from


def crossed(data: dict[str, Any]) -> Any:
    return json.loads(encode(data))


def raised(text: str) -> FivefoldError:
    """Returns the error for an unknown strategy, which suggests names in a nested message."""
    with pytest.raises(FivefoldError) as failure:
        strategy_from(text, "gomoku")
    return failure.value


@pytest.mark.parametrize(
    "error",
    [
        raised("minimaks"),
        EngineCrashed("engine.crashed", name="“a”", reason="ValueError: no"),
        Refused("strategy.path", field="strategy"),
    ],
    ids=lambda error: error.code,
)
def test_an_error_of_ours_comes_back_as_it_was(error: FivefoldError) -> None:
    found = error_from_json(crossed(error_as_json(error)))
    assert (type(found), found.code, str(found)) == (type(error), error.code, str(error))


def test_an_illegal_move_keeps_its_reason() -> None:
    state = game_from("gomoku(size=9)").start.play(0)
    with pytest.raises(IllegalMove) as failure:
        state.play(0)
    found = error_from_json(crossed(error_as_json(failure.value)))
    assert (type(found), str(found)) == (IllegalMove, str(failure.value))


@pytest.mark.parametrize("kind", [InvalidNotation, NativeUnavailable, ProtocolError, UnknownName])
def test_a_path_bot_reports_some_errors_by_their_class(kind: type[FivefoldError]) -> None:
    found = foreign_error_from_json(
        crossed(foreign_error_as_json(kind("engine.said", text="It cannot.")))
    )
    assert (type(found), found.code, str(found)) == (kind, "engine.said", "It cannot.")


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({}, "None"),
        ({"kind": "Refused", "key": "strategy.path", "facts": {"text": "no"}}, "no"),
        ({"kind": ["x"], "key": 7, "facts": [1]}, "None"),
        ({"kind": "FivefoldError", "facts": {"text": "a\x1b[31m\nb"}}, "a�[31m b"),
    ],
)
def test_whatever_else_a_path_bot_reports_is_a_crash_with_a_printable_sentence(
    data: dict[str, Any], sentence: str
) -> None:
    found = foreign_error_from_json(data)
    assert (type(found), found.code, str(found)) == (EngineCrashed, "engine.said", sentence)


@pytest.mark.parametrize(
    "line",
    [
        *(b"hello", b"\xff", b"[" * 200_000, b"7", b"{}", b'{"id": 1}'),
        *(b'{"id": 2, "answer": 1}', b'{"id": 1, "error": "no"}'),
    ],
)
def test_a_line_that_does_not_answer_the_question_is_invalid(line: bytes) -> None:
    with pytest.raises(ProtocolError, match="“bot” sent an unreadable answer"):
        decode_reply(line, 1, "bot")


def test_a_reply_has_an_answer_or_an_error() -> None:
    for reply in ({"id": 1, "answer": None}, {"id": 1, "error": {}}):
        assert decode_reply(encode(reply).encode(), 1, "bot") == reply
