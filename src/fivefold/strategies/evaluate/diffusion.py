"""Diffusion: how open the board is around each cell, and around all of them.

Free cells start at 1, covered ones at 0; again and again every cell becomes the sum of its
eight neighbours. After one step on an empty 8x8 board:

    3 5 5 5 5 5 5 3
    5 8 8 8 8 8 8 5     high where there is room, low at edges and pieces;
    5 8 8 8 8 8 8 5     covered cells receive values too

Cost: rows x columns x 8 additions a step. Read next: `../openspace.py`, which plays by it.
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
    """Returns every cell's openness after that many steps; `diagonal` weighs those neighbours."""
    values: Sequence[int | float] = [int(cell == ".") for cell in cells]
    neighbours = grid.neighbours(rows, columns)
    # Fractions are added without rounding on the way, so that mirrored cells stay equal.
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
    """Returns the openness summed over the free cells, which is good for the side to move."""
    game = state.game
    openness = diffuse(state.cells, game.rows, game.columns, iterations=3)
    return sum(value for value, cell in zip(openness, state.cells, strict=True) if cell == ".")
