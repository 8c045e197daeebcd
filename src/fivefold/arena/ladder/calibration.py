"""Calibration: rates a player by games against the opponents of a ladder.

Each pair of games goes to the most informative opponent: one of about the same strength. It starts
in the middle of the ladder and follows the estimate. Opponents met often give way to others,
because a player may do well against one and badly against the next.

    rating of the player = the likeliest one, with the opponents' ratings taken as given
    error = 1.96 / sqrt(information);   a game adds p (1 - p), where p is the expected score
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor, Future, wait
from dataclasses import dataclass, field
from typing import Any

from fivefold.arena.running.pool import LocalPool
from fivefold.arena.running.scheduled_game import play_fixture, task_of
from fivefold.core import Limit, Player
from fivefold.errors import EngineCrashed
from fivefold.match.record import MatchRecord
from fivefold.match.series import Score
from fivefold.results.elo import TWO_SIDED_95
from fivefold.results.ladder import Ladder, Rung
from fivefold.results.ratings import SCALE
from fivefold.results.schedules.fixture import Encounters
from fivefold.results.tournament import Entrant, Tournament
from fivefold.words import quoted

WIDTH = 800.0
"""Standard deviation of an unknown player's rating around the middle of the ladder.

It is the prior before the first game; after a few games it hardly matters.
"""
MAX_FAULTS = 5
"""Calibration ends after this many faults of the player."""
DEATHS = 3
POLL = 0.1


@dataclass(frozen=True)
class Estimate:
    """A rating with half the width of its 95 % interval.

    `bound` is `at_least` if every game was won and `at_most` if every game was lost: then the
    number rests on the prior, and the player may be far beyond it.
    """

    rating: float
    error95: float
    bound: str | None = None


@dataclass(frozen=True)
class PlayedGame:
    """One game of the player: opponent, seat and result."""

    opponent: Rung
    seat: Player
    record: MatchRecord
    fault: str | None

    @property
    def is_lost(self) -> bool:
        return self.record.winner is self.seat.other


@dataclass
class Calibration:
    """The games of one player against the opponents on a ladder."""

    player: Entrant
    ladder: Ladder
    openings: tuple[str, ...] = ()
    seed: int = 1
    games: list[PlayedGame] = field(default_factory=list)

    def __post_init__(self) -> None:
        # The opponents play under the conditions in which they were rated.
        limit = Limit(seconds=self.ladder.seconds)
        self._rungs = {rung.player: rung for rung in self.ladder.rungs}
        opponents = (Entrant(name, name, limit=limit) for name in self._rungs)
        self._tournament = Tournament(
            self.player.name,
            self.ladder.game,
            "gauntlet",
            (self.player, *opponents),
            openings=self.openings,
            seed=self.seed,
            limit=limit,
        )
        self._encounters = Encounters(self._tournament)
        self._pairs = dict.fromkeys(self._rungs, 0)

    @property
    def estimate(self) -> Estimate:
        """The estimate from the games so far."""
        return estimate(
            [(rung.rating, score) for rung, score in self.scores()], middle_of(self.ladder)
        )

    @property
    def faults(self) -> list[PlayedGame]:
        """The games that ended by the player's own fault."""
        return [game for game in self.games if game.fault == self.player.name]

    @property
    def worst_loss(self) -> PlayedGame | None:
        """The fastest loss to the weakest opponent; None without losses.

        Losses by a fault are taken only if there is no other, because faults are reported anyway.
        """

        def how_bad(game: PlayedGame) -> tuple[bool, float, int]:
            return game.fault is not None, game.opponent.rating, len(game.record.moves)

        return min((game for game in self.games if game.is_lost), key=how_bad, default=None)

    def scores(self) -> list[tuple[Rung, Score]]:
        """Returns the player's score against each opponent, strongest first."""
        found: dict[str, Score] = {}
        for game in self.games:
            name = game.opponent.player
            found[name] = found.get(name, Score()).plus(game.seat, game.record.winner)
        return [(rung, found[name]) for name, rung in self._rungs.items() if name in found]

    def next_pair(self) -> list[dict[str, Any]]:
        """Returns the tasks of the two most informative games."""
        now = self.estimate.rating
        best = max(self._rungs, key=lambda name: self._value(name, now))
        self._pairs[best] += 1
        number = self._pairs[best]
        fixtures = self._encounters.pairs(self.player.name, best, range(number, number + 1))
        return [task_of(self._tournament, fixture) for fixture in fixtures]

    def take(self, line: dict[str, Any]) -> PlayedGame:
        """Adds a finished game and returns it."""
        record = MatchRecord.from_json(line)
        seat = Player.FIRST if record.first == self.player.name else Player.SECOND
        opponent = record.second if seat is Player.FIRST else record.first
        game = PlayedGame(self._rungs[opponent], seat, record, line["fault"])
        self.games.append(game)
        return game

    def _value(self, name: str, rating: float) -> float:
        """Returns the value of a pair against that opponent: near in strength, and rarely met."""
        expected = expected_score(rating - self._rungs[name].rating)
        return expected * (1 - expected) / math.sqrt(1 + self._pairs[name])


def middle_of(ladder: Ladder) -> float:
    """Returns the mean of the ladder's highest and lowest rating."""
    ratings = [rung.rating for rung in ladder.rungs]
    return (max(ratings) + min(ratings)) / 2


def expected_score(lead: float) -> float:
    """Returns the expected score for a lead in rating."""
    return 1 / (1 + math.exp(-lead / SCALE)) if lead > -10_000 else 0.0


def estimate(results: Iterable[tuple[float, Score]], middle: float) -> Estimate:
    """Returns the likeliest rating, given scores against opponents of known ratings.

    The prior has the mean `middle` and the standard deviation `WIDTH`. The slope of the likelihood
    is decreasing, so bisection finds its zero.
    """
    results = [(rating, score) for rating, score in results if score.games]
    low, high = middle - 20 * WIDTH, middle + 20 * WIDTH
    for _ in range(40):
        rating = (low + high) / 2
        if _slope(results, middle, rating) > 0:
            low = rating
        else:
            high = rating
    information = (SCALE / WIDTH) ** 2
    for opponent, score in results:
        expected = expected_score(rating - opponent)
        information += score.games * expected * (1 - expected)
    error = TWO_SIDED_95 * SCALE / math.sqrt(information)
    points = sum(score.points for _, score in results)
    games = sum(score.games for _, score in results)
    bound = None
    if games and points in (0, games):
        bound = "at_least" if points else "at_most"
    return Estimate(rating, error, bound)


def _slope(results: Sequence[tuple[float, Score]], middle: float, rating: float) -> float:
    slope = (middle - rating) * SCALE / WIDTH**2
    for opponent, score in results:
        slope += score.points - score.games * expected_score(rating - opponent)
    return slope


def place(
    calibration: Calibration,
    games: int,
    places: int,
    stop: threading.Event,
    on_game: Callable[[PlayedGame], None] | None = None,
    open_pool: Callable[[int], Executor] = LocalPool,
) -> None:
    """Plays up to `games` games, `places` at a time, until `stop` is set.

    Which games are played depends only on results: a few pairs are chosen, and the next ones when
    all of those are finished.
    """
    pool = open_pool(places)
    try:
        while len(calibration.games) < games and not stop.is_set():
            if len(calibration.faults) >= MAX_FAULTS:
                return
            left = games - len(calibration.games)
            pairs = min((places + 1) // 2, (left + 1) // 2)
            tasks = [task for _ in range(pairs) for task in calibration.next_pair()][:left]
            for line in _play_all(pool, tasks, stop):
                game = calibration.take(line)
                if on_game is not None:
                    on_game(game)
    finally:
        if isinstance(pool, LocalPool):
            pool.kill()
        else:
            pool.shutdown(cancel_futures=True)


def _play_all(
    pool: Executor, tasks: Sequence[dict[str, Any]], stop: threading.Event
) -> Iterable[dict[str, Any]]:
    """Yields the results in the order of the tasks; once stopped, those of finished games.

    A game whose process died is repeated, up to `DEATHS` times.
    """
    futures: list[Future[dict[str, Any]]] = [pool.submit(play_fixture, task) for task in tasks]
    for place, task in enumerate(tasks):
        for death in range(DEATHS):
            while not futures[place].done() and not stop.is_set():
                wait([futures[place]], timeout=POLL)
            if not futures[place].done():
                break
            if futures[place].exception() is None:
                yield futures[place].result()
                break
            if death == DEATHS - 1:
                key = quoted(task["key"], 200)
                raise EngineCrashed("placing.died", game=key, count=DEATHS)
            futures[place] = pool.submit(play_fixture, task)
