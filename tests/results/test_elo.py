"""Elo from results, against numbers worked out by hand and rows other people have published."""

from __future__ import annotations

import json

import pytest

from fivefold.results.elo import Elo, elo_at, elo_of


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


def test_the_table_in_the_module_is_right() -> None:
    scores = [0.50, 0.57, 0.64, 0.76, 0.91]
    assert [round(elo_at(score) or 0) for score in scores] == [0, 49, 100, 200, 402]
