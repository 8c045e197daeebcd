"""Knockout: the loser of an encounter is out."""

from __future__ import annotations

from collections.abc import Set

from fivefold.results.schedules.fixture import Encounters, Fixture
from fivefold.results.tournament import Tournament

EXTRA_PAIRS = 3


class Knockout:
    """A bracket of the entrants, listed strongest first.

    Strong players meet late, and get the byes if the number is no power of two:

        1 ─┐            More points in an encounter's pairs win it. If it is level, up to three
        8 ─┴─┐          further pairs are played one by one; if it is still level, the higher
        4 ─┐ │          seed advances. The opponent of a withdrawn player advances too.
        5 ─┴─┴─ …
    """

    def __init__(self, tournament: Tournament) -> None:
        names = [entrant.name for entrant in tournament.entrants]
        self._seed = {name: place for place, name in enumerate(names)}
        self._encounters = Encounters(tournament)
        self._pairs = tournament.pairs
        self._played = 0
        self._points: dict[str, float] = {}
        self._round = 0
        order = bracket(len(names))
        # The remaining players by place in the bracket; None for an empty place.
        self._in = [names[place] if place < len(names) else None for place in order]
        self._extra = 0
        self._open: list[tuple[str, str]] = []

    @property
    def champion(self) -> str | None:
        """The winner of the knockout, once decided."""
        return self._in[0] if len(self._in) == 1 else None

    @property
    def total(self) -> int:
        after = sum(1 for a, b in self._meetings() if a or b)  # the players of the next round
        return self._played + 2 * self._pairs * max(0, after - 1)

    def settle(self, fixture: Fixture, points: tuple[float, float]) -> None:
        self._points[fixture.first] += points[0]
        self._points[fixture.second] += points[1]

    def next_fixtures(self, gone: Set[str]) -> list[Fixture]:
        self._open = [(a, b) for a, b in self._open if self._is_level(a, b, gone)]
        if self._open:
            fixtures = self._extra_pair()
        else:
            if self._round:
                self._in = [self._winner(a, b, gone) for a, b in self._meetings()]
            fixtures = self._next_round()
        self._played += len(fixtures)
        return fixtures

    def _is_level(self, a: str, b: str, gone: Set[str]) -> bool:
        level = self._points[a] == self._points[b]
        return level and self._extra < EXTRA_PAIRS and not {a, b} & gone

    def _extra_pair(self) -> list[Fixture]:
        self._extra += 1
        number = self._pairs + self._extra
        return self._games(range(number, number + 1))

    def _next_round(self) -> list[Fixture]:
        self._round += 1
        self._extra = 0
        self._points = {name: 0.0 for name in self._in if name is not None}
        self._open = [(a, b) for a, b in self._meetings() if a is not None and b is not None]
        return self._games(range(1, self._pairs + 1))

    def _meetings(self) -> list[tuple[str | None, str | None]]:
        return list(zip(self._in[::2], self._in[1::2], strict=False))

    def _winner(self, a: str | None, b: str | None, gone: Set[str]) -> str | None:
        if a is None or b is None:
            return a or b
        return max(a, b, key=lambda n: (n not in gone, self._points[n], -self._seed[n]))

    def _games(self, numbers: range) -> list[Fixture]:
        return [
            fixture
            for number in numbers
            for a, b in self._open
            for fixture in self._encounters.pairs(a, b, range(number, number + 1), self._round)
        ]


def bracket(players: int) -> list[int]:
    """Returns the seeds from 0 in bracket order, up to a power of two.

    Each round doubles the list: beside every seed comes the weakest one it may meet.

    >>> bracket(8)
    [0, 7, 3, 4, 1, 6, 2, 5]
    """
    seeds = [0]
    while len(seeds) < players:
        last = 2 * len(seeds) - 1
        seeds = [seed for strong in seeds for seed in (strong, last - strong)]
    return seeds
