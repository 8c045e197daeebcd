"""The clock of a match alone: start of a turn, charged seconds, JSON."""

from __future__ import annotations

import pytest

from fivefold.core import Player
from fivefold.match.clock import TimeControl
from fivefold.server.room.clock import RoomClock

X, O = Player.FIRST, Player.SECOND  # noqa: E741 - the players' marks


class Hands:
    """A clock that the test sets; it starts at 0, so that sums are exact."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def hands() -> Hands:
    return Hands()


def test_a_turn_begins_now_or_after_a_delay(hands: Hands) -> None:
    clock = RoomClock(TimeControl(60), hands)
    assert clock.began is None
    clock.begin(X)
    assert clock.began == 0
    hands.time = 5
    clock.begin(O, delay=2)
    assert clock.began == 7
    clock.charge(O, 0, moved=True)
    assert clock.began is None


@pytest.mark.parametrize(("since", "expected"), [(-30.0, -30.0), (0.0, 0.0), (30.0, 0.0)])
def test_a_turn_began_when_the_first_process_saw_it(
    hands: Hands, since: float, expected: float
) -> None:
    clock = RoomClock(TimeControl(60), hands)
    clock.begin(X)
    clock.began_already(since)
    assert clock.began == expected


def test_without_a_turn_no_beginning_is_taken_over(hands: Hands) -> None:
    clock = RoomClock(TimeControl(60), hands)
    clock.began_already(-30)
    assert clock.began is None
    assert clock.left(X) == 60


@pytest.mark.parametrize(
    ("seconds", "left"),
    [(59.5, 3.5), (60, 0), (61, 0)],
    ids=["just in time", "at the last instant", "too late"],
)
def test_only_a_move_in_time_earns_the_increment(hands: Hands, seconds: float, left: float) -> None:
    clock = RoomClock(TimeControl(60, 3), hands)
    clock.charge(X, seconds, moved=True)
    assert clock.left(X) == left
    clock.charge(O, seconds, moved=False)
    assert clock.left(O) == max(0, 60 - seconds)


@pytest.mark.parametrize(("spent", "charged"), [(0.25, 0.25), (0.5004, 0.5004), (0.75, 0.5004)])
def test_a_turn_is_charged_no_more_than_what_is_left_and_that_to_the_last_bit(
    hands: Hands, spent: float, charged: float
) -> None:
    clock = RoomClock(TimeControl(0.5004), hands)
    clock.begin(X)
    hands.time = spent
    assert clock.turn() == charged


def test_times_are_shown_in_milliseconds(hands: Hands) -> None:
    clock = RoomClock(TimeControl(60), hands)
    clock.begin(X)
    hands.time = 1.23456
    assert clock.as_json() == {
        "running": "X",
        "X": {"used": 1.235, "left": 58.765},
        "O": {"used": 0, "left": 60},
    }
