"""Mobility in the pentomino game: how many placements the side to move still has.

    X X X . .
    . X . . .     whoever cannot place loses, so a player likes to see few
    . X . . .     placements left on the other's turn and many on his own.

Read next: `diffusion.py`, which looks at the room instead of the moves.
"""

from __future__ import annotations

from fivefold.core import State
from fivefold.games.pentomino import PentominoState


def replies(state: State) -> int:
    """Returns the number of placements the side to move can choose from."""
    assert isinstance(state, PentominoState)
    return state.live.bit_count()
