"""The schedule of a tournament: its games in playing order.

It depends on the tournament and the results, never on the order in which games ended: where results
decide who plays next, a round is made once all earlier games are settled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Set

from fivefold.core import Player
from fivefold.errors import InvalidNotation
from fivefold.results.schedules.fixed import FixedSchedule
from fivefold.results.schedules.fixture import Fixture, Format, GameResult
from fivefold.results.schedules.knockout import Knockout
from fivefold.results.schedules.swiss import Swiss
from fivefold.results.tournament import Tournament
from fivefold.words import quoted

__all__ = ["Fixture", "GameResult", "Schedule", "Withdrawals", "check"]

FORMATS: dict[str, Callable[[Tournament], Format]] = {
    "match": FixedSchedule,
    "round-robin": FixedSchedule,
    "gauntlet": FixedSchedule,
    "knockout": Knockout,
    "swiss": Swiss,
    "neighbours": FixedSchedule,
}
MOST_GAMES = 1_000_000


class Withdrawals:
    """The players withdrawn for faults, counted in schedule order."""

    def __init__(self, after: int | None) -> None:
        self._after = after
        self._faults: Counter[str] = Counter()
        self._gone: set[str] = set()

    @property
    def gone(self) -> Set[str]:
        """Names of the withdrawn players."""
        return self._gone

    def is_void(self, fixture: Fixture) -> bool:
        """Tells whether a game is void because one of its players was withdrawn before."""
        return fixture.first in self._gone or fixture.second in self._gone

    def count(self, result: GameResult) -> None:
        """Counts the fault of a game, if any."""
        if result.fault is not None:
            self._faults[result.fault] += 1
            if self._after is not None and self._faults[result.fault] >= self._after:
                self._gone.add(result.fault)


class Schedule:
    """The games of a tournament. `known` holds them in playing order and grows by rounds.

    `results` are those of the games played so far, by key; they may only grow between calls, so
    each is read once. A game of a player who was withdrawn before it needs no result.
    """

    def __init__(self, tournament: Tournament) -> None:
        check(tournament)
        self._format = FORMATS[tournament.format](tournament)
        self._withdrawals = Withdrawals(tournament.withdraw_after)
        self._settled = 0
        self._next: list[Fixture] | None = None
        self.known: list[Fixture] = self._format.next_fixtures(frozenset())

    @property
    def total(self) -> int | None:
        """Total number of games; in knockout and Swiss, the number expected so far."""
        return self._format.total

    @property
    def champion(self) -> str | None:
        """The winner of a finished knockout; None in other formats."""
        return self._format.champion if isinstance(self._format, Knockout) else None

    def advance(self, results: Mapping[str, GameResult]) -> bool:
        """Appends the next round if all known games are settled; tells whether it did."""
        upcoming = self._upcoming(results)
        if not upcoming:
            return False
        self.known.extend(upcoming)
        self._next = None
        return True

    def is_over(self, results: Mapping[str, GameResult]) -> bool:
        """Tells whether every game is settled and no round follows."""
        return self._upcoming(results) == []

    def _upcoming(self, results: Mapping[str, GameResult]) -> list[Fixture] | None:
        """Returns the games after the known ones, or None while some of those are open."""
        while self._settled < len(self.known):
            fixture = self.known[self._settled]
            result = None
            if not self._withdrawals.is_void(fixture):
                result = results.get(fixture.key)
                if result is None:
                    return None
                self._withdrawals.count(result)
            self._format.settle(fixture, self._points(fixture, result))
            self._settled += 1
        if self._next is None:
            self._next = self._format.next_fixtures(self._withdrawals.gone)
        return self._next

    def _points(self, fixture: Fixture, result: GameResult | None) -> tuple[float, float]:
        """Returns the points of both players; a void game is a point for the remaining one."""
        if result is None:
            gone = self._withdrawals.gone
            return float(fixture.first not in gone), float(fixture.second not in gone)
        if result.winner is None:
            return 0.5, 0.5
        return (1.0, 0.0) if result.winner is Player.FIRST else (0.0, 1.0)


def check(tournament: Tournament) -> None:
    """Raises `InvalidNotation` if the tournament cannot be scheduled with its numbers.

    `Tournament` itself checks the names and the number of players.
    """
    _check_number("schedule.pairs", tournament.pairs)
    _check_number("schedule.withdraw_after", tournament.withdraw_after)
    _check_rounds(tournament)
    total = FORMATS[tournament.format](tournament).total
    if total is not None and total > MOST_GAMES:
        raise InvalidNotation("schedule.too_many", games=total, most=MOST_GAMES)


def _check_number(key: str, number: int | None) -> None:
    if number is not None and (type(number) is not int or not 1 <= number <= MOST_GAMES):
        raise InvalidNotation(key, number=quoted(str(number)), most=MOST_GAMES)


def _check_rounds(tournament: Tournament) -> None:
    rounds, players = tournament.rounds, len(tournament.entrants)
    if rounds is None:
        return
    if tournament.format != "swiss":
        raise InvalidNotation("schedule.rounds_of_swiss", format=tournament.format)
    if type(rounds) is not int or not 1 <= rounds < players:
        raise InvalidNotation(
            "schedule.rounds", players=players, most=players - 1, rounds=quoted(str(rounds))
        )
