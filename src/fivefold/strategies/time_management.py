"""Time management: how many more moves the remaining time has to last for."""

from __future__ import annotations

from math import ceil

from fivefold.core import State
from fivefold.games.othello import OthelloState
from fivefold.games.pentomino import PentominoState
from fivefold.strategies.pentomino.levels import plies_left

DEFAULT_MOVES_TO_GO = 25
"""For games of unpredictable length."""
INSTANT_MOVES = 6
"""Othello: the last moves of a side take no time, because the endgame is solved at once."""
MIN_MOVES_TO_GO = 4
"""Othello: while at least this many moves remain, the time is spread over no fewer."""


def moves_to_go(state: State) -> int:
    """Returns the number of own moves to plan for, at least 1."""
    if isinstance(state, OthelloState):
        own = ceil(state.cells.count(".") / 2)
        return max(1, min(own, max(MIN_MOVES_TO_GO, own - INSTANT_MOVES)))
    if isinstance(state, PentominoState):
        return max(1, ceil(plies_left(state) / 2))
    return DEFAULT_MOVES_TO_GO
