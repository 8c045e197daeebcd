"""Weighted (H2): the disc count, plus 3 for each corner and 1 for each other edge square.

    4 2 2 2 2 2 2 4
    2 1 1 1 1 1 1 2     the total weight of a disc on each square
    2 1 1 1 1 1 1 2

A corner can never be flipped. Read next: `squares.py`, which also fears the squares next to it.
"""

from __future__ import annotations

from functools import cache

from fivefold.core import State
from fivefold.games.othello import OthelloState
from fivefold.strategies.teaching.evaluate.discs import discs


@cache
def corners_and_edges(size: int) -> tuple[int, int]:
    """Returns the corner squares and the edge squares between them, as bits."""
    last = size - 1
    corners = edges = 0
    for row in range(size):
        for column in range(size):
            square = 1 << row * size + column
            borders = (row in (0, last)) + (column in (0, last))
            corners |= square if borders == 2 else 0
            edges |= square if borders == 1 else 0
    return corners, edges


def weighted(state: State) -> int:
    """Returns H1 + 3 * (corner difference) + (edge difference) for the side to move."""
    assert isinstance(state, OthelloState)
    own, other = state.own_and_other
    corners, edges = corners_and_edges(state.game.size)
    corner_difference = (own & corners).bit_count() - (other & corners).bit_count()
    edge_difference = (own & edges).bit_count() - (other & edges).bit_count()
    return discs(state) + 3 * corner_difference + edge_difference
