"""Discs (H1): own discs minus the opponent's.

    X X O
    . X .     3 against 1: H1 = +2 for X, -2 for O

The oldest idea, and a poor one before the end: in the middle game, fewer discs mean more moves.
Read next: `weighted.py`, which looks at where the discs are.
"""

from __future__ import annotations

from fivefold.core import State
from fivefold.games.othello import OthelloState


def discs(state: State) -> int:
    """Returns the disc difference for the side to move."""
    assert isinstance(state, OthelloState)
    own, other = state.own_and_other
    return own.bit_count() - other.bit_count()
