"""The clocks of a match: running time, seconds in the log, and the flag."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fivefold.core import Player
from fivefold.server.room import commands as do
from fivefold.server.room.room import MACHINE

if TYPE_CHECKING:
    from tests.server.room.conftest import PlayedMatch, Sit

ANN, BOB = "a" * 64, "b" * 64


def used_and_left(played: PlayedMatch) -> tuple[float, float | None, float, float | None]:
    clocks = played.clocks()
    return clocks["X"]["used"], clocks["X"]["left"], clocks["O"]["used"], clocks["O"]["left"]


def think(played: PlayedMatch, seconds: float, move: str) -> None:
    played.now += seconds
    played.play(move)


def test_without_a_time_control_both_clocks_count_up(sit: Sit) -> None:
    played = sit(o="me")
    think(played, 2.5, "e5")
    think(played, 4, "e6")
    played.now += 1
    assert used_and_left(played) == (3.5, None, 4.0, None)
    assert played.clocks()["running"] == "X"
    assert played.room.flag_due() is None


def test_a_move_in_time_earns_the_increment(sit: Sit) -> None:
    played = sit(o="me", time="1+3")
    think(played, 10, "e5")
    played.now += 5
    assert used_and_left(played) == (10, 53, 5, 55)
    assert played.room.flag_due() == pytest.approx(55)


def test_time_for_each_move_begins_anew(sit: Sit) -> None:
    played = sit(o="me", time="10s")
    think(played, 9, "e5")
    think(played, 1, "e6")
    played.now += 2
    assert played.clocks()["X"] == {"used": 11, "left": 8}
    assert played.room.flag_due() == pytest.approx(8)


def test_the_clock_waits_until_both_seats_are_taken(sit: Sit) -> None:
    played = sit(o="open", time="1+0")
    played.now += 100
    assert played.clocks()["running"] is None
    assert played.room.flag_due() is None
    played.do(do.Join(), BOB)
    played.now += 7
    assert used_and_left(played) == (7, 53, 0, 60)


def test_a_move_before_the_other_has_come_earns_no_time(sit: Sit) -> None:
    played = sit(o="open", time="1+5")
    played.play("e5")
    played.do(do.Join(), BOB)
    assert used_and_left(played) == (0, 60, 0, 60)
    assert played.rebuilt().document() == played.room.document()


def test_the_seconds_in_the_log_are_whole_milliseconds(sit: Sit) -> None:
    played = sit(o="me", time="1+0")
    played.now += 1.23456
    (event,) = played.move("e5")
    assert event.data["seconds"] == 1.234


def test_a_move_after_the_flag_is_refused_and_the_flag_ends_the_match(people: Sit) -> None:
    played = people(time="1+0")
    think(played, 5, "e5")
    played.now += 59.999
    assert played.do(do.Flag(), MACHINE) == []
    played.now += 0.001
    assert played.room.flag_due() == 0
    assert played.refusal(do.Move("e6", "x", played.version), BOB) == "match.time_over"
    played.now += 8
    (ended,) = played.do(do.Flag(), MACHINE)
    assert (ended.data["winner"], ended.data["ending"]) == ("X", "time")
    assert ended.data["reason"]["text"] == "Black wins: White ran out of time."
    assert used_and_left(played) == (5, 55, 60, 0)
    assert played.clocks()["running"] is None
    assert played.do(do.Flag(), MACHINE) == []
    assert played.rebuilt().document() == played.room.document()


def test_the_clock_stops_when_the_match_ends(sit: Sit) -> None:
    played = sit(o="me", time="1+0")
    think(played, 5, "e5")
    played.now += 3
    played.do(do.Resign(played.version))
    played.now += 50
    assert played.clocks()["running"] is None
    assert used_and_left(played) == (5, 55, 3, 57)
    assert played.room.flag_due() is None


@pytest.mark.parametrize("control", [None, "2+5", "30s"])
def test_a_match_read_from_its_log_has_the_clocks_of_its_last_event(
    sit: Sit, control: str | None
) -> None:
    played = sit(o="me", time=control)
    for number, move in enumerate(["e5", "e6", "f5", "f6", "g5"]):
        think(played, number * 1.2345, move)
    after_the_move = played.clocks()
    played.now += 20  # the current turn begins again: the time without a server does not count
    assert played.rebuilt().document()["clocks"] == after_the_move


def test_a_loaded_match_gives_the_turn_its_whole_time_again(sit: Sit) -> None:
    played = sit(o="me", time="1+0")
    think(played, 5, "e5")
    played.now += 1000
    room = played.rebuilt()
    assert room.flag_due() == pytest.approx(60)
    played.now += 10
    assert room.flag_due() == pytest.approx(50)


def test_taking_back_gives_no_time_back(sit: Sit) -> None:
    played = sit(o="me", time="1+0")
    think(played, 10, "e5")
    played.now += 7
    played.do(do.Undo(played.version))
    assert used_and_left(played) == (10, 50, 7, 53)
    assert played.clocks()["running"] == "X"
    assert played.rebuilt().document() == played.room.document()


def test_an_interrupted_turn_earns_no_increment(sit: Sit) -> None:
    played = sit(time="1+10")
    played.now += 7
    played.do(do.Reseat(played.version, {"O": "h2"}))
    assert used_and_left(played) == (7, 53, 0, 60)
    played.now += 1
    assert used_and_left(played) == (8, 52, 0, 60)


def test_a_forced_pass_costs_and_earns_nothing(sit: Sit) -> None:
    played = sit("othello(4)", o="me", start="XO.. XXX. XXX. XXO. X", time="1+5")
    think(played, 2, "c1")
    assert used_and_left(played) == (2, 63, 0, 60)
    assert played.clocks()["running"] == "X"


def test_a_clock_that_is_asked_about_does_not_change(people: Sit) -> None:
    played = people(time="1+0")
    played.now += 4
    for _ in range(3):
        assert used_and_left(played) == (4, 56, 0, 60)
    played.do(do.Move("e5", "1", played.version), ANN)
    played.do(do.Undo(played.version), ANN)
    played.now += 6
    played.do(do.AnswerUndo(played.version, False), BOB)
    assert used_and_left(played) == (4, 56, 6, 54)  # asking and declining do not stop the clock
    played.now += 1
    assert used_and_left(played) == (4, 56, 7, 53)


def test_the_pace_of_two_machines_is_not_their_thinking_time(sit: Sit) -> None:
    played = sit(x="random", o="random", time="1+0", pace=2000)
    assert played.room.flag_due() == pytest.approx(62)
    played.now += 2.5
    played.move("e5", MACHINE)
    assert used_and_left(played) == (0.5, 59.5, 0, 60)


def test_two_machines_that_are_stopped_use_no_time(sit: Sit) -> None:
    played = sit(x="random", o="random", time="1+0")
    played.now += 3
    played.do(do.Pace(None))
    played.now += 100
    assert used_and_left(played) == (3, 57, 0, 60)
    assert played.room.flag_due() is None
    played.do(do.Pace(0))
    played.now += 1
    assert used_and_left(played) == (4, 56, 0, 60)


def test_a_match_reopened_after_its_end_runs_again(sit: Sit) -> None:
    played = sit(o="me", time="1+0")
    think(played, 10, "e5")
    played.do(do.Resign(played.version))
    played.now += 500
    played.do(do.Undo(played.version))
    played.now += 2
    assert used_and_left(played) == (12, 48, 0, 60)


def test_a_time_that_goes_backwards_charges_nothing(sit: Sit) -> None:
    played = sit(o="me", time="1+0")
    played.now -= 30
    played.move("e5")
    assert used_and_left(played) == (0, 60, 0, 60)


def test_a_turn_that_is_held_begins_anew_when_it_is_resumed(sit: Sit) -> None:
    played = sit(time="1+0")
    played.now += 10
    played.room.resume()  # the clock was not stopped: the turn goes on
    assert played.room.flag_due() == pytest.approx(50)
    played.room.hold()
    played.now += 100
    assert played.clocks()["running"] is None
    assert played.room.flag_due() is None
    played.room.resume()
    assert played.clocks()["running"] == "X"
    assert played.room.flag_due() == pytest.approx(60)


def test_no_clock_runs_in_a_match_that_is_over_whoever_takes_a_seat(sit: Sit) -> None:
    played = sit(time="1+0")
    played.do(do.Resign(played.version))
    played.do(do.Reseat(played.version, {"O": "level(2)"}))
    assert not played.room.live
    assert played.clocks()["running"] is None


def test_a_flag_falls_once(people: Sit) -> None:
    played = people(time="1+0")
    played.now += 61
    played.do(do.Flag(), MACHINE)
    assert played.do(do.Flag(), MACHINE) == []


def test_days_go_on_by_the_calendar_but_a_loaded_match_has_a_day_left(people: Sit) -> None:
    day = 86_400
    played = people(time="3d")
    played.play("e5")
    for passed, left in ((0.0, 3 * day), (1.5 * day, 1.5 * day), (40 * day, day), (-day, 3 * day)):
        loaded = played.rebuilt()
        loaded.clock.went_on(passed)
        assert loaded.flag_due() == pytest.approx(left)
    minutes = people(time="5+3")
    loaded = minutes.rebuilt()
    loaded.clock.went_on(1000.0)
    assert loaded.flag_due() == pytest.approx(300)


def test_nobody_loses_by_absence_where_moves_have_days(people: Sit) -> None:
    played = people(time="3d")
    played.away = {Player.SECOND: 10_000.0}
    assert played.refusal(do.Claim(played.version)) == "match.days"
