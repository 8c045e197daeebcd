"""All commands on a real terminal; clocks; players that fail."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fivefold.names import game_from

if TYPE_CHECKING:
    from tests.cli.terminal.conftest import Open

pytestmark = pytest.mark.system

OVER = "Type undo, new, replay"


def test_commands_that_show_something(terminal: Open) -> None:
    screen = terminal("play", "othello", "--second", "h2", "--ascii")
    screen.wait_for("Arrow keys")
    screen.enter("moves")
    screen.wait_for("4 moves: d3 c4 f5 e6")
    screen.enter("explain")
    screen.wait_for("The opponent has not moved yet: type hint or explain WHO.")
    screen.enter("hint h1")
    screen.wait_for("Hint: d3")
    screen.press("enter")  # the hint has put the cursor there
    screen.wait_for("White (h2):", "Arrow keys")
    screen.enter("explain")
    screen.wait_for("weighted after each move:", "disc weights in H2:")
    screen.press("escape")
    screen.enter("explain minimax(depth=1)")
    screen.wait_for("Best:", "values at depth 1:")
    screen.press("escape")
    screen.enter("Help")
    screen.wait_for("replay [N|all]", "opponent WHO")
    screen.press("escape")
    screen.enter("undo 3")
    screen.wait_for("“undo 3” does not work: type undo.".translate({8220: '"', 8221: '"'}))
    screen.enter("undp")
    screen.wait_for('There is no command "undp". Did you mean undo?')
    screen.enter("z9")
    screen.wait_for("is off the board")


def test_commands_that_change_the_game(terminal: Open, tmp_path: Path) -> None:
    game = game_from("gomoku(size=9)")
    screen = terminal("play", "gomoku(size=9)", "--second", "level(2)", "--seed", "1", "--ascii")
    for count, move in enumerate(("a1", "c1", "e1"), start=1):
        screen.wait_for("> Black")
        screen.enter(move)
        screen.wait_for_stones(game, count, marks="O")
    cells = screen.cells(game)
    file = tmp_path / "game.json"
    screen.enter(f"save {file}")
    screen.wait_for("Saved to")
    screen.enter("undo")
    screen.wait_for("Took back 2 moves.")
    assert screen.cells(game).count("X") == 2
    screen.enter("cpu off")
    screen.wait_for("Black is human, White is human.")
    screen.enter("i9")
    screen.wait_for("> White (human)")
    screen.enter("cpu on")
    screen.wait_for("Black is level(2), White is human.")
    screen.enter("swap")
    screen.wait_for("Black is human, White is level(2).", "> Black")
    screen.enter("opponent nobody")
    screen.wait_for("There is no strategy called")
    screen.enter("opponent ./nothing.py:Bot")
    screen.wait_for("There is no file")
    screen.enter("opponent minimax(evaluate=beauty)")
    screen.wait_for("There is no gomoku evaluation called")
    screen.enter("opponent human")
    screen.wait_for("Black is human, White is human.")
    screen.enter("new")
    screen.wait_for_stones(game, 0)
    screen.enter("load")
    screen.wait_for("There is no file")
    screen.enter("load -")
    screen.wait_for("need the name of a file")
    screen.enter(f"load {file}")
    screen.wait_for_cells(game, cells)
    screen.enter("save /nowhere/at/all.json")
    screen.wait_for("There is no file")
    screen.enter("save")
    screen.wait_for("Saved to", "gomoku.json")
    screen.enter("resign")
    screen.wait_for("White wins: Black resigned.", OVER)
    screen.enter("a2")
    screen.wait_for("The game is over")
    screen.enter("undo")  # the file has brought its players back
    screen.wait_for("Took back 2 moves.", "> Black")
    assert len(json.loads(file.read_text())["moves"]) == 6


def test_replay_shows_the_last_moves_again(terminal: Open) -> None:
    game = game_from("gomoku(size=9)")
    line = "a1 b1 c1 d1 e1 f1 g1 h1 i1 a2 b2 c2 d2 e2 f2 g2 h2"
    screen = terminal("play", "gomoku(size=9)", "--second", "human", "--ascii", "-m", line)
    screen.wait_for("> White")
    for order, stones in (("replay 5", 12), ("replay 10", 7), ("replay 15", 2), ("replay all", 0)):
        screen.enter(order)
        screen.wait_for_stones(game, *range(stones, 17))
        screen.press("escape")
        screen.wait_for_stones(game, 17)
    screen.enter("replay 5")
    screen.wait_for_stones(game, *range(12, 17))
    screen.enter("i9")  # stops the replay and is kept
    screen.wait_for_stones(game, 18)
    screen.enter("replay 7")
    screen.wait_for_stones(game, *range(11, 18))
    screen.press("escape")
    screen.enter("replay none")
    screen.wait_for("does not work: type replay [N|all].")


def test_a_person_who_thinks_too_long_loses_on_time(terminal: Open) -> None:
    screen = terminal("play", "gomoku", "--second", "human", "--time", "0+3")
    screen.wait_for("White wins: Black ran out of time.", OVER)
    screen.enter("undo")
    screen.wait_for("A game lost on time cannot be taken back: type new.")
    screen.enter("new")
    screen.wait_for("▸ Black")


def test_clocks_run_down_and_machines_mind_them(terminal: Open) -> None:
    screen = terminal("play", "othello", "--second", "negamax(depth=30)", "--time", "0.5+0")
    screen.wait_for("Black (human) 0:2", "White (negamax(depth=30)) 0:30")
    screen.enter("f5")
    screen.wait_for("White (negamax(depth=30)): ", "▸ Black")
    assert "White (negamax(depth=30)) 0:30" not in screen.words


def test_without_a_time_control_clocks_count_up(terminal: Open) -> None:
    screen = terminal("play", "othello")
    screen.wait_until(lambda: re.search(r"Black \(human\) 0:0[1-9]", screen.text) is not None)
    assert "White (level(3)) 0:00" in screen.text


BROKEN = """
from fivefold.strategies.base import Decision, Strategy

class Breaks(Strategy):
    def choose(self, state, limit=None, stop=None):
        return 1 / 0

class Cheats(Strategy):
    def choose(self, state, limit=None, stop=None):
        return Decision(999999)

class Chatters(Strategy):
    def choose(self, state, limit=None, stop=None):
        print("noise" * 10000)
        return Decision(state.legal_moves()[0], text="\\x1b[2J\\x1b]0;title\\x07 so there")
"""


def test_players_that_break_lose_and_people_go_on(terminal: Open, tmp_path: Path) -> None:
    bots = tmp_path / "bots.py"
    bots.write_text(BROKEN)
    screen = terminal("play", "gomoku", "--second", f"{bots}:Breaks", "--ascii", columns=240)
    screen.wait_for("Arrow keys")
    screen.enter("h8")
    screen.wait_for('bots.py:Breaks" crashed: ZeroDivisionError', "Black wins.", OVER)
    screen.enter(f"opponent {bots}:Cheats")
    screen.wait_for("played an illegal move", "Black wins.", OVER)
    screen.enter(f"opponent {bots}:Chatters")
    screen.wait_for("so there", "> Black")
    assert b"\x1b]0;" not in screen.raw
    screen.enter(f"opponent {bots}:Breaks")
    screen.enter("h9")
    screen.wait_for("crashed: ZeroDivisionError", OVER)
    screen.enter("undo")
    screen.wait_for("Took back 1 move.", "> Black")
    screen.enter("opponent human")
    screen.wait_for("White is human")
    screen.enter("h9")
    screen.wait_for("> White (human)")
    screen.enter("quit")
    assert screen.exit_code() == 0
    screen.assert_clean()


def test_two_machines_can_be_left_for_people_and_one_of_them_may_break(
    terminal: Open, tmp_path: Path
) -> None:
    bots = tmp_path / "bots.py"
    bots.write_text(BROKEN)
    players = ("--first", "random", "--second", f"{bots}:Breaks")
    screen = terminal("play", "gomoku", *players, "--delay", "0", "--ascii", columns=240)
    screen.wait_for("crashed: ZeroDivisionError", OVER)
    screen.enter("cpu off")
    screen.wait_for("Black is human, White is human.", "> White (human)")
    screen.enter("undo")
    screen.wait_for("Took back 1 move.")


def test_machines_with_no_delay_still_listen(terminal: Open) -> None:
    players = ("--first", "random", "--second", "random", "--delay", "0", "--seed", "1")
    screen = terminal("play", "gomoku(size=22)", *players, "--ascii")
    screen.press(" ")
    screen.wait_for("Paused")
    screen.enter("opponent human")
    screen.wait_for("is human", "Arrow keys")
    screen.press("ctrl-c")
    assert screen.exit_code() == 130
    screen.assert_clean()
