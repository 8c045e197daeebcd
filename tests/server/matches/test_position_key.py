"""One key for a position however it is turned, moved, coloured or ruled; another for any other."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from fivefold.core import State
from fivefold.games.pentomino import PentominoState
from fivefold.match.replay import play_through, read_line
from fivefold.names import game_from
from fivefold.server.matches.position_key import SIGNATURE_BYTES, position_key, signature


def after(game: str, *moves: str) -> State:
    start = game_from(game).start
    return list(play_through(start, read_line(start, moves)))[-1]


def image(move: str, size: int, turn: int) -> str:
    """Returns a cell under one of the eight symmetries of a square board."""
    column, row = ord(move[0]) - ord("a"), int(move[1:]) - 1
    if turn & 1:
        column = size - 1 - column
    if turn & 2:
        row = size - 1 - row
    if turn & 4:
        column, row = row, column
    return f"{chr(ord('a') + column)}{row + 1}"


LINE = ("c3", "d3", "e4", "h8", "b7")


@pytest.mark.parametrize("turn", range(8))
def test_mirror_images_and_rotations_have_the_same_key(turn: int) -> None:
    turned = after("gomoku(9)", *(image(move, 9, turn) for move in LINE))
    assert position_key(turned) == position_key(after("gomoku(9)", *LINE))


@pytest.mark.parametrize("rules", ["standard", "renju", "caro"])
def test_other_rules_have_the_same_key(rules: str) -> None:
    assert position_key(after(f"gomoku(9, rules={rules})", *LINE)) == position_key(
        after("gomoku(9)", *LINE)
    )


def test_swapped_colours_have_the_same_key() -> None:
    game = game_from("gomoku(9)")
    cells = after("gomoku(9)", *LINE).cells
    one = game.parse_position(f"{cells} O")
    other = game.parse_position(f"{cells.translate(str.maketrans('XO', 'OX'))} X")
    assert position_key(one) == position_key(other)


@pytest.mark.parametrize("game", ["gomoku(9)", "othello(6)"])
def test_the_side_to_move_does_not_matter(game: str) -> None:
    moves = {"gomoku(9)": LINE, "othello(6)": ("c2",)}[game]
    state = after(game, *moves)
    other = state.game.parse_position(f"{state.cells} {'XO'[state.to_move.value == 'X']}")
    assert position_key(state) == position_key(other)


@pytest.mark.parametrize("game", ["gomoku(9)", "gomoku(15)", "gomoku(19, rules=renju)"])
def test_in_gomoku_the_place_on_the_board_and_its_size_do_not_matter(game: str) -> None:
    shifted = [f"{chr(ord(move[0]) + 1)}{int(move[1:]) - 1}" for move in LINE]
    assert position_key(after(game, *shifted)) == position_key(after("gomoku(9)", *LINE))


def test_in_othello_and_pentomino_the_size_of_the_board_matters() -> None:
    for name in ("othello", "pentomino"):
        keys = {position_key(game_from(f"{name}({size})").start) for size in (6, 8)}
        assert len(keys) == 2, name


def test_the_order_of_moves_does_not_matter() -> None:
    other = ("e4", "h8", "b7", "d3", "c3")
    assert position_key(after("gomoku(9)", *LINE)) == position_key(after("gomoku(9)", *other))


def test_a_board_on_its_side_has_the_same_key() -> None:
    wide, high = game_from("pentomino(3x5)"), game_from("pentomino(5x3)")
    assert position_key(wide.start) == position_key(high.start)


def test_in_pentomino_the_side_to_move_does_not_matter() -> None:
    start = game_from("pentomino(6)").start
    first = start.play(start.legal_moves()[0])
    assert isinstance(first, PentominoState)
    other = replace(first, to_move=first.to_move.other)
    assert position_key(first) == position_key(other)


def test_different_positions_have_different_keys() -> None:
    states = [
        after("gomoku(9)", *LINE),
        after("gomoku(9)", *LINE[:-1]),
        after("gomoku(9)", *LINE[:-1], "b8"),
        after("gomoku(9)", *LINE, "a1"),
        after("othello", "f5"),
        after("othello(6)", "e4"),
        game_from("pentomino(6)").start,
    ]
    for one, other in itertools.combinations(states, 2):
        assert position_key(one) != position_key(other)


def test_a_key_starts_with_the_signature() -> None:
    state = after("gomoku(9)", *LINE)
    assert position_key(state)[:SIGNATURE_BYTES] == signature(state)
