"""The clock, with simulated time."""

from __future__ import annotations

import re

import pytest

from fivefold.core import Limit, Player
from fivefold.errors import InvalidNotation
from fivefold.match.clock import Clock, TimeControl

X, O = Player.FIRST, Player.SECOND  # noqa: E741 - the players' marks


class Hands:
    """Simulated time."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time

    def pass_by(self, seconds: float) -> None:
        self.time += seconds


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("5+3", TimeControl(300, 3)),
        (" 5 + 3 ", TimeControl(300, 3)),
        ("5", TimeControl(300, 0)),
        ("0.5+0", TimeControl(30, 0)),
        ("0+2", TimeControl(0, 2)),
        ("10s", TimeControl(per_move=10)),
        ("0.25S", TimeControl(per_move=0.25)),
    ],
)
def test_time_controls_are_read(text: str, control: TimeControl) -> None:
    assert TimeControl.parse(text) == control


@pytest.mark.parametrize("text", ["5+3", "0.5+0", "0+2", "10s", "90+30"])
def test_time_controls_are_written_as_they_are_read(text: str) -> None:
    assert str(TimeControl.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "five", "5+", "+3", "-5+3", "0", "0+0", "0s", "5+3s", "nan", "inf", "1e9", "99999", "5,3"],
)
def test_other_texts_are_refused_with_an_example(text: str) -> None:
    with pytest.raises(InvalidNotation, match=r"such as 5\+3"):
        TimeControl.parse(text)


@pytest.mark.parametrize("text", ["0", "0+0", "0s"])
def test_no_time_at_all_is_refused_in_the_words_it_was_written_in(text: str) -> None:
    with pytest.raises(InvalidNotation, match=f"“{re.escape(text)}” is not a time"):
        TimeControl.parse(text)


def test_a_time_control_is_a_value() -> None:
    assert len({TimeControl.parse("5+3"), TimeControl(300, 3)}) == 1


def test_one_minute_and_one_second_a_move_are_times_like_others() -> None:
    assert TimeControl.parse("1") == TimeControl(60.0)
    assert TimeControl.parse("1s") == TimeControl(per_move=1.0)


@pytest.mark.parametrize(
    "parts",
    [
        (0.0, 0.0, None),
        (0.0, 0.0, 0.0),
        (-1.0, 3.0, None),
        (float("nan"), 0.0, None),
        (float("inf"), 0.0, None),
        (60.0, float("inf"), None),
        (60.0, 0.0, 5.0),
        (0.5, 0.0, 5.0),
        (0.0, 3.0, 5.0),
    ],
)
def test_impossible_time_controls_cannot_be_made(parts: tuple[float, float, float | None]) -> None:
    with pytest.raises(InvalidNotation, match="is not a time"):
        TimeControl(*parts)


def test_without_a_time_control_the_clock_counts_up() -> None:
    hands = Hands()
    clock = Clock(None, hands)
    clock.start(X)
    hands.pass_by(7)
    assert clock.used(X) == 7
    assert clock.stop() == 7
    clock.start(O)
    hands.pass_by(1000)
    assert (clock.used(X), clock.used(O)) == (7, 1000)
    assert clock.left(X) is None
    assert clock.flag is None
    assert clock.budget(O) is None


def test_only_the_running_side_loses_time_and_a_move_earns_the_increment() -> None:
    hands = Hands()
    clock = Clock(TimeControl(60, 3), hands)
    assert clock.control == TimeControl(60, 3)
    clock.start(X)
    hands.pass_by(10)
    assert (clock.left(X), clock.left(O)) == (50, 60)
    assert clock.stop() == 10
    assert clock.left(X) == 53
    hands.pass_by(500)
    assert (clock.left(X), clock.left(O)) == (53, 60)


def test_the_flag_falls_while_the_clock_runs() -> None:
    hands = Hands()
    clock = Clock(TimeControl(60, 3), hands)
    clock.start(O)
    hands.pass_by(59.9)
    assert clock.flag is None
    hands.pass_by(0.2)
    assert clock.flag is O
    clock.stop()
    assert clock.flag is O
    assert clock.left(O) == 0


def test_the_last_instant_is_too_late_and_earns_nothing() -> None:
    hands = Hands()
    clock = Clock(TimeControl(60, 3), hands)
    clock.start(X)
    hands.pass_by(60)
    assert clock.flag is X
    clock.stop()
    assert (clock.flag, clock.left(X)) == (X, 0)


def test_it_runs_for_one_at_a_time() -> None:
    clock = Clock(TimeControl(60, 3), Hands())
    clock.start(X)
    with pytest.raises(AssertionError):
        clock.start(O)


def test_time_per_move_is_full_again_for_every_move() -> None:
    hands = Hands()
    clock = Clock(TimeControl(per_move=10), hands)
    for _ in range(3):
        clock.start(X)
        hands.pass_by(9)
        assert clock.left(X) == 1
        clock.stop()
    clock.start(X)
    hands.pass_by(10)
    assert clock.flag is X


def test_without_base_time_the_first_move_has_the_increment() -> None:
    clock = Clock(TimeControl(0, 5), Hands())
    assert (clock.left(X), clock.left(O)) == (5, 5)
    assert clock.flag is None


def test_a_clock_that_goes_backwards_takes_nothing() -> None:
    hands = Hands()
    clock = Clock(TimeControl(60), hands)
    clock.start(X)
    hands.pass_by(-5)
    assert clock.stop() == 0
    assert clock.left(X) == 60


def test_stopping_a_stopped_clock_changes_nothing() -> None:
    clock = Clock(TimeControl(60, 3), Hands())
    assert clock.stop() == 0
    assert clock.left(X) == 60


def test_a_budget_leaves_room_for_being_late() -> None:
    clock = Clock(TimeControl(per_move=1.15), Hands())
    assert clock.budget(X) == pytest.approx(1.0)


@pytest.mark.parametrize("control", [TimeControl(60), TimeControl(60, 2), TimeControl(0, 1)])
def test_an_engine_that_uses_its_budget_and_is_late_keeps_its_time_for_300_moves(
    control: TimeControl,
) -> None:
    hands = Hands()
    clock = Clock(control, hands)
    # With 60 s and no increment each move costs at least 50 ms, so the loop ends.
    for _ in range(300 if control.increment else 100):
        clock.start(X)
        hands.pass_by((clock.budget(X) or 0) * 1.1 + 0.05)
        assert clock.flag is None
        clock.stop()


@pytest.mark.parametrize("control", [TimeControl(60), TimeControl(60, 2), TimeControl(0, 1)])
def test_thirty_hard_moves_in_a_row_do_not_use_up_the_time(control: TimeControl) -> None:
    hands = Hands()
    clock = Clock(control, hands)
    for _ in range(30):
        clock.start(X)
        hands.pass_by((clock.limit(X).most_seconds or 0) * 1.1 + 0.05)
        assert clock.flag is None
        clock.stop()


def test_a_hard_move_may_take_the_time_of_some_only_where_moves_share_a_clock() -> None:
    shared = Clock(TimeControl(60), Hands()).limit(X)
    assert shared.seconds is not None
    assert shared.longest is not None
    assert 3 * shared.seconds < shared.longest < 5 * shared.seconds
    assert Clock(TimeControl(per_move=1.15), Hands()).limit(X).longest is None
    assert Clock(None, Hands()).limit(X) == Limit()


def test_each_player_can_have_another_time() -> None:
    hands = Hands()
    clock = Clock({X: TimeControl(60, 3), O: None}, hands)
    assert (clock.left(X), clock.left(O)) == (60.0, None)
    clock.start(X)
    hands.pass_by(10)
    assert clock.stop() == 10
    assert clock.left(X) == 53
    clock.start(O)
    hands.pass_by(1000)
    clock.stop()
    assert clock.budget(O) is None
    assert clock.flag is None
    clock.start(X)
    hands.pass_by(53)
    assert clock.flag is X


def test_who_is_not_mentioned_has_no_clock() -> None:
    clock = Clock({O: TimeControl(per_move=5)}, Hands())
    assert (clock.left(X), clock.left(O)) == (None, 5.0)
    assert clock.control is None


def test_days_for_each_move_are_a_time_control() -> None:
    control = TimeControl.parse(" 3 D ")
    assert control == TimeControl(per_move=3 * 86_400)
    assert str(control) == "3d"
    assert control.in_days
    assert not TimeControl.parse("9999s").in_days
    hands = Hands()
    clock = Clock(control, hands)
    clock.start(X)
    hands.pass_by(2.5 * 86_400)
    assert clock.left(X) == 0.5 * 86_400
    assert clock.limit(X) == Limit()  # no engine thinks for days
    for text in ("0d", "100d", "1.5d", "d", "3d+1"):
        with pytest.raises(InvalidNotation, match="such as 3d"):
            TimeControl.parse(text)
