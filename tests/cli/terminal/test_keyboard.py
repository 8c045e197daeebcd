"""Fast input, invalid input, silent terminals, and other sizes and widths."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from fivefold.names import game_from

if TYPE_CHECKING:
    from tests.cli.terminal.conftest import Open

pytestmark = pytest.mark.system


def test_keys_typed_ahead_are_not_lost(terminal: Open) -> None:
    screen = terminal("play", "gomoku(size=9)", "--second", "level(2)", "--seed", "1", "--ascii")
    screen.write(b"a1\rc1\re1\rg1\ri1\r\x1b[A\x1b[A\ra9\rquit\r")
    assert screen.exit_code() == 0
    cells = screen.cells(game_from("gomoku(size=9)"))
    assert cells.count("X") == 7
    assert cells[-9::2] == "XXXXX"


def test_a_command_typed_while_the_engine_thinks_is_executed_at_once(terminal: Open) -> None:
    screen = terminal("play", "gomoku", "--second", "negamax(depth=9)")
    screen.wait_for("Arrow keys")
    screen.enter("h8")
    screen.wait_for("Thinking")
    screen.enter("resign")
    screen.wait_for("You can resign only on your own turn.")
    screen.enter("undo")
    screen.wait_for("Took back 1 move.", "▸ Black")
    screen.enter("opponent random")
    screen.wait_for("White is random")
    screen.enter("h8")
    screen.wait_for("White (random): ")


def test_garbage_and_unknown_keys_do_no_harm(terminal: Open) -> None:
    screen = terminal("play", "gomoku", "--second", "human")
    screen.wait_for("Arrow keys")
    screen.write(b"\x1b[1;5C\x1b[200~\x1bOP\x1b[15~\x1b[<0;1;1M\x1b[\x01\x00\x80\xff\xc3\x15")
    chance = random.Random(1)
    screen.write(bytes(chance.choice(b"\x00\x01\x02\x05\x1b[;0123~\xe2\x82") for _ in range(300)))
    screen.write(b"\x15")
    screen.press("escape", "escape")
    screen.enter("h8")
    screen.wait_for("▸ White")
    screen.enter("☃ är ni där 你好")
    screen.wait_for("is not a move")


def test_escape_clears_the_line_and_backspace_the_last_character(terminal: Open) -> None:
    screen = terminal("play", "gomoku", "--second", "human")
    screen.wait_for("Arrow keys")
    screen.write(b"hello")
    screen.wait_until(lambda: screen.prompt == "> hello")
    screen.press("escape")
    screen.wait_until(lambda: screen.prompt == ">")
    screen.press("h", "8", "9", "backspace", "enter")
    screen.wait_for("▸ White")


def test_of_a_very_long_line_the_end_is_seen_and_the_answer_is_one_sentence(terminal: Open) -> None:
    screen = terminal("play", "gomoku", "--second", "human", columns=60, lines=24)
    screen.wait_for("Arrow keys")
    screen.write(b"x" * 5000)
    screen.wait_until(lambda: len(screen.prompt) > 50 and screen.prompt.endswith("xxx"))
    assert screen.screen.cursor.y < 23
    screen.press("backspace", "y")
    screen.wait_until(lambda: screen.prompt.endswith("xxxy") or "y" in screen.prompt)
    screen.press("enter")
    screen.wait_for("xx…” is not a move: write a column and a row, such as h8.")


def test_a_terminal_that_does_not_tell_its_cursor_is_believed_to_be_usual(terminal: Open) -> None:
    screen = terminal("play", "gomoku", "--second", "human", answers=False)
    screen.write(b"a1\r")
    screen.wait_for("▸ White")
    assert "(●)" in screen.text


def test_a_terminal_without_utf_8_gets_ascii(terminal: Open) -> None:
    screen = terminal("play", "gomoku", "--second", "human", answers=False)
    screen.wait_for_raw(b"\x1b[6n")
    screen.write(b"\x1b[1;4R")
    screen.wait_for("> Black")
    screen.enter("a1")
    screen.wait_for("(X)")
    assert screen.text.isascii()


def test_where_stones_are_two_columns_wide_the_board_lines_up(terminal: Open) -> None:
    screen = terminal("play", "gomoku(size=9)", "--second", "human", stone_width=2)
    for move in ("e5", "f5", "e4", "i9"):
        screen.wait_for("Arrow keys")
        screen.enter(move)
    screen.wait_for("▸ Black")
    screen.wait_until(lambda: "9 . . . . . . . . ○" in screen.text)
    rows = {line[:1]: line for line in screen.screen.display[:10]}
    columns = {letter: rows[" "].index(letter) for letter in "abcdefghi"}
    assert rows["5"][columns["e"]] == "●"
    assert rows["5"][columns["f"]] == "○"
    assert rows["5"][columns["g"]] == "."
    assert rows["4"][columns["e"]] == "●"
    # Text beside the board starts in the same column on each line.
    title = rows[" "].index("gomoku")
    assert all(line[title - 3 : title].isspace() for line in screen.screen.display[:10])


def test_a_window_can_change_its_size(terminal: Open) -> None:
    screen = terminal("play", "gomoku(size=19)", "--second", "human", columns=100, lines=34)
    screen.wait_for("19 . . .", "Arrow keys")
    screen.resize(30, 12)
    screen.wait_until(lambda: screen.prompt == ">" and "19 ..." not in screen.text)
    assert "abcdefghijklmnopqrs" in screen.text
    assert screen.screen.cursor.y == 11
    screen.enter("k10")
    screen.wait_until(lambda: "10 ..........●" in screen.text)
    screen.resize(2, 2)
    screen.resize(1, 1)
    screen.resize(120, 40)
    screen.wait_for("19 . . .", "Arrow keys", "▸ White")


def test_a_long_answer_has_the_screen_for_itself_until_escape(terminal: Open) -> None:
    screen = terminal("play", "gomoku", "--second", "human", columns=60, lines=12)
    screen.wait_for("8 . . .")
    screen.enter("help")
    screen.wait_for("Type a cell such as h8", "Esc returns to the board")
    assert "8 . . ." not in screen.text
    screen.press("down", "page down", "down", "down")
    screen.wait_for("quit")
    screen.press("enter")  # closes the list and must not place a stone
    screen.wait_for("8 . . . . . . .[.]. . .", "▸ Black")
    screen.enter("help")
    screen.wait_for("Esc returns to the board")
    screen.press("escape")
    screen.wait_without("Esc returns to the board")
    screen.enter("moves")
    screen.wait_for("225 moves: any cell in columns a–o and rows 1–15.")


def test_a_terminal_that_can_do_nothing_gets_lines(terminal: Open) -> None:
    screen = terminal("play", "gomoku", "--second", "human", TERM="dumb")
    screen.wait_for("Black>")
    screen.enter("h8")
    screen.wait_for("White>")
    screen.write(b"\x04")
    assert screen.exit_code() == 0
    assert b"\x1b" not in screen.raw
