"""A sitting without a terminal: people are scripts here."""

from __future__ import annotations

import asyncio
from collections import deque
from pathlib import Path

import pytest

from fivefold.cli.terminal.panels import Left, Reply, take
from fivefold.cli.terminal.sitting import Turned, sit_down
from fivefold.cli.terminal.table import HUMAN, Table
from fivefold.core import Move, Player
from fivefold.engines import process
from fivefold.formats import Reading
from fivefold.match.clock import TimeControl
from fivefold.names import game_from
from fivefold.strategies.base import Decision


class Script:
    """Types line after line, then leaves; remembers what happened."""

    def __init__(self, *lines: str) -> None:
        self._lines = deque(lines)
        self.events: list[str] = []

    async def ask(self, table: Table) -> Move:
        while self._lines:
            answer = await take(self._lines.popleft(), table)
            if not isinstance(answer, Reply):
                return answer
            self.events += answer.lines
            if answer.changed:
                raise Turned
        raise Left

    async def attend(self, table: Table, task: asyncio.Future[Decision]) -> None:
        self.events.append("thinking")
        await asyncio.wait({task})

    async def rest(self, table: Table, seconds: float) -> None:
        assert table.clock.running is None
        self.events.append("rest")

    def announce_pass(self, table: Table) -> None:
        self.events.append("pass")

    async def ask_after(self, table: Table) -> None:
        assert table.record
        self.events.append(table.record.reason)
        await self.ask(table)


def sat_down(
    game: str, first: str, second: str, *lines: str, control: TimeControl | None = None
) -> tuple[Table, list[str]]:
    """Returns the table and what happened after these lines were typed."""
    seats = {Player.FIRST: first, Player.SECOND: second}
    table, script = Table(Reading(game_from(game).start), seats, control), Script(*lines)
    asyncio.run(sit_down(table, script, seed=1, delay=0))
    return table, script.events


def test_a_game_then_undo_then_another_end() -> None:
    five_in_a_row = ("a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1")
    orders = ("undo", "resign", "new", "c3")
    table, events = sat_down("gomoku(size=5)", HUMAN, HUMAN, *five_in_a_row, *orders)
    assert events == [
        "Black has five in a row.",
        "Took back 1 move.",
        "Black resigned: White wins.",
        "Black is human, White is human.",
    ]
    assert len(table.moves) == 1


def test_passes_are_announced_and_made() -> None:
    lines = ("b1", "c1", "d3", "a1")
    table, events = sat_down("othello(size=4)", HUMAN, HUMAN, *lines)
    assert events == ["pass"]
    assert table.moves[-1] == -1


def test_two_machines_rest_between_moves_while_no_clock_runs() -> None:
    control = TimeControl(600, 0)
    table, events = sat_down("othello(size=4)", "h1", "h2", control=control)
    count = len(table.moves)
    assert events[:-1] == ["thinking", "rest"] * (count - 1) + ["thinking"]
    assert table.record
    assert (table.record.first, table.record.second) == ("h1", "h2")
    assert table.record.ending == "normal"
    assert len(table.record.moves) == count


def test_seats_change_in_the_middle_of_a_game() -> None:
    lines = ("h8", "opponent human", "a15", "swap", "cpu on", "b15", "quit")
    table, events = sat_down("gomoku", HUMAN, "level(1)", *lines)
    assert events[0] == "thinking"
    assert "Black is human, White is human." in events
    assert set(table.seats.values()) == {HUMAN, "level(1)"}


def test_orders_earn_no_increment() -> None:
    lines = ("swap", "swap", "cpu off", "new", "swap", "quit")
    table, _ = sat_down("gomoku", HUMAN, HUMAN, *lines, control=TimeControl(60, 30))
    assert (table.clock.left(Player.FIRST) or 0) <= 60


BOTS = """
import time
from fivefold.strategies.base import Strategy

class Hangs(Strategy):
    def choose(self, state, limit=None, stop=None):
        while True:
            time.sleep(1)

class Vanishes(Strategy):
    def choose(self, state, limit=None, stop=None):
        import os
        os._exit(3)
"""


def test_a_file_that_never_answers_loses_and_people_play_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "MOVE_SECONDS", 0.05)
    bots = tmp_path / "bots.py"
    bots.write_text(BOTS)
    lines = ("h8", f"opponent {bots}:Vanishes", "undo", "opponent human", "h8", "h9")
    table, events = sat_down("gomoku", HUMAN, f"{bots}:Hangs", *lines)
    assert "bots.py:Hangs” was given 0.05 s for a move" in events[1]
    assert events[1].endswith("Black wins.")
    assert any("its process ended with code 3. Black wins." in event for event in events)
    assert len(table.moves) == 2


def test_a_file_that_vanishes_between_two_moves_is_a_lost_game(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(BOTS)
    seats = {Player.FIRST: HUMAN, Player.SECOND: f"{bot}:Nobody"}
    table, script = Table(Reading(game_from("gomoku").start), seats), Script("quit")
    asyncio.run(sit_down(table, script))
    assert script.events[0].startswith("There is no strategy in ")
    assert script.events[0].endswith("Black wins.")
