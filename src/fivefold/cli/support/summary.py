"""Statistics of a series of games between two players."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import Any

from fivefold.core import Player
from fivefold.match.record import MatchRecord
from fivefold.match.series import Score, Series, seat_of_a
from fivefold.results.elo import TWO_SIDED_95, Elo, elo_of


@dataclass(frozen=True)
class Summary:
    """A's results, and the time and moves of both players; pairs are (A, B)."""

    names: tuple[str, str]
    score: Score
    elo: Elo
    lengths: tuple[int, ...]
    seconds: tuple[tuple[float, ...], tuple[float, ...]]
    endings: Counter[str]
    failures: tuple[str, ...]
    """The distinct reasons of games that did not end by the rules."""

    @classmethod
    def of(cls, a: str, b: str, series: Series) -> Summary:
        """Returns the summary of a series of A against B."""
        times: tuple[list[float], list[float]] = ([], [])
        for index, record in enumerate(series.records):
            a_moves_first = _first_mover(record) is seat_of_a(index, record)
            times[0].extend(record.seconds[0 if a_moves_first else 1 :: 2])
            times[1].extend(record.seconds[1 if a_moves_first else 0 :: 2])
        score = series.score
        return cls(
            names=(a, b),
            score=score,
            elo=elo_of(score.wins, score.draws, score.losses),
            lengths=tuple(len(record.moves) for record in series.records),
            seconds=(tuple(times[0]), tuple(times[1])),
            endings=Counter(record.ending for record in series.records),
            failures=tuple(
                dict.fromkeys(
                    record.reason
                    for record in series.records
                    if record.ending in ("time", "illegal", "crashed")
                )
            ),
        )

    @property
    def rate(self) -> float:
        """A's points per game."""
        return self.score.points / self.score.games

    @property
    def rate_error(self) -> float:
        """Half the width of the 95 % confidence interval of the rate.

        If all games ended alike, the variance is zero: then Wilson's interval, z² / (n + z²).
        """
        wins, draws, losses = self.score.wins, self.score.draws, self.score.losses
        games, rate, z = self.score.games, self.rate, TWO_SIDED_95
        squares = wins * (1 - rate) ** 2 + draws * (0.5 - rate) ** 2 + losses * rate**2
        return z * math.sqrt(squares) / games if squares else z * z / (games + z * z)

    @property
    def seconds_per_move(self) -> tuple[float | None, float | None]:
        """The mean thinking time of A and of B; None for a player without a move."""
        a, b = (sum(times) / len(times) if times else None for times in self.seconds)
        return a, b

    @property
    def moves_per_game(self) -> float:
        return sum(self.lengths) / len(self.lengths)

    def as_json(self) -> dict[str, Any]:
        """Returns the statistics as plain data."""
        return {
            "win_rate": self.rate,
            "win_rate_error95": self.rate_error,
            "moves_per_game": self.moves_per_game,
            "seconds_per_move": {"a": self.seconds_per_move[0], "b": self.seconds_per_move[1]},
            "endings": dict(self.endings),
        }


def _first_mover(record: MatchRecord) -> Player:
    return record.rules.parse_position(record.start).to_move
