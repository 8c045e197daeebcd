"""The verifier's search against brute force, and against the solver that makes the book.

The brute force knows the rules of the game; the checker gets only free cells and pieces.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator

import pytest

from fivefold.book.verify_board import LETTERS, board_of
from fivefold.games.pentomino import PentominoGame, PentominoState
from fivefold.games.pentomino import board_of as board_of_the_game
from fivefold.strategies import native
from fivefold.strategies.pentomino.solver import PentominoSolver
from fivefold.strategies.pentomino.symmetry import symmetry_of

ALL = (1 << 12) - 1
GRID = board_of_the_game(8, 8)
ON_CELL = [
    sum(1 << move for move, placement in enumerate(GRID.placements) if cell in placement.cells)
    for cell in range(64)
]
OF_PIECE = [
    sum(1 << move for move, placement in enumerate(GRID.placements) if placement.letter == letter)
    for letter in LETTERS
]


def brute_force(free: int, pieces: int) -> bool:
    """Tells whether the side to move loses, by trying every placement of the 8x8 grid."""
    start = (1 << len(GRID.placements)) - 1
    for cell in range(64):
        start &= -1 if free >> cell & 1 else ~ON_CELL[cell]
    for piece in range(12):
        start &= -1 if pieces >> piece & 1 else ~OF_PIECE[piece]
    memory: dict[int, bool] = {}

    def is_lost(live: int) -> bool:
        if live not in memory:
            rest, memory[live] = live, True
            while rest and memory[live]:
                move = rest.bit_length() - 1
                rest &= ~(1 << move)
                memory[live] = not is_lost(live & ~GRID.conflicts[move])
        return memory[live]

    return is_lost(start)


def grown(chance: random.Random, size: int) -> int:
    """Returns a connected region of the grid."""
    cells = {chance.randrange(64)}
    while len(cells) < size:
        cell = chance.choice(sorted(cells))
        beside = cell + chance.choice((-8, 8, *[-1][: cell % 8], *[1][: 7 - cell % 8]))
        if 0 <= beside < 64:
            cells.add(beside)
    return sum(1 << cell for cell in cells)


def rectangle(rows: int, columns: int) -> int:
    return sum(1 << 8 * row + column for row in range(rows) for column in range(columns))


def small_positions(chance: random.Random) -> Iterator[tuple[int, int]]:
    """Yields regions of the grid, pairs of them, and small rectangles with some of the pieces."""
    for _ in range(800):
        yield grown(chance, chance.randrange(10, 19)), chance.getrandbits(12)
    for _ in range(700):
        few = chance.getrandbits(12) & chance.getrandbits(12)
        yield grown(chance, 9) | grown(chance, 9), few | 1 << chance.randrange(12)
    for _ in range(600):
        rows, columns = chance.choice([(1, 7), (2, 7), (3, 5), (3, 6), (4, 4), (4, 5), (5, 4)])
        shift = 8 * chance.randrange(8 - rows + 1) + chance.randrange(8 - columns + 1)
        yield rectangle(rows, columns) << shift, chance.getrandbits(12)


def test_thousands_of_small_positions_equal_brute_force() -> None:
    checker = native.pentomino_checker(1)
    found = {False: 0, True: 0}
    replied = before = 0
    for free, pieces in small_positions(random.Random(1)):
        is_lost = checker.is_lost(free, pieces)
        assert is_lost == brute_force(free, pieces), (free, pieces)
        found[bool(is_lost)] += 1
        replied += checker.nodes > before and is_lost is True
        before = checker.nodes
    assert sum(found.values()) > 2000
    assert min(found.values()) > 200
    assert replied > 50  # lost although a piece can be placed


@pytest.mark.parametrize(("rows", "columns"), [(4, 5), (3, 8), (5, 5)])
def test_small_rectangles_with_all_pieces_equal_brute_force(rows: int, columns: int) -> None:
    free = rectangle(rows, columns)
    assert native.pentomino_checker(1).is_lost(free, ALL) == brute_force(free, ALL)


def played(chance: random.Random, pieces: int) -> PentominoState:
    """Returns an 8x8 position with that many pieces."""
    state = PentominoGame().start
    for _ in range(pieces):
        state = state.play(chance.choice(state.legal_moves()))
    return state


def left_in(state: PentominoState) -> tuple[int, int]:
    free = sum(1 << i for i, mark in enumerate(state.cells) if mark == ".")
    return free, sum(1 << i for i, letter in enumerate(LETTERS) if letter not in state.cells)


def agreeing(seed: int, pieces: int, count: int) -> list[str]:
    """Returns the outcomes of random positions, on which both programs agree."""
    chance = random.Random(seed)
    checker, solver = native.pentomino_checker(16), PentominoSolver(PentominoGame())
    values = []
    for _ in range(count):
        state = played(chance, pieces)
        value = solver.solve(state).value
        assert value == ("loss" if checker.is_lost(*left_in(state)) else "win"), state.cells
        values.append(str(value))
    return values


@pytest.mark.parametrize(("pieces", "count"), [(4, 60), (5, 120), (6, 120)])
def test_two_programs_agree_on_positions_of_the_whole_board(pieces: int, count: int) -> None:
    assert set(agreeing(pieces, pieces, count)) == {"win", "loss"}


@pytest.mark.long
@pytest.mark.parametrize(("pieces", "count"), [(3, 300), (4, 5000), (5, 10000)])
def test_two_programs_agree_on_many_positions(pieces: int, count: int) -> None:
    assert set(agreeing(100 + pieces, pieces, count)) == {"win", "loss"}


@pytest.mark.parametrize(("rows", "columns"), [(8, 8), (5, 5), (4, 6), (6, 4), (2, 8), (2, 2)])
def test_two_programs_number_the_same_moves_and_know_the_same_symmetries(
    rows: int, columns: int
) -> None:
    board, game = board_of(rows, columns), PentominoGame(rows, columns)
    moves = range(len(board.placements))
    assert [placement.text for placement in board.placements] == [
        game.format_move(move) for move in game.start.legal_moves()
    ]
    canonical = symmetry_of(rows, columns).canonical
    assert [board.canonical(move) for move in moves] == [(canonical[move],) for move in moves]


def test_a_search_that_is_stopped_says_nothing() -> None:
    stop = threading.Event()
    stop.set()
    checker = native.pentomino_checker(1)
    assert checker.is_lost(*board_of(8, 8).left_by((0, 2307)), stop) is None
    assert checker.is_lost(rectangle(4, 4), ALL, stop=threading.Event()) is True


@pytest.mark.parametrize(("free", "pieces"), [(2**64 - 1, 1), (2**60 - 1, ALL), (0, 2**12)])
def test_positions_that_do_not_fit_64_bits_are_refused(free: int, pieces: int) -> None:
    with pytest.raises(ValueError, match=r"pieces"):
        native.pentomino_checker(1).is_lost(free, pieces)
