"""How many more moves of its own a player plans its time for."""

from __future__ import annotations

from math import ceil

from fivefold.core import State
from fivefold.games.othello import OthelloState
from fivefold.games.pentomino import PentominoState
from fivefold.strategies.pentomino_levels import plies_left

USUAL = 25
"""In a game that may end at any time."""
QUICK, FEWEST = 6, 4
"""The last moves of Othello are counted out at once; as many take no time of their own. While there
are so many moves left, though, the time is spread over at least these."""


def moves_to_go(state: State) -> int:
    """Returns how many moves of the side to move its time has to last for, at least 1."""
    if isinstance(state, OthelloState):
        own = ceil(state.cells.count(".") / 2)
        return max(1, min(own, max(FEWEST, own - QUICK)))
    if isinstance(state, PentominoState):
        return max(1, ceil(plies_left(state) / 2))
    return USUAL
