"""Taking moves back: at once, or when the other agrees."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fivefold.server import commands as do
from fivefold.server.room import MACHINE
from fivefold.words import say

if TYPE_CHECKING:
    from tests.server.room.conftest import Sit, Table

ANN, BOB = "a" * 64, "b" * 64
FIVE = ("a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1")
PASSING = "XO.. XXX. XXX. XXO. X"


def moves(table: Table) -> list[str]:
    assert table.rebuilt().document() == table.room.document()
    played: list[str] = table.room.document()["moves"]
    return played


def test_against_a_machine_it_goes_back_to_the_persons_own_last_choice(sit: Sit) -> None:
    table = sit()
    table.play("e5", "e6", "f5", "f6")
    (event,) = table.do(do.Undo(table.version))
    assert event.kind == "undone"
    assert event.data["ply"] == 2
    assert moves(table) == ["e5", "e6"]
    table.play("g5")
    table.do(do.Undo(table.version))  # while the machine thinks
    assert moves(table) == ["e5", "e6"]


def test_what_the_machine_began_with_cannot_be_taken_back(sit: Sit) -> None:
    table = sit(x="level(1)", o="me")
    assert table.refusal(do.Undo(table.version)) == "match.nothing_to_undo"
    table.play("e5")
    assert table.refusal(do.Undo(table.version)) == "match.nothing_to_undo"


def test_on_one_screen_and_between_machines_it_is_one_move(sit: Sit) -> None:
    for table in (sit(o="me"), sit(x="random", o="random")):
        table.play("e5", "e6", "f5")
        table.do(do.Undo(table.version))
        assert moves(table) == ["e5", "e6"]


def test_a_forced_pass_is_taken_back_with_the_move_that_forced_it(sit: Sit) -> None:
    table = sit("othello(4)", o="me", start=PASSING)
    table.play("c1")
    assert moves(table) == ["c1", "--"]
    table.do(do.Undo(table.version))
    assert moves(table) == []
    assert table.room.state.to_move.value == "X"


def test_whoever_was_passed_for_goes_back_to_a_choice_of_their_own(sit: Sit) -> None:
    table = sit("othello(4)", x="level(1)", o="me", start=PASSING)
    table.play("c1")
    assert table.refusal(do.Undo(table.version)) == "match.nothing_to_undo"


def test_it_reopens_a_match_that_is_over(sit: Sit) -> None:
    table = sit(o="me")
    table.play(*FIVE)
    table.do(do.Rematch(table.version, "m2"))
    table.do(do.Undo(table.version))
    assert table.room.live
    assert moves(table) == list(FIVE[:-1])
    document = table.room.document()
    assert document["result"] is None
    assert document["rematch"] is None
    assert document["view"]["to_move"] == "X"
    table.play("e1")
    assert not table.room.live


def test_it_reopens_what_was_resigned_but_never_what_was_lost_on_time(sit: Sit) -> None:
    table = sit(time="1+0")
    table.play("e5", "e6")
    table.do(do.Resign(table.version))
    table.do(do.Undo(table.version))
    assert moves(table) == []
    table.now += 61
    table.do(do.Flag(), MACHINE)
    assert table.refusal(do.Undo(table.version)) == "match.no_undo_on_time"


def test_between_people_it_is_asked_for_and_agreed(people: Sit) -> None:
    table = people()
    table.play("e5", "e6")
    (asked,) = table.do(do.Undo(table.version), ANN)
    assert (asked.kind, asked.data) == ("undo_asked", {"seat": "X"})
    assert table.room.document()["undo_asked"] == "X"
    assert moves(table) == ["e5", "e6"]
    table.do(do.AnswerUndo(table.version, True), BOB)
    assert moves(table) == []
    assert table.room.document()["undo_asked"] is None


def test_whoever_asks_right_after_their_move_takes_back_that_one_only(people: Sit) -> None:
    table = people()
    table.play("e5", "e6")
    table.do(do.Undo(table.version), BOB)
    table.do(do.AnswerUndo(table.version, True), ANN)
    assert moves(table) == ["e5"]


def test_an_undo_can_be_declined_and_asked_for_again(people: Sit) -> None:
    table = people()
    table.play("e5")
    table.do(do.Undo(table.version), ANN)
    (refused,) = table.do(do.AnswerUndo(table.version, False), BOB)
    assert (refused.kind, refused.data) == ("undo_refused", {"seat": "O"})
    assert moves(table) == ["e5"]
    assert table.room.document()["undo_asked"] is None
    assert [event.kind for event in table.do(do.Undo(table.version), ANN)] == ["undo_asked"]


def test_playing_on_answers_an_undo_that_was_asked_for(people: Sit) -> None:
    table = people()
    table.play("e5")
    table.do(do.Undo(table.version), ANN)
    table.move("e6", BOB)
    assert table.room.document()["undo_asked"] is None
    assert table.refusal(do.AnswerUndo(table.version, True), BOB) == "match.no_undo_asked"


@pytest.mark.parametrize("who", [ANN, BOB])
def test_between_people_there_has_to_be_a_move_of_ones_own(people: Sit, who: str) -> None:
    table = people()
    assert table.refusal(do.Undo(table.version), who) == "match.nothing_to_undo"


def test_while_nobody_has_come_there_is_nobody_to_ask(sit: Sit) -> None:
    table = sit(o="open")
    table.play("e5")
    table.do(do.Undo(table.version))
    assert moves(table) == []


def test_moves_of_an_opened_game_can_be_taken_back(sit: Sit) -> None:
    table = sit(moves=("e5", "e6", "f5", "f6"))
    table.do(do.Undo(table.version))
    assert moves(table) == ["e5", "e6"]


def test_after_a_crash_it_goes_on_as_well(sit: Sit) -> None:
    table = sit()
    table.play("e5")
    table.do(do.Crash("O", say("match.no_move")), MACHINE)
    table.do(do.Undo(table.version))
    assert table.room.live
    assert moves(table) == []


def test_a_match_does_not_go_back_and_forth_for_ever(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fivefold.server.room_rules.MOST_EVENTS", 6)
    table = sit()
    table.play("e5", "e6")
    table.do(do.Undo(table.version))
    table.play("e5")
    table.move("e6", MACHINE)
    assert table.refusal(do.Undo(table.version)) == "match.too_long"
    assert table.refusal(do.Move("f5", "x", table.version)) == "match.too_long"
    table.do(do.Resign(table.version))
    assert not table.room.live


def test_a_machine_may_answer_what_was_allowed_last(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fivefold.server.room_rules.MOST_EVENTS", 2)
    table = sit()
    table.play("e5", "e6")
    assert moves(table) == ["e5", "e6"]


def test_nobody_is_asked_any_more_when_the_match_is_over(people: Sit) -> None:
    table = people()
    table.play("e5", "e6")
    table.do(do.Undo(table.version), ANN)
    table.do(do.Resign(table.version), ANN)
    assert table.room.document()["undo_asked"] is None
