"""Mobility in Othello: how many moves I have, minus how many the other would have.

    . . . . .
    . X O O m     X can play on the three m, O only on w: whoever runs
    w X O . .     out of moves must give away what he would rather keep.
    . . m m .

Read next: `stability.py`, which counts what can no longer be lost.
"""

from __future__ import annotations

from fivefold.core import State
from fivefold.games.othello import OthelloState, board_of, placements


def mobility(state: State) -> int:
    """Returns the difference of possible placements for the side to move."""
    assert isinstance(state, OthelloState)
    own, other = state.own_and_other
    replies = placements(other, own, board_of(state.game.size))
    return state.placements.bit_count() - replies.bit_count()
