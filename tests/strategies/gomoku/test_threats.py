"""Fours and open threes, compared with the rules by trying every stone."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from fivefold.core import Player
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.games.grid import DIRECTIONS
from fivefold.strategies.gomoku.threats import (
    Threat,
    kind_of,
    threats,
    threats_made,
    where,
    with_stone,
)

Crowded = Callable[[random.Random, int, str], GomokuState]
RULES = ("freestyle", "standard", "renju", "caro", "omok")


def row(text: str, rules: str = "freestyle") -> list[Threat]:
    """Returns Black's threats in the top row of an otherwise empty board."""
    game = GomokuGame(15, rules)
    return threats(game, text.ljust(15, ".") + "." * 210, Player.FIRST)


@pytest.mark.parametrize(
    ("text", "rules", "kind", "gains"),
    [
        (".XXXX.", "freestyle", "open_four", (0, 5)),
        ("OXXXX.", "freestyle", "four", (5,)),
        ("XX.XX", "freestyle", "four", (2,)),
        ("..XXX..", "freestyle", "three", (1, 5)),
        (".XX.X.", "freestyle", "three", (3,)),
        ("XXX.XX", "freestyle", "four", (3,)),
        (".XXXXO", "caro", "four", (0,)),
        ("..XXXX.X", "standard", "four", (1,)),
        ("..XXX.X", "standard", "four", (5,)),
    ],
)
def test_well_known_rows(text: str, rules: str, kind: str, gains: tuple[int, ...]) -> None:
    [found] = row(text, rules)
    assert (found.kind, found.gains) == (kind, gains)
    assert set(found.stones) == {place for place in found.cells if text[place] == "X"}


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("OXXX..", "freestyle"),
        ("OXXXXO", "freestyle"),
        ("XXX.XX", "standard"),  # six do not win
        ("OXX.XXO", "caro"),  # blocked at both ends
        (".XXX.", "freestyle"),  # the edge leaves no room for an open four
    ],
)
def test_rows_that_threaten_nothing(text: str, rules: str) -> None:
    assert row(text.ljust(15, "O"), rules) == []


def test_a_line_is_named_as_on_the_board() -> None:
    game = GomokuGame()
    texts = {"a8 b8 c8 d8": "row 8", "h1 h2 h3 h4": "column h", "a1 b2 c3 d4": "the diagonal"}
    for moves, said in texts.items():
        cells = "." * 225
        for move in moves.split():
            cells = with_stone(cells, game.parse_move(move), Player.FIRST)
        assert {str(where(game, found)) for found in threats(game, cells, Player.FIRST)} == {said}


def fives(state: GomokuState, cells: str, player: Player) -> set[int]:
    """Returns the free cells where a stone makes five, by the rules alone."""
    free = (cell for cell, mark in enumerate(cells) if mark == ".")
    return {cell for cell in free if state.game.five_through(with_stone(cells, cell, player), cell)}


def alone(cells: str, line: list[int]) -> str:
    """Returns the board with everything but one line removed."""
    return "".join(mark if cell in line else "." for cell, mark in enumerate(cells))


def lines_through(size: int, cell: int) -> Iterator[list[int]]:
    for down, right in DIRECTIONS:
        row, column = divmod(cell, size)
        places = [(row + down * far, column + right * far) for far in range(-size, size)]
        yield [r * size + c for r, c in places if 0 <= r < size and 0 <= c < size]


def cannot_be_stopped(game: GomokuGame, cells: str, cell: int, player: Player) -> bool:
    """Tells whether in some line no single reply stops every five through the cell."""

    def goes_on(board: str, line: list[int]) -> bool:
        free = [each for each in line if board[each] == "."]
        return any(
            cell in game.five_through(with_stone(board, each, player), each) for each in free
        )

    for line in lines_through(game.size, cell):
        board = alone(cells, line)
        replies = [each for each in line if board[each] == "."]
        if goes_on(board, line) and all(
            goes_on(with_stone(board, reply, player.other), line) for reply in replies
        ):
            return True
    return False


@pytest.mark.parametrize("rules", RULES)
def test_everything_found_and_nothing_else_threatens(rules: str, crowded_gomoku: Crowded) -> None:
    rng = random.Random(70)
    for _ in range(2):
        state = crowded_gomoku(rng, rng.choice((7, 9)), rules)
        game, cells = state.game, state.cells
        for player in Player:
            found = threats(game, cells, player)
            fours = [each for each in found if each.kind != "three"]
            wins = fives(state, cells, player)
            assert {gain for four in fours for gain in four.gains} == wins
            free = {cell for cell, mark in enumerate(cells) if mark == "."} - wins
            expected = {
                cell
                for cell in free
                if not game.foul(cells, cell, player)
                if cannot_be_stopped(game, with_stone(cells, cell, player), cell, player)
            }
            reported = {gain for three in found if three.kind == "three" for gain in three.gains}
            assert reported <= expected
            in_fours = {stone for four in fours for stone in four.stones}
            for cell in expected - reported:
                assert any(in_fours.intersection(line) for line in lines_through(game.size, cell))


@pytest.mark.parametrize("rules", RULES)
def test_what_a_stone_makes_is_on_the_board_after_it(rules: str, crowded_gomoku: Crowded) -> None:
    rng = random.Random(71)
    for _ in range(2):
        state = crowded_gomoku(rng, 8, rules)
        game, cells, player = state.game, state.cells, state.to_move
        for cell in (cell for cell, mark in enumerate(cells) if mark == "."):
            kind = kind_of(game, cells, cell, player)
            after = with_stone(cells, cell, player)
            if kind == "five":
                assert state.play(cell).outcome
                continue
            if kind is None and cell in state.forbidden:
                continue
            new = fives(state, after, player) - fives(state, cells, player)
            rows = threats_made(game, cells, cell, player)
            assert {gain for four in rows if four.kind != "three" for gain in four.gains} >= new
            makes_four = kind in ("open_four", "double_four", "four_three", "four")
            assert makes_four == any(four.kind != "three" for four in rows)
            assert (kind == "open_four") == cannot_be_stopped(game, after, cell, player)
            assert kind != "double_three" or len(rows) > 1
            assert (kind is None) == (not rows)
