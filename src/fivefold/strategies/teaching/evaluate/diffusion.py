"""Diffusion: how open the board is around each cell, and in total.

Free cells start at 1, covered cells at 0. In each step, every cell becomes the sum of its eight
neighbours. After one step on an empty 8x8 board:

    3 5 5 5 5 5 5 3
    5 8 8 8 8 8 8 5     high in open space, low near edges and pieces;
    5 8 8 8 8 8 8 5     covered cells get a value too

Cost: rows x columns x 8 additions per step. Read next: `../openspace.py`, which plays by it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from fivefold.core import State
from fivefold.games import grid

Grid = tuple[int | float, ...]


def diffuse(
    cells: str, rows: int, columns: int, iterations: int, diagonal: int | float = 1
) -> Grid:
    """Returns the openness of every cell; `diagonal` is the weight of diagonal neighbours."""
    values: Sequence[int | float] = [int(cell == ".") for cell in cells]
    neighbours = grid.neighbours(rows, columns)
    # `fsum` has no intermediate rounding, so mirrored cells get exactly equal values.
    total = sum if isinstance(diagonal, int) else math.fsum
    for _ in range(iterations):
        if diagonal == 1:
            values = [sum([values[n] for n in around]) for around in neighbours]
        else:
            values = [
                total(
                    values[n] * (1 if _shares_a_side(n, cell, columns) else diagonal)
                    for n in around
                )
                for cell, around in enumerate(neighbours)
            ]
    return tuple(values)


def _shares_a_side(a: int, b: int, columns: int) -> bool:
    return a // columns == b // columns or a % columns == b % columns


def diffusion(state: State) -> int | float:
    """Returns the sum of openness over the free cells, counted as good for the side to move."""
    game = state.game
    openness = diffuse(state.cells, game.rows, game.columns, iterations=3)
    return sum(value for value, cell in zip(openness, state.cells, strict=True) if cell == ".")
