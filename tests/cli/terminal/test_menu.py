"""The menu of a bare `fivefold` in a terminal: three games, one key to start."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.terminal.conftest import Open

pytestmark = pytest.mark.system


@pytest.mark.parametrize(
    ("keys", "game", "opponent"),
    [
        ("O", "othello 8x8", "level(3)"),
        ("xyz\x1b[A\x1b[B3", "pentomino 8x8", "level(3)"),
        ("\r", "gomoku 15x15", "level(3)"),
    ],
)
def test_one_key_starts_a_game(terminal: Open, keys: str, game: str, opponent: str) -> None:
    screen = terminal(colour=True)
    screen.wait_for("Fivefold", "Gomoku", "Othello", "Pentomino", "Press 1, 2 or 3")
    screen.write(keys.encode())
    screen.wait_for(game, "(human)", f"({opponent})")
    screen.enter("quit")
    assert screen.exit_code() == 0
    screen.assert_clean()


@pytest.mark.parametrize("key", ["q", "\x1b"])
def test_the_menu_can_be_left(terminal: Open, key: str) -> None:
    screen = terminal("--ascii")
    screen.wait_for("Press 1, 2 or 3")
    screen.write(key.encode())
    assert screen.exit_code() == 0
    screen.assert_clean()
    assert screen.text.isascii()


def test_ctrl_c_leaves_the_menu(terminal: Open) -> None:
    screen = terminal()
    screen.wait_for("Press 1, 2 or 3")
    screen.press("ctrl-c")
    assert screen.exit_code() == 130
    screen.assert_clean()


def test_input_after_the_choice_goes_to_the_game(terminal: Open) -> None:
    screen = terminal()
    screen.wait_for("Press 1, 2 or 3")
    screen.write(b"2f5\r")
    screen.wait_for("White (level(3)):")
