"""The games of a tournament: fixtures, and the pairs they come in."""

from __future__ import annotations

import random
from collections.abc import Iterator, Set
from dataclasses import dataclass
from typing import Protocol

from fivefold.core import Player
from fivefold.results.tournament import BETWEEN, Tournament


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game to be played. `first` and `second` are names of entrants; `first` plays X.

    The key consists of both names and the number of their pair, `A – B 3.1`: it is the same on any
    machine and stays valid when players are added. Both games of a pair have the same `pair` and
    `opening` (an index into the tournament's openings, or None), with seats swapped. `round` is 1
    in formats without rounds.
    """

    key: str
    pair: str
    round: int
    first: str
    second: str
    opening: int | None


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a game; `fault` names the entrant whose crash or bad move ended it."""

    winner: Player | None
    fault: str | None = None


class Format(Protocol):
    """A tournament format. `Schedule` reports each result in order and asks for the next games."""

    @property
    def total(self) -> int | None:
        """Total number of games, or None if it cannot be known."""
        ...

    def settle(self, fixture: Fixture, points: tuple[float, float]) -> None:
        """Records the points of the first and the second player of a game."""
        ...

    def next_fixtures(self, gone: Set[str]) -> list[Fixture]:
        """Returns the next games once all earlier ones are settled; none at the end.

        Players in `gone` are not paired any more.
        """
        ...


class Encounters:
    """Makes the pairs of games between two entrants."""

    def __init__(self, tournament: Tournament) -> None:
        self._seed = tournament.seed
        self._openings = len(tournament.openings)
        self._place = {entrant.name: i for i, entrant in enumerate(tournament.entrants)}
        self._shifts: dict[str, int] = {}

    def pairs(self, a: str, b: str, numbers: range, round: int = 1) -> Iterator[Fixture]:
        """Yields two games per number; the earlier entrant plays X in the first."""
        if self._place[a] > self._place[b]:
            a, b = b, a
        both = f"{a}{BETWEEN}{b}"
        for number in numbers:
            pair = f"{both} {number}"
            opening = self._opening(both, number)
            yield Fixture(f"{pair}.1", pair, round, a, b, opening)
            yield Fixture(f"{pair}.2", pair, round, b, a, opening)

    def _opening(self, both: str, number: int) -> int | None:
        # Each encounter starts elsewhere in the list, or a player would get the same opening all
        # the time.
        if not self._openings:
            return None
        shift = self._shifts.get(both)
        if shift is None:
            shift = random.Random(f"{self._seed}/{both}").randrange(self._openings)
            self._shifts[both] = shift
        return (shift + number - 1) % self._openings
