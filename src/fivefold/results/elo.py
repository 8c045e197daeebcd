"""Elo from results: how far apart two players are, and how sure that is.

A score s (points per game) is what a player expects who is `400 log10(s / (1 - s))` Elo stronger:

    score   0.50   0.57   0.64   0.76   0.91
    Elo        0    +49   +100   +200   +402
"""

from __future__ import annotations

import math
from dataclasses import dataclass

TWO_SIDED_95 = 1.959963984540054
"""A normal variable lies within so many standard deviations of its mean 95 times in 100."""


@dataclass(frozen=True)
class Elo:
    """A difference in strength and half the width of its 95 % interval.

    None where there is no finite number: no games, all won, all lost, or too few to tell.
    """

    difference: float | None
    error95: float | None

    def as_json(self) -> dict[str, float | None]:
        """Returns the Elo as plain data."""
        return {"difference": self.difference, "error95": self.error95}


def elo_of(wins: int, draws: int, losses: int) -> Elo:
    """Returns how much stronger than the opponent a player with these results is.

    The error is the one chess testing programs print: the mean score is taken as normal, its
    interval is put through the formula, and the width of what comes out is halved.
    """
    games = wins + draws + losses
    if games == 0:
        return Elo(None, None)
    score = (wins + draws / 2) / games
    squares = wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score**2
    deviation = TWO_SIDED_95 * math.sqrt(squares) / games
    low, high = elo_at(score - deviation), elo_at(score + deviation)
    error = None if low is None or high is None else (high - low) / 2
    return Elo(elo_at(score), error)


def elo_at(score: float) -> float | None:
    """Returns the difference at which that score is expected; None at 0, at 1 and beyond."""
    if not 0 < score < 1:
        return None
    return 400 * math.log10(score / (1 - score))
