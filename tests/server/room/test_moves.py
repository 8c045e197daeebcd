"""Moves: turns, versions, repeated ids, forced passes and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fivefold.errors import IllegalMove, InvalidNotation, StaleWrite
from fivefold.server.room import commands as do
from fivefold.server.room.room import MACHINE

if TYPE_CHECKING:
    from tests.server.room.conftest import Sit

ANN, BOB, EVE = "a" * 64, "b" * 64, "e" * 64

FIVE = ("a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1")
PASSING = "XO.. XXX. XXX. XXO. X"
"""After Black's c1, which flips b1, White must pass and Black has d4, which flips c4.

      a b c d
    1 X O . .
    2 X X X .
    3 X X X .
    4 X X O .
"""


def test_a_move_is_written_down_with_its_ply_seat_time_and_id(sit: Sit) -> None:
    played = sit()
    played.now += 2.5
    (event,) = played.do(do.Move("E5", "first", 1))
    assert event.as_json() == {
        "version": 2,
        "kind": "moved",
        "at": played.at,
        "ply": 1,
        "move": "e5",
        "seat": "X",
        "seconds": 2.5,
        "id": "first",
        "decision": None,
        "holder": ANN,
    }
    assert "holder" not in event.public_json()
    assert played.room.document()["moves"] == ["e5"]


def test_a_machine_moves_with_its_decision_and_a_person_brings_none(sit: Sit) -> None:
    played = sit()
    played.do(do.Move("e5", "1", 1, {"text": "mine"}))
    assert played.room.machine_to_move == "level(1)"
    played.do(do.Move("e6", None, 2, {"text": "because"}), MACHINE)
    assert played.room.machine_to_move is None
    plies = played.room.document()["plies"]
    assert [ply["decision"] for ply in plies] == [None, {"text": "because"}]


def test_a_move_for_another_version_is_stale_and_tells_the_present_one(sit: Sit) -> None:
    played = sit(o="me")
    played.move("e5")
    for version in (1, 3, 0, -1):
        with pytest.raises(StaleWrite) as caught:
            played.room.decide(do.Move("e6", "late", version), ANN, played.at)
        assert caught.value.code == "match.stale"
        assert caught.value.message.facts["version"] == 2


def test_a_late_move_is_stale_and_not_out_of_turn(
    people: Sit,
) -> None:
    played = people()
    played.do(do.Move("e5", "quick", 2), ANN)
    assert played.refusal(do.Move("e6", "slow", 2), ANN) == "match.stale"


def test_the_same_id_again_changes_nothing_and_has_the_same_answer(people: Sit) -> None:
    played = people()
    (event,) = played.do(do.Move("e5", "once", 2), ANN)
    played.move("e6", BOB)
    assert played.do(do.Move("e5", "once", 2), ANN) == []
    assert played.do(do.Move("f5", "once", played.version), ANN) == []
    assert played.room.answered("once", ANN) == event.version == 3
    assert played.rebuilt().answered("once", ANN) == 3


def test_an_id_is_remembered_after_the_move_was_taken_back(sit: Sit) -> None:
    played = sit(o="me")
    played.do(do.Move("e5", "once", 1))
    played.do(do.Undo(2))
    assert played.do(do.Move("e5", "once", 1)) == []
    assert played.room.answered("once", ANN) == played.rebuilt().answered("once", ANN) == 2
    assert played.room.plies == []


def test_two_people_may_count_their_ids_alike(people: Sit) -> None:
    played = people()
    played.do(do.Move("e5", "1", 2), ANN)
    played.do(do.Move("e6", "1", 3), BOB)
    assert played.room.document()["moves"] == ["e5", "e6"]
    assert played.room.answered("1", EVE) is None


@pytest.mark.parametrize(
    ("move", "error"),
    [("e5", IllegalMove), ("z9", IllegalMove), ("", InvalidNotation), ("hello", InvalidNotation)],
)
def test_the_rules_refuse_in_their_own_words(sit: Sit, move: str, error: type[Exception]) -> None:
    played = sit(o="me")
    played.move("e5")
    with pytest.raises(error):
        played.room.decide(do.Move(move, "x", 2), ANN, played.at)
    assert played.refusal(do.Move(move, "x", 2)).startswith("move.")
    assert played.room.answered("x", ANN) is None


def test_nobody_moves_for_another(people: Sit) -> None:
    played = people()
    assert played.refusal(do.Move("e5", "x", 2), BOB) == "match.not_your_turn"
    assert played.refusal(do.Move("e5", "x", 2), EVE) == "match.not_yours"
    assert played.refusal(do.Move("e5", "x", 2), None) == "match.not_yours"
    assert played.refusal(do.Move("e5", "x", 2), MACHINE) == "match.not_your_turn"
    played.move("e5", ANN)
    assert played.refusal(do.Move("e6", "y", 3), ANN) == "match.not_your_turn"


def test_people_do_not_move_a_machine_not_even_its_owner(sit: Sit) -> None:
    played = sit(x="level(1)", o="level(2)")
    assert played.refusal(do.Move("e5", "x", 1), ANN) == "match.not_yours"


def test_the_creator_may_move_before_the_other_has_joined(sit: Sit) -> None:
    played = sit(o="open")
    played.now += 5
    played.move("e5", ANN)
    assert played.refusal(do.Move("e6", "x", 2), ANN) == "match.not_your_turn"
    assert played.room.plies[0]["seconds"] == 0


def test_the_move_that_wins_ends_the_match_in_the_same_breath(sit: Sit) -> None:
    played = sit(o="me")
    played.play(*FIVE[:-1])
    moved, ended = played.move(FIVE[-1])
    assert (moved.kind, ended.kind) == ("moved", "ended")
    assert ended.data["winner"] == "X"
    assert ended.data["ending"] == "normal"
    assert ended.data["reason"]["key"] == "gomoku.five"
    assert not played.room.live
    assert played.room.result == {
        key: ended.data[key] for key in ("winner", "ending", "reason", "margin")
    }
    assert played.refusal(do.Move("i9", "x", played.version)) == "match.over"


def test_a_refusal_after_the_end_tells_how_it_ended_with_names(sit: Sit) -> None:
    played = sit(o="me")
    played.play(*FIVE)
    with pytest.raises(Exception, match=r"^The game is over. Black has five in a row\.$"):
        played.room.decide(do.Move("i9", "x", played.version), ANN, played.at)
    with pytest.raises(Exception, match=r"^The game is over. Black has five in a row\.$"):
        played.rebuilt().decide(do.Move("i9", "x", played.version), ANN, played.at)


def test_the_result_has_a_margin_where_the_game_counts_one(sit: Sit) -> None:
    start = "O" * 7 + "XX" + "O" * 4 + "XX." + " O"
    played = sit("othello(4)", o="me", start=start)
    (_, ended) = played.move("d4")
    state = played.room.state
    discs = state.cells.count("X"), state.cells.count("O")
    assert ended.data["winner"] == "O"
    assert ended.data["margin"] == discs[1] - discs[0] > 0


def test_a_forced_pass_is_played_for_them_together_with_the_move(sit: Sit) -> None:
    played = sit("othello(4)", o="me", start=PASSING)
    assert played.room.view()["legal"] == ["c1", "d4"]
    played.now += 3
    moved, passed = played.move("c1")
    assert (moved.data["seat"], passed.data["seat"]) == ("X", "O")
    assert passed.as_json() == {
        "version": 3,
        "kind": "moved",
        "at": played.at,
        "ply": 2,
        "move": "--",
        "seat": "O",
        "seconds": 0.0,
        "id": None,
        "decision": None,
        "forced": True,
    }
    assert played.room.state.to_move.value == "X"
    assert [ply["forced"] for ply in played.room.plies] == [False, True]
    view = played.room.view()
    assert view["passed"] == "O"
    assert view["move"] == "--"
    assert view["last"] == [2]
    assert played.room.view(1)["passed"] is None
    assert played.rebuilt().document() == played.room.document()


def test_a_machine_is_passed_for_as_well(sit: Sit) -> None:
    played = sit("othello(4)", o="level(1)", start=PASSING)
    assert [event.data.get("forced", False) for event in played.move("c1")] == [False, True]
    assert played.room.machine_to_move is None


def test_two_passes_in_a_row_are_the_end(sit: Sit) -> None:
    played = sit("othello(4)", o="me", start=PASSING)
    played.move("c1")
    kinds = [event.kind for event in played.move("d4")]
    assert kinds == ["moved", "ended"]
    assert played.room.result is not None
    assert played.room.result["winner"] == "X"
    assert played.room.result["margin"] == played.room.state.cells.count("X")


def test_a_machines_move_is_played_once_as_well(sit: Sit) -> None:
    played = sit()
    played.play("e5")
    move = do.Move("e6", "once", played.version)
    (event,) = played.do(move, MACHINE)
    assert played.do(move, MACHINE) == []
    assert played.room.answered("once", MACHINE) == event.version
