"""Records: to JSON and back, and rejected input."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest

from fivefold.core import Player
from fivefold.errors import (
    FivefoldError,
    IllegalMove,
    InvalidNotation,
    InvalidPosition,
    UnknownName,
)
from fivefold.match.record import MatchRecord
from fivefold.names import format_game, game_from

RECORD = MatchRecord(
    game="othello(size=4, rules=standard)",
    first="random",
    second="./my_bot.py:MyBot",
    start=".....OX..XO..... X",
    moves=("b1", "a1", "a2"),
    winner=Player.SECOND,
    ending="time",
    reason="“random” ran out of time.",
    seconds=(0.25, 0.5, 1.0),
)


def test_a_record_comes_back_from_json_as_it_was() -> None:
    text = json.dumps(RECORD.as_json(), allow_nan=False)
    assert MatchRecord.from_json(json.loads(text)) == RECORD


def test_the_keys_are_those_of_the_contract() -> None:
    keys = "game first second start moves winner ending reason seconds"
    assert list(RECORD.as_json()) == keys.split()
    assert RECORD.as_json()["winner"] == "O"


def test_a_record_is_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        RECORD.first = "somebody else"  # type: ignore[misc]


def test_further_keys_are_left_alone() -> None:
    assert MatchRecord.from_json({**RECORD.as_json(), "opening": 7}) == RECORD


def test_seconds_may_be_unknown() -> None:
    assert MatchRecord.from_json({**RECORD.as_json(), "seconds": []}).seconds == ()


def test_moves_as_numbers_come_back_as_notation() -> None:
    data = {**RECORD.as_json(), "moves": [1, 0, 4]}
    assert MatchRecord.from_json(data).moves == ("b1", "a1", "a2")


def test_states_are_every_position_of_the_game() -> None:
    states = RECORD.states()
    assert len(states) == 4
    assert states[0].cells == ".....OX..XO....."
    assert states[-1].cells == "OX..XXX..XO....."


@pytest.mark.parametrize("key", list(RECORD.as_json()))
def test_every_key_is_needed(key: str) -> None:
    data = RECORD.as_json()
    del data[key]
    with pytest.raises(InvalidNotation, match=f"The record has no {key}"):
        MatchRecord.from_json(data)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", 3),
        ("first", None),
        ("second", ["random"]),
        ("second", "\ud800"),
        ("start", True),
        ("moves", "b1 a1"),
        ("moves", ["b1", None, "a2"]),
        ("moves", [True, 0, 4]),
        ("winner", "Z"),
        ("winner", 1),
        ("ending", "bored"),
        ("ending", 0),
        ("reason", 1.5),
        ("seconds", [0.25, 0.5]),
        ("seconds", [0.25, 0.5, -1]),
        ("seconds", [0.25, 0.5, True]),
        ("seconds", [0.25, 0.5, float("nan")]),
        ("seconds", {}),
        ("moves", ["b1", "a1", "zz"]),
        ("start", "no position"),
        ("game", "othello(size=5)"),
    ],
)
def test_values_of_another_kind_are_unreadable(key: str, value: object) -> None:
    with pytest.raises(InvalidNotation):
        MatchRecord.from_json({**RECORD.as_json(), key: value})


@pytest.mark.parametrize("data", [None, 3, "record", [], True])
def test_something_that_is_no_object_is_no_record(data: object) -> None:
    with pytest.raises(InvalidNotation, match="not a game record"):
        MatchRecord.from_json(data)


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(UnknownName, match="othelo"):
        MatchRecord.from_json({**RECORD.as_json(), "game": "othelo"})


def test_a_game_that_cannot_have_happened_names_the_move() -> None:
    with pytest.raises(IllegalMove, match=r"Move 2: b1 is taken\."):
        MatchRecord.from_json({**RECORD.as_json(), "moves": ["b1", "b1", "a2"]})


@pytest.mark.parametrize("changes", [{"ending": "normal"}, {"start": "." * 16 + " X"}])
def test_a_result_the_board_contradicts_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(InvalidPosition):
        MatchRecord.from_json({**RECORD.as_json(), **changes})


@pytest.mark.parametrize(
    "text",
    [
        "gomoku(size=15, rules=freestyle)",
        "gomoku(size=19, rules=standard)",
        "othello(size=6, rules=mirrored)",
        "pentomino(size=8, rules=normal)",
        "pentomino(size=6x10, rules=normal)",
    ],
)
def test_games_are_written_as_text_that_names_them(text: str) -> None:
    assert format_game(game_from(text)) == text


@pytest.mark.parametrize("value", [None, 3, "x" * 10_000, {}, [[]], "\x1b[31m", "()"], ids=repr)
def test_every_refusal_is_one_short_sentence(value: object) -> None:
    with pytest.raises(FivefoldError) as refusal:
        MatchRecord.from_json({**RECORD.as_json(), "game": value})
    assert len(str(refusal.value)) < 400
    assert str(refusal.value).isprintable()
