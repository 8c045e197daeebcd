"""Elo from results, against hand calculations and published figures."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivefold.results.elo import (
    Elo,
    elo_at,
    elo_of,
    elo_of_pairs,
    los_of,
    normalized_elo_of_pairs,
)
from fivefold.results.pairs import Counts, Pentanomial


def test_an_even_score_is_no_difference() -> None:
    assert elo_of(10, 5, 10).difference == 0.0


def test_ten_points_of_eleven_are_400_elo() -> None:
    # 10 : 1 is one power of ten, and a power of ten is 400.
    assert elo_of(10, 0, 1).difference == pytest.approx(400)


def test_three_quarters_are_worked_out_by_hand() -> None:
    # 75 of 100: 400 log10(3) = 190.85; the deviation of the mean is sqrt(0.1875 / 100) = 0.0433,
    # so 0.6651 to 0.8349, which are 119.2 and 281.5.
    elo = elo_of(75, 0, 25)
    assert elo.difference == pytest.approx(190.85, abs=0.01)
    assert elo.error95 == pytest.approx((281.52 - 119.23) / 2, abs=0.05)


@pytest.mark.parametrize(
    ("wins", "losses", "draws", "difference", "error"),
    [
        # As printed by variantfishtest in the pull requests 11 and 12 of Fairy-Stockfish-NNUE.
        (4961, 2801, 238, 96.19, 7.8),
        (4104, 2094, 102, 114.86, 9.0),
        (1393, 634, 13, 135.78, 16.2),
        (2460, 1805, 3735, 28.51, 5.6),
        (259, 179, 702, 24.42, 12.5),
    ],
)
def test_published_match_results_come_out_as_published(
    wins: int, losses: int, draws: int, difference: float, error: float
) -> None:
    elo = elo_of(wins, draws, losses)
    assert elo.difference == pytest.approx(difference, abs=0.005)
    assert elo.error95 == pytest.approx(error, abs=0.05)


def test_the_other_side_sees_the_same_difference_with_the_opposite_sign() -> None:
    ours, theirs = elo_of(30, 10, 20), elo_of(20, 10, 30)
    assert ours.difference is not None
    assert theirs.difference == pytest.approx(-ours.difference)
    assert theirs.error95 == pytest.approx(ours.error95)


@pytest.mark.parametrize("results", [(0, 0, 0), (7, 0, 0), (0, 0, 7)])
def test_no_games_and_clean_sweeps_have_no_finite_difference(
    results: tuple[int, int, int],
) -> None:
    assert elo_of(*results) == Elo(None, None)


def test_a_difference_can_be_known_while_its_error_is_not() -> None:
    elo = elo_of(1, 0, 1)
    assert elo.difference == 0.0
    assert elo.error95 is None


def test_only_draws_leave_no_doubt() -> None:
    assert elo_of(0, 12, 0) == Elo(0.0, 0.0)


def test_json_never_has_infinities() -> None:
    for wins in range(4):
        for losses in range(4):
            json.dumps(elo_of(wins, 1, losses).as_json(), allow_nan=False)


def test_the_scores_in_the_module_docstring_are_right() -> None:
    scores = [0.50, 0.57, 0.64, 0.76, 0.91]
    assert [round(elo_at(score) or 0) for score in scores] == [0, 49, 100, 200, 402]


# Pairs, Elo ± error, normalized Elo ± error and LOS in percent as fastchess printed them.
PUBLISHED = [
    # https://github.com/Disservin/fastchess/blob/master/app/tests/elo_test.cpp
    ((34, 54, 63, 64, 75), (55.58, 27.65), (57.94, 28.28), 100.00),
    ((332, 433, 498, 333, 334), (-8.64, 10.33), (-9.17, 10.96), 5.05),
    ((7895, 8757, 5685, 568, 9999), (-21.04, 2.95), (-19.01, 2.65), 0.00),
    # https://github.com/Disservin/fastchess/issues/807
    ((30, 6, 18, 0, 6), (-168.40, 73.37), (-170.08, 62.16), 0.00),
    # https://github.com/Disservin/fastchess/pull/515
    ((0, 1, 4, 0, 0), (-34.86, 62.20), (-122.84, 215.34), 13.18),
    # https://github.com/brunocodutra/cinder/pull/727
    ((50, 287, 610, 387, 73), (18.04, 8.23), (28.19, 12.84), 100.00),
    # https://github.com/brunocodutra/cinder/pull/836
    ((835, 6884, 13116, 7201, 852), (2.11, 1.70), (3.52, 2.83), 99.25),
    # https://github.com/brunocodutra/cinder/pull/879
    ((115, 1156, 2443, 1233, 141), (4.40, 3.91), (7.61, 6.75), 98.64),
    # https://github.com/lynx-chess/Lynx/pull/1899
    ((235, 1384, 2521, 1341, 239), (-1.06, 4.05), (-1.67, 6.37), 30.33),
    # https://github.com/Matthies/RubiChess/pull/523
    ((8, 633, 1558, 804, 6), (9.64, 4.36), (19.42, 8.78), 100.00),
    # https://github.com/xu-shawn/Serendipity/pull/55
    ((283, 1151, 2214, 1221, 281), (2.23, 4.50), (3.32, 6.71), 83.40),
]


@pytest.mark.parametrize(("counts", "elo", "normalized", "los"), PUBLISHED)
def test_published_results_of_fastchess_come_out_to_the_last_digit(
    counts: Counts, elo: tuple[float, float], normalized: tuple[float, float], los: float
) -> None:
    pairs = Pentanomial(counts)
    for ours, (difference, error) in (
        (elo_of_pairs(pairs), elo),
        (normalized_elo_of_pairs(pairs), normalized),
    ):
        assert ours.difference == pytest.approx(difference, abs=0.0051)
        assert ours.error95 == pytest.approx(error, abs=0.0051)
    assert 100 * (los_of(pairs) or 0) == pytest.approx(los, abs=0.0051)


def test_the_published_figures_would_not_come_out_of_single_games() -> None:
    """A control: treating games as independent must give other figures."""
    # 816 won, 670 lost, 1328 drawn in https://github.com/brunocodutra/cinder/pull/727
    assert elo_of(816, 1328, 670).error95 != pytest.approx(8.23, abs=0.5)


COUNTS = st.tuples(*[st.integers(0, 300)] * 5).filter(lambda counts: sum(counts) > 0)


@settings(max_examples=25, deadline=None)
@given(COUNTS)
def test_likelihood_of_superiority_is_the_normal_distribution_of_the_mean(counts: Counts) -> None:
    from scipy import special

    pairs = Pentanomial(counts)
    assert pairs.score is not None
    assert pairs.variance is not None
    deviation = (pairs.variance / pairs.pairs) ** 0.5
    if deviation > 0:
        expected = special.ndtr((pairs.score - 0.5) / deviation)
        assert los_of(pairs) == pytest.approx(expected)
    else:
        assert los_of(pairs) in (0.0, 0.5, 1.0)


@settings(max_examples=25, deadline=None)
@given(COUNTS)
def test_a_swap_of_the_players_changes_the_signs_only(counts: Counts) -> None:
    ours, theirs = Pentanomial(counts), Pentanomial(counts).swapped()
    for figure in (elo_of_pairs, normalized_elo_of_pairs):
        a, b = figure(ours), figure(theirs)
        assert a.error95 == pytest.approx(b.error95)
        assert a.difference == (None if b.difference is None else pytest.approx(-b.difference))
    assert (los_of(ours) or 0) + (los_of(theirs) or 0) == pytest.approx(1)


@settings(max_examples=25, deadline=None)
@given(COUNTS, st.integers(2, 20))
def test_more_of_the_same_leaves_the_difference_and_shrinks_the_error(
    counts: Counts, times: int
) -> None:
    a, b, c, d, e = (times * count for count in counts)
    few, many = Pentanomial(counts), Pentanomial((a, b, c, d, e))
    assert elo_of_pairs(many).difference == pytest.approx(elo_of_pairs(few).difference)
    less, more = normalized_elo_of_pairs(few).error95, normalized_elo_of_pairs(many).error95
    if less is not None:
        assert more == pytest.approx(less / times**0.5)


def test_the_error_of_normalized_elo_depends_on_the_number_of_pairs_alone() -> None:
    errors = {
        round(normalized_elo_of_pairs(Pentanomial(counts)).error95 or 0, 6)
        for counts in [(10, 20, 40, 20, 10), (0, 50, 0, 50, 0), (40, 20, 20, 10, 10)]
    }
    assert len(errors) == 1


@pytest.mark.parametrize(
    ("counts", "los"),
    [((0, 0, 0, 0, 9), 1.0), ((9, 0, 0, 0, 0), 0.0), ((0, 0, 9, 0, 0), 0.5), ((0,) * 5, None)],
)
def test_pairs_that_are_all_alike_have_no_normalized_elo(counts: Counts, los: float | None) -> None:
    pairs = Pentanomial(counts)
    assert normalized_elo_of_pairs(pairs) == Elo(None, None)
    assert los_of(pairs) == los
