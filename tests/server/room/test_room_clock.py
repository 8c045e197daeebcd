"""The clocks of a match: the server's time, the log's seconds, and the flag."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fivefold.server import commands as do
from fivefold.server.room import MACHINE

if TYPE_CHECKING:
    from tests.server.room.conftest import Sit, Table

ANN, BOB = "a" * 64, "b" * 64


def used_and_left(table: Table) -> tuple[float, float | None, float, float | None]:
    clocks = table.clocks()
    return clocks["X"]["used"], clocks["X"]["left"], clocks["O"]["used"], clocks["O"]["left"]


def think(table: Table, seconds: float, move: str) -> None:
    table.now += seconds
    table.play(move)


def test_without_a_time_control_both_clocks_count_up(sit: Sit) -> None:
    table = sit(o="me")
    think(table, 2.5, "e5")
    think(table, 4, "e6")
    table.now += 1
    assert used_and_left(table) == (3.5, None, 4.0, None)
    assert table.clocks()["running"] == "X"
    assert table.room.flag_due() is None


def test_a_move_in_time_earns_the_increment(sit: Sit) -> None:
    table = sit(o="me", time="1+3")
    think(table, 10, "e5")
    table.now += 5
    assert used_and_left(table) == (10, 53, 5, 55)
    assert table.room.flag_due() == pytest.approx(55)


def test_time_for_each_move_begins_anew(sit: Sit) -> None:
    table = sit(o="me", time="10s")
    think(table, 9, "e5")
    think(table, 1, "e6")
    table.now += 2
    assert table.clocks()["X"] == {"used": 11, "left": 8}
    assert table.room.flag_due() == pytest.approx(8)


def test_the_clock_waits_until_both_seats_are_taken(sit: Sit) -> None:
    table = sit(o="open", time="1+0")
    table.now += 100
    assert table.clocks()["running"] is None
    assert table.room.flag_due() is None
    table.do(do.Join(), BOB)
    table.now += 7
    assert used_and_left(table) == (7, 53, 0, 60)


def test_a_move_before_the_other_has_come_earns_no_time(sit: Sit) -> None:
    table = sit(o="open", time="1+5")
    table.play("e5")
    table.do(do.Join(), BOB)
    assert used_and_left(table) == (0, 60, 0, 60)
    assert table.rebuilt().document() == table.room.document()


def test_the_seconds_in_the_log_are_whole_milliseconds(sit: Sit) -> None:
    table = sit(o="me", time="1+0")
    table.now += 1.23456
    (event,) = table.move("e5")
    assert event.data["seconds"] == 1.234


def test_a_move_after_the_flag_is_refused_and_the_flag_ends_the_match(people: Sit) -> None:
    table = people(time="1+0")
    think(table, 5, "e5")
    table.now += 59.999
    assert table.do(do.Flag(), MACHINE) == []
    table.now += 0.001
    assert table.room.flag_due() == 0
    assert table.refusal(do.Move("e6", "x", table.version), BOB) == "match.time_over"
    table.now += 8
    (ended,) = table.do(do.Flag(), MACHINE)
    assert (ended.data["winner"], ended.data["ending"]) == ("X", "time")
    assert ended.data["reason"]["text"] == "White ran out of time: Black wins."
    assert used_and_left(table) == (5, 55, 60, 0)
    assert table.clocks()["running"] is None
    assert table.do(do.Flag(), MACHINE) == []
    assert table.rebuilt().document() == table.room.document()


def test_the_clock_stops_when_the_match_ends(sit: Sit) -> None:
    table = sit(o="me", time="1+0")
    think(table, 5, "e5")
    table.now += 3
    table.do(do.Resign(table.version))
    table.now += 50
    assert table.clocks()["running"] is None
    assert used_and_left(table) == (5, 55, 3, 57)
    assert table.room.flag_due() is None


@pytest.mark.parametrize("control", [None, "2+5", "30s"])
def test_a_match_read_from_its_log_has_the_clocks_of_its_last_event(
    sit: Sit, control: str | None
) -> None:
    table = sit(o="me", time=control)
    for number, move in enumerate(["e5", "e6", "f5", "f6", "g5"]):
        think(table, number * 1.2345, move)
    after_the_move = table.clocks()
    table.now += 20  # the current turn begins anew: what was down is never charged
    assert table.rebuilt().document()["clocks"] == after_the_move


def test_a_loaded_match_gives_the_turn_its_whole_time_again(sit: Sit) -> None:
    table = sit(o="me", time="1+0")
    think(table, 5, "e5")
    table.now += 1000
    room = table.rebuilt()
    assert room.flag_due() == pytest.approx(60)
    table.now += 10
    assert room.flag_due() == pytest.approx(50)


def test_taking_back_gives_no_time_back(sit: Sit) -> None:
    table = sit(o="me", time="1+0")
    think(table, 10, "e5")
    table.now += 7
    table.do(do.Undo(table.version))
    assert used_and_left(table) == (10, 50, 7, 53)
    assert table.clocks()["running"] == "X"
    assert table.rebuilt().document() == table.room.document()


def test_an_interrupted_turn_earns_no_increment(sit: Sit) -> None:
    table = sit(time="1+10")
    table.now += 7
    table.do(do.Reseat(table.version, {"O": "h2"}))
    assert used_and_left(table) == (7, 53, 0, 60)
    table.now += 1
    assert used_and_left(table) == (8, 52, 0, 60)


def test_a_forced_pass_costs_and_earns_nothing(sit: Sit) -> None:
    table = sit("othello(4)", o="me", start="XO.. XXX. XXX. XXO. X", time="1+5")
    think(table, 2, "c1")
    assert used_and_left(table) == (2, 63, 0, 60)
    assert table.clocks()["running"] == "X"


def test_a_clock_that_is_asked_about_does_not_change(people: Sit) -> None:
    table = people(time="1+0")
    table.now += 4
    for _ in range(3):
        assert used_and_left(table) == (4, 56, 0, 60)
    table.do(do.Move("e5", "1", table.version), ANN)
    table.do(do.Undo(table.version), ANN)
    table.now += 6
    table.do(do.AnswerUndo(table.version, False), BOB)
    assert used_and_left(table) == (4, 56, 6, 54)  # asking and declining stop no clock
    table.now += 1
    assert used_and_left(table) == (4, 56, 7, 53)


def test_the_pace_of_two_machines_is_not_their_thinking_time(sit: Sit) -> None:
    table = sit(x="random", o="random", time="1+0", pace=2000)
    assert table.room.flag_due() == pytest.approx(62)
    table.now += 2.5
    table.move("e5", MACHINE)
    assert used_and_left(table) == (0.5, 59.5, 0, 60)


def test_two_machines_that_are_stopped_use_no_time(sit: Sit) -> None:
    table = sit(x="random", o="random", time="1+0")
    table.now += 3
    table.do(do.Pace(None))
    table.now += 100
    assert used_and_left(table) == (3, 57, 0, 60)
    assert table.room.flag_due() is None
    table.do(do.Pace(0))
    table.now += 1
    assert used_and_left(table) == (4, 56, 0, 60)


def test_a_match_reopened_after_its_end_runs_again(sit: Sit) -> None:
    table = sit(o="me", time="1+0")
    think(table, 10, "e5")
    table.do(do.Resign(table.version))
    table.now += 500
    table.do(do.Undo(table.version))
    table.now += 2
    assert used_and_left(table) == (12, 48, 0, 60)


def test_a_time_that_goes_backwards_charges_nothing(sit: Sit) -> None:
    table = sit(o="me", time="1+0")
    table.now -= 30
    table.move("e5")
    assert used_and_left(table) == (0, 60, 0, 60)


def test_a_turn_that_is_held_begins_anew_when_it_is_resumed(sit: Sit) -> None:
    table = sit(time="1+0")
    table.now += 10
    table.room.resume()  # nothing was held: the turn goes on
    assert table.room.flag_due() == pytest.approx(50)
    table.room.hold()
    table.now += 100
    assert table.clocks()["running"] is None
    assert table.room.flag_due() is None
    table.room.resume()
    assert table.clocks()["running"] == "X"
    assert table.room.flag_due() == pytest.approx(60)


def test_no_clock_runs_in_a_match_that_is_over_whoever_takes_a_seat(sit: Sit) -> None:
    table = sit(time="1+0")
    table.do(do.Resign(table.version))
    table.do(do.Reseat(table.version, {"O": "level(2)"}))
    assert not table.room.live
    assert table.clocks()["running"] is None


def test_a_flag_falls_once(people: Sit) -> None:
    table = people(time="1+0")
    table.now += 61
    table.do(do.Flag(), MACHINE)
    assert table.do(do.Flag(), MACHINE) == []
