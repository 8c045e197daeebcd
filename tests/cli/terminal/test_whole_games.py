"""Whole games on a real terminal: by keys and typed moves, against engines and people."""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from fivefold.cli.terminal.pointer import Pointer
from fivefold.core import Game, Move, State
from fivefold.games.othello import PASS
from fivefold.games.pentomino import LETTERS
from fivefold.names import game_from

if TYPE_CHECKING:
    from tests.cli.terminal.conftest import Open, Terminal

pytestmark = pytest.mark.system

OVER = "Type undo, new, replay"
TURNS = {"> Black": "X", "> White": "O", "> First": "X", "> Second": "O"}
Chooser = Callable[[State], Move]


def keys_to(move: Move, state: State, pointer: Pointer) -> tuple[list[str], Pointer]:
    """Returns the fewest keys after which Enter plays the move, and where they lead."""
    seen, queue = {pointer}, deque([(pointer, list[str]())])
    while queue:
        here, keys = queue.popleft()
        if here.move(state) == move:
            return keys, here
        for key in ("up", "down", "left", "right", "tab", "backtab", " ", "/"):
            further = here.pressed(key, state)
            if further is not None and further not in seen:
                seen.add(further)
                queue.append((further, [*keys, key]))
    raise AssertionError(f"no keys lead to {move}")


def play_by_keys(screen: Terminal, game: Game, sides: str, choose: Chooser) -> set[str]:
    """Plays a game to its end with keys alone and returns the keys that were used.

    The position is read from the screen, the side to move from the clocks.
    """
    pointer: Pointer | None = None
    used: set[str] = set()

    def turn() -> str:
        return next((side for name, side in TURNS.items() if name in screen.text), "")

    def is_asked() -> bool:
        return OVER in screen.words or (turn() in sides and "Thinking" not in screen.words)

    screen.wait_for("Enter")
    while True:
        screen.wait_until(lambda: turn() != "" or OVER in screen.words)
        screen.wait_until(is_asked, "a turn")
        if OVER in screen.words:
            return used
        cells = screen.cells(game)
        state = screen.state(game, turn())
        pointer = Pointer.over(state, pointer)
        keys, pointer = keys_to(choose(state), state, pointer)
        screen.press(*keys, "enter")
        used |= {*keys, "enter"}
        screen.wait_for_change(game, cells)


def first_move(state: State) -> Move:
    return state.legal_moves()[0]


def in_a_row(state: State) -> Move:
    """Returns a free cell of the middle row: five of them in a row win."""
    middle = state.game.rows // 2 * state.game.columns
    return next(move for move in state.legal_moves() if move >= middle)


def test_gomoku_by_arrow_keys_against_a_strategy(terminal: Open) -> None:
    game = game_from("gomoku(size=9)")
    arguments = ("--second", "random", "--ascii", "--seed", "4")
    screen = terminal("play", "gomoku(size=9)", *arguments, colour=True)
    used = play_by_keys(screen, game, "X", in_a_row)
    screen.wait_for("Black has five in a row.")
    assert used <= {"up", "down", "left", "right", "enter"}
    assert "XXXXX" in screen.cells(game)
    screen.enter("quit")
    assert screen.exit_code() == 0
    screen.assert_clean()
    assert "Black has five in a row." in screen.text


def test_gomoku_by_typed_moves_between_two_people(terminal: Open) -> None:
    screen = terminal("play", "gomoku", "--second", "human")
    for move in ("h8", "a1", "H9", "b1", " h10 ", "c1", "h 11", "d1", "h12"):
        screen.wait_for("Arrow keys")
        screen.enter(move)
    screen.wait_for("Black has five in a row.", OVER)
    assert screen.text.count("*●*") == 5
    assert "(●)" not in screen.text
    screen.press("ctrl-c")
    assert screen.exit_code() == 130
    screen.assert_clean()


def test_gomoku_by_typed_moves_against_a_strategy_that_wins(terminal: Open) -> None:
    screen = terminal("play", "gomoku(size=7)", "--second", "level(3)", "--seed", "1")
    for move in (column + row for row in "7513" for column in "aceg"):
        screen.wait_for("▸ Black")
        screen.enter(move)
        screen.wait_until(lambda: not screen.prompt.endswith(("1", "3", "5", "7")), "the answer")
        screen.wait_until(lambda: "▸ Black" in screen.text or OVER in screen.words)
        if OVER in screen.words:
            break
    screen.wait_for("White has five in a row.")


def test_othello_by_arrow_keys_against_a_strategy(terminal: Open) -> None:
    game = game_from("othello(size=6)")
    screen = terminal(
        "play", "othello", "--size", "6", "--second", "random", "--ascii", "--seed", "3"
    )
    play_by_keys(screen, game, "X", first_move)
    outcome = screen.state(game, "X").outcome
    assert outcome
    screen.wait_for(str(outcome.reason).replace("–", "-"))


def othello_game_with_a_pass() -> list[Move]:
    """Returns a game on 4x4 with a pass."""
    for seed in range(1000):
        chance, state, moves = random.Random(seed), game_from("othello(size=4)").start, list[Move]()
        while not state.outcome:
            moves.append(chance.choice(state.legal_moves()))
            state = state.play(moves[-1])
        if PASS in moves:
            return moves
    raise AssertionError("no game has a pass")


def test_othello_by_typed_moves_with_passes_announced_and_made(terminal: Open) -> None:
    game, moves = game_from("othello(size=4)"), othello_game_with_a_pass()
    screen = terminal("play", "othello(size=4)", "--second", "human", "--ascii")
    state = game.start
    for number, move in enumerate(moves):
        name = str(game.player_name(state.to_move))
        if move == PASS:
            screen.wait_for(f"{name} has no legal move and passes.")
        else:
            screen.wait_for(f"> {name}")
            # Each accepted notation in turn: a cell, a number, a pair.
            row, column = divmod(move, 4)
            texts = [game.format_move(move).upper(), str(move), f"({row}, {column})"]
            screen.enter(texts[number % 3])
            screen.wait_for_cells(game, state.play(move).cells)
        state = state.play(move)
    assert state.outcome
    screen.wait_for(str(state.outcome.reason).replace("–", "-"), OVER)


def test_a_machine_that_has_no_move_says_that_it_passes(terminal: Open) -> None:
    game = game_from("othello(size=4)")
    state, moves = game.start, othello_game_with_a_pass()
    before = moves[: moves.index(PASS)]
    for move in before:
        state = state.play(move)
    line = "".join(map(game.format_move, before))
    passer = "--first" if state.to_move.value == "X" else "--second"
    other = "--second" if passer == "--first" else "--first"
    screen = terminal(
        "play", "othello(size=4)", passer, "h1", other, "human", "-m", line, "--ascii"
    )
    screen.wait_for(
        "(h1) has no legal move and passes.", f"> {game.player_name(state.to_move.other)}"
    )


def place_by_keys(
    screen: Terminal, game: Game, choose: Chooser, opponent: str | None = None
) -> tuple[State, set[str]]:
    """Plays a Pentomino game to its end; returns the last position and the keys.

    The opponent's moves are read from its sentences, because the selected piece covers the board.
    """
    state, pointer, used = game.start, None, set[str]()
    while True:
        screen.wait_for("Tab: next piece")
        pointer = Pointer.over(state, pointer)
        move = choose(state)
        keys, pointer = keys_to(move, state, pointer)
        screen.press(*keys, "enter")
        used |= {*keys, "enter"}
        state = state.play(move)
        if not state.outcome and opponent:
            state = state.play(_answer(opponent, screen, state))
        if state.outcome:
            screen.wait_for(str(state.outcome.reason), OVER)
            assert screen.cells(game) == state.cells
            return state, used
        _wait_for_tray(screen, state)


def _answer(opponent: str, screen: Terminal, state: State) -> Move:
    """Waits for a new move of the opponent and returns it."""
    said = re.compile(rf"\({opponent}\): ([A-Z](?: [a-h][1-8]){{5}})")

    def is_new() -> bool:
        found = said.search(screen.words)
        return found is not None and state.game.parse_move(found[1]) in state.legal_moves()

    screen.wait_until(is_new, "the answer")
    found = said.search(screen.words)
    assert found
    return state.game.parse_move(found[1])


def _wait_for_tray(screen: Terminal, state: State) -> None:
    """Waits until the tray, the only line with a letter in brackets, has the remaining pieces."""
    left = "".join(letter for letter in LETTERS if letter not in state.cells)

    def tray() -> str:
        line = next((line for line in screen.screen.display if "[" in line), "")
        return re.sub(r"[^A-Z]", "", line.partition("  ")[2] if line[0].isdigit() else line)

    screen.wait_until(lambda: tray().endswith(left), f"a tray with {left}")


def test_pentomino_by_keys_against_a_strategy(terminal: Open) -> None:
    game, chance = game_from("pentomino"), random.Random(3)
    screen = terminal("play", "pentomino", "--second", "openspace", "--ascii", "--seed", "1")
    _, used = place_by_keys(
        screen, game, lambda state: chance.choice(state.legal_moves()), "openspace"
    )
    assert used >= {" ", "/", "enter"}
    assert used & {"tab", "backtab"}
    screen.enter("quit")
    assert screen.exit_code() == 0
    screen.assert_clean()


def test_two_people_play_pentomino_by_keys(terminal: Open) -> None:
    game = game_from("pentomino(size=5)")
    screen = terminal("play", "pentomino(size=5)", "--second", "human", "--ascii")
    place_by_keys(screen, game, lambda state: state.legal_moves()[-1])


def test_pentomino_by_typed_cells_between_two_people(terminal: Open) -> None:
    game = game_from("pentomino(size=5x6)")
    screen = terminal("play", "pentomino(size=5x6)", "--second", "human", "--ascii")
    screen.wait_for("Tab: next piece")
    state, number = game.start, 0
    while not state.outcome:
        # U comes first: followed by cells it is a piece, not the short name of undo.
        moves = [move for move in state.legal_moves() if game.format_move(move)[0] == "U"]
        text = game.format_move((moves or state.legal_moves())[0])
        screen.enter(text if number % 2 == 0 else " ".join(reversed(text.split()[1:])))
        state, number = state.play(game.parse_move(text)), number + 1
        screen.wait_for(
            str(state.outcome.reason) if state.outcome else "> " + ("First", "Second")[number % 2]
        )
    screen.wait_for(OVER)
    assert screen.cells(game) == state.cells


def test_two_strategies_play_with_a_delay_and_a_pause(terminal: Open) -> None:
    game = game_from("othello(size=4)")
    arguments = ("--first", "h2", "--second", "h2", "--seed", "2", "--delay", "0.3", "--ascii")
    screen = terminal("play", "othello(size=4)", *arguments)
    screen.wait_for("Space pauses", "> White")
    screen.press(" ")
    screen.wait_for("Paused")
    screen.enter("explain")
    screen.wait_for("weighted after each move")
    seen = screen.cells(game)
    assert seen
    screen.press(" ")
    screen.wait_for("wins", OVER)
    screen.enter("resign")
    screen.wait_for("The game is over")
    screen.enter("quit")
    assert screen.exit_code() == 0
