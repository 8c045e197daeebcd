"""What is typed at the table and the answer to it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from fivefold.cli.terminal.board import paint_board
from fivefold.cli.terminal.look import Look
from fivefold.cli.terminal.orders import ORDERS
from fivefold.cli.terminal.panels import (
    Left,
    Reply,
    check_seat,
    help_lines,
    moves_line,
    seats_line,
    take,
)
from fivefold.cli.terminal.picture import picture
from fivefold.cli.terminal.table import HUMAN, Table
from fivefold.core import Limit, Move, Player
from fivefold.engines.base import Resigned
from fivefold.errors import FivefoldError
from fivefold.formats import Reading, read_moves
from fivefold.games import GAMES
from fivefold.names import game_from, strategy_from


def table_for(game: str, second: str = HUMAN, moves: str = "") -> Table:
    start = game_from(game).start
    reading = Reading(start, read_moves(moves, start) if moves else ())
    return Table(reading, {Player.FIRST: HUMAN, Player.SECOND: second})


def answer(table: Table, text: str) -> Reply:
    reply = asyncio.run(take(text, table))
    assert isinstance(reply, Reply)
    return reply


def said(table: Table, text: str) -> str:
    return "\n".join(answer(table, text).shown(Look()))


def test_moves_are_taken_in_every_notation() -> None:
    table = table_for("othello")
    expected: Move = 19
    for text in ("d3", "D3", "19", "(2, 3)"):
        assert asyncio.run(take(text, table)) == expected


def test_what_is_wrong_with_a_move_is_one_sentence() -> None:
    table = table_for("othello")
    assert said(table, "a1") == "a1 is not allowed: it flips no disc."
    assert said(table, "j9").startswith("“j9” is off the board")
    assert said(table, "¿").startswith("“¿” is not a move")


def test_moves_by_the_shorter_way() -> None:
    assert moves_line(game_from("othello").start) == "4 moves: d3 c4 f5 e6"
    gomoku = table_for("gomoku", moves="h8 a1")
    every = "every cell of the columns a–o and the rows 1–15"
    assert moves_line(gomoku.states[0]) == f"225 moves: {every}."
    assert moves_line(gomoku.state) == f"223 moves: {every} but h8 a1."
    small = table_for("gomoku(size=5)", moves="a1 a2 a3 a4 b1 b2 b3 b4 c1 c2 c4 c3 d1")
    assert moves_line(small.state) == "12 moves: a5 b5 c5 d5 e5 d4 e4 d3 e3 d2 e2 e1"
    pentomino = moves_line(game_from("pentomino").start)
    assert pentomino.startswith("2308 placements: F 288, I 64, ")
    over = table_for("gomoku", moves="h8 a1 h9 b1 h10 c1 h11 d1 h12")
    assert moves_line(over.state) == "0 moves: "


def test_forbidden_points_are_marked_on_the_board_and_named_among_the_moves() -> None:
    table = table_for("gomoku(rules=renju)", moves="h8 a1 i8 c1 j7 e1 j6 g1")
    for look in (Look(), Look(colour=True, styles=True)):
        drawn = paint_board(table.state, look, table.marks())
        assert [line.count("#") for line in drawn].index(1) == 8
        assert picture(table, look).board == drawn
    assert moves_line(table.state).endswith(
        " but h8 i8 j7 j6 a1 c1 e1 g1, and j8, forbidden to Black."
    )


def test_explain_lists_the_threats_the_engine_answers() -> None:
    table = table_for("gomoku", moves="h8 a1 i8 a3 j8")
    told = answer(table, "explain engine(nodes=3000)").shown(Look(columns=100))
    assert "blocks the open three on row 8" in told[0]
    assert any("Black: a blocked three: h8 i8 j8" in line for line in told)


def test_a_hint_points_at_its_move() -> None:
    table = table_for("othello")
    reply = answer(table, "hint h1")
    expected = strategy_from("h1", "othello").choose(table.state, Limit())
    assert list(reply.lines) == [f"Hint: {expected.text}"]
    assert reply.move == 19
    assert said(table, "hint human") == (
        "A person cannot be asked: type hint or explain with a strategy, or nothing, behind it."
    )
    assert said(table, "hint nobody").startswith("There is no strategy called “nobody”")


def test_explain_asks_whom_one_likes_or_remembers_the_opponent() -> None:
    table = table_for("othello", "random")
    assert said(table, "explain").startswith("The opponent has not moved yet")
    assert "weighted after each move:" in said(table, "explain h2")


@pytest.mark.parametrize(
    ("order", "frames"),
    [("replay 5", range(2, 8)), ("replay", range(8)), ("replay all", range(8))],
)
def test_replay_runs_through_the_last_positions(order: str, frames: range) -> None:
    table = table_for("gomoku", moves="a1 b1 c1 d1 e1 f1 g1")
    assert answer(table, order).frames == frames
    assert answer(table_for("gomoku"), "replay 10").frames == range(1)


def test_orders_that_change_the_table_say_who_sits_where() -> None:
    table = table_for("gomoku")
    for order, seats in (
        ("opponent random", "Black is human, White is random."),
        ("swap", "Black is random, White is human."),
        ("cpu off", "Black is human, White is human."),
        ("cpu on", "Black is human, White is random."),
        ("new", "Black is human, White is random."),
    ):
        reply = answer(table, order)
        assert reply.changed
        assert list(reply.lines) == [seats] == [seats_line(table)]


def test_save_and_load_through_orders(tmp_path: Path) -> None:
    table, file = table_for("gomoku", moves="h8 a1"), tmp_path / "a game.json"
    assert said(table, f"save {file}") == f"Saved as {file}."
    assert answer(table, "new").changed
    assert table.moves == []
    assert answer(table, f"load {file}").changed
    assert len(table.moves) == 2
    assert said(table, "load /nowhere") == "There is no file “/nowhere”."


def test_leaving_and_resigning_are_raised() -> None:
    with pytest.raises(Left):
        answer(table_for("gomoku"), "quit")
    with pytest.raises(Resigned):
        answer(table_for("gomoku"), "resign")


def test_only_a_person_to_move_can_move_or_resign() -> None:
    waiting = table_for("gomoku", "random", "h8")
    assert said(waiting, "resign") == "Only a person whose turn it is can resign."
    assert said(waiting, "h9").startswith("Type an order such as")
    over = table_for("gomoku", moves="h8 a1 h9 b1 h10 c1 h11 d1 h12")
    for text in ("resign", "h9", "hint", "explain random"):
        assert said(over, text).startswith("The game is over")


@pytest.mark.parametrize("name", GAMES)
def test_help_names_every_order(name: str) -> None:
    lines = help_lines(game_from(name))
    assert len(lines) == 15
    assert all(f"  {word} " in line for word, line in zip(ORDERS, lines[1:], strict=True))


@pytest.mark.parametrize(
    "who", ["nobody", "level(99)", "minimax(evaluate=beauty)", "./nothing.py", "reactive(", ""]
)
def test_seats_are_checked_before_anybody_waits(who: str) -> None:
    with pytest.raises(FivefoldError):
        asyncio.run(check_seat(who, game_from("othello")))


def test_somebodys_file_is_only_loaded(tmp_path: Path) -> None:
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
