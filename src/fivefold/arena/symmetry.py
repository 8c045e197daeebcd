"""Positions that are the same but for turning or mirroring the board."""

from __future__ import annotations

from functools import cache

from fivefold.core import State


def same_for_all(state: State) -> tuple[str, str]:
    """Returns the cells and the side to move, equal for all positions that mirror each other."""
    cells = state.cells
    views = symmetries(state.game.rows, state.game.columns)
    return min("".join(cells[cell] for cell in view) for view in views), state.to_move.value


@cache
def symmetries(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """Returns the ways to look at the board: 8 of a square one, 4 of another; each a reordering.

    Every view is the board mirrored left to right, top to bottom, along the diagonal, or not.
    """
    places = [(row, column) for row in range(rows) for column in range(columns)]
    views = []
    for diagonal in (False, True) if rows == columns else (False,):
        for down in (False, True):
            for right in (False, True):
                view = []
                for row, column in places:
                    if diagonal:
                        row, column = column, row
                    row = rows - 1 - row if down else row
                    column = columns - 1 - column if right else column
                    view.append(row * columns + column)
                views.append(tuple(view))
    return tuple(views)
