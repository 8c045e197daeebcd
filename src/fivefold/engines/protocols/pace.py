"""How long to think about a move when the protocol tells what is on the clock."""

from __future__ import annotations

from fivefold.core import Limit
from fivefold.engines.base import Times

MOVES_TO_GO = 25
"""A player of a whole game plans for as many more moves of its own."""
MOVES_IN_ONE = 4
"""A hard move may take the time of so many."""
LEAST = 0.01


def seconds_for_move(left: float, increment: float = 0.0) -> float:
    """Returns the seconds to spend so that the time lasts for the game."""
    seconds = limit_on_clock(left, increment).seconds
    assert seconds is not None
    return seconds


def limit_on_clock(left: float, increment: float = 0.0, moves_to_go: int = MOVES_TO_GO) -> Limit:
    """Returns what a move should take so that the time lasts, and what a hard one may take."""
    usual, hard = (
        with_reserve(min(left / 2, moves * left / moves_to_go + increment * 0.8))
        for moves in (1, MOVES_IN_ONE)
    )
    return Limit(usual, longest=hard if hard > usual else None)


def has_match_clock(times: Times) -> bool:
    """Tells whether there is a clock for the whole game, which a program may use as it likes."""
    return times.mine is not None and times.per_move is None


def is_limited_beside_clock(limit: Limit, times: Times) -> bool:
    """Tells whether a move has less time than its share of the clock, so that somebody said so.

    A match gives every move a share as its limit; the clock has run a little since it was told.
    """
    if limit.seconds is None or times.mine is None:
        return False
    return limit.seconds < 0.95 * seconds_for_move(times.mine, times.my_increment)


def with_reserve(seconds: float) -> float:
    """Returns less than that, because a strategy may be over its limit by a tenth and 50 ms."""
    return max(LEAST, (seconds - 0.05) / 1.1)
