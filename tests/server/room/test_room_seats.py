"""Seats: who sits where, joins, changes, leaves, and plays again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from fivefold.core import Player
from fivefold.server import commands as do
from fivefold.server.room import MACHINE, Room
from fivefold.words import say

if TYPE_CHECKING:
    from tests.server.room.conftest import Sit, Table

ANN, BOB, EVE = "a" * 64, "b" * 64, "e" * 64
PERSON = {"kind": "person", "name": None}
OPEN = {"kind": "open"}


def machine(strategy: str) -> dict[str, str]:
    return {"kind": "machine", "strategy": strategy}


def seats(table: Table) -> dict[str, Any]:
    assert table.rebuilt().document() == table.room.document()
    shown: dict[str, Any] = table.room.document()["seats"]
    return shown


@pytest.mark.parametrize(
    ("x", "o", "shown", "held", "between_people"),
    [
        ("me", "me", (PERSON, PERSON), {"X", "O"}, False),
        ("me", "open", (PERSON, OPEN), {"X"}, True),
        ("open", "me", (OPEN, PERSON), {"O"}, True),
        ("me", "level(2)", (PERSON, machine("level(2)")), {"X"}, False),
        ("random", "h2", (machine("random"), machine("h2")), set(), False),
        ("open", "h2", (OPEN, machine("h2")), set(), False),
        ("open", "open", (OPEN, OPEN), set(), True),
    ],
)
def test_seats_as_they_are_asked_for(
    sit: Sit, x: str, o: str, shown: tuple[Any, Any], held: set[str], between_people: bool
) -> None:
    table = sit(x=x, o=o)
    assert seats(table) == {"X": shown[0], "O": shown[1]}
    assert table.room.held_by(ANN) == held
    assert table.room.held_by(BOB) == table.room.held_by(None) == frozenset()
    assert table.room.owner == ANN
    assert table.room.between_people == between_people


def test_a_person_who_joins_gets_the_open_seat_and_is_between_people_from_then(sit: Sit) -> None:
    table = sit(x="open", o="me", name="Ann")
    (event,) = table.do(do.Join(name="  Bob "), BOB)
    assert event.data == {"seat": "X", "name": "Bob", "holder": BOB}
    assert seats(table)["X"] == {"kind": "person", "name": "Bob"}
    assert seats(table)["O"] == {"kind": "person", "name": "Ann"}
    assert table.room.held_by(BOB) == {"X"}
    assert table.room.between_people


def test_one_who_joins_twice_has_the_same_seat(sit: Sit) -> None:
    table = sit(x="open", o="open")
    table.do(do.Join(), BOB)
    assert table.do(do.Join(), BOB) == []
    assert table.do(do.Join("O"), BOB) == []
    table.do(do.Join(), EVE)
    assert table.room.held_by(EVE) == {"O"}
    assert table.room.between_people


def test_a_seat_that_is_taken_cannot_be_joined(sit: Sit) -> None:
    table = sit(o="open")
    assert table.refusal(do.Join("X"), BOB) == "match.seat_taken"
    assert table.refusal(do.Join("Y"), BOB) == "match.no_such_seat"
    assert table.refusal(do.Join(), None) == "match.not_yours"
    table.do(do.Join("O"), BOB)
    assert table.refusal(do.Join(), EVE) == "match.no_open_seat"
    assert table.refusal(do.Join("X"), EVE) == "match.no_open_seat"


@pytest.mark.parametrize("name", ["x" * 41, "a\nb", "\x00", "\ud800", "\u202e", "a\u2028b"])
def test_a_name_is_short_and_printable(sit: Sit, name: str) -> None:
    table = sit(o="open")
    assert table.refusal(do.Join(name=name), BOB) == "match.name"


@pytest.mark.parametrize(
    ("name", "shown"), [("", None), ("  ", None), ("x" * 40, "x" * 40), ("민수", "민수")]
)
def test_a_name_is_taken_as_it_is(sit: Sit, name: str, shown: str | None) -> None:
    table = sit(o="open")
    table.do(do.Join(name=name), BOB)
    assert seats(table)["O"]["name"] == shown


def test_the_opponent_can_be_changed_at_any_time(sit: Sit) -> None:
    table = sit(name="Ann")
    table.play("e5")
    (event,) = table.do(do.Reseat(table.version, {"O": "h2"}))
    assert event.kind == "seated"
    assert seats(table) == {"X": {"kind": "person", "name": "Ann"}, "O": machine("h2")}
    assert table.room.machine_to_move == "h2"
    assert table.do(do.Reseat(table.version, {"O": "h2"})) == []
    assert table.do(do.Reseat(table.version, {})) == []


def test_the_computer_is_switched_off_and_on(sit: Sit) -> None:
    table = sit(name="Ann")
    table.do(do.Reseat(table.version, {"O": "me"}))
    assert seats(table) == {"X": {"kind": "person", "name": "Ann"}, "O": PERSON}
    assert table.room.held_by(ANN) == {"X", "O"}
    assert not table.room.between_people
    table.do(do.Reseat(table.version, {"O": "level(3)"}))
    assert seats(table)["O"] == machine("level(3)")


def test_a_name_goes_along_to_another_seat(sit: Sit) -> None:
    table = sit(name="Ann")
    table.do(do.Reseat(table.version, {"X": "level(1)", "O": "me"}))
    assert seats(table) == {"X": machine("level(1)"), "O": {"kind": "person", "name": "Ann"}}


def test_a_seat_can_be_opened_for_somebody_with_the_link(sit: Sit) -> None:
    table = sit()
    table.play("e5")
    table.do(do.Reseat(table.version, {"O": "open"}))
    assert table.room.between_people
    assert table.room.machine_to_move is None
    table.do(do.Join(), BOB)
    assert table.refusal(do.Reseat(table.version, {"O": "me"}), ANN) == "match.between_people"
    table.move("e6", BOB)


def test_whoever_waits_in_vain_can_play_a_machine_instead(sit: Sit) -> None:
    table = sit(o="open")
    table.do(do.Reseat(table.version, {"O": "level(1)"}))
    assert not table.room.between_people
    assert table.refusal(do.Join(), BOB) == "match.no_open_seat"


def test_the_owner_of_two_machines_takes_a_seat(sit: Sit) -> None:
    table = sit(x="random", o="level(1)")
    table.do(do.Reseat(table.version, {"X": "me"}))
    assert table.room.held_by(ANN) == {"X"}


def test_no_third_seat_can_be_filled(sit: Sit) -> None:
    table = sit()
    assert table.refusal(do.Reseat(table.version, {"Z": "me"})) == "match.no_such_seat"
    assert table.refusal(do.Resign(table.version, "Z")) == "match.no_such_seat"


def test_swapping_exchanges_the_seats_and_their_holders(sit: Sit) -> None:
    table = sit()
    table.play("e5", "e6")
    table.do(do.Swap(table.version))
    assert seats(table) == {"X": machine("level(1)"), "O": PERSON}
    assert table.room.held_by(ANN) == {"O"}
    assert table.room.machine_to_move == "level(1)"
    same_screen = sit(o="me")
    assert same_screen.do(do.Swap(same_screen.version)) == []


@pytest.mark.parametrize("ending", ["crashed", "illegal"])
def test_after_a_crash_the_match_goes_on_with_another_machine(sit: Sit, ending: str) -> None:
    table = sit()
    table.play("e5")
    (ended,) = table.do(do.Crash("O", say("match.no_move"), ending), MACHINE)
    assert ended.data["winner"] == "X"
    assert ended.data["ending"] == ending
    assert ended.data["reason"]["text"] == "It gave no move. Black wins."
    assert table.room.machine_to_move is None
    table.do(do.Reseat(table.version, {"O": "h2"}))
    assert table.room.live
    assert table.room.machine_to_move == "h2"
    assert table.rebuilt().document() == table.room.document()


def test_only_a_machine_whose_turn_it_is_can_break(sit: Sit) -> None:
    table = sit()
    for seat in ("X", "O"):  # Ann is to move, and she is no machine
        assert table.refusal(do.Crash(seat, say("match.no_move")), MACHINE) == "match.not_its_turn"


def test_a_machine_does_not_begin_before_the_other_has_come(sit: Sit) -> None:
    table = sit(x="level(1)", o="open")
    assert table.room.machine_to_move is None
    table.do(do.Join(), BOB)
    assert table.room.machine_to_move == "level(1)"


@pytest.mark.parametrize("seat", ["X", "O"])
def test_who_joins_two_open_seats_has_the_one_they_named(sit: Sit, seat: str) -> None:
    table = sit(x="open", o="open")
    table.do(do.Join(seat), BOB)
    assert table.room.held_by(BOB) == {seat}


def test_changing_seats_after_the_end_does_not_undo_it(sit: Sit) -> None:
    table = sit()
    table.do(do.Resign(table.version))
    table.do(do.Reseat(table.version, {"O": "h2"}))
    assert not table.room.live
    assert table.room.machine_to_move is None


# The end by people's will


@pytest.mark.parametrize(("who", "winner"), [(ANN, "O"), (BOB, "X")])
def test_whoever_resigns_loses_whoever_is_to_move(people: Sit, who: str, winner: str) -> None:
    table = people()
    (ended,) = table.do(do.Resign(table.version), who)
    assert (ended.data["winner"], ended.data["ending"]) == (winner, "resigned")
    assert ended.data["reason"]["key"] == "play.resigned"
    view = table.room.view()
    assert view["to_move"] is None
    assert view["legal"] == []


def test_on_one_screen_the_side_to_move_resigns_unless_said_otherwise(sit: Sit) -> None:
    table = sit(o="me")
    table.play("e5")
    table.do(do.Resign(table.version))
    assert table.room.result is not None
    assert table.room.result["winner"] == "X"
    table.do(do.Undo(table.version))
    table.do(do.Resign(table.version, "O"))
    assert table.room.result["winner"] == "X"


def test_nobody_resigns_for_another(people: Sit) -> None:
    table = people()
    assert table.refusal(do.Resign(table.version, "O"), ANN) == "match.not_yours"


@pytest.mark.parametrize(
    ("away", "is_won"), [(None, False), (0.0, False), (60.0, False), (60.5, True)]
)
def test_a_match_is_won_against_a_person_who_is_away_for_a_minute(
    people: Sit, away: float | None, is_won: bool
) -> None:
    table = people()
    table.away = {} if away is None else {Player.SECOND: away}
    if not is_won:
        assert table.refusal(do.Claim(table.version), ANN) == "match.not_away"
        return
    assert table.refusal(do.Claim(table.version), BOB) == "match.not_away"
    (ended,) = table.do(do.Claim(table.version), ANN)
    assert (ended.data["winner"], ended.data["ending"]) == ("X", "abandoned")


def test_nobody_is_away_from_a_seat_that_is_open(sit: Sit) -> None:
    table = sit(o="open")
    table.away = {Player.SECOND: 100.0}
    assert table.refusal(do.Claim(table.version)) == "match.nobody_to_leave"


# Two machines


def test_two_machines_stop_and_go_on(sit: Sit) -> None:
    table = sit(x="random", o="level(1)", pace=500)
    assert table.room.machine_to_move == "random"
    table.do(do.Pace(None))
    assert table.room.machine_to_move is None
    assert table.room.document()["pace"] is None
    assert table.do(do.Pace(None)) == []
    table.do(do.Pace(0))
    assert table.room.machine_to_move == "random"
    assert table.rebuilt().document() == table.room.document()


@pytest.mark.parametrize("pace", [-1, 60_001])
def test_a_pace_is_some_milliseconds(sit: Sit, pace: int) -> None:
    table = sit(x="random", o="random")
    assert table.refusal(do.Pace(pace)) == "match.pace"


def test_a_pause_of_two_machines_does_not_hold_up_a_person_who_takes_a_seat(sit: Sit) -> None:
    table = sit(x="random", o="level(1)")
    table.do(do.Pace(None))
    table.do(do.Reseat(table.version, {"O": "me"}))
    assert table.room.machine_to_move == "random"


# Again


def over(table: Table) -> Table:
    table.play("e5")
    table.do(do.Resign(table.version), ANN)
    return table


def test_a_rematch_against_a_machine_is_the_same_match_with_seats_exchanged(sit: Sit) -> None:
    start = "." * 80 + "X O"
    table = over(sit(o="level(2)", start=start, time="5+3", name="Ann"))
    (event,) = table.do(do.Rematch(table.version, "m2"))
    assert (event.kind, event.data) == ("rematched", {"match": "m2"})
    assert table.room.document()["rematch"] == {"match": "m2"}
    again = Room("m2", table.room.rematch(table.at), lambda: table.now)
    document = again.document()
    assert document["seats"] == {"X": machine("level(2)"), "O": {"kind": "person", "name": "Ann"}}
    assert document["start"] == start
    assert document["time"] == "5+3"
    assert document["moves"] == []
    assert document["live"]
    assert again.held_by(ANN) == {"O"}
    assert again.owner == ANN
    assert table.do(do.Rematch(table.version, "m3")) == []
    assert table.room.rematched == "m2"


def test_between_people_both_have_to_want_it(people: Sit) -> None:
    table = over(people())
    (asked,) = table.do(do.Rematch(table.version, "m2"), BOB)
    assert (asked.kind, asked.data) == ("rematch_asked", {"seat": "O"})
    assert table.room.document()["rematch"] == {"asked": "O"}
    assert table.do(do.Rematch(table.version, "m2"), BOB) == []
    table.do(do.Rematch(table.version, "m3"), ANN)
    assert table.room.document()["rematch"] == {"match": "m3"}
    assert table.rebuilt().document() == table.room.document()
    again = Room("m3", table.room.rematch(table.at))
    assert again.held_by(ANN) == {"O"}
    assert again.held_by(BOB) == {"X"}


def test_the_hashes_of_secrets_stand_in_the_log_and_nowhere_else(people: Sit) -> None:
    table = over(people())
    table.do(do.Rematch(table.version, "m2"), ANN)
    kept = json.dumps([event.as_json() for event in table.log])
    shown = json.dumps([event.public_json() for event in table.log] + [table.room.document()])
    for holder in (ANN, BOB):
        assert holder in kept
        assert holder not in shown
    assert "holder" not in shown
    assert "owner" not in shown
