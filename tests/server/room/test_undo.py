"""Undo: at once, or when the other player agrees."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fivefold.server.room import commands as do
from fivefold.server.room.room import MACHINE
from fivefold.words import say

if TYPE_CHECKING:
    from tests.server.room.conftest import PlayedMatch, Sit

ANN, BOB = "a" * 64, "b" * 64
FIVE = ("a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1")
PASSING = "XO.. XXX. XXX. XXO. X"


def moves(played: PlayedMatch) -> list[str]:
    assert played.rebuilt().document() == played.room.document()
    found: list[str] = played.room.document()["moves"]
    return found


def test_against_a_machine_it_goes_back_to_the_persons_own_last_choice(sit: Sit) -> None:
    played = sit()
    played.play("e5", "e6", "f5", "f6")
    (event,) = played.do(do.Undo(played.version))
    assert event.kind == "undone"
    assert event.data["ply"] == 2
    assert moves(played) == ["e5", "e6"]
    played.play("g5")
    played.do(do.Undo(played.version))  # while the machine thinks
    assert moves(played) == ["e5", "e6"]


def test_the_machines_first_move_cannot_be_undone(sit: Sit) -> None:
    played = sit(x="level(1)", o="me")
    assert played.refusal(do.Undo(played.version)) == "match.nothing_to_undo"
    played.play("e5")
    assert played.refusal(do.Undo(played.version)) == "match.nothing_to_undo"


def test_on_one_screen_and_between_machines_it_is_one_move(sit: Sit) -> None:
    for played in (sit(o="me"), sit(x="random", o="random")):
        played.play("e5", "e6", "f5")
        played.do(do.Undo(played.version))
        assert moves(played) == ["e5", "e6"]


def test_a_forced_pass_is_taken_back_with_the_move_that_forced_it(sit: Sit) -> None:
    played = sit("othello(4)", o="me", start=PASSING)
    played.play("c1")
    assert moves(played) == ["c1", "--"]
    played.do(do.Undo(played.version))
    assert moves(played) == []
    assert played.room.state.to_move.value == "X"


def test_undo_goes_back_past_forced_passes_to_an_own_decision(sit: Sit) -> None:
    played = sit("othello(4)", x="level(1)", o="me", start=PASSING)
    played.play("c1")
    assert played.refusal(do.Undo(played.version)) == "match.nothing_to_undo"


def test_it_reopens_a_match_that_is_over(sit: Sit) -> None:
    played = sit(o="me")
    played.play(*FIVE)
    played.do(do.Rematch(played.version, "m2"))
    played.do(do.Undo(played.version))
    assert played.room.live
    assert moves(played) == list(FIVE[:-1])
    document = played.room.document()
    assert document["result"] is None
    assert document["rematch"] is None
    assert document["view"]["to_move"] == "X"
    played.play("e1")
    assert not played.room.live


def test_it_reopens_a_resigned_match_but_not_one_lost_on_time(sit: Sit) -> None:
    played = sit(time="1+0")
    played.play("e5", "e6")
    played.do(do.Resign(played.version))
    played.do(do.Undo(played.version))
    assert moves(played) == []
    played.now += 61
    played.do(do.Flag(), MACHINE)
    assert played.refusal(do.Undo(played.version)) == "match.no_undo_on_time"


def test_between_people_it_is_asked_for_and_agreed(people: Sit) -> None:
    played = people()
    played.play("e5", "e6")
    (asked,) = played.do(do.Undo(played.version), ANN)
    assert (asked.kind, asked.data) == ("undo_asked", {"seat": "X"})
    assert played.room.document()["undo_asked"] == "X"
    assert moves(played) == ["e5", "e6"]
    played.do(do.AnswerUndo(played.version, True), BOB)
    assert moves(played) == []
    assert played.room.document()["undo_asked"] is None


def test_undo_right_after_an_own_move_takes_back_only_that_move(people: Sit) -> None:
    played = people()
    played.play("e5", "e6")
    played.do(do.Undo(played.version), BOB)
    played.do(do.AnswerUndo(played.version, True), ANN)
    assert moves(played) == ["e5"]


def test_an_undo_can_be_declined_and_asked_for_again(people: Sit) -> None:
    played = people()
    played.play("e5")
    played.do(do.Undo(played.version), ANN)
    (refused,) = played.do(do.AnswerUndo(played.version, False), BOB)
    assert (refused.kind, refused.data) == ("undo_refused", {"seat": "O"})
    assert moves(played) == ["e5"]
    assert played.room.document()["undo_asked"] is None
    assert [event.kind for event in played.do(do.Undo(played.version), ANN)] == ["undo_asked"]


def test_playing_on_answers_an_undo_that_was_asked_for(people: Sit) -> None:
    played = people()
    played.play("e5")
    played.do(do.Undo(played.version), ANN)
    played.move("e6", BOB)
    assert played.room.document()["undo_asked"] is None
    assert played.refusal(do.AnswerUndo(played.version, True), BOB) == "match.no_undo_asked"


@pytest.mark.parametrize("who", [ANN, BOB])
def test_between_people_there_has_to_be_a_move_of_ones_own(people: Sit, who: str) -> None:
    played = people()
    assert played.refusal(do.Undo(played.version), who) == "match.nothing_to_undo"


def test_undo_needs_no_consent_before_the_other_has_joined(sit: Sit) -> None:
    played = sit(o="open")
    played.play("e5")
    played.do(do.Undo(played.version))
    assert moves(played) == []


def test_moves_of_an_opened_game_can_be_taken_back(sit: Sit) -> None:
    played = sit(moves=("e5", "e6", "f5", "f6"))
    played.do(do.Undo(played.version))
    assert moves(played) == ["e5", "e6"]


def test_after_a_crash_it_goes_on_as_well(sit: Sit) -> None:
    played = sit()
    played.play("e5")
    played.do(do.Crash("O", say("match.no_move")), MACHINE)
    played.do(do.Undo(played.version))
    assert played.room.live
    assert moves(played) == []


def test_a_match_does_not_go_back_and_forth_for_ever(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fivefold.server.room.rules.MAX_EVENTS", 6)
    played = sit()
    played.play("e5", "e6")
    played.do(do.Undo(played.version))
    played.play("e5")
    played.move("e6", MACHINE)
    assert played.refusal(do.Undo(played.version)) == "match.too_long"
    assert played.refusal(do.Move("f5", "x", played.version)) == "match.too_long"
    played.do(do.Resign(played.version))
    assert not played.room.live


def test_a_machine_may_answer_the_last_permitted_event(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fivefold.server.room.rules.MAX_EVENTS", 2)
    played = sit()
    played.play("e5", "e6")
    assert moves(played) == ["e5", "e6"]


def test_the_end_of_the_match_withdraws_a_pending_undo(people: Sit) -> None:
    played = people()
    played.play("e5", "e6")
    played.do(do.Undo(played.version), ANN)
    played.do(do.Resign(played.version), ANN)
    assert played.room.document()["undo_asked"] is None
