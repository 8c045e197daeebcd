"""The symmetries of a pentomino board: how rotations and reflections map moves.

Openings that are images of each other have the same outcome, so each is stored once, as the image
with the smallest move: the 2,308 first moves on 8x8 have 296 such *canonical* moves. Two different
pieces form a *pair*, whichever player placed which; in its canonical image the smaller move comes
first.
"""

from __future__ import annotations

from functools import cache, cached_property

from fivefold.core import Move
from fivefold.games.pentomino import board_of

Pair = tuple[Move, Move]


class Symmetry:
    """How the 8 symmetries of a square, or the 4 of a rectangle, map the moves of a board."""

    def __init__(self, rows: int, columns: int) -> None:
        board = board_of(rows, columns)
        self.images = tuple(
            tuple(
                board.by_cells[tuple(sorted(cell_of[cell] for cell in cells))]
                for _, cells in board.placements
            )
            for cell_of in _cell_images(rows, columns)
        )
        """By symmetry and move: the image of the move."""
        self.canonical = tuple(map(min, zip(*self.images, strict=True)))
        """By move: its smallest image."""
        self.ways = tuple(
            tuple(number for number, image in enumerate(self.images) if image[move] == least)
            for move, least in enumerate(self.canonical)
        )
        """By move: the symmetries that map it to its canonical image; one, unless symmetric."""

    @property
    def first_moves(self) -> list[Move]:
        """The canonical first moves, in order."""
        return sorted(set(self.canonical))

    def pair(self, one: Move, other: Move) -> Pair:
        """Returns the canonical image of a pair."""
        return self.placed(one, other)[0]

    def placed(self, one: Move, other: Move) -> tuple[Pair, int]:
        """Returns the canonical image of a pair, and a symmetry that maps to it."""
        # Different pieces have different images, so the order within the pair is unambiguous.
        if self.canonical[one] > self.canonical[other]:
            one, other = other, one
        least = self.canonical[one]
        return min(((least, self.images[way][other]), way) for way in self.ways[one])

    def back(self, way: int, move: Move) -> Move:
        """Returns the move that the symmetry maps to this one."""
        return self._inverses[way][move]

    @cached_property
    def _inverses(self) -> tuple[tuple[Move, ...], ...]:
        return tuple(
            tuple(sorted(range(len(image)), key=image.__getitem__)) for image in self.images
        )


@cache
def symmetry_of(rows: int, columns: int) -> Symmetry:
    """Returns the symmetries of a board; cached, since 8x8 takes a few hundredths of a second."""
    return Symmetry(rows, columns)


def _cell_images(rows: int, columns: int) -> list[list[int]]:
    """Returns, for every symmetry, the image of each cell; the first is the identity."""
    places = [(row, column) for row in range(rows) for column in range(columns)]
    down, right = rows - 1, columns - 1
    found = [
        [(down - r if flip else r) * columns + (right - c if mirror else c) for r, c in places]
        for flip in (False, True)
        for mirror in (False, True)
    ]
    if rows == columns:
        turned = [c * columns + r for r, c in places]
        found += [[image[cell] for cell in turned] for image in found[:4]]
    return found
