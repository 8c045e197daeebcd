"""Calibration of a player: the estimate, the choice of opponents, the report."""

from __future__ import annotations

import math
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from fivefold.arena.ladder.calibration import (
    MAX_FAULTS,
    WIDTH,
    Calibration,
    estimate,
    expected_score,
    middle_of,
    place,
)
from fivefold.core import Player
from fivefold.errors import EngineCrashed
from fivefold.match.series import Score
from fivefold.results.ladder import Ladder, Rung
from fivefold.results.tournament import Entrant

RATINGS = {"random": 1000.0, "level(2)": 1200.0, "level(3)": 1450.0, "level(4)": 1700.0}
GAME = "pentomino(size=3x5, rules=normal)"


def ladder() -> Ladder:
    rungs = tuple(Rung(player, rating, 20.0, Score(5, 0, 5)) for player, rating in RATINGS.items())
    return Ladder(GAME, rungs[::-1], 0.05, 1, 1, "today", "command")


def placing() -> Calibration:
    return Calibration(Entrant("mine", "random"), ladder())


def line_of(task: dict[str, Any], winner: str | None, fault: str | None = None) -> dict[str, Any]:
    """Returns the journal line of a game without moves."""
    first, second = (player["name"] for player in task["players"])
    return {
        "key": task["key"],
        "fault": fault,
        "game": GAME,
        "first": first,
        "second": second,
        "start": "." * 15,
        "moves": [],
        "winner": winner,
        "ending": "adjudicated",
        "reason": "made up",
        "seconds": [],
    }


def opponent_in(task: dict[str, Any]) -> str:
    return str(next(player["name"] for player in task["players"] if player["name"] != "mine"))


def simulate(truth: float, games: int, seed: int) -> Calibration:
    """Returns the calibration of a player of that strength from random results."""
    chance, found = random.Random(seed), placing()
    while len(found.games) < games:
        for task in found.next_pair():
            lead = truth - RATINGS[opponent_in(task)]
            wins = chance.random() < 1 / (1 + 10 ** (-lead / 400))
            is_first = task["players"][0]["name"] == "mine"
            found.take(line_of(task, "X" if wins is is_first else "O"))
    return found


# The estimate


def log_posterior(rating: float, results: list[tuple[float, Score]], middle: float) -> float:
    """Written independently: logistic likelihood, draws as half of each, a normal prior."""
    total = -(((rating - middle) / WIDTH) ** 2) / 2
    for opponent, score in results:
        chance = 1 / (1 + 10 ** ((opponent - rating) / 400))
        total += score.points * math.log(chance)
        total += (score.games - score.points) * math.log(1 - chance)
    return total


RESULTS = [
    [(1000.0, Score(3, 1, 2))],
    [(1000.0, Score(10, 0, 0)), (1500.0, Score(2, 0, 8))],
    [(1200.0, Score(0, 0, 6)), (900.0, Score(0, 2, 2))],
    [(1200.0, Score(20, 3, 17)), (1300.0, Score(18, 0, 22)), (1100.0, Score(3, 0, 1))],
]


@pytest.mark.parametrize("results", RESULTS, ids=range(len(RESULTS)))
def test_the_estimate_is_where_the_results_are_likeliest(
    results: list[tuple[float, Score]],
) -> None:
    found = estimate(results, 1200.0)
    best = max(range(2_500), key=lambda rating: log_posterior(rating, results, 1200))
    assert found.rating == pytest.approx(best, abs=0.6)
    around = [log_posterior(found.rating + step, results, 1200.0) for step in (-5, 0, 5)]
    curvature = -(around[0] - 2 * around[1] + around[2]) / 25
    assert found.error95 == pytest.approx(1.96 / math.sqrt(curvature), rel=0.01)
    assert found.bound is None


def test_before_the_first_game_the_estimate_is_the_middle_and_wide() -> None:
    found = placing().estimate
    assert found.rating == pytest.approx(1350, abs=0.1)
    assert found.error95 == pytest.approx(1.96 * WIDTH, rel=0.001)
    assert middle_of(ladder()) == 1350


def test_winning_or_losing_everything_gives_a_bound() -> None:
    assert estimate([(1000.0, Score(5, 0, 0))], 1000.0).bound == "at_least"
    assert estimate([(1000.0, Score(0, 0, 5))], 1000.0).bound == "at_most"
    assert estimate([(1000.0, Score(4, 1, 0))], 1000.0).bound is None


@pytest.mark.parametrize("lead", [-1e9, -20_000, 0, 20_000, 1e9])
def test_the_expected_score_is_a_share_at_any_distance(lead: float) -> None:
    assert 0 <= expected_score(lead) <= 1


# Choice of opponents


def test_the_first_games_are_against_the_middle_of_the_ladder() -> None:
    first, second = placing().next_pair()
    assert opponent_in(first) == "level(3)"  # 1450 is nearest to 1350
    assert [player["name"] for player in first["players"]] == ["mine", "level(3)"]
    assert [player["name"] for player in second["players"]] == ["level(3)", "mine"]


@pytest.mark.parametrize("truth", [1000.0, 1250.0, 1500.0, 1700.0])
def test_games_gather_near_the_players_own_strength(truth: float) -> None:
    away = []
    for seed in range(3):
        found = simulate(truth, 40, seed)
        away += [abs(game.opponent.rating - truth) for game in found.games]
    evenly = sum(abs(rating - truth) for rating in RATINGS.values()) / len(RATINGS)
    assert sum(away) / len(away) < evenly


def test_all_opponents_of_similar_strength_are_met() -> None:
    met = {rung.player for rung, _ in simulate(1325.0, 40, 1).scores()}
    assert {"level(2)", "level(3)"} <= met
    assert len(met) >= 3


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    inside = 0
    for seed in range(40):
        truth = random.Random(seed).uniform(1000, 1700)
        found = simulate(truth, 40, seed).estimate
        inside += abs(found.rating - truth) <= found.error95
    assert inside >= 34  # 38 are expected; fewer than 34 happen once in a hundred times


# The report


def test_the_worst_loss_is_the_quickest_to_the_weakest() -> None:
    found = placing()
    game = {"winner": "O", "fault": None}
    task = {"key": "k", "players": [{"name": "mine"}, {"name": "level(4)"}]}
    found.take(line_of(task, game["winner"]))
    assert found.worst_loss is not None
    assert found.worst_loss.opponent.player == "level(4)"
    weak = {"key": "k", "players": [{"name": "random"}, {"name": "mine"}]}
    found.take(line_of(weak, "O"))  # a win
    assert found.worst_loss.opponent.player == "level(4)"
    slow = line_of(weak, "X")
    slow |= {"moves": ["I a1 b1 c1 d1 e1"], "seconds": [0.0]}
    found.take(slow)
    found.take(line_of(weak, "X"))
    assert found.worst_loss.opponent.player == "random"
    assert found.worst_loss.record.moves == ()
    assert found.worst_loss.seat is Player.SECOND


def test_a_loss_by_a_fault_is_the_worst_only_if_there_is_no_other() -> None:
    found = placing()
    weak = {"key": "k", "players": [{"name": "random"}, {"name": "mine"}]}
    found.take(line_of(weak, "X", fault="mine"))
    assert found.worst_loss is not None
    assert found.worst_loss.opponent.player == "random"
    task = {"key": "k", "players": [{"name": "mine"}, {"name": "level(4)"}]}
    found.take(line_of(task, "O"))
    assert found.worst_loss.opponent.player == "level(4)"


def test_scores_are_listed_from_the_strongest_down() -> None:
    found = simulate(1400.0, 30, 2)
    ratings = [rung.rating for rung, _ in found.scores()]
    assert ratings == sorted(ratings, reverse=True)
    assert sum(score.games for _, score in found.scores()) == 30


# Playing


def test_games_are_played_up_to_the_number_asked_for_and_repeat_exactly() -> None:
    def run(places: int) -> list[tuple[str, tuple[str, ...]]]:
        found = placing()
        place(found, 5, places, threading.Event(), open_pool=ThreadPoolExecutor)
        return [(game.opponent.player, game.record.moves) for game in found.games]

    assert len(run(1)) == 5
    assert run(1) == run(2)


def test_a_stop_ends_the_games() -> None:
    found, stop = placing(), threading.Event()
    place(found, 50, 1, stop, lambda game: stop.set(), open_pool=ThreadPoolExecutor)
    assert 1 <= len(found.games) <= 2


def test_a_player_that_breaks_every_time_is_not_asked_for_ever() -> None:
    found = Calibration(Entrant("mine", "no_such_strategy"), ladder())
    place(found, 40, 1, threading.Event(), open_pool=ThreadPoolExecutor)
    assert MAX_FAULTS <= len(found.games) <= MAX_FAULTS + 1
    assert len(found.faults) == len(found.games)
    assert "no_such_strategy" in found.faults[0].record.reason


class Dying(ThreadPoolExecutor):
    """Every call dies, as if its process were killed."""

    def submit(self, *args: Any, **kwargs: Any) -> Any:
        return super().submit(self.die)

    @staticmethod
    def die() -> None:
        raise EOFError


def test_a_game_that_nobody_survives_ends_the_test_in_a_sentence() -> None:
    with pytest.raises(EngineCrashed, match="died 3 times"):
        place(placing(), 4, 1, threading.Event(), open_pool=Dying)
