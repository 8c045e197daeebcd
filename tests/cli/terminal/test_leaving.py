"""Leaving the session: without questions, with a saved game and a restored terminal."""

from __future__ import annotations

import json
import re
import shlex
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.left_processes import watched_processes

from fivefold.names import game_from

if TYPE_CHECKING:
    from tests.cli.terminal.conftest import Open, Terminal

pytestmark = pytest.mark.system

SAVED = re.compile(r"Saved. To resume: fivefold (play .*)")


def saved_game(state_home: Path, game: str) -> dict[str, object]:
    data = json.loads((state_home / "fivefold" / f"{game}.json").read_text())
    assert isinstance(data, dict)
    return data


def how_to_go_on(screen: Terminal) -> list[str]:
    """Returns the arguments of the resume command that was printed last."""
    lines = screen.raw.replace(b"\r\n", b"\n").decode()
    found = SAVED.search(lines)
    assert found, lines
    return shlex.split(found[1])


def test_ctrl_c_at_the_prompt_saves_and_the_game_goes_on(terminal: Open, state_home: Path) -> None:
    screen = terminal("play", "othello", "--first", "h1", "--second", "human", "--ascii")
    screen.wait_for_stones(game_from("othello"), 5)
    screen.enter("c3")
    screen.wait_for_stones(game_from("othello"), 7)
    screen.press("c", "ctrl-c")
    assert screen.exit_code() == 130
    screen.assert_clean()
    data = saved_game(state_home, "othello")
    assert (data["first"], data["second"], data["ending"]) == ("h1", "human", "unfinished")
    moves = data["moves"]
    assert isinstance(moves, list)
    assert moves[:2] == ["d3", "c3"]

    again = terminal(*how_to_go_on(screen))
    again.wait_for("▸ White (human)", "Black (h1)")
    again.enter("undo")
    again.wait_for("Took back 2 moves.")
    again.enter("quit")
    assert again.exit_code() == 0


def test_ctrl_c_while_the_machine_thinks(terminal: Open, state_home: Path) -> None:
    screen = terminal("play", "othello", "--second", "negamax(depth=30)", "--time", "90+1")
    screen.wait_for("▸ Black")
    screen.enter("f5")
    screen.wait_for("Thinking")
    screen.press("ctrl-c")
    assert screen.exit_code() == 130
    screen.assert_clean()
    assert saved_game(state_home, "othello")["moves"] == ["f5"]
    assert how_to_go_on(screen)[-2:] == ["--time", "90+1"]


def test_two_ctrl_c_leave_a_clean_terminal_too(terminal: Open) -> None:
    screen = terminal("play", "gomoku", "--second", "negamax(depth=9)")
    screen.wait_for("▸ Black")
    screen.enter("h8")
    screen.wait_for("Thinking")
    screen.press("ctrl-c", "ctrl-c")
    assert screen.exit_code() == 130
    screen.assert_clean()


def test_ctrl_c_before_the_first_move_leaves_an_older_game_alone(
    terminal: Open, state_home: Path
) -> None:
    kept = state_home / "fivefold" / "gomoku.json"
    kept.parent.mkdir(parents=True)
    kept.write_text("a game of yesterday")
    screen = terminal("play", "gomoku")
    screen.wait_for("Arrow keys")
    screen.press("ctrl-c")
    assert screen.exit_code() == 130
    screen.assert_clean()
    assert kept.read_text() == "a game of yesterday"
    assert b"Saved" not in screen.raw


def test_ctrl_c_where_nothing_can_be_written_says_why(terminal: Open, state_home: Path) -> None:
    state_home.write_text("a file where a folder should be")
    screen = terminal("play", "gomoku", "--second", "human")
    screen.wait_for("Arrow keys")
    screen.enter("h8")
    screen.wait_for("▸ White")
    screen.press("ctrl-c")
    assert screen.exit_code() == 130
    screen.assert_clean()
    assert b"cannot be used: " in screen.raw


def test_a_hint_that_takes_long_can_be_interrupted(terminal: Open) -> None:
    screen = terminal("play", "othello", "--second", "human")
    screen.wait_for("Arrow keys")
    screen.enter("hint negamax(depth=30)")
    screen.wait_for("Thinking")
    screen.press("ctrl-c")
    assert screen.exit_code() == 130
    screen.assert_clean()


def test_a_closed_window_ends_the_process_and_the_game_is_kept(
    terminal: Open, state_home: Path
) -> None:
    screen = terminal("play", "gomoku", "--second", "human")
    screen.wait_for("Arrow keys")
    screen.enter("h8")
    screen.wait_for("▸ White")
    screen.hang_up()
    assert screen.process.wait(60) == 130
    assert saved_game(state_home, "gomoku")["moves"] == ["h8"]


@pytest.mark.parametrize("thinking", [False, True])
def test_a_polite_kill_saves_and_leaves_a_clean_terminal(
    terminal: Open, state_home: Path, thinking: bool
) -> None:
    screen = terminal("play", "gomoku", "--second", "negamax(depth=9)" if thinking else "human")
    screen.wait_for("Arrow keys")
    screen.enter("h8")
    screen.wait_for("Thinking" if thinking else "▸ White")
    screen.process.send_signal(signal.SIGTERM)
    assert screen.exit_code() == 130
    screen.assert_clean()
    assert saved_game(state_home, "gomoku")["moves"] == ["h8"]


def test_ctrl_z_gives_the_terminal_back_until_the_game_goes_on(terminal: Open) -> None:
    screen = terminal("play", "gomoku")
    screen.wait_for("Arrow keys")
    screen.press("ctrl-z")
    statistics = Path(f"/proc/{screen.process.pid}/stat")

    def is_stopped() -> bool:
        return statistics.read_text().rpartition(")")[2].split()[0] == "T"

    screen.wait_until(is_stopped, "the stop")
    screen.assert_clean()
    screen.process.send_signal(signal.SIGCONT)
    screen.wait_until(lambda: screen.modes != screen.modes_before, "the return")
    screen.enter("quit")
    assert screen.exit_code() == 0
    screen.assert_clean()


@pytest.mark.parametrize("farewell", ["quit\r", "\x04"])
def test_quitting_saves_as_ctrl_c_does(terminal: Open, state_home: Path, farewell: str) -> None:
    screen = terminal("play", "gomoku", "--second", "human", "--bell")
    screen.wait_for("Arrow keys")
    screen.enter("h8")
    screen.wait_for("▸ White")
    screen.write(farewell.encode())
    assert screen.exit_code() == 0
    screen.assert_clean()
    assert saved_game(state_home, "gomoku")["moves"] == ["h8"]
    again = terminal(*how_to_go_on(screen))
    again.wait_for("▸ White (human)")
    again.enter("a1")
    again.wait_for("▸ Black (human)")
    again.enter("quit")
    assert again.exit_code() == 0
    # A resumed game keeps its file.
    assert [file.name for file in (state_home / "fivefold").iterdir()] == ["gomoku.json"]
    assert saved_game(state_home, "gomoku")["moves"] == ["h8", "a1"]
    assert b"\x07" not in screen.raw  # no engine has moved


def test_mouse_and_bell_are_used_and_switched_off_again(terminal: Open) -> None:
    screen = terminal("play", "gomoku(size=9)", "--second", "random", "--bell")
    screen.wait_for("Arrow keys")
    assert b"\x1b[?1000h\x1b[?1006h" in screen.raw
    line = next(n for n, text in enumerate(screen.screen.display) if text.startswith("3 "))
    for _ in range(2):  # the first click moves the cursor, the second plays
        screen.write(f"\x1b[<0;{2 + 2 * 1 + 1};{line + 1}M".encode())
    screen.wait_until(lambda: "○" in screen.text, "the answer")
    assert screen.screen.display[line][4] == "●"
    screen.wait_for_raw(b"\x07")
    screen.enter("quit")
    assert screen.exit_code() == 0
    screen.assert_clean()
    assert screen.raw.count(b"\x1b[?1000l") == screen.raw.count(b"\x1b[?1000h") == 1
    plain = terminal("play", "gomoku", "--second", "human", "--ascii")
    plain.wait_for("Arrow keys")
    plain.enter("quit")
    assert plain.exit_code() == 0
    assert b"?1000" not in plain.raw
    assert b"\x07" not in plain.raw


@pytest.mark.parametrize("farewell", ["Quit\r", "\x04"])
def test_ways_to_leave(terminal: Open, farewell: str, state_home: Path) -> None:
    screen = terminal("play", "gomoku", "--second", "human", "-m", "h8")
    screen.wait_for("▸ White")
    screen.write(farewell.encode())
    assert screen.exit_code() == 0
    screen.assert_clean()
    assert not state_home.exists()
    # The last position stays visible in the shell.
    assert "15 . . ." in screen.text


def test_the_process_of_a_bot_ends_with_the_game(terminal: Open, tmp_path: Path) -> None:
    bot = tmp_path / "deaf.py"
    bot.write_text(
        "import time\n"
        "from fivefold.strategies.base import Strategy\n"
        "class Deaf(Strategy):\n"
        "    def choose(self, state, limit=None, stop=None):\n"
        "        while True:\n"
        "            time.sleep(1)\n"
    )
    with watched_processes() as left:
        screen = terminal("play", "gomoku", "--second", f"{bot}:Deaf")
        screen.wait_for("Arrow keys", "deaf.py:Deaf")
        screen.enter("h8")
        screen.wait_for("Thinking")
        assert len(left(0)) > 1  # the session, and the bot in its cage
        screen.press("ctrl-c")
        assert screen.exit_code() == 130
        screen.assert_clean()
        assert how_to_go_on(screen)[-2:] == ["--second", f"{bot}:Deaf"]
        assert left() == []
