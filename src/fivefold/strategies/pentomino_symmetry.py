"""The symmetries of a pentomino board: what turning and mirroring it does to moves.

Openings that are images of each other have the same outcome, so each is kept once, as the image
with the smallest move: on 8x8 the 2,308 first moves have 296 such *canonical* ones. Two different
pieces are a *pair*, whoever placed which; the smaller move of its canonical image comes first.
"""

from __future__ import annotations

from functools import cache, cached_property

from fivefold.core import Move
from fivefold.games.pentomino import board_of

Pair = tuple[Move, Move]


class Symmetry:
    """What the 8 symmetries of a square, or the 4 of another rectangle, do to its moves."""

    def __init__(self, rows: int, columns: int) -> None:
        board = board_of(rows, columns)
        self.images = tuple(
            tuple(
                board.by_cells[tuple(sorted(cell_of[cell] for cell in cells))]
                for _, cells in board.placements
            )
            for cell_of in _cell_images(rows, columns)
        )
        """By symmetry and move: the move it becomes."""
        self.canonical = tuple(map(min, zip(*self.images, strict=True)))
        """By move: the smallest of its images."""
        self.ways = tuple(
            tuple(number for number, image in enumerate(self.images) if image[move] == least)
            for move, least in enumerate(self.canonical)
        )
        """By move: the symmetries that make it canonical, one unless it is symmetric itself."""

    @property
    def first_moves(self) -> list[Move]:
        """The canonical first moves, in order."""
        return sorted(set(self.canonical))

    def pair(self, one: Move, other: Move) -> Pair:
        """Returns the canonical image of a pair."""
        return self.placed(one, other)[0]

    def placed(self, one: Move, other: Move) -> tuple[Pair, int]:
        """Returns the canonical image of a pair and a symmetry that leads to it."""
        # Two different pieces have different images, and the smaller comes first in the pair.
        if self.canonical[one] > self.canonical[other]:
            one, other = other, one
        least = self.canonical[one]
        return min(((least, self.images[way][other]), way) for way in self.ways[one])

    def back(self, way: int, move: Move) -> Move:
        """Returns the move that the symmetry makes into that one."""
        return self._inverses[way][move]

    @cached_property
    def _inverses(self) -> tuple[tuple[Move, ...], ...]:
        return tuple(
            tuple(sorted(range(len(image)), key=image.__getitem__)) for image in self.images
        )


@cache
def symmetry_of(rows: int, columns: int) -> Symmetry:
    """Returns the symmetries of a board; made once, in some hundredths of a second on 8x8."""
    return Symmetry(rows, columns)


def _cell_images(rows: int, columns: int) -> list[list[int]]:
    """Returns for every symmetry where each cell goes; the first leaves all where they are."""
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
