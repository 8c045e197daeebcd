"""Game pairs: an opening played twice with seats swapped, counted by the points of the pair.

An opening that favours one side gives each player one easy game. The two games of a pair depend on
each other, so the independent observation is the pair, and errors are computed from pairs.
"""

from __future__ import annotations

from dataclasses import dataclass

from fivefold.errors import InvalidNotation

Counts = tuple[int, int, int, int, int]


@dataclass(frozen=True)
class Pentanomial:
    """The number of pairs in which the player scored 0, ½, 1, 1½ and 2 points.

    The order is that of fastchess's `Ptnml(0-2)`: LL, LD, DD or WL, WD, WW.
    """

    counts: Counts = (0, 0, 0, 0, 0)

    def __post_init__(self) -> None:
        if len(self.counts) != 5 or any(type(n) is not int or n < 0 for n in self.counts):
            raise InvalidNotation("pairs.counts")

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    @property
    def games(self) -> int:
        return 2 * self.pairs

    @property
    def points(self) -> float:
        return sum(half_points * n for half_points, n in enumerate(self.counts)) / 2

    @property
    def score(self) -> float | None:
        """Points per game; None without pairs."""
        return self.points / self.games if self.pairs else None

    @property
    def variance(self) -> float | None:
        """Variance of a pair's points per game; None without pairs."""
        if self.score is None:
            return None
        squares = ((i / 4 - self.score) ** 2 * n for i, n in enumerate(self.counts))
        return sum(squares) / self.pairs

    @property
    def draw_ratio(self) -> float | None:
        """Share of pairs with equal points for both players."""
        return self.counts[2] / self.pairs if self.pairs else None

    @property
    def pairs_ratio(self) -> float | None:
        """Pairs won per pair lost; None if none was lost."""
        lost = self.counts[0] + self.counts[1]
        return (self.counts[3] + self.counts[4]) / lost if lost else None

    def plus(self, points: float) -> Pentanomial:
        """Returns the counts with one more pair, in which the player scored `points`."""
        if points not in (0, 0.5, 1, 1.5, 2):
            raise InvalidNotation("pairs.counts")
        counts = list(self.counts)
        counts[round(2 * points)] += 1
        return Pentanomial((counts[0], counts[1], counts[2], counts[3], counts[4]))

    def swapped(self) -> Pentanomial:
        """Returns the counts for the opponent."""
        a, b, c, d, e = self.counts
        return Pentanomial((e, d, c, b, a))
