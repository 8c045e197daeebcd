"""Game pairs, against hand calculations and plain sums."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivefold.errors import InvalidNotation
from fivefold.results.pairs import Pentanomial

COUNTS = st.tuples(*[st.integers(0, 500)] * 5)


def test_a_pair_is_counted_by_what_it_brought() -> None:
    pairs = Pentanomial()
    for points in (0, 0.5, 1, 1.0, 1.5, 2, 2, 2):
        pairs = pairs.plus(points)
    assert pairs == Pentanomial((1, 1, 2, 1, 3))
    assert (pairs.pairs, pairs.games, pairs.points) == (8, 16, 10.0)


def test_the_ratios_are_those_of_fastchess() -> None:
    # "DrawRatio: 43.35 %, PairsRatio: 1.36", https://github.com/brunocodutra/cinder/pull/727
    pairs = Pentanomial((50, 287, 610, 387, 73))
    assert f"{pairs.draw_ratio:.2%}" == "43.35%"
    assert f"{pairs.pairs_ratio:.2f}" == "1.36"
    assert pairs.points == 1480.0


def test_without_pairs_there_is_nothing_to_say() -> None:
    nothing = Pentanomial()
    assert nothing.score is None
    assert nothing.variance is None
    assert nothing.draw_ratio is None
    assert nothing.pairs_ratio is None


def test_pairs_won_for_each_lost_need_one_that_was_lost() -> None:
    assert Pentanomial((0, 0, 3, 1, 4)).pairs_ratio is None


@settings(max_examples=25, deadline=None)
@given(COUNTS)
def test_score_and_variance_are_those_of_the_list_of_pairs(counts: tuple[int, ...]) -> None:
    pairs = Pentanomial(counts)  # type: ignore[arg-type]
    means = [i / 4 for i, count in enumerate(counts) for _ in range(count)]
    if not means:
        return
    mean = math.fsum(means) / len(means)
    assert pairs.score == pytest.approx(mean)
    assert pairs.variance == pytest.approx(math.fsum((m - mean) ** 2 for m in means) / len(means))


@settings(max_examples=25, deadline=None)
@given(COUNTS)
def test_the_opponent_sees_the_same_pairs_from_the_other_side(counts: tuple[int, ...]) -> None:
    pairs = Pentanomial(counts)  # type: ignore[arg-type]
    other = pairs.swapped()
    assert pairs.points + other.points == pairs.games
    assert other.swapped() == pairs
    assert (other.variance or 0) == pytest.approx(pairs.variance or 0)


@pytest.mark.parametrize("points", [-0.5, 0.25, 2.5, float("nan")])
def test_a_pair_brings_half_points_up_to_two(points: float) -> None:
    with pytest.raises(InvalidNotation, match="scores 0, ½, 1, 1½ or 2"):
        Pentanomial().plus(points)


@pytest.mark.parametrize("counts", [(1, 2, 3), (0, 0, 0, 0, -1), (0, 0, 0.5, 0, 0), ()])
def test_counts_are_five_whole_numbers(counts: tuple[int, ...]) -> None:
    with pytest.raises(InvalidNotation):
        Pentanomial(counts)  # type: ignore[arg-type]
