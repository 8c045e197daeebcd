"""Mobility in Othello: how many moves I have, minus how many the opponent would have.

    . . . . .
    . X O O m     X can play on the three m, O only on w. A side that runs
    w X O . .     out of good moves has to make bad ones.
    . . m m .

Read next: `stability.py`, which counts discs that can no longer be lost.
"""

from __future__ import annotations

from fivefold.core import State
from fivefold.games.othello import OthelloState, board_of, placements


def mobility(state: State) -> int:
    """Returns the difference in possible placements for the side to move."""
    assert isinstance(state, OthelloState)
    own, other = state.own_and_other
    replies = placements(other, own, board_of(state.game.size))
    return state.placements.bit_count() - replies.bit_count()
