"""Match, round robin, gauntlet, neighbours: formats whose games are all known in advance."""

from __future__ import annotations

from collections.abc import Iterator, Set

from fivefold.results.schedules.fixture import Encounters, Fixture
from fivefold.results.tournament import Tournament

REACH = 3
"""Maximum distance of neighbours in the list."""


class FixedSchedule:
    """Plays the first pair of every encounter, then the second of each, and so on.

    A tournament that is stopped early has balanced encounters, up to one pair.
    """

    def __init__(self, tournament: Tournament) -> None:
        names = [entrant.name for entrant in tournament.entrants]
        if tournament.format == "round-robin":
            self._meetings = list(round_robin(names))
        elif tournament.format == "neighbours":
            self._meetings = list(neighbours(names))
        else:
            self._meetings = [(names[0], other) for other in names[1:]]
        self._encounters = Encounters(tournament)
        self._pairs = tournament.pairs
        self._begun = False

    @property
    def total(self) -> int:
        return 2 * self._pairs * len(self._meetings)

    def settle(self, fixture: Fixture, points: tuple[float, float]) -> None:
        """Results do not change the pairings."""

    def next_fixtures(self, gone: Set[str]) -> list[Fixture]:
        if self._begun:
            return []
        self._begun = True
        return [
            fixture
            for number in range(1, self._pairs + 1)
            for a, b in self._meetings
            for fixture in self._encounters.pairs(a, b, range(number, number + 1))
        ]


def round_robin(names: list[str]) -> Iterator[tuple[str, str]]:
    """Yields every two names, in an order in which all play about equally often at any time.

    The circle method: one stays, the others move around by one seat, and opposite seats play:

        0 1 2      0 5 1      0 4 5
        5 4 3      4 3 2      3 2 1    …
    """
    seats: list[str | None] = [*names, *([None] if len(names) % 2 else [])]
    for _ in range(len(seats) - 1):
        for place in range(len(seats) // 2):
            a, b = seats[place], seats[-1 - place]
            if a is not None and b is not None:
                yield a, b
        seats = [seats[0], seats[-1], *seats[1:-1]]


def neighbours(names: list[str]) -> Iterator[tuple[str, str]]:
    """Yields every two that are at most `REACH` places apart in the list, nearest first.

    For players in order of strength: one-sided games tell little, and the chain of neighbours still
    connects everyone.
    """
    for apart in range(1, REACH + 1):
        yield from zip(names, names[apart:], strict=False)
