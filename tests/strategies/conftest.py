"""Shared fixtures: random positions, and independent Othello and pentomino rules."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import pytest

from fivefold.core import Game, State
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.games.pentomino import LETTERS, PentominoGame, board_of

Wander = Callable[[Game, random.Random, int], State]
Crowded = Callable[[random.Random, int, str], GomokuState]
Late = Callable[[random.Random, int], State]
AfterMoves = Callable[[str, str], dict[int, str]]
Margin = Callable[[str, str], int]
Wins = Callable[[State], bool]


@pytest.fixture(scope="session")
def wander() -> Wander:
    return _wander


@pytest.fixture(scope="session")
def othello_after() -> AfterMoves:
    return _othello_after


@pytest.fixture(scope="session")
def othello_margin() -> Margin:
    """The final margin under best play, with empty squares given to the winner."""
    return _best_margin


@pytest.fixture(scope="session")
def crowded_gomoku() -> Crowded:
    return _crowded_gomoku


@pytest.fixture(scope="session")
def pentomino_wins() -> Wins:
    return _PentominoWins()


@pytest.fixture(scope="session")
def late_pentomino() -> Late:
    return _late_pentomino


def _wander(game: Game, rng: random.Random, plies: int) -> State:
    """Returns an unfinished position after `plies` random moves, or fewer if the game would end."""
    state = game.start
    for _ in range(plies):
        moves = state.legal_moves()
        rng.shuffle(moves)
        going_on = (after for move in moves if not (after := state.play(move)).outcome)
        following = next(going_on, None)
        if following is None:
            break
        state = following
    return state


def _crowded_gomoku(rng: random.Random, size: int, rules: str) -> GomokuState:
    """Returns an unfinished position with many stones, often with fours and threes."""
    while True:
        share = rng.uniform(0.05, 0.7)
        cells = "".join(
            rng.choice("XO") if rng.random() < share else "." for _ in range(size * size)
        )
        if set(cells) == {"."}:
            continue
        try:
            state = GomokuGame(size, rules).parse_position(cells + rng.choice("XO"))
        except ValueError:
            continue  # fives of both sides
        if not state.outcome:
            return state


def _late_pentomino(rng: random.Random, most: int) -> State:
    """Returns an unfinished position on a random board with at most `most` placements left."""
    boards = ((3, 5), (4, 4), (4, 5), (5, 5), (3, 8), (6, 10), (8, 8))
    game = PentominoGame(*rng.choice(boards))
    while True:
        state = _wander(game, rng, rng.randrange(12))
        if len(state.legal_moves()) <= most:
            return state


@cache
def _placements(rows: int, columns: int) -> list[tuple[int, int]]:
    """Returns each placement of a board as bits: (piece, cells)."""
    return [
        (1 << LETTERS.index(letter), sum(1 << cell for cell in cells))
        for letter, cells in board_of(rows, columns).placements
    ]


class _PentominoWins:
    """Tells whether the side to move wins, by exhaustive search on free cells."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int, int, int], bool] = {}

    def __call__(self, state: State) -> bool:
        rows, columns = state.game.rows, state.game.columns
        free = sum(1 << cell for cell, mark in enumerate(state.cells) if mark == ".")
        pieces = sum(1 << LETTERS.index(each) for each in set(LETTERS) - set(state.cells))
        return self._wins(rows, columns, free, pieces, _placements(rows, columns))

    def _wins(
        self, rows: int, columns: int, free: int, pieces: int, placements: list[tuple[int, int]]
    ) -> bool:
        key = rows, columns, free, pieces
        if key not in self._known:
            fitting = [
                (piece, cells)
                for piece, cells in placements
                if piece & pieces and cells & free == cells
            ]
            self._known[key] = any(
                not self._wins(rows, columns, free & ~cells, pieces & ~piece, fitting)
                for piece, cells in fitting
            )
        return self._known[key]


def _othello_after(cells: str, side: str) -> dict[int, str]:
    """Returns the board after each placement of `side`, by square, with rules on a plain list."""
    size = {16: 4, 36: 6, 64: 8}[len(cells)]
    boards = {}
    for square in range(len(cells)):
        if cells[square] != ".":
            continue
        board = list(cells)
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                row, column = square // size + down, square % size + right
                run = []
                while (
                    0 <= row < size
                    and 0 <= column < size
                    and cells[row * size + column] not in (".", side)
                ):
                    run.append(row * size + column)
                    row, column = row + down, column + right
                    if not (down or right):
                        break
                if 0 <= row < size and 0 <= column < size and cells[row * size + column] == side:
                    for turned in run:
                        board[turned] = side
        if board != list(cells):
            board[square] = side
            boards[square] = "".join(board)
    return boards


_OTHER = {"X": "O", "O": "X"}


def _final_margin(cells: str, side: str) -> int:
    lead, empty = cells.count(side) - cells.count(_OTHER[side]), cells.count(".")
    return lead + empty if lead > 0 else lead - empty if lead < 0 else 0


def _best_margin(cells: str, side: str, alpha: int = -65, beta: int = 65) -> int:
    boards = _othello_after(cells, side)
    if not boards:
        if not _othello_after(cells, _OTHER[side]):
            return _final_margin(cells, side)
        return -_best_margin(cells, _OTHER[side], -beta, -alpha)
    best = -65
    for board in boards.values():
        best = max(best, -_best_margin(board, _OTHER[side], -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best
