"""Seats: joining, changing, leaving, rematches."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from fivefold.core import Player
from fivefold.server.room import commands as do
from fivefold.server.room.room import MACHINE, Room
from fivefold.words import say

if TYPE_CHECKING:
    from tests.server.room.conftest import PlayedMatch, Sit

ANN, BOB, EVE = "a" * 64, "b" * 64, "e" * 64
PERSON = {"kind": "person", "name": None}
OPEN = {"kind": "open"}


def machine(strategy: str) -> dict[str, str]:
    return {"kind": "machine", "strategy": strategy}


def seats(played: PlayedMatch) -> dict[str, Any]:
    assert played.rebuilt().document() == played.room.document()
    shown: dict[str, Any] = played.room.document()["seats"]
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
    played = sit(x=x, o=o)
    assert seats(played) == {"X": shown[0], "O": shown[1]}
    assert played.room.held_by(ANN) == held
    assert played.room.held_by(BOB) == played.room.held_by(None) == frozenset()
    assert played.room.owner == ANN
    assert played.room.between_people == between_people


def test_a_person_who_joins_gets_the_open_seat_and_is_between_people_from_then(sit: Sit) -> None:
    played = sit(x="open", o="me", name="Ann")
    (event,) = played.do(do.Join(name="  Bob "), BOB)
    assert event.data == {"seat": "X", "name": "Bob", "holder": BOB}
    assert seats(played)["X"] == {"kind": "person", "name": "Bob"}
    assert seats(played)["O"] == {"kind": "person", "name": "Ann"}
    assert played.room.held_by(BOB) == {"X"}
    assert played.room.between_people


def test_joining_twice_gives_the_same_seat(sit: Sit) -> None:
    played = sit(x="open", o="open")
    played.do(do.Join(), BOB)
    assert played.do(do.Join(), BOB) == []
    assert played.do(do.Join("O"), BOB) == []
    played.do(do.Join(), EVE)
    assert played.room.held_by(EVE) == {"O"}
    assert played.room.between_people


def test_a_seat_that_is_taken_cannot_be_joined(sit: Sit) -> None:
    played = sit(o="open")
    assert played.refusal(do.Join("X"), BOB) == "match.seat_taken"
    assert played.refusal(do.Join("Y"), BOB) == "match.no_such_seat"
    assert played.refusal(do.Join(), None) == "match.not_yours"
    played.do(do.Join("O"), BOB)
    assert played.refusal(do.Join(), EVE) == "match.no_open_seat"
    assert played.refusal(do.Join("X"), EVE) == "match.no_open_seat"


@pytest.mark.parametrize(
    "name", ["x" * 41, "a\nb", "\x00", "\ud800", "\u202e", "a\u2028b", "\u0410nna", "\ufdfa" * 3]
)
def test_a_name_is_short_and_printable(sit: Sit, name: str) -> None:
    played = sit(o="open")
    assert played.refusal(do.Join(name=name), BOB) == "match.name"


@pytest.mark.parametrize(
    ("name", "shown"), [("", None), ("  ", None), ("x" * 40, "x" * 40), ("민수", "민수")]
)
def test_a_name_is_taken_as_it_is(sit: Sit, name: str, shown: str | None) -> None:
    played = sit(o="open")
    played.do(do.Join(name=name), BOB)
    assert seats(played)["O"]["name"] == shown


def test_the_opponent_can_be_changed_at_any_time(sit: Sit) -> None:
    played = sit(name="Ann")
    played.play("e5")
    (event,) = played.do(do.Reseat(played.version, {"O": "h2"}))
    assert event.kind == "seated"
    assert seats(played) == {"X": {"kind": "person", "name": "Ann"}, "O": machine("h2")}
    assert played.room.machine_to_move == "h2"
    assert played.do(do.Reseat(played.version, {"O": "h2"})) == []
    assert played.do(do.Reseat(played.version, {})) == []


def test_the_computer_is_switched_off_and_on(sit: Sit) -> None:
    played = sit(name="Ann")
    played.do(do.Reseat(played.version, {"O": "me"}))
    assert seats(played) == {"X": {"kind": "person", "name": "Ann"}, "O": PERSON}
    assert played.room.held_by(ANN) == {"X", "O"}
    assert not played.room.between_people
    played.do(do.Reseat(played.version, {"O": "level(3)"}))
    assert seats(played)["O"] == machine("level(3)")


def test_a_name_goes_along_to_another_seat(sit: Sit) -> None:
    played = sit(name="Ann")
    played.do(do.Reseat(played.version, {"X": "level(1)", "O": "me"}))
    assert seats(played) == {"X": machine("level(1)"), "O": {"kind": "person", "name": "Ann"}}


def test_a_seat_can_be_opened_for_somebody_with_the_link(sit: Sit) -> None:
    played = sit()
    played.play("e5")
    played.do(do.Reseat(played.version, {"O": "open"}))
    assert played.room.between_people
    assert played.room.machine_to_move is None
    played.do(do.Join(), BOB)
    assert played.refusal(do.Reseat(played.version, {"O": "me"}), ANN) == "match.between_people"
    played.move("e6", BOB)


def test_an_open_seat_can_be_given_to_a_machine(sit: Sit) -> None:
    played = sit(o="open")
    played.do(do.Reseat(played.version, {"O": "level(1)"}))
    assert not played.room.between_people
    assert played.refusal(do.Join(), BOB) == "match.no_open_seat"


def test_the_owner_of_two_machines_takes_a_seat(sit: Sit) -> None:
    played = sit(x="random", o="level(1)")
    played.do(do.Reseat(played.version, {"X": "me"}))
    assert played.room.held_by(ANN) == {"X"}


def test_no_third_seat_can_be_filled(sit: Sit) -> None:
    played = sit()
    assert played.refusal(do.Reseat(played.version, {"Z": "me"})) == "match.no_such_seat"
    assert played.refusal(do.Resign(played.version, "Z")) == "match.no_such_seat"


def test_swapping_exchanges_the_seats_and_their_holders(sit: Sit) -> None:
    played = sit()
    played.play("e5", "e6")
    played.do(do.Swap(played.version))
    assert seats(played) == {"X": machine("level(1)"), "O": PERSON}
    assert played.room.held_by(ANN) == {"O"}
    assert played.room.machine_to_move == "level(1)"
    same_screen = sit(o="me")
    assert same_screen.do(do.Swap(same_screen.version)) == []


@pytest.mark.parametrize("ending", ["crashed", "illegal"])
def test_after_a_crash_the_match_goes_on_with_another_machine(sit: Sit, ending: str) -> None:
    played = sit()
    played.play("e5")
    (ended,) = played.do(do.Crash("O", say("match.no_move"), ending), MACHINE)
    assert ended.data["winner"] == "X"
    assert ended.data["ending"] == ending
    assert ended.data["reason"]["text"] == "It returned no move. Black wins."
    assert played.room.machine_to_move is None
    played.do(do.Reseat(played.version, {"O": "h2"}))
    assert played.room.live
    assert played.room.machine_to_move == "h2"
    assert played.rebuilt().document() == played.room.document()


def test_only_a_machine_whose_turn_it_is_can_break(sit: Sit) -> None:
    played = sit()
    for seat in ("X", "O"):  # Ann is to move, and she is not a machine
        assert played.refusal(do.Crash(seat, say("match.no_move")), MACHINE) == "match.not_its_turn"


def test_a_machine_does_not_begin_before_the_other_has_come(sit: Sit) -> None:
    played = sit(x="level(1)", o="open")
    assert played.room.machine_to_move is None
    played.do(do.Join(), BOB)
    assert played.room.machine_to_move == "level(1)"


@pytest.mark.parametrize("seat", ["X", "O"])
def test_joining_two_open_seats_gives_the_named_one(sit: Sit, seat: str) -> None:
    played = sit(x="open", o="open")
    played.do(do.Join(seat), BOB)
    assert played.room.held_by(BOB) == {seat}


def test_changing_seats_after_the_end_does_not_undo_it(sit: Sit) -> None:
    played = sit()
    played.do(do.Resign(played.version))
    played.do(do.Reseat(played.version, {"O": "h2"}))
    assert not played.room.live
    assert played.room.machine_to_move is None


# Resigning and claiming


@pytest.mark.parametrize(("who", "winner"), [(ANN, "O"), (BOB, "X")])
def test_the_resigning_player_loses_even_out_of_turn(people: Sit, who: str, winner: str) -> None:
    played = people()
    (ended,) = played.do(do.Resign(played.version), who)
    assert (ended.data["winner"], ended.data["ending"]) == (winner, "resigned")
    assert ended.data["reason"]["key"] == "play.resigned"
    view = played.room.view()
    assert view["to_move"] is None
    assert view["legal"] == []


def test_on_one_screen_the_side_to_move_resigns_unless_said_otherwise(sit: Sit) -> None:
    played = sit(o="me")
    played.play("e5")
    played.do(do.Resign(played.version))
    assert played.room.result is not None
    assert played.room.result["winner"] == "X"
    played.do(do.Undo(played.version))
    played.do(do.Resign(played.version, "O"))
    assert played.room.result["winner"] == "X"


def test_nobody_resigns_for_another(people: Sit) -> None:
    played = people()
    assert played.refusal(do.Resign(played.version, "O"), ANN) == "match.not_yours"


@pytest.mark.parametrize(
    ("away", "is_won"), [(None, False), (0.0, False), (60.0, False), (60.5, True)]
)
def test_a_match_is_won_against_a_person_who_is_away_for_a_minute(
    people: Sit, away: float | None, is_won: bool
) -> None:
    played = people()
    played.away = {} if away is None else {Player.SECOND: away}
    if not is_won:
        assert played.refusal(do.Claim(played.version), ANN) == "match.not_away"
        return
    assert played.refusal(do.Claim(played.version), BOB) == "match.not_away"
    (ended,) = played.do(do.Claim(played.version), ANN)
    assert (ended.data["winner"], ended.data["ending"]) == ("X", "abandoned")


def test_nobody_is_away_from_a_seat_that_is_open(sit: Sit) -> None:
    played = sit(o="open")
    played.away = {Player.SECOND: 100.0}
    assert played.refusal(do.Claim(played.version)) == "match.nobody_to_leave"


# Two machines


def test_two_machines_stop_and_go_on(sit: Sit) -> None:
    played = sit(x="random", o="level(1)", pace=500)
    assert played.room.machine_to_move == "random"
    played.do(do.Pace(None))
    assert played.room.machine_to_move is None
    assert played.room.document()["pace"] is None
    assert played.do(do.Pace(None)) == []
    played.do(do.Pace(0))
    assert played.room.machine_to_move == "random"
    assert played.rebuilt().document() == played.room.document()


@pytest.mark.parametrize("pace", [-1, 60_001])
def test_a_pace_is_some_milliseconds(sit: Sit, pace: int) -> None:
    played = sit(x="random", o="random")
    assert played.refusal(do.Pace(pace)) == "match.pace"


def test_a_pause_of_two_machines_does_not_hold_up_a_person_who_takes_a_seat(sit: Sit) -> None:
    played = sit(x="random", o="level(1)")
    played.do(do.Pace(None))
    played.do(do.Reseat(played.version, {"O": "me"}))
    assert played.room.machine_to_move == "random"


# Rematches


def over(played: PlayedMatch) -> PlayedMatch:
    played.play("e5")
    played.do(do.Resign(played.version), ANN)
    return played


def test_a_rematch_against_a_machine_is_the_same_match_with_seats_exchanged(sit: Sit) -> None:
    start = "." * 80 + "X O"
    played = over(sit(o="level(2)", start=start, time="5+3", name="Ann"))
    (event,) = played.do(do.Rematch(played.version, "m2"))
    assert (event.kind, event.data) == ("rematched", {"match": "m2"})
    assert played.room.document()["rematch"] == {"match": "m2"}
    again = Room("m2", played.room.rematch(played.at), lambda: played.now)
    document = again.document()
    assert document["seats"] == {"X": machine("level(2)"), "O": {"kind": "person", "name": "Ann"}}
    assert document["start"] == start
    assert document["time"] == "5+3"
    assert document["moves"] == []
    assert document["live"]
    assert again.held_by(ANN) == {"O"}
    assert again.owner == ANN
    assert played.do(do.Rematch(played.version, "m3")) == []
    assert played.room.rematched == "m2"


def test_between_people_both_have_to_want_it(people: Sit) -> None:
    played = over(people())
    (asked,) = played.do(do.Rematch(played.version, "m2"), BOB)
    assert (asked.kind, asked.data) == ("rematch_asked", {"seat": "O"})
    assert played.room.document()["rematch"] == {"asked": "O"}
    assert played.do(do.Rematch(played.version, "m2"), BOB) == []
    played.do(do.Rematch(played.version, "m3"), ANN)
    assert played.room.document()["rematch"] == {"match": "m3"}
    assert played.rebuilt().document() == played.room.document()
    again = Room("m3", played.room.rematch(played.at))
    assert again.held_by(ANN) == {"O"}
    assert again.held_by(BOB) == {"X"}


def test_the_hashes_of_secrets_stand_in_the_log_and_nowhere_else(people: Sit) -> None:
    played = over(people())
    played.do(do.Rematch(played.version, "m2"), ANN)
    kept = json.dumps([event.as_json() for event in played.log])
    shown = json.dumps([event.public_json() for event in played.log] + [played.room.document()])
    for holder in (ANN, BOB):
        assert holder in kept
        assert holder not in shown
    assert "holder" not in shown
    assert "owner" not in shown
