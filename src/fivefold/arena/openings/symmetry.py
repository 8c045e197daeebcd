"""Equality of positions up to rotation and reflection."""

from __future__ import annotations

from functools import cache

from fivefold.core import State


def same_for_all(state: State) -> tuple[str, str]:
    """Returns a key that is equal for all symmetric images of a position."""
    cells = state.cells
    views = symmetries(state.game.rows, state.game.columns)
    return min("".join(cells[cell] for cell in view) for view in views), state.to_move.value


@cache
def symmetries(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """Returns the symmetries of the board as reorderings of its cells: 8 if it is square, else 4.

    Each is a combination of reflections: left to right, top to bottom and, if square, diagonal.
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
