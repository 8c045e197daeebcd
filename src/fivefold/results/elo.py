"""Elo from results: how far apart two players are, and how sure that is.

A score s (points per game) is what a player expects who is `400 log10(s / (1 - s))` Elo stronger:

    score   0.50   0.57   0.64   0.76   0.91
    Elo        0    +49   +100   +200   +402

How sure it is comes from pairs of games where there are pairs. Normalized Elo measures the same
lead in the noise of a game: what takes as many games to tell apart has the same normalized Elo,
however many games are drawn. Formulas and sources: docs/reference/statistics.md.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from fivefold.results.pairs import Pentanomial

TWO_SIDED_95 = 1.959963984540054
"""A normal variable lies within so many standard deviations of its mean 95 times in 100."""

NORMALIZED = 800 / math.log(10)
"""Normalized Elo of a lead of one standard deviation of a game."""


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


def elo_of_pairs(pairs: Pentanomial) -> Elo:
    """Returns how much stronger than the opponent a player with these pairs is."""
    score, variance = pairs.score, pairs.variance
    if score is None or variance is None:
        return Elo(None, None)
    deviation = TWO_SIDED_95 * math.sqrt(variance / pairs.pairs)
    low, high = elo_at(score - deviation), elo_at(score + deviation)
    error = None if low is None or high is None else (high - low) / 2
    return Elo(elo_at(score), error)


def normalized_elo_of_pairs(pairs: Pentanomial) -> Elo:
    """Returns the lead in standard deviations of a game, as Elo; None when no pair differs."""
    score, variance = pairs.score, pairs.variance
    if score is None or not variance:
        return Elo(None, None)
    # A pair's mean varies half as much as a game would if the two were independent.
    unit = NORMALIZED / math.sqrt(2 * variance)
    error = TWO_SIDED_95 * math.sqrt(variance / pairs.pairs)
    return Elo((score - 0.5) * unit, error * unit)


def los_of(pairs: Pentanomial) -> float | None:
    """Returns the likelihood of superiority: how probable it is that the player is the stronger.

    None without pairs. When all brought the same, the mean has no spread: it is 0, ½ or 1 then.
    """
    score, variance = pairs.score, pairs.variance
    if score is None or variance is None:
        return None
    if variance == 0:
        return 0.5 if score == 0.5 else float(score > 0.5)
    deviation = math.sqrt(variance / pairs.pairs)
    return math.erfc((0.5 - score) / (deviation * math.sqrt(2))) / 2
