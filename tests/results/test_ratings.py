"""Bradley-Terry ratings, against scipy's maximum of the likelihood and by their properties."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivefold.match.series import Score
from fivefold.results.elo import TWO_SIDED_95, elo_of
from fivefold.results.ratings import SCALE, rate

Cross = Mapping[tuple[str, str], Score]


def cross_of(*results: tuple[str, str, int, int, int]) -> Cross:
    """Returns the scores, in both orders, of rows such as ("A", "B", wins, draws, losses)."""
    cross = {}
    for a, b, wins, draws, losses in results:
        cross[a, b] = Score(wins, draws, losses)
        cross[b, a] = Score(losses, draws, wins)
    return cross


def played(names: Sequence[str], games: int, seed: int) -> Cross:
    """Returns a random round robin in which everyone has scored against someone."""
    chance = random.Random(seed)
    rows = []
    for i, a in enumerate(names):
        for b in names[:i]:
            wins, draws = chance.randint(1, games - 2), chance.randint(0, 1)
            rows.append((a, b, wins, draws, games - wins - draws))
    return cross_of(*rows)


def by_scipy(cross: Cross, names: Sequence[str]) -> tuple[Any, Any]:
    """Returns the likeliest ratings with mean 0, and the Fisher information, in Elo."""
    from scipy import optimize

    place = {name: i for i, name in enumerate(names)}
    rows = [(place[a], place[b], score) for (a, b), score in cross.items()]

    def unlikeliness(x: Any) -> float:
        return sum(
            score.points * math.log1p(10 ** ((x[b] - x[a]) / 400)) for a, b, score in rows
        ) + float(x.sum() ** 2)

    found = optimize.minimize(unlikeliness, np.zeros(len(names)), method="BFGS", tol=1e-9)
    information = np.zeros((len(names), len(names)))
    for a, b, score in rows:
        expected = 1 / (1 + 10 ** ((found.x[b] - found.x[a]) / 400))
        weight = score.games * expected * (1 - expected) / SCALE**2 / 2
        information[[a, b], [a, b]] += weight
        information[[a, b], [b, a]] -= weight
    return found.x, information


@pytest.mark.parametrize(("players", "games"), [(2, 12), (3, 10), (7, 8)])
def test_ratings_and_errors_are_those_scipy_finds(players: int, games: int) -> None:
    names = [f"player {i}" for i in range(players)]
    cross = played(names, games, seed=players)
    expected, information = by_scipy(cross, names)
    covariance = np.linalg.pinv(information)
    ours = rate(cross)
    for i, name in enumerate(names):
        assert ours[name].rating == pytest.approx(1500 + expected[i], abs=0.05)
        assert ours[name].error95 == pytest.approx(
            TWO_SIDED_95 * math.sqrt(covariance[i, i]), rel=1e-3
        )
    anchored = rate(cross, names[0], 1000.0)
    for i, name in enumerate(names):
        apart = covariance[i, i] + covariance[0, 0] - 2 * covariance[i, 0]
        assert anchored[name].error95 == pytest.approx(TWO_SIDED_95 * apart**0.5, rel=1e-3)


def test_the_list_of_two_is_their_elo() -> None:
    ratings = rate(cross_of(("A", "B", 30, 10, 20)), anchor="B", anchor_rating=0.0)
    assert ratings["A"].rating == pytest.approx(elo_of(30, 10, 20).difference or 0)


def test_the_strength_of_opponents_matters() -> None:
    """Both newcomers have half of their points, one against the best and one against the worst."""
    ratings = rate(
        cross_of(
            ("best", "worst", 9, 0, 1), ("rival", "best", 5, 0, 5), ("victim", "worst", 5, 0, 5)
        )
    )
    assert ratings["rival"].rating == pytest.approx(ratings["best"].rating)
    assert ratings["victim"].rating == pytest.approx(ratings["worst"].rating)
    assert ratings["rival"].rating - ratings["victim"].rating == pytest.approx(400 * math.log10(9))


SCORES = st.tuples(st.integers(0, 5), st.integers(0, 3), st.integers(0, 5)).filter(
    lambda score: sum(score) > 0
)
NAMES = "ABCDE"
CROSSES = st.dictionaries(
    st.sampled_from([(a, b) for a in NAMES for b in NAMES if a < b]), SCORES, min_size=1
).map(lambda rows: cross_of(*((a, b, *score) for (a, b), score in rows.items())))


@settings(max_examples=30, deadline=None)
@given(CROSSES)
def test_everyone_who_played_has_finite_numbers_around_the_mean(cross: Cross) -> None:
    ratings = rate(cross, anchor_rating=1200.0)
    assert set(ratings) == {name for pair in cross for name in pair}
    for group in {rating.group for rating in ratings.values()}:
        members = [rating for rating in ratings.values() if rating.group == group]
        mean = sum(rating.rating for rating in members) / len(members)
        assert mean == pytest.approx(1200, abs=1e-6)
        assert all(abs(rating.rating) < 20_000 for rating in members)
        assert all(0 <= rating.error95 < 20_000 for rating in members)


@settings(max_examples=20, deadline=None)
@given(CROSSES, st.floats(-3000, 3000))
def test_an_anchor_shifts_its_whole_group_and_has_no_error(cross: Cross, where: float) -> None:
    anchor = min(cross)[0]
    free, anchored = rate(cross), rate(cross, anchor, where)
    assert anchored[anchor].rating == pytest.approx(where)
    assert anchored[anchor].error95 == pytest.approx(0, abs=1e-3)
    group = {name for name in free if free[name].group == free[anchor].group}
    shifts = [anchored[name].rating - free[name].rating for name in group]
    assert shifts == pytest.approx([shifts[0]] * len(shifts), abs=1e-6)


@settings(max_examples=20, deadline=None)
@given(CROSSES)
def test_when_all_results_are_turned_round_so_are_the_ratings(cross: Cross) -> None:
    turned = {(b, a): score for (a, b), score in cross.items()}
    ours, theirs = rate(cross, anchor_rating=0.0), rate(turned, anchor_rating=0.0)
    for name, rating in ours.items():
        assert theirs[name].rating == pytest.approx(-rating.rating, abs=1e-5)
        assert theirs[name].error95 == pytest.approx(rating.error95, rel=1e-6)


def test_more_games_of_the_same_kind_shrink_the_errors_and_move_nobody() -> None:
    few = played(list(NAMES), 8, seed=1)
    many = {pair: Score(4 * s.wins, 4 * s.draws, 4 * s.losses) for pair, s in few.items()}
    for name, rating in rate(many).items():
        assert rating.rating == pytest.approx(rate(few)[name].rating, abs=1e-6)
        assert rating.error95 == pytest.approx(rate(few)[name].error95 / 2, rel=1e-6)


def test_winning_everything_counts_as_if_half_a_point_was_lost() -> None:
    ratings = rate(cross_of(("A", "B", 100, 0, 0)), "B", 0.0)
    assert ratings["A"].rating == pytest.approx(400 * math.log10(100.5 / 0.5))
    assert ratings["A"].swept
    almost = rate(cross_of(("A", "B", 99, 1, 0)), "B", 0.0)
    assert not almost["A"].swept
    assert almost["A"].rating < ratings["A"].rating


def test_one_who_beat_all_others_leaves_them_where_they_were() -> None:
    others = cross_of(("B", "C", 6, 0, 4), ("C", "D", 7, 1, 2), ("B", "D", 8, 0, 2))
    best = cross_of(("A", "B", 10, 0, 0), ("A", "C", 10, 0, 0), ("A", "D", 10, 0, 0))
    before, after = rate(others, "C"), rate({**others, **best}, "C")
    assert {name for name, rating in after.items() if rating.swept} == {"A"}
    assert after["A"].rating > max(after[name].rating for name in "BCD")
    for name in "BCD":
        assert after[name].rating == pytest.approx(before[name].rating, abs=15)


@pytest.mark.parametrize("players", [3, 30])
def test_a_row_in_which_everyone_beat_all_below_stays_in_its_order(players: int) -> None:
    names = [f"{i:02}" for i in range(players)]
    rows = [(a, b, 10, 0, 0) for i, a in enumerate(names) for b in names[i + 1 :]]
    ratings = rate(cross_of(*rows))
    assert sorted(ratings, key=lambda name: -ratings[name].rating) == names
    assert all(rating.swept for rating in ratings.values())


def test_players_who_never_met_are_said_to_be_of_different_groups() -> None:
    ratings = rate(cross_of(("A", "B", 3, 0, 1), ("C", "D", 1, 0, 1)), "D", 1000.0)
    assert {ratings[name].group for name in "CD"} == {0}
    assert {ratings[name].group for name in "AB"} == {1}
    assert ratings["C"].rating == pytest.approx(1000)
    assert ratings["A"].rating + ratings["B"].rating == pytest.approx(2000)


def test_a_hundred_players_are_rated() -> None:
    names = [f"{i:03}" for i in range(100)]
    ratings = rate(played(names, 6, seed=4), names[7])
    assert len(ratings) == 100
    assert ratings[names[7]].rating == 1500
    assert all(0 < ratings[name].error95 < 150 for name in names if name != names[7])


def test_without_games_there_are_no_ratings() -> None:
    assert rate({}) == {}
    assert rate({("A", "B"): Score(), ("B", "A"): Score()}) == {}


def test_an_anchor_without_games_only_sets_the_mean() -> None:
    for rating in rate(cross_of(("A", "B", 1, 0, 1)), "C", 900.0).values():
        assert rating.rating == pytest.approx(900)
        assert rating.error95 > 200
