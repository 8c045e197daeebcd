"""A session without a terminal, with scripted input."""

from __future__ import annotations

import asyncio
from collections import deque
from pathlib import Path
from typing import Any

import pytest

from fivefold.cli.terminal.capabilities import Look
from fivefold.cli.terminal.loop import SessionChanged, run_session
from fivefold.cli.terminal.panels import Quit, Reply, handle_input, seats_line
from fivefold.cli.terminal.render import render
from fivefold.cli.terminal.session import HUMAN, Session
from fivefold.core import Move, Player
from fivefold.engines import process
from fivefold.formats import Reading
from fivefold.match.clock import TimeControl
from fivefold.names import game_from


class Script:
    """Types the lines, then quits; records the events."""

    def __init__(self, *lines: str) -> None:
        self._lines = deque(lines)
        self.events: list[str] = []

    async def ask(self, session: Session) -> Move:
        while self._lines:
            answer = await handle_input(self._lines.popleft(), session)
            if not isinstance(answer, Reply):
                return answer
            self.events += answer.lines
            if answer.changed:
                raise SessionChanged
        raise Quit

    def show_message(self, text: str) -> None:
        self.events.append(text)

    async def wait_for_engine(self, session: Session, task: asyncio.Future[Any]) -> None:
        self.events.append("thinking")
        await asyncio.wait({task})

    async def pause(self, session: Session, seconds: float) -> None:
        assert session.clock.running is None
        self.events.append("rest")

    def announce_pass(self, session: Session) -> None:
        self.events.append("pass")

    async def ask_after_game(self, session: Session) -> None:
        assert session.record
        self.events.append(session.record.reason)
        await self.ask(session)


def sat_down(
    game: str,
    first: str,
    second: str,
    *lines: str,
    control: TimeControl | None = None,
    opening: str | None = None,
) -> tuple[Session, list[str]]:
    """Returns the session and the events after these lines."""
    seats = {Player.FIRST: first, Player.SECOND: second}
    reading = Reading(game_from(game).start)
    session, script = Session(reading, seats, control, opening), Script(*lines)
    asyncio.run(run_session(session, script, seed=1, delay=0))
    return session, script.events


def test_a_game_then_undo_then_another_end() -> None:
    five_in_a_row = ("a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1")
    orders = ("undo", "resign", "new", "c3")
    session, events = sat_down("gomoku(size=5)", HUMAN, HUMAN, *five_in_a_row, *orders)
    assert events == [
        "Black has five in a row.",
        "Took back 1 move.",
        "White wins: Black resigned.",
        "Black is human, White is human.",
    ]
    assert len(session.moves) == 1


def test_passes_are_announced_and_made() -> None:
    lines = ("b1", "c1", "d3", "a1")
    session, events = sat_down("othello(size=4)", HUMAN, HUMAN, *lines)
    assert events == ["pass"]
    assert session.moves[-1] == -1


def test_two_machines_rest_between_moves_while_no_clock_runs() -> None:
    control = TimeControl(600, 0)
    session, events = sat_down("othello(size=4)", "h1", "h2", control=control)
    count = len(session.moves)
    assert events[:-1] == ["thinking", "rest"] * (count - 1) + ["thinking"]
    assert session.record
    assert (session.record.first, session.record.second) == ("h1", "h2")
    assert session.record.ending == "normal"
    assert len(session.record.moves) == count


def test_seats_change_in_the_middle_of_a_game() -> None:
    lines = ("h8", "opponent human", "a15", "swap", "cpu on", "b15", "quit")
    session, events = sat_down("gomoku", HUMAN, "level(1)", *lines)
    assert events[0] == "thinking"
    assert "Black is human, White is human." in events
    assert set(session.seats.values()) == {HUMAN, "level(1)"}


def test_commands_earn_no_increment() -> None:
    lines = ("swap", "swap", "cpu off", "new", "swap", "quit")
    session, _ = sat_down("gomoku", HUMAN, HUMAN, *lines, control=TimeControl(60, 30))
    assert (session.clock.left(Player.FIRST) or 0) <= 60


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


@pytest.mark.system
def test_a_file_that_never_answers_loses_and_people_play_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "MOVE_SECONDS", 0.05)
    bots = tmp_path / "bots.py"
    bots.write_text(BOTS)
    lines = ("h8", f"opponent {bots}:Vanishes", "undo", "opponent human", "h8", "h9")
    session, events = sat_down("gomoku", HUMAN, f"{bots}:Hangs", *lines)
    assert "bots.py:Hangs” had 0.05 s for a move" in events[1]
    assert events[1].endswith("Black wins.")
    assert any("exited with code 3. Black wins." in event for event in events)
    assert len(session.moves) == 2


@pytest.mark.system
def test_a_file_that_vanishes_between_two_moves_is_a_lost_game(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(BOTS)
    seats = {Player.FIRST: HUMAN, Player.SECOND: f"{bot}:Nobody"}
    session, script = Session(Reading(game_from("gomoku").start), seats), Script("quit")
    asyncio.run(run_session(session, script))
    assert script.events[0].startswith("There is no strategy in ")
    assert script.events[0].endswith("Black wins.")


SMALL = "gomoku(size=7)"


def test_people_agree_by_swap2_and_sit_where_they_chose() -> None:
    lines = ("d4", "black", "e5", "a1", "two", "b2", "c3", "black", "g7", "undo", "undo")
    session, events = sat_down(SMALL, HUMAN, HUMAN, *lines, opening="swap2")
    assert session.agreement
    assert session.agreement.choices == ("two", "black")
    # The opening cannot be taken back.
    assert events[-1] == "There is no move to take back."
    assert [session.state.game.format_move(move) for move in session.moves] == [
        *("d4", "e5", "a1", "b2", "c3"),
    ]
    assert "There is nothing to choose now: black belongs to a swap2 opening." in events
    assert session.as_record().swap2 == session.agreement


def test_a_person_and_a_machine_agree_by_swap2() -> None:
    session, _ = sat_down(SMALL, "level(2)", HUMAN, "black", opening="swap2")
    assert session.seats == {Player.FIRST: HUMAN, Player.SECOND: "level(2)"}
    assert len(session.moves) == 4
    session, _ = sat_down(SMALL, "level(2)", HUMAN, "white", opening="swap2")
    assert session.seats == {Player.FIRST: "level(2)", Player.SECOND: HUMAN}
    assert len(session.moves) == 3
    session, _ = sat_down(SMALL, HUMAN, "level(2)", "d4", "g1", "e4", opening="swap2")
    assert session.seats == {Player.FIRST: "level(2)", Player.SECOND: HUMAN}


def test_a_mistyped_choice_lists_the_valid_ones() -> None:
    lines = ("d4", "e5", "a1", "blak", "two", "b2", "c3", "both", "white")
    session, events = sat_down(SMALL, HUMAN, HUMAN, *lines, opening="swap2")
    first, then = (
        "Choose: type black, white, or two to place two more stones. A move takes white.",
        "Choose: type black or white. A move takes white.",
    )
    assert (events.count(first), events.count(then)) == (2, 2)
    assert session.agreement


def test_colours_are_not_shown_before_the_agreement() -> None:
    seats = {Player.FIRST: HUMAN, Player.SECOND: "level(2)"}
    session = Session(Reading(game_from(SMALL).start), seats, None, "swap2")
    assert seats_line(session) == "human places the first stones, level(2) chooses."
    asked = []
    for count in range(6):
        session.open_with(range(count))
        asked.append(session.asked)
        clocks = " ".join(render(session, Look(ascii=True)).clocks)
        pointed = "> Opener" if session.asked is Player.FIRST else "> Responder"
        assert pointed in clocks
        assert "X" not in clocks
        assert "Black" not in clocks
    assert asked == [Player.FIRST] * 3 + [Player.SECOND] * 2 + [Player.FIRST]


def test_an_opening_that_is_left_or_begun_anew_begins_with_the_first_stone() -> None:
    lines = ("d4", "e5", "new", "a1", "b2", "c3", "white")
    session, _ = sat_down(SMALL, HUMAN, HUMAN, *lines, opening="swap2")
    assert [session.state.game.format_move(move) for move in session.moves] == ["a1", "b2", "c3"]
    session, _ = sat_down(SMALL, HUMAN, HUMAN, "d4", "resign", opening="swap2")
    assert session.record
    assert (session.record.winner, session.record.ending) == (Player.SECOND, "resigned")
