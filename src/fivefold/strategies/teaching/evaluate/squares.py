"""Squares: every square has a price, and those next to an empty corner have a negative one.

    20 -4  6  4   one quarter of 8x8; the others mirror it. Once a corner is
    -4 -8 -1 -1   taken, its three neighbours are harmless and count 2, like
     6 -1  2  1   the edge.
     4 -1  1  1

These are the disc-square tables of the 1980s. Read next: `moves.py`, which counts moves instead.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from fivefold.core import State
from fivefold.games.othello import OthelloState

QUARTER = ((20, -4, 6, 4), (-4, -8, -1, -1), (6, -1, 2, 1), (4, -1, 1, 1))
HARMLESS = 2


class Prices(NamedTuple):
    """The prices of a board: squares grouped by price, and corners with their neighbours."""

    groups: tuple[tuple[int, int], ...]
    corners: tuple[tuple[int, int, int], ...]
    """(corner, its two edge neighbours, its diagonal neighbour)"""
    by_square: tuple[int, ...]


@cache
def prices(size: int) -> Prices:
    """Returns the prices for a board of this size."""
    last = size - 1
    by_square = tuple(
        QUARTER[min(row, last - row)][min(column, last - column)]
        for row in range(size)
        for column in range(size)
    )
    groups: dict[int, int] = {}
    for square, price in enumerate(by_square):
        groups[price] = groups.get(price, 0) | 1 << square
    corners = tuple(
        (
            1 << row * size + column,
            1 << row * size + column + right | 1 << (row + down) * size + column,
            1 << (row + down) * size + column + right,
        )
        for row, down in ((0, 1), (last, -1))
        for column, right in ((0, 1), (last, -1))
    )
    return Prices(tuple(groups.items()), corners, by_square)


def squares(state: State) -> int:
    """Returns the prices of own squares minus the opponent's, for the side to move."""
    assert isinstance(state, OthelloState)
    own, other = state.own_and_other
    board = prices(state.game.size)
    total = 0
    for price, group in board.groups:
        total += price * ((own & group).bit_count() - (other & group).bit_count())
    filled = own | other
    for corner, beside, diagonal in board.corners:
        if filled & corner:
            for group, price in ((beside, QUARTER[0][1]), (diagonal, QUARTER[1][1])):
                difference = (own & group).bit_count() - (other & group).bit_count()
                total += (HARMLESS - price) * difference
    return total
