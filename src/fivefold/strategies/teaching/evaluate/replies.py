"""Mobility in the pentomino game: how many placements the side to move still has.

    X X X . .
    . X . . .     A player who cannot place loses, so many placements are good
    . X . . .     on your own turn and few are good on the opponent's.

Read next: `diffusion.py`, which measures space instead of moves.
"""

from __future__ import annotations

from fivefold.core import State
from fivefold.games.pentomino import PentominoState


def replies(state: State) -> int:
    """Returns the number of placements open to the side to move."""
    assert isinstance(state, PentominoState)
    return state.live.bit_count()
