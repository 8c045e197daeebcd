"""The standings of a tournament, computed from the schedule and the results.

Which games count never depends on the order in which they ended. The games are walked in the order
of the schedule: a game of a withdrawn player is void, a sequential test ends at the first pair that
decides it, and a game without a result is pending. Everything before the first pending game is
final, so it is walked only once; later results count provisionally.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from fivefold.core import Player
from fivefold.match.series import Score
from fivefold.results.journal import Finished, Journal
from fivefold.results.pairs import Pentanomial
from fivefold.results.ratings import rate
from fivefold.results.schedules.schedule import Fixture, GameResult, Schedule, Withdrawals
from fivefold.results.sprt import SprtState, state_of
from fivefold.results.tournament import Tournament


@dataclass(frozen=True)
class Row:
    """One player's results. `rating` is None without games."""

    name: str
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    faults: int
    withdrawn: bool
    rating: float | None
    error95: float | None


@dataclass(frozen=True)
class Standings:
    """The standings, best first, and the games behind them.

    `cross` holds the score of a against b under (a, b), in both orders, for all who have met.
    `counted` are the games that count, in schedule order; `void` ones never will. `pairs` are those
    of the first entrant in a two-player tournament, under a sequential test only those it used.
    """

    rows: tuple[Row, ...]
    cross: dict[tuple[str, str], Score]
    counted: tuple[Fixture, ...]
    pending: int
    void: int
    total: int | None
    pairs: Pentanomial | None
    sprt: SprtState | None
    over: bool


def winning_seat(fixture: Fixture, result: Finished) -> Player | None:
    """Returns the seat that won; after swap2 the players may have changed colours."""
    if result.winner is None or result.first == fixture.first:
        return result.winner
    return result.winner.other


def _result(fixture: Fixture, result: Finished) -> GameResult:
    return GameResult(winning_seat(fixture, result), result.fault)


@dataclass
class Tally:
    """The games counted so far, and their sums."""

    counted: list[Fixture] = field(default_factory=list)
    cross: dict[tuple[str, str], Score] = field(default_factory=dict)
    faults: Counter[str] = field(default_factory=Counter)
    pairs: Pentanomial = field(default_factory=Pentanomial)
    half_pairs: dict[str, float] = field(default_factory=dict)
    """Points of the first entrant in the first game of each pair whose second game is missing."""

    def count(self, fixture: Fixture, result: Finished, subject: str) -> bool:
        """Adds a game; tells whether it completed a pair of the subject."""
        self.counted.append(fixture)
        winner = winning_seat(fixture, result)
        if result.fault is not None:
            self.faults[result.fault] += 1
        for seat, me, other in (
            (Player.FIRST, fixture.first, fixture.second),
            (Player.SECOND, fixture.second, fixture.first),
        ):
            score = self.cross.get((me, other), Score())
            self.cross[me, other] = score.plus(seat, winner)
        return self._count_pair(fixture, winner, subject)

    def _count_pair(self, fixture: Fixture, winner: Player | None, subject: str) -> bool:
        if subject not in (fixture.first, fixture.second):
            return False
        seat = Player.FIRST if fixture.first == subject else Player.SECOND
        points = 0.5 if winner is None else float(winner is seat)
        other = self.half_pairs.pop(fixture.pair, None)
        if other is None:
            self.half_pairs[fixture.pair] = points
            return False
        self.pairs = self.pairs.plus(points + other)
        return True

    def copy(self) -> Tally:
        return Tally(
            self.counted.copy(),
            self.cross.copy(),
            self.faults.copy(),
            self.pairs,
            self.half_pairs.copy(),
        )


class Walk:
    """Walks the games of a tournament in schedule order."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.schedule = Schedule(tournament)
        self.tally = Tally()
        self.decided = False
        """Whether the sequential test is decided."""
        self.over = False
        self.void = 0
        self._subject = tournament.entrants[0].name
        self._settled = 0
        self._results: dict[str, GameResult] = {}
        self.withdrawals = Withdrawals(tournament.withdraw_after)

    def go_on(self, finished: Mapping[str, Finished]) -> None:
        """Settles the games up to the first pending one."""
        known = self.schedule.known
        while not self.over:
            if self.decided:
                self.over = True
                self.void += len(known) - self._settled
            elif self._settled == len(known):
                self.over = not self.schedule.advance(self._results)
            elif self.withdrawals.is_void(known[self._settled]):
                self.void += 1
                self._settled += 1
            elif (result := finished.get(known[self._settled].key)) is not None:
                self._settle(known[self._settled], result)
            else:
                return

    def _settle(self, fixture: Fixture, result: Finished) -> None:
        self._settled += 1
        self._results[fixture.key] = outcome = _result(fixture, result)
        self.withdrawals.count(outcome)
        sprt = self.tournament.sprt
        if self.tally.count(fixture, result, self._subject) and sprt is not None:
            self.decided = state_of(sprt, self.tally.pairs).verdict is not None

    def ahead(
        self, finished: Mapping[str, Finished]
    ) -> Iterator[tuple[Fixture, Finished | None, bool]]:
        """Yields the games from the first pending one on, with their results if any.

        The last element tells whether the game is void, as far as is known now.
        """
        if self.over:
            return
        withdrawals = copy.deepcopy(self.withdrawals)
        for place in range(self._settled, len(self.schedule.known)):
            fixture = self.schedule.known[place]
            result, void = finished.get(fixture.key), withdrawals.is_void(fixture)
            if result is not None and not void:
                withdrawals.count(_result(fixture, result))
            yield fixture, result, void

    def pending(self, finished: Mapping[str, Finished]) -> Iterator[Fixture]:
        """Yields the games still to be played, in schedule order."""
        return (fixture for fixture, result, void in self.ahead(finished) if not (result or void))

    def standings(self, finished: Mapping[str, Finished]) -> Standings:
        """Returns the standings."""
        tally, pending, void = self.tally.copy(), 0, self.void
        for fixture, result, is_void in self.ahead(finished):
            if is_void:
                void += 1
            elif result is None:
                pending += 1
            else:
                tally.count(fixture, result, self._subject)
        tournament, sprt = self.tournament, self.tournament.sprt
        of_two = len(tournament.entrants) == 2
        return Standings(
            rows=self._rows(tally),
            cross=tally.cross,
            counted=tuple(tally.counted),
            pending=pending,
            void=void,
            total=self.schedule.total,
            pairs=(tally if sprt is None else self.tally).pairs if of_two else None,
            sprt=None if sprt is None else state_of(sprt, self.tally.pairs),
            over=self.over,
        )

    def _rows(self, tally: Tally) -> tuple[Row, ...]:
        tournament = self.tournament
        ratings = rate(tally.cross, tournament.anchor, tournament.anchor_rating)
        rows, after = [], tournament.withdraw_after
        for entrant in tournament.entrants:
            scores = [score for (name, _), score in tally.cross.items() if name == entrant.name]
            rating = ratings.get(entrant.name)
            faults = tally.faults[entrant.name]
            row = Row(
                entrant.name,
                sum(score.games for score in scores),
                sum(score.wins for score in scores),
                sum(score.draws for score in scores),
                sum(score.losses for score in scores),
                sum(score.points for score in scores),
                faults,
                after is not None and faults >= after,
                None if rating is None else rating.rating,
                None if rating is None else rating.error95,
            )
            rows.append(row)
        return tuple(sorted(rows, key=lambda row: self._rank(row, tally), reverse=True))

    def _rank(self, row: Row, tally: Tally) -> tuple[float, ...]:
        """Returns the sort key of a player, larger is better."""
        rating = float("-inf") if row.rating is None else row.rating
        if self.tournament.format == "gauntlet":  # players have not played equally many games
            return rating, row.points
        if self.tournament.format != "knockout":
            return row.points, rating
        met = (each for each in tally.counted if row.name in (each.first, each.second))
        last = max((each.round for each in met), default=0)
        return row.name == self.schedule.champion, last, row.points, rating


_WALKS: WeakKeyDictionary[Journal, Walk] = WeakKeyDictionary()
"""The walk of each journal, so that its standings are cheap to compute every second."""


def walk_of(journal: Journal) -> Walk:
    """Returns the walk of a journal, advanced as far as possible."""
    walk = _WALKS.get(journal)
    if walk is None or walk.tournament is not journal.tournament:
        walk = _WALKS[journal] = Walk(journal.tournament)
    walk.go_on(journal.finished)
    return walk


def standings_of(journal: Journal) -> Standings:
    """Returns the standings of a journal's tournament."""
    return walk_of(journal).standings(journal.finished)
