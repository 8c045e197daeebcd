"""The layout of a drawn board. A cell is 40 units wide; the picture is scaled as a whole."""

from __future__ import annotations

import re
from dataclasses import dataclass

from fivefold.core import Game

CELL = 40.0

Point = tuple[float, float]


@dataclass(frozen=True)
class Layout:
    """A board of cells, or of crossings (`on_lines`), inside a margin for the coordinates."""

    game: Game
    margin: float
    on_lines: bool = False

    @property
    def width(self) -> float:
        return 2 * self.margin + (self.game.columns - self.on_lines) * CELL

    @property
    def height(self) -> float:
        return 2 * self.margin + (self.game.rows - self.on_lines) * CELL

    def centre(self, cell: int) -> Point:
        """Returns the middle of a cell."""
        row, column = divmod(cell, self.game.columns)
        inside = 0.0 if self.on_lines else CELL / 2
        return self.margin + column * CELL + inside, self.margin + row * CELL + inside

    def corner(self, cell: int) -> Point:
        """Returns the upper left corner of a cell."""
        x, y = self.centre(cell)
        return x - CELL / 2, y - CELL / 2

    def names(self) -> tuple[list[tuple[float, str]], list[tuple[float, str]]]:
        """Returns the positions and names of columns and rows, along the edge."""
        game = self.game
        columns = [(self.centre(cell)[0], _name(game, cell)[0]) for cell in range(game.columns)]
        firsts = range(0, game.rows * game.columns, game.columns)
        return columns, [(self.centre(cell)[1], _name(game, cell)[1]) for cell in firsts]


def _name(game: Game, cell: int) -> tuple[str, str]:
    """Returns a cell's name split into column and row."""
    found = re.fullmatch(r"(\D*)(.*)", game.format_cell(cell))
    assert found
    return found[1], found[2]
