"""Swiss: a few rounds, each between players with about the same points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set

from fivefold.results.schedules.fixture import Encounters, Fixture
from fivefold.results.schedules.matching import can_pair_all
from fivefold.results.tournament import Tournament

BYE = ""
"""The opponent of a player with a bye; no entrant can have this name."""


def usual_rounds(players: int) -> int:
    """Returns the default number of rounds: two more than a knockout, at most one per opponent."""
    return min((players - 1).bit_length() + 2, players - 1)


class Swiss:
    """Nobody meets the same opponent twice if that can be avoided.

    From the top of the standings, each player gets the best opponent that leaves the others a
    complete pairing: first within the same points, upper half against lower half. With an odd
    number one player has a bye, each at most once: no game, but ranked as if it had won. The same
    holds for opponents of a withdrawn player in void games.
    """

    def __init__(self, tournament: Tournament) -> None:
        self._names = [entrant.name for entrant in tournament.entrants]
        self._encounters = Encounters(tournament)
        self._pairs = tournament.pairs
        self._rounds = tournament.rounds or usual_rounds(len(self._names))
        self._round = 0
        self._played = 0
        self._points = dict.fromkeys(self._names, 0.0)
        self._met: Counter[frozenset[str]] = Counter()

    @property
    def total(self) -> int:
        each = 2 * self._pairs * (len(self._names) // 2)
        return self._played + each * (self._rounds - self._round)

    def settle(self, fixture: Fixture, points: tuple[float, float]) -> None:
        self._points[fixture.first] += points[0]
        self._points[fixture.second] += points[1]

    def next_fixtures(self, gone: Set[str]) -> list[Fixture]:
        here = [name for name in self._names if name not in gone]
        if self._round >= self._rounds or len(here) < 2:
            self._round = self._rounds
            return []
        self._round += 1
        here.sort(key=lambda name: -self._points[name])  # stable, so ties keep the order of entry
        pairing = self._pairing(here)
        meetings = []
        for a, b in pairing:
            number = self._met[frozenset((a, b))] * self._pairs
            self._met[frozenset((a, b))] += 1
            if b == BYE:
                self._points[a] += 2 * self._pairs
            else:
                meetings.append((a, b, number))
        fixtures = [
            fixture
            for pair in range(1, self._pairs + 1)
            for a, b, before in meetings
            for fixture in self._encounters.pairs(
                a, b, range(before + pair, before + pair + 1), self._round
            )
        ]
        self._played += len(fixtures)
        return fixtures

    def _pairing(self, standing: list[str]) -> list[tuple[str, str]]:
        """Returns the pairings from the top; a bye is second in its pair."""
        left = [*standing, *([BYE] if len(standing) % 2 else [])]
        byes = min(self._met[frozenset((name, BYE))] for name in standing)
        often = 0
        while True:
            # If the greedy pairing succeeds, every choice in it left a complete pairing.
            pairing = self._from_the_top(left, often, byes, sure=False)
            if pairing is None and can_pair_all(self._graph(left, often, byes)):
                pairing = self._from_the_top(left, often, byes, sure=True)
            if pairing is not None:
                return pairing
            often += 1

    def _from_the_top(
        self, left: list[str], often: int, byes: int, sure: bool
    ) -> list[tuple[str, str]] | None:
        """Returns a pairing, or None if a player is left over; `sure` looks ahead."""
        pairing = []
        while left:
            first, *left = left
            for other in self._preferences(first, left):
                rest = [name for name in left if name != other]
                if self._may_meet(first, other, often, byes) and (
                    not sure or can_pair_all(self._graph(rest, often, byes))
                ):
                    break
            else:
                return None
            pairing.append((first, other))
            left = rest
        return pairing

    def _may_meet(self, a: str, b: str, often: int, byes: int) -> bool:
        most = byes if BYE in (a, b) else often
        return self._met[frozenset((a, b))] <= most

    def _graph(self, names: list[str], often: int, byes: int) -> list[list[int]]:
        """Returns for each name the indices of its possible opponents, best first."""
        size = len(names)
        return [
            sorted(
                (
                    other
                    for other in range(size)
                    if other != place and self._may_meet(names[place], names[other], often, byes)
                ),
                key=lambda other: abs(other - place),
            )
            for place in range(size)
        ]

    def _preferences(self, first: str, left: list[str]) -> list[str]:
        """Returns the possible opponents, best first; those met already come last."""
        group = [n for n in left if n != BYE and self._points[n] == self._points[first]]
        half = len(group) // 2
        alike = group[half:] + group[:half][::-1]
        below = left[len(group) :]
        return sorted(alike + below, key=lambda name: self._met[frozenset((first, name))])
