"""Decisions as text: the sentence, numbers on the squares, shades."""

from __future__ import annotations

import math

import pytest

from fivefold.cli.terminal.capabilities import Look
from fivefold.cli.terminal.glass_box import describe, heat_map, printable, square_text
from fivefold.core import WIN, Limit, State
from fivefold.formats import read_moves
from fivefold.names import game_from, strategies_for, strategy_from
from fivefold.strategies.base import Candidate, Decision, Overlay
from fivefold.words import say


def position(game: str, moves: str = "") -> State:
    state = game_from(game).start
    for move in read_moves(moves, state) if moves else ():
        state = state.play(move)
    return state


def test_the_sentence_comes_first_and_the_best_moves_after_it() -> None:
    state = position("othello")
    decision = strategy_from("minimax(depth=1)", "othello").choose(state, Limit())
    lines = describe(decision, state, Look())
    assert lines[0] == str(decision.text)
    assert lines[1] == "Best: d3 3, c4 3, f5 3, e6 3."
    assert lines[2] == "values at depth 1:"


def test_every_number_stands_on_its_square() -> None:
    state = position("othello", "f5 d6 c3")
    decision = strategy_from("minimax(depth=2)", "othello").choose(state, Limit())
    grid = next(overlay for overlay in decision.overlay if overlay.values)
    assert grid.values
    lines = heat_map(grid.values, decision, state, Look())
    assert lines[0].split() == list("abcdefgh")
    for row, line in enumerate(lines[1:]):
        texts = line.replace("[", " ").replace("]", " ").split()[1:]
        for column, text in enumerate(texts):
            cell = row * 8 + column
            value = grid.values[cell]
            shown = state.cells[cell] if value is None else square_text(value)
            assert text.rstrip(".:-=+*#%@ ") == shown.rstrip(".") or text == shown
    chosen = state.game.format_cell(decision.move or 0)
    assert lines[int(chosen[1])].count("[") == 1


def test_hotter_squares_have_heavier_shades() -> None:
    state = position("gomoku(size=5)")
    values = tuple(float(cell) for cell in range(25))
    lines = heat_map(values, Decision(None), state, Look())
    shades = [text.lstrip("0123456789") for line in lines[1:] for text in line.split()[1:]]
    order = " .:-=+*#%@"
    heats = [order.index(shade or " ") for shade in shades]
    assert heats == sorted(heats)
    assert (heats[0], heats[-1]) == (0, 9)


def test_where_numbers_have_no_room_shades_are_left() -> None:
    state = position("gomoku(size=8)")
    values = tuple(1000 * cell for cell in range(64))
    lines = heat_map(values, Decision(None), state, Look(columns=30))
    assert all(len(line) <= 30 for line in lines)
    assert not any(mark.isdigit() for line in lines[1:] for mark in line[1:])
    assert "@" in lines[8]


def test_of_a_large_board_the_part_that_matters_is_drawn() -> None:
    state = position("gomoku(size=19)", "k10")
    values = tuple(5 if cell in (180, 181) else None for cell in range(361))
    lines = heat_map(values, Decision(181), state, Look())
    assert lines[0].split() == ["i", "j", "k", "l"]
    assert [line.split()[0] for line in lines[1:]] == ["11", "10", "9"]


def test_a_forced_win_does_not_leave_all_others_cold() -> None:
    values = (WIN - 3, 10, 5, 0, -(WIN - 2), *[None] * 20)
    lines = heat_map(values, Decision(0), position("gomoku(size=5)"), Look())
    assert lines[1].split() == ["5[W3]", "10@", "5=", "0", "L2"]


def test_values_that_are_not_numbers_are_left_out() -> None:
    values = (math.nan, math.inf, 1, *[None] * 22)
    lines = heat_map(values, Decision(2), position("gomoku(size=5)"), Look())
    assert lines[1].split() == ["5", ".", ".", "[1]", ".", "."]


def test_lines_and_cells_are_drawn_with_a_legend() -> None:
    state = position("gomoku", "h8 g7 i8 j8")
    decision = strategy_from("reactive", "gomoku").choose(state, Limit())
    lines = describe(decision, state, Look())
    assert "< > computer's longest sequence (CLS): 2: h8 i8" in lines
    assert "! ! player's longest sequence (PLS): 1: j8" in lines
    assert " 8 .[.]X<X>O!." in lines
    coloured = describe(decision, state, Look(colour=True, styles=True, ascii=False))
    assert any("\x1b[48;5;114m   \x1b[0m computer's" in line for line in coloured)


@pytest.mark.parametrize("game", ["gomoku", "othello", "pentomino"])
def test_decisions_of_every_strategy_can_be_shown(game: str) -> None:
    state = position(game, {"gomoku": "h8 g7", "othello": "f5", "pentomino": ""}[game])
    for name in strategies_for(game):
        if name == "engine":
            continue
        decision = strategy_from(name, game, 1).choose(state, Limit(seconds=0.05))
        for columns in (20, 80):
            lines = describe(decision, state, Look(columns=columns))
            assert lines[0] == str(decision.text)


def test_a_bot_controls_no_terminal_with_its_words() -> None:
    state = position("gomoku(size=5)")
    wild = "\x1b[2Jhello\r\nthere\x07 " + "x" * 1000
    decision = Decision(
        0,
        candidates=(Candidate(0, 1.5), Candidate(1, 0)),
        overlay=(
            Overlay("cells", wild, "furious", cells=(1,)),  # type: ignore[arg-type]
            Overlay("values", wild, values=(1, 2)),
            Overlay("values", wild, values=tuple(range(25))),
        ),
        text=wild,
    )
    lines = describe(decision, state, Look())
    assert not any(mark in line for line in lines for mark in "\x1b\r\n\x07")
    assert lines[0].startswith("\ufffd[2Jhello there\ufffd xxx")
    assert len(lines[0]) < 500
    assert lines[1] == "Best: a5 1.50, b5 0."
    assert printable(say("decision.over")) == "The game is over."
    assert describe(Decision(0), state, Look()) == []
