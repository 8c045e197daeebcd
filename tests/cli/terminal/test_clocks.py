"""The clock of a session can be stopped in the middle of a move."""

from __future__ import annotations

from fivefold.cli.terminal.clocks import SessionClock
from fivefold.core import Player
from fivefold.match.clock import TimeControl


def test_an_interrupted_move_costs_its_time_and_earns_nothing() -> None:
    now = [0.0]
    clock = SessionClock(TimeControl(60, 5), lambda: now[0])
    clock.start(Player.FIRST)
    now[0] = 10.0
    clock.interrupt()
    assert clock.left(Player.FIRST) == 50
    assert clock.running is None
    clock.interrupt()
    assert clock.left(Player.FIRST) == 50
    clock.start(Player.FIRST)
    clock.stop()
    assert clock.left(Player.FIRST) == 55


def test_an_interruption_too_late_leaves_the_flag_down() -> None:
    now = [0.0]
    clock = SessionClock(TimeControl(60, 5), lambda: now[0])
    clock.start(Player.SECOND)
    now[0] = 61.0
    clock.interrupt()
    assert clock.flag is Player.SECOND
    assert clock.text(Player.SECOND) == "0:00"


def test_time_left_counts_every_second_begun_and_time_used_every_second_over() -> None:
    now = [0.0]
    down, up = SessionClock(TimeControl(60), lambda: now[0]), SessionClock(None, lambda: now[0])
    assert (down.text(Player.FIRST), up.text(Player.FIRST)) == ("1:00", "0:00")
    for clock in (down, up):
        clock.start(Player.FIRST)
    now[0] = 0.5
    assert (down.text(Player.FIRST), up.text(Player.FIRST)) == ("1:00", "0:00")
    now[0] = 59.5
    assert (down.text(Player.FIRST), up.text(Player.FIRST)) == ("0:01", "0:59")
    now[0] = 3605.0
    assert (down.text(Player.FIRST), up.text(Player.FIRST)) == ("0:00", "60:05")
