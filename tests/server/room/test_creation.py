"""The first events of a match, from any position of any game."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.errors import FivefoldError, IllegalMove, InvalidNotation, Refused
from fivefold.names import game_from
from fivefold.server.room import commands as do
from fivefold.server.room.events import Event
from fivefold.server.room.room import Order, Room, opening

if TYPE_CHECKING:
    from tests.server.room.conftest import Sit

ANN, BOB = "a" * 64, "b" * 64
PASSING = "XO.. XXX. XXX. XXO. X"


def order(game: str = "gomoku", **more: Any) -> Order:
    rules = game_from(game)
    facts = {"moves": (), "seats": {"X": "me", "O": "level(1)"}, **more}
    return Order(rules, rules.start, **facts)


def test_the_first_event_says_everything_about_the_match() -> None:
    moves = ("H8", "i9")
    (event,) = opening(order(moves=moves, time="5", public=True, name="Ann", pace=300), ANN, 7.5)
    assert event.as_json() == {
        "version": 1,
        "kind": "created",
        "at": 7.5,
        "game": "gomoku(size=15, rules=freestyle)",
        "start": "." * 225 + " X",
        "time": "5+0",
        "public": True,
        "pace": 300,
        "seats": {
            "X": {"kind": "person", "name": "Ann", "holder": ANN},
            "O": {"kind": "machine", "strategy": "level(1)"},
        },
        "owner": ANN,
        "moves": ["h8", "i9"],
    }


def test_one_name_does_not_stand_for_two_people() -> None:
    (event,) = opening(order(seats={"X": "me", "O": "me"}, name="Ann"), ANN, 0.0)
    assert [seat["name"] for seat in event.data["seats"].values()] == [None, None]


def test_moves_of_an_opened_game_are_plies_without_times(sit: Sit) -> None:
    played = sit(moves=("e5", "e6", "f5"))
    document = played.room.document()
    assert document["version"] == 1
    assert document["moves"] == ["e5", "e6", "f5"]
    assert [(ply["ply"], ply["seat"], ply["seconds"]) for ply in document["plies"]] == [
        (1, "X", 0.0),
        (2, "O", 0.0),
        (3, "X", 0.0),
    ]
    assert played.room.machine_to_move == "level(1)"
    assert played.rebuilt().document() == document


def test_an_opened_game_may_leave_out_its_passes(sit: Sit) -> None:
    played = sit("othello(4)", o="me", start=PASSING, moves=("c1", "d4"))
    assert played.room.document()["moves"] == ["c1", "--", "d4"]
    assert [ply["forced"] for ply in played.room.plies] == [False, True, False]
    assert not played.room.live


def test_a_pass_that_is_due_at_once_is_played(sit: Sit) -> None:
    played = sit("othello(4)", o="me", start=PASSING, moves=("c1",))
    assert [event.kind for event in played.log] == ["created", "moved"]
    assert played.log[1].data["forced"]
    assert played.room.document()["moves"] == ["c1", "--"]
    assert played.room.state.to_move.value == "X"


def test_a_game_that_is_over_opens_as_over(sit: Sit) -> None:
    five = ("a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1")
    played = sit(o="me", moves=five)
    assert [event.kind for event in played.log] == ["created", "ended"]
    assert not played.room.live
    assert played.clocks()["running"] is None
    played.do(do.Undo(played.version))
    assert played.room.live


@pytest.mark.parametrize(
    ("more", "error", "code"),
    [
        ({"moves": ("h8",) * 1001}, InvalidNotation, "match.too_many_moves"),
        ({"moves": ("h8", "h8")}, IllegalMove, "moves.numbered"),
        ({"moves": ("h8", "what")}, InvalidNotation, "moves.numbered"),
        ({"name": "x" * 41}, InvalidNotation, "match.name"),
        ({"name": "a\tb"}, InvalidNotation, "match.name"),
        ({"time": "soon"}, InvalidNotation, "time.unreadable"),
        ({"pace": -1}, InvalidNotation, "match.pace"),
        ({"seats": {"X": "me", "Y": "me"}}, Refused, "match.no_such_seat"),
    ],
)
def test_invalid_orders_are_rejected(
    more: dict[str, Any], error: type[FivefoldError], code: str
) -> None:
    with pytest.raises(error) as caught:
        opening(order(**more), ANN, 0.0)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "text", ["gomoku(size=19, rules=standard)", "othello(6)", "pentomino(6x10)"]
)
def test_the_rules_come_back_from_the_log(sit: Sit, text: str) -> None:
    played = sit(text, o="me")
    assert played.rebuilt().game == game_from(text)


def test_events_are_taken_in_once_and_in_order(sit: Sit) -> None:
    played = sit(o="me")
    played.play("e5", "e6")
    document = played.room.document()
    played.room.apply(played.log)
    assert played.room.document() == document
    room = Room("m1", played.log[:1], lambda: played.now)
    with pytest.raises(ValueError, match="event 3 does not follow 1"):
        room.apply(played.log[2:])
    room.apply(played.log[:2])
    room.apply(played.log[1:])
    assert room.document() == document


TEXTS = st.text(st.characters(codec="utf-8"), max_size=5)
SOMETHING = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=5,
)
DATA = st.dictionaries(TEXTS.map(lambda text: f"a{text}"), SOMETHING, max_size=4)


@given(st.integers(1), st.sampled_from(["moved", "ended"]), st.floats(0, 1e12), DATA)
def test_an_event_comes_back_from_its_json(
    version: int, kind: str, at: float, data: dict[str, Any]
) -> None:
    data.pop("at", None)
    event = Event(version, kind, at, data)
    assert Event.from_json(json.loads(json.dumps(event.as_json()))) == event
    assert event.public_json() == event.as_json()
