"""Replies to input."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from fivefold.cli.terminal.board import paint_board
from fivefold.cli.terminal.capabilities import Look
from fivefold.cli.terminal.commands import COMMANDS
from fivefold.cli.terminal.panels import (
    Quit,
    Reply,
    check_seat,
    handle_input,
    help_lines,
    moves_line,
    seats_line,
)
from fivefold.cli.terminal.render import render
from fivefold.cli.terminal.session import HUMAN, Session
from fivefold.core import Limit, Move, Player
from fivefold.engines.base import Resigned
from fivefold.errors import FivefoldError
from fivefold.formats import Reading, read_moves
from fivefold.games import GAMES
from fivefold.names import game_from, strategy_from


def table_for(game: str, second: str = HUMAN, moves: str = "") -> Session:
    start = game_from(game).start
    reading = Reading(start, read_moves(moves, start) if moves else ())
    return Session(reading, {Player.FIRST: HUMAN, Player.SECOND: second})


def answer(session: Session, text: str) -> Reply:
    reply = asyncio.run(handle_input(text, session))
    assert isinstance(reply, Reply)
    return reply


def said(session: Session, text: str) -> str:
    return "\n".join(answer(session, text).shown(Look()))


def test_moves_are_taken_in_every_notation() -> None:
    session = table_for("othello")
    expected: Move = 19
    for text in ("d3", "D3", "19", "(2, 3)"):
        assert asyncio.run(handle_input(text, session)) == expected


def test_an_invalid_move_gets_one_sentence() -> None:
    session = table_for("othello")
    assert said(session, "a1") == "a1 is not legal: it flips no disc."
    assert said(session, "j9").startswith("“j9” is off the board")
    assert said(session, "¿").startswith("“¿” is not a move")


def test_moves_by_the_shorter_way() -> None:
    assert moves_line(game_from("othello").start) == "4 moves: d3 c4 f5 e6"
    gomoku = table_for("gomoku", moves="h8 a1")
    every = "any cell in columns a–o and rows 1–15"
    assert moves_line(gomoku.states[0]) == f"225 moves: {every}."
    assert moves_line(gomoku.state) == f"223 moves: {every} except h8 a1."
    small = table_for("gomoku(size=5)", moves="a1 a2 a3 a4 b1 b2 b3 b4 c1 c2 c4 c3 d1")
    assert moves_line(small.state) == "12 moves: a5 b5 c5 d5 e5 d4 e4 d3 e3 d2 e2 e1"
    pentomino = moves_line(game_from("pentomino").start)
    assert pentomino.startswith("2308 placements: F 288, I 64, ")
    over = table_for("gomoku", moves="h8 a1 h9 b1 h10 c1 h11 d1 h12")
    assert moves_line(over.state) == "0 moves: "


def test_forbidden_points_are_marked_on_the_board_and_named_among_the_moves() -> None:
    session = table_for("gomoku(rules=renju)", moves="h8 a1 i8 c1 j7 e1 j6 g1")
    for look in (Look(), Look(colour=True, styles=True)):
        drawn = paint_board(session.state, look, session.marks())
        assert [line.count("#") for line in drawn].index(1) == 8
        assert render(session, look).board == drawn
    assert moves_line(session.state).endswith(
        " except h8 i8 j7 j6 a1 c1 e1 g1, and j8, forbidden for Black."
    )


def test_explain_lists_the_threats_the_engine_answers() -> None:
    session = table_for("gomoku", moves="h8 a1 i8 a3 j8")
    told = answer(session, "explain engine(nodes=3000)").shown(Look(columns=100))
    assert "blocks the open three on row 8" in told[0]
    assert any("Black: a blocked three: h8 i8 j8" in line for line in told)


def test_a_hint_points_at_its_move() -> None:
    session = table_for("othello")
    reply = answer(session, "hint h1")
    expected = strategy_from("h1", "othello").choose(session.state, Limit())
    assert list(reply.lines) == [f"Hint: {expected.text}"]
    assert reply.move == 19
    assert said(session, "hint human") == (
        "A person cannot be asked: type hint or explain, alone or with a strategy."
    )
    assert said(session, "hint nobody").startswith("There is no strategy called “nobody”")


def test_explain_asks_any_player_or_shows_the_last_engine_move() -> None:
    session = table_for("othello", "random")
    assert said(session, "explain").startswith("The opponent has not moved yet")
    assert "weighted after each move:" in said(session, "explain h2")


@pytest.mark.parametrize(
    ("order", "frames"),
    [
        ("replay 5", range(2, 8)),
        ("replay 2", range(5, 8)),
        ("replay 99", range(8)),
        ("replay", range(8)),
        ("replay all", range(8)),
    ],
)
def test_replay_runs_through_the_last_positions(order: str, frames: range) -> None:
    session = table_for("gomoku", moves="a1 b1 c1 d1 e1 f1 g1")
    assert answer(session, order).frames == frames
    assert answer(table_for("gomoku"), "replay 10").frames == range(1)


def test_commands_that_change_the_seats_show_them() -> None:
    session = table_for("gomoku")
    for order, seats in (
        ("opponent random", "Black is human, White is random."),
        ("swap", "Black is random, White is human."),
        ("cpu off", "Black is human, White is human."),
        ("cpu on", "Black is human, White is random."),
        ("new", "Black is human, White is random."),
    ):
        reply = answer(session, order)
        assert reply.changed
        assert list(reply.lines) == [seats] == [seats_line(session)]


def test_save_and_load_commands(tmp_path: Path) -> None:
    session, file = table_for("gomoku", moves="h8 a1"), tmp_path / "a game.json"
    assert said(session, f"save {file}") == f"Saved to {file}."
    assert answer(session, "new").changed
    assert session.moves == []
    assert answer(session, f"load {file}").changed
    assert len(session.moves) == 2
    assert said(session, "load /nowhere") == "There is no file “/nowhere”."


def test_a_loaded_game_brings_its_players_and_says_so(tmp_path: Path) -> None:
    session, file = table_for("gomoku", "level(2)", "h8 a1"), tmp_path / "game.json"
    answer(session, f"save {file}")
    other = table_for("gomoku", "random")
    assert answer(other, f"load {file}").lines == [
        f"Loaded {file}, 2 moves.",
        "Black is human, White is level(2).",
    ]
    text = file.read_text()
    for who, reason in (
        ("./bot.py:Bot", "loading a game starts no file and no program"),
        ("level(99)", "level"),
    ):
        file.write_text(text.replace("level(2)", who))
        _, replaced, seats = answer(other, f"load {file}").lines
        assert replaced.startswith(f"“{who}” is replaced by level(3): ")
        assert reason in replaced
        assert seats == "Black is human, White is level(3)."
    # Foreign code that plays already may play on.
    file.write_text(text.replace("level(2)", "./bot.py:Bot"))
    playing = table_for("gomoku", "./bot.py:Bot")
    assert list(answer(playing, f"load {file}").lines)[1:] == [
        "Black is human, White is ./bot.py:Bot."
    ]


def test_games_are_saved_under_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert said(table_for("gomoku"), "load 2") == "There is no saved game 2: none is saved."
    games = [table_for("gomoku", moves=moves) for moves in ("a1", "a1 b1", "a1 b1 c1")]
    names = ["gomoku.json", "gomoku-2.json", "gomoku-3.json"]
    for session, name in zip(games, names, strict=True):
        assert said(session, "save") == f"Saved to {tmp_path / 'fivefold' / name}."
    # The same game keeps its number, and a new one gets another.
    assert said(games[1], "save").endswith("gomoku-2.json.")
    for number, file in enumerate(names, start=1):
        os.utime(tmp_path / "fivefold" / file, (number * 10**9, number * 10**9))
    session = table_for("gomoku")
    for order, count in (("load", 3), ("load 1", 1), ("load 2", 2)):
        answer(session, order)
        assert len(session.moves) == count
    assert said(session, "save").endswith("gomoku-2.json.")
    answer(session, "new")
    assert said(session, "save").endswith("gomoku-4.json.")
    assert said(session, "load 7") == "There is no saved game 7; there are 1, 2, 3, 4."
    assert len(session.moves) == 0


def test_leaving_and_resigning_are_raised() -> None:
    with pytest.raises(Quit):
        answer(table_for("gomoku"), "quit")
    with pytest.raises(Resigned):
        answer(table_for("gomoku"), "resign")


def test_only_a_person_to_move_can_move_or_resign() -> None:
    waiting = table_for("gomoku", "random", "h8")
    assert said(waiting, "resign") == "You can resign only on your own turn."
    assert said(waiting, "h9").startswith("Type a command such as")
    over = table_for("gomoku", moves="h8 a1 h9 b1 h10 c1 h11 d1 h12")
    for text in ("resign", "h9", "hint", "explain random"):
        assert said(over, text).startswith("The game is over")


@pytest.mark.parametrize("name", GAMES)
def test_help_lists_all_commands(name: str) -> None:
    lines = help_lines(game_from(name))
    assert len(lines) == 15
    assert all(f"  {word} " in line for word, line in zip(COMMANDS, lines[1:], strict=True))


@pytest.mark.system
@pytest.mark.parametrize(
    "who", ["nobody", "level(99)", "minimax(evaluate=beauty)", "./nothing.py", "reactive(", ""]
)
def test_seats_are_checked_before_anybody_waits(who: str) -> None:
    with pytest.raises(FivefoldError):
        asyncio.run(check_seat(who, game_from("othello")))


@pytest.mark.system
def test_a_strategy_file_is_only_loaded(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "from fivefold.strategies.base import Strategy\n"
        "class Bot(Strategy):\n"
        "    def choose(self, state, limit=None, stop=None):\n"
        "        raise RuntimeError\n"
    )
    asyncio.run(check_seat(str(bot), game_from("othello")))
    bot.write_text("this is no Python")
    with pytest.raises(FivefoldError, match="cannot be loaded"):
        asyncio.run(check_seat(str(bot), game_from("othello")))
