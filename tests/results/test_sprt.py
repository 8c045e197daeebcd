"""The sequential test, against published figures, scipy's optimizer and its own error rates."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivefold.errors import InvalidNotation
from fivefold.results.elo import NORMALIZED
from fivefold.results.pairs import Counts, Pentanomial
from fivefold.results.sprt import SCORES, Model, Sprt, bounds, llr, state_of

# Pairs, elo0, elo1, model and LLR as printed by fastchess.
PUBLISHED: list[tuple[Counts, float, float, Model, float]] = [
    # https://github.com/Disservin/fastchess/pull/783, which prints 2.94598
    ((379, 10170, 21828, 10640, 343), 0, 2, "normalized", 2.95),
    # https://github.com/Disservin/fastchess/pull/426 and app/tests/sprt_test.cpp
    ((365, 16618, 36229, 16974, 390), 0, 2, "normalized", 2.25),
    ((127, 4883, 10712, 5150, 104), -1.75, 0.25, "normalized", 3.01),
    ((223, 9863, 21279, 10037, 246), 0.5, 2.5, "logistic", -3.07),
    ((871, 26175, 55983, 26678, 821), 0, 2, "logistic", -4.98),
    # https://github.com/brunocodutra/cinder/pull/727, 836, 800, 804, 802, 795 and 879
    ((50, 287, 610, 387, 73), 0, 5, "normalized", 2.97),
    ((835, 6884, 13116, 7201, 852), 0, 3, "normalized", 2.89),
    ((147, 1252, 2509, 1445, 165), 0, 3, "normalized", 2.89),
    ((320, 2667, 5158, 2850, 359), 0, 3, "normalized", 2.90),
    ((363, 3205, 5861, 3376, 414), 0, 3, "normalized", 2.91),
    ((1447, 13972, 26437, 14412, 1441), 0, 3, "normalized", 1.98),
    ((115, 1156, 2443, 1233, 141), -3, 1, "normalized", 2.90),
    # https://github.com/xu-shawn/Serendipity/pull/55
    ((283, 1151, 2214, 1221, 281), -5, 3, "normalized", 2.95),
    # https://github.com/lynx-chess/Lynx/pull/1899
    ((235, 1384, 2521, 1341, 239), -5, 0, "logistic", 1.69),
]


@pytest.mark.parametrize(("counts", "elo0", "elo1", "model", "published"), PUBLISHED)
def test_published_ratios_of_fastchess_come_out_to_the_last_digit(
    counts: Counts, elo0: float, elo1: float, model: Model, published: float
) -> None:
    ours = llr(Sprt(elo0, elo1, model=model), Pentanomial(counts))
    assert ours == pytest.approx(published, abs=0.0051)


def test_a_page_of_raw_statistics_comes_out_to_five_digits() -> None:
    # "Normalized (exact) -0.54912", "Logistic (exact) -0.53772" with H1 at 2.716 logistic Elo:
    # https://montytest.muzhen.org/tests/stats/69d3c8dc7c5b3724e29d2712, made by fishtest's code.
    pairs = Pentanomial((13, 37, 50, 25, 3))
    assert llr(Sprt(0, 4), pairs) == pytest.approx(-0.54912, abs=6e-6)
    assert llr(Sprt(0, 2.716, model="logistic"), pairs) == pytest.approx(-0.53772, abs=6e-5)


def test_a_clean_sweep_comes_out_as_in_the_tests_of_fastchess() -> None:
    # Within one percent, as in its own test: app/tests/sprt_test.cpp, "normalized pentanomial 3".
    ours = llr(Sprt(0, 5), Pentanomial((0, 0, 0, 0, 5550)))
    assert ours == pytest.approx(111.82, rel=0.01)


@pytest.mark.parametrize(
    ("alpha", "beta", "printed"),
    [
        (0.05, 0.05, "(-2.94, 2.94)"),  # https://github.com/brunocodutra/cinder/pull/727
        (0.05, 0.10, "(-2.25, 2.89)"),  # https://github.com/brunocodutra/cinder/pull/836
        (0.10, 0.20, "(-1.50, 2.08)"),  # https://github.com/princesslana/princhess/pull/366
    ],
)
def test_the_bounds_are_the_usual_ones(alpha: float, beta: float, printed: str) -> None:
    lower, upper = bounds(Sprt(0, 5, alpha, beta))
    assert f"({lower:.2f}, {upper:.2f})" == printed


def best_likelihood(weights: Any, elo: float, model: Model) -> float:
    """Returns the maximum log-likelihood at that Elo, found by scipy over all distributions."""
    from scipy import optimize

    scores = np.array(SCORES)

    def distribution(x: Any) -> Any:
        parts = np.exp(x - x.max())
        return parts / parts.sum()

    def missed(x: Any) -> float:
        p = distribution(x)
        mean = float(p @ scores)
        if model == "logistic":
            return mean - 1 / (1 + 10 ** (-elo / 400))
        deviation = math.sqrt(float(p @ (scores - mean) ** 2))
        return mean - 0.5 - elo * math.sqrt(2) / NORMALIZED * deviation

    found = optimize.minimize(
        lambda x: -float(weights @ np.log(distribution(x))) / weights.sum(),
        np.log(weights / weights.sum()),
        constraints={"type": "eq", "fun": missed},
        method="SLSQP",
        options={"maxiter": 300, "ftol": 1e-14},
    )
    assert abs(missed(found.x)) < 1e-7
    return -float(found.fun) * float(weights.sum())


@pytest.mark.parametrize("model", ["normalized", "logistic"])
@pytest.mark.parametrize(
    "counts",
    [(3, 5, 9, 6, 4), (1, 40, 80, 60, 2), (20, 1, 3, 2, 30)],
)
@pytest.mark.parametrize(("elo0", "elo1"), [(0, 10), (-20, 60)])
def test_the_ratio_is_that_of_the_two_maxima_scipy_finds(
    counts: Counts, elo0: float, elo1: float, model: Model
) -> None:
    weights = np.array(counts, dtype=float)
    expected = best_likelihood(weights, elo1, model) - best_likelihood(weights, elo0, model)
    ours = llr(Sprt(elo0, elo1, model=model), Pentanomial(counts))
    assert ours == pytest.approx(expected, abs=2e-4, rel=1e-4)


MODELS = st.sampled_from(["normalized", "logistic"])
SOME = st.tuples(*[st.integers(1, 200)] * 5)
ANY = st.tuples(*[st.sampled_from([0, 0, 1, 2, 9, 80, 1000])] * 5)


@settings(max_examples=20, deadline=None)
@given(ANY, st.floats(-95, 80), st.floats(0.5, 15), MODELS)
def test_a_swap_of_the_players_and_of_the_bounds_turns_the_sign(
    counts: Counts, elo0: float, width: float, model: Model
) -> None:
    pairs = Pentanomial(counts)
    ours = llr(Sprt(elo0, elo0 + width, model=model), pairs)
    theirs = llr(Sprt(-elo0 - width, -elo0, model=model), pairs.swapped())
    assert math.isfinite(ours)
    assert ours == pytest.approx(-theirs, abs=1e-3, rel=1e-3)


@settings(max_examples=20, deadline=None)
@given(SOME, st.integers(0, 3), st.integers(1, 4))
def test_the_ratio_rises_when_a_pair_brings_more(counts: Counts, low: int, more: int) -> None:
    high = min(4, low + more)
    better = list(counts)
    if better[low] == 1:
        return  # unseen scores get a pseudo-count, so the sums differ
    better[low] -= 1
    better[high] += 1
    sprt = Sprt(0, 20, model="logistic")
    assert llr(sprt, Pentanomial(tuple(better))) > llr(sprt, Pentanomial(counts))  # type: ignore[arg-type]


@settings(max_examples=20, deadline=None)
@given(SOME, st.integers(2, 9), MODELS)
def test_the_ratio_grows_with_the_number_of_equal_pairs(
    counts: Counts, times: int, model: Model
) -> None:
    a, b, c, d, e = (times * count for count in counts)
    sprt = Sprt(0, 10, model=model)
    few, many = llr(sprt, Pentanomial(counts)), llr(sprt, Pentanomial((a, b, c, d, e)))
    assert many == pytest.approx(times * few, rel=1e-4, abs=1e-6)


def test_a_test_goes_on_until_a_bound_is_crossed() -> None:
    sprt = Sprt(0, 10)
    assert state_of(sprt, Pentanomial((50, 287, 610, 387, 73))).verdict == "H1"
    assert state_of(sprt, Pentanomial((73, 387, 610, 287, 50))).verdict == "H0"
    state = state_of(sprt, Pentanomial((10, 50, 100, 55, 10)))
    assert state.verdict is None
    assert state.lower < state.llr < state.upper


def test_before_the_first_pair_nothing_is_known() -> None:
    state = state_of(Sprt(0, 10), Pentanomial())
    assert (state.llr, state.verdict, state.games_left) == (0.0, None, None)


def test_a_test_that_is_over_needs_no_more_games() -> None:
    assert state_of(Sprt(0, 10), Pentanomial((50, 287, 610, 387, 73))).games_left == 0


@pytest.mark.parametrize("counts", [(0, 0, 9, 0, 0), (1, 1, 2, 1, 0)])
def test_how_long_a_test_takes_cannot_be_told_from_few_pairs(counts: Counts) -> None:
    assert state_of(Sprt(0, 10), Pentanomial(counts)).games_left is None


def test_games_left_shrink_as_the_test_nears_its_end() -> None:
    sprt = Sprt(0, 10)
    left = [
        state_of(sprt, Pentanomial((k * 5, k * 28, k * 61, k * 38, k * 7))).games_left
        for k in (1, 2, 4, 5)
    ]
    assert all(a is not None and b is not None and a > b > 0 for a, b in pairwise(left))


POINTS = (0, 0.5, 1, 1.5, 2)


def play_on(
    sprt: Sprt, pairs: Pentanomial, shares: Sequence[float], chance: random.Random
) -> tuple[str, int]:
    """Returns the verdict and the number of games when pairs come with those probabilities."""
    lower, upper = bounds(sprt)
    begun = pairs.games
    while lower < (ratio := llr(sprt, pairs)) < upper:
        pairs = pairs.plus(*chance.choices(POINTS, shares))
    return "H1" if ratio >= upper else "H0", pairs.games - begun


def test_games_left_are_what_a_simulation_takes_on_average() -> None:
    sprt, counts = Sprt(0, 90, 0.1, 0.1), (4, 10, 16, 14, 8)
    expected = state_of(sprt, Pentanomial(counts)).games_left
    assert expected == 74
    chance = random.Random(5)
    taken = [play_on(sprt, Pentanomial(counts), counts, chance)[1] for _ in range(30)]
    assert sum(taken) / len(taken) == pytest.approx(expected, rel=0.3)


def normalized_distribution(elo: float) -> list[float]:
    """Returns a distribution of pair scores with exactly that normalized Elo."""
    from scipy import optimize

    base = np.array([0.05, 0.2, 0.5, 0.2, 0.05])
    scores = np.array(SCORES)

    def tilted(x: float) -> Any:
        p = base * np.exp(x * scores)
        return p / p.sum()

    def missed(x: float) -> float:
        p = tilted(x)
        mean = float(p @ scores)
        deviation = math.sqrt(float(p @ (scores - mean) ** 2))
        return (mean - 0.5) / (math.sqrt(2) * deviation) * NORMALIZED - elo

    return list(map(float, tilted(optimize.brentq(missed, -20, 20))))


def wrong_verdicts(sprt: Sprt, elo: float, right: str, runs: int) -> int:
    """Returns how many of `runs` tests of a player with that Elo end with another verdict."""
    shares, chance = normalized_distribution(elo), random.Random(f"{elo}")
    verdicts = [play_on(sprt, Pentanomial(), shares, chance)[0] for _ in range(runs)]
    return runs - verdicts.count(right)


def test_the_test_is_seldom_wrong() -> None:
    sprt, runs = Sprt(-50, 100, 0.1, 0.1), 25
    for elo, right in ((sprt.elo0, "H0"), (sprt.elo1, "H1")):
        assert wrong_verdicts(sprt, elo, right, runs) <= 7  # 2 or 3 expected; 8: 1 in 400


def test_a_player_between_the_bounds_gets_either_verdict() -> None:
    """A control: between the bounds, both verdicts are about equally frequent."""
    sprt = Sprt(-50, 100, 0.1, 0.1)
    assert 4 <= wrong_verdicts(sprt, 25, "H1", 20) <= 16


@pytest.mark.long
def test_the_error_rates_are_near_alpha_and_beta() -> None:
    sprt, runs = Sprt(0, 40, 0.05, 0.1), 400
    assert 0.015 <= wrong_verdicts(sprt, sprt.elo0, "H0", runs) / runs <= 0.08
    assert 0.04 <= wrong_verdicts(sprt, sprt.elo1, "H1", runs) / runs <= 0.14


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((10, 0), "“10” is not less than “0”"),
        ((5, 5), "“5” is not less than “5”"),
        ((0, 10, 0.0), "alpha .* between 0 and 1, not “0.0”"),
        ((0, 10, 0.05, 1.0), "beta .* between 0 and 1, not “1.0”"),
        ((0, 10, 0.5, 0.5), "add up to less than 1"),
        ((float("nan"), 10), "elo0 .* finite number, not “nan”"),
        ((0, float("inf")), "elo1 .* finite number"),
        ((0, True), "elo1 .* finite number, not “True”"),
        (("0", 10), "elo0 .* finite number, not “0”"),
        ((0, 10, 0.05, 0.05, "bayesian"), "normalized, logistic, not “bayesian”"),
        ((0, 101), "must be within ±100, not “101”"),
        ((-2001, 0, 0.05, 0.05, "logistic"), "within ±2000"),
    ],
)
def test_a_test_that_makes_no_sense_is_refused_with_the_reason(
    arguments: tuple[Any, ...], sentence: str
) -> None:
    with pytest.raises(InvalidNotation, match=sentence):
        Sprt(*arguments)


@pytest.mark.parametrize(
    ("text", "sprt"),
    [
        ("0,10", Sprt(0, 10)),
        (" [-1.75, 0.25] ", Sprt(-1.75, 0.25)),
        ("0, 200, Logistic", Sprt(0, 200, model="logistic")),
    ],
)
def test_two_numbers_are_a_test(text: str, sprt: Sprt) -> None:
    assert Sprt.parse(text) == sprt


@pytest.mark.parametrize("text", ["", "5", "0;10", "a,b", "0,10,normalized,3", "0,", "0,10,20"])
def test_a_text_that_is_no_test_is_refused(text: str) -> None:
    with pytest.raises(InvalidNotation, match="SPRT"):
        Sprt.parse(text)
