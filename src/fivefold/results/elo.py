"""Elo differences from results, with their errors.

A player who is `400 log10(s / (1 - s))` Elo stronger expects the score s, in points per game:

    score   0.50   0.57   0.64   0.76   0.91
    Elo        0    +49   +100   +200   +402

Errors are computed from game pairs where there are pairs. Normalized Elo measures the same lead in
units of a game's noise: equal normalized Elo takes equally many games to detect, whatever the share
of draws. Formulas and sources: docs/reference/statistics.md.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from fivefold.results.pairs import Pentanomial

TWO_SIDED_95 = 1.959963984540054
"""Two-sided 95 % quantile of the normal distribution, in standard deviations."""

NORMALIZED = 800 / math.log(10)
"""Normalized Elo per standard deviation of a game."""


@dataclass(frozen=True)
class Elo:
    """An Elo difference and half the width of its 95 % interval.

    None where there is no finite value: no games, all won, all lost, or too few games.
    """

    difference: float | None
    error95: float | None

    def as_json(self) -> dict[str, float | None]:
        """Returns the Elo as plain data."""
        return {"difference": self.difference, "error95": self.error95}


def elo_of(wins: int, draws: int, losses: int) -> Elo:
    """Returns the Elo difference of a player with these results.

    The error is the one chess testing tools print: the interval of the mean score, taken as normal,
    is converted to Elo, and its width is halved.
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
    """Returns the Elo difference that expects the score; None at 0, at 1 and outside."""
    if not 0 < score < 1:
        return None
    return 400 * math.log10(score / (1 - score))


def elo_of_pairs(pairs: Pentanomial) -> Elo:
    """Returns the Elo difference of a player with these pairs."""
    score, variance = pairs.score, pairs.variance
    if score is None or variance is None:
        return Elo(None, None)
    deviation = TWO_SIDED_95 * math.sqrt(variance / pairs.pairs)
    low, high = elo_at(score - deviation), elo_at(score + deviation)
    error = None if low is None or high is None else (high - low) / 2
    return Elo(elo_at(score), error)


def normalized_elo_of_pairs(pairs: Pentanomial) -> Elo:
    """Returns the lead in standard deviations of a game, as Elo; None if all pairs scored alike."""
    score, variance = pairs.score, pairs.variance
    if score is None or not variance:
        return Elo(None, None)
    # The mean of two independent games has half the variance of one game.
    unit = NORMALIZED / math.sqrt(2 * variance)
    error = TWO_SIDED_95 * math.sqrt(variance / pairs.pairs)
    return Elo((score - 0.5) * unit, error * unit)


def los_of(pairs: Pentanomial) -> float | None:
    """Returns the likelihood of superiority: the probability that the player is the stronger one.

    None without pairs. If all pairs scored alike the mean has no spread: the result is 0, ½ or 1.
    """
    score, variance = pairs.score, pairs.variance
    if score is None or variance is None:
        return None
    if variance == 0:
        return 0.5 if score == 0.5 else float(score > 0.5)
    deviation = math.sqrt(variance / pairs.pairs)
    return math.erfc((0.5 - score) / (deviation * math.sqrt(2))) / 2
