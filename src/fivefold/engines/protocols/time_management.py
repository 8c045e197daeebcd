"""Time per move for protocols that send the clocks."""

from __future__ import annotations

from fivefold.core import Limit
from fivefold.engines.base import Times

MOVES_TO_GO = 25
"""Assumed number of own moves left in a game."""
MOVES_IN_ONE = 4
"""A hard move may take this many times the normal time."""
LEAST = 0.01


def seconds_for_move(left: float, increment: float = 0.0) -> float:
    """Returns the seconds for a move so that the clock lasts for the game."""
    seconds = limit_on_clock(left, increment).seconds
    assert seconds is not None
    return seconds


def limit_on_clock(left: float, increment: float = 0.0, moves_to_go: int = MOVES_TO_GO) -> Limit:
    """Returns the normal and the maximum seconds for a move."""
    usual, hard = (
        with_reserve(min(left / 2, moves * left / moves_to_go + increment * 0.8))
        for moves in (1, MOVES_IN_ONE)
    )
    return Limit(usual, longest=hard if hard > usual else None)


def has_match_clock(times: Times) -> bool:
    """Tells whether there is a clock for the whole game."""
    return times.mine is not None and times.per_move is None


def is_limited_beside_clock(limit: Limit, times: Times) -> bool:
    """Tells whether the limit of a move is shorter than its share of the clock.

    A match sets the share as the limit; a limit below it was set by the user.
    """
    if limit.seconds is None or times.mine is None:
        return False
    return limit.seconds < 0.95 * seconds_for_move(times.mine, times.my_increment)


def with_reserve(seconds: float) -> float:
    """Returns less, because a strategy may exceed its limit by 10 % and 50 ms."""
    return max(LEAST, (seconds - 0.05) / 1.1)
