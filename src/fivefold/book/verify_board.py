"""The verifier's own pentomino board, sharing no code with the program it checks.

Placements are grown: every connected set of five cells is one. Its piece is found by rotating and
flipping the shape until it is one of the twelve drawn here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

LETTERS = "FILNPTUVWXYZ"
LONGEST = 8
"""Maximum side of a board: a cell is a bit of an 8x8 grid."""

_ROWS = {
    "F": (".##", "##.", ".#."),
    "I": ("#####",),
    "L": ("####", "#..."),
    "N": ("###.", "..##"),
    "P": ("##.", "###"),
    "T": ("###", ".#.", ".#."),
    "U": ("#.#", "###"),
    "V": ("###", "#..", "#.."),
    "W": ("##.", ".##", "..#"),
    "X": (".#.", "###", ".#."),
    "Y": ("####", "..#."),
    "Z": ("##.", ".#.", ".##"),
}

Cell = tuple[int, int]
Shape = tuple[Cell, ...]


class Placement(NamedTuple):
    """A piece on the board: its notation, its cells, and what it uses.

    `uses` is a bit set: the lowest 64 bits are cells of the grid, the next ones pieces. Placements
    that share a bit exclude each other.
    """

    text: str
    cells: tuple[Cell, ...]
    used: int


class Board:
    """All placements of a board, numbered by letter, then by cells in reading order."""

    def __init__(self, rows: int, columns: int) -> None:
        self.rows, self.columns = rows, columns
        self.placements = sorted(
            (_placement(cells) for cells in _grown(rows, columns)),
            key=lambda placement: (placement.text[0], placement.cells),
        )
        self.numbers = {placement.text: i for i, placement in enumerate(self.placements)}
        by_cells = {placement.cells: i for i, placement in enumerate(self.placements)}
        self._images = [
            [by_cells[image] for image in _turned(placement.cells, rows, columns)]
            for placement in self.placements
        ]

    def after(self, *moves: int) -> list[int]:
        """Returns the placements still possible after those moves."""
        used = self.used_by(moves)
        return [i for i, placement in enumerate(self.placements) if not placement.used & used]

    def used_by(self, moves: Iterable[int]) -> int:
        """Returns the cells and pieces used by those moves."""
        used = 0
        for move in moves:
            used |= self.placements[move].used
        return used

    def canonical(self, *moves: int) -> tuple[int, ...]:
        """Returns the symmetric image of a set of placements with the smallest numbers."""
        every = zip(*(self._images[move] for move in moves), strict=True)
        return min(tuple(sorted(image)) for image in every)

    def left_by(self, moves: tuple[int, ...]) -> tuple[int, int]:
        """Returns the free cells and the remaining pieces, as the checker takes them."""
        used = self.used_by(moves)
        cells = ((r, c) for r in range(self.rows) for c in range(self.columns))
        free = _bits(cells) & ~used
        return free, ~(used >> LONGEST**2) & (1 << len(LETTERS)) - 1

    def find(self, text: str) -> int | None:
        """Returns the placement of a text, with its cells in any order; or None."""
        letter, *cells = text.split() or [""]
        names = sorted((cell.lower() for cell in cells), key=lambda cell: (cell[1:], cell[:1]))
        return self.numbers.get(" ".join([letter.upper(), *names]))


@cache
def board_of(rows: int, columns: int) -> Board:
    """Returns the board of that size, made once."""
    return Board(rows, columns)


def _grown(rows: int, columns: int) -> set[Shape]:
    """Returns every connected set of five cells, each in reading order."""
    grown: set[Shape] = {((r, c),) for r in range(rows) for c in range(columns)}
    for _ in range(4):
        grown = {
            tuple(sorted({*cells, beside}))
            for cells in grown
            for cell in cells
            for beside in _beside(cell, rows, columns)
            if beside not in cells
        }
    return grown


def _beside(cell: Cell, rows: int, columns: int) -> Iterator[Cell]:
    row, column = cell
    for r, c in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
        if 0 <= r < rows and 0 <= c < columns:
            yield r, c


def _turned(cells: Shape, rows: int, columns: int) -> list[Shape]:
    """Returns the images of the cells under the board's symmetries: eight if square, else four."""
    found = []
    for r_flipped in (False, True):
        for c_flipped in (False, True):
            flipped = [
                (rows - 1 - r if r_flipped else r, columns - 1 - c if c_flipped else c)
                for r, c in cells
            ]
            found.append(tuple(sorted(flipped)))
            if rows == columns:
                found.append(tuple(sorted((c, r) for r, c in flipped)))
    return found


def _form(cells: Shape) -> Shape:
    """Returns a key shared by all sets of cells of one shape, anywhere and in any orientation."""
    images = _turned(cells, LONGEST, LONGEST)
    corners = [(min(r for r, _ in image), min(c for _, c in image)) for image in images]
    return min(
        tuple((r - top, c - left) for r, c in image)
        for image, (top, left) in zip(images, corners, strict=True)
    )


def _drawn(rows: tuple[str, ...]) -> Shape:
    return tuple((r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#")


_LETTER_OF = {_form(_drawn(rows)): letter for letter, rows in _ROWS.items()}


def _placement(cells: Shape) -> Placement:
    letter = _LETTER_OF[_form(cells)]
    names = " ".join(f"{'abcdefgh'[c]}{r + 1}" for r, c in cells)
    piece = 1 << LONGEST**2 + LETTERS.index(letter)
    return Placement(f"{letter} {names}", cells, _bits(cells) | piece)


def _bits(cells: Iterable[Cell]) -> int:
    return sum(1 << LONGEST * r + c for r, c in cells)
