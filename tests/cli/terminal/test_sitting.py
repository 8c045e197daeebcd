"""A sitting without a terminal: people are scripts here."""

from __future__ import annotations

import asyncio
from collections import deque
from pathlib import Path
from typing import Any

import pytest

from fivefold.cli.terminal.look import Look
from fivefold.cli.terminal.panels import Left, Reply, seats_line, take
from fivefold.cli.terminal.picture import picture
from fivefold.cli.terminal.sitting import Turned, sit_down
from fivefold.cli.terminal.table import HUMAN, Table
from fivefold.core import Move, Player
from fivefold.engines import process
from fivefold.formats import Reading
from fivefold.match.clock import TimeControl
from fivefold.names import game_from


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

    def tell(self, text: str) -> None:
        self.events.append(text)

    async def attend(self, table: Table, task: asyncio.Future[Any]) -> None:
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
    game: str,
    first: str,
    second: str,
    *lines: str,
    control: TimeControl | None = None,
    opening: str | None = None,
) -> tuple[Table, list[str]]:
    """Returns the table and what happened after these lines were typed."""
    seats = {Player.FIRST: first, Player.SECOND: second}
    reading = Reading(game_from(game).start)
    table, script = Table(reading, seats, control, opening), Script(*lines)
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


SMALL = "gomoku(size=7)"


def test_people_agree_by_swap2_and_sit_where_they_chose() -> None:
    lines = ("d4", "black", "e5", "a1", "two", "b2", "c3", "black", "g7", "undo", "undo")
    table, events = sat_down(SMALL, HUMAN, HUMAN, *lines, opening="swap2")
    assert table.agreement
    assert table.agreement.choices == ("two", "black")
    # The opening is no move that could be taken back.
    assert events[-1] == "There is no move to take back."
    assert [table.state.game.format_move(move) for move in table.moves] == [
        *("d4", "e5", "a1", "b2", "c3"),
    ]
    assert "There is nothing to choose now: black belongs to an opening by swap2." in events
    assert table.as_record().swap2 == table.agreement


def test_a_person_and_a_machine_agree_by_swap2() -> None:
    table, _ = sat_down(SMALL, "level(2)", HUMAN, "black", opening="swap2")
    assert table.seats == {Player.FIRST: HUMAN, Player.SECOND: "level(2)"}
    assert len(table.moves) == 4
    table, _ = sat_down(SMALL, "level(2)", HUMAN, "white", opening="swap2")
    assert table.seats == {Player.FIRST: "level(2)", Player.SECOND: HUMAN}
    assert len(table.moves) == 3
    table, _ = sat_down(SMALL, HUMAN, "level(2)", "d4", "g1", "e4", opening="swap2")
    assert table.seats == {Player.FIRST: "level(2)", Player.SECOND: HUMAN}


def test_who_mistypes_a_choice_is_told_again_what_can_be_chosen() -> None:
    lines = ("d4", "e5", "a1", "blak", "two", "b2", "c3", "both", "white")
    table, events = sat_down(SMALL, HUMAN, HUMAN, *lines, opening="swap2")
    first, then = (
        "Choose: type black, white, or two to put two more stones. A move takes white.",
        "Choose: type black or white. A move takes white.",
    )
    assert (events.count(first), events.count(then)) == (2, 2)
    assert table.agreement


def test_nobody_has_a_colour_before_it_is_settled() -> None:
    seats = {Player.FIRST: HUMAN, Player.SECOND: "level(2)"}
    table = Table(Reading(game_from(SMALL).start), seats, None, "swap2")
    assert seats_line(table) == "human puts the first stones, level(2) chooses."
    asked = []
    for count in range(6):
        table.open_with(range(count))
        asked.append(table.asked)
        clocks = " ".join(picture(table, Look(ascii=True)).clocks)
        pointed = "> Opener" if table.asked is Player.FIRST else "> Responder"
        assert pointed in clocks
        assert "X" not in clocks
        assert "Black" not in clocks
    assert asked == [Player.FIRST] * 3 + [Player.SECOND] * 2 + [Player.FIRST]


def test_an_opening_that_is_left_or_begun_anew_begins_with_the_first_stone() -> None:
    lines = ("d4", "e5", "new", "a1", "b2", "c3", "white")
    table, _ = sat_down(SMALL, HUMAN, HUMAN, *lines, opening="swap2")
    assert [table.state.game.format_move(move) for move in table.moves] == ["a1", "b2", "c3"]
    table, _ = sat_down(SMALL, HUMAN, HUMAN, "d4", "resign", opening="swap2")
    assert table.record
    assert (table.record.winner, table.record.ending) == (Player.SECOND, "resigned")
