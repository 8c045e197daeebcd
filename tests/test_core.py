"""Players, outcomes and limits."""

from __future__ import annotations

import math
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.core import WIN, Limit, Outcome, Player
from fivefold.errors import InvalidNotation
from fivefold.words import say

AMOUNTS = st.none() | st.integers(1, 10**9)
LIMITS = st.builds(Limit, st.none() | st.floats(0.001, 1e6), AMOUNTS, AMOUNTS)


def test_x_is_the_first_player_and_o_the_second() -> None:
    assert Player("X") is Player.FIRST
    assert Player("O") is Player.SECOND
    assert [player.other for player in Player] == [Player.SECOND, Player.FIRST]


def test_a_win_scores_a_million() -> None:
    assert WIN == 1_000_000


def test_an_outcome_is_a_value() -> None:
    outcome = Outcome(Player.FIRST, say("gomoku.full"))
    assert outcome == Outcome(Player.FIRST, say("gomoku.full"), None)
    assert len({outcome, pickle.loads(pickle.dumps(outcome))}) == 1


def test_a_limit_is_a_value() -> None:
    assert len({Limit(seconds=1, depth=2), Limit(1, 2)}) == 1


@pytest.mark.parametrize("name", ["seconds", "depth", "nodes"])
@pytest.mark.parametrize("value", [0, -1, -0.5, math.nan, math.inf, -math.inf])
def test_a_limit_is_a_finite_number_above_zero(name: str, value: float) -> None:
    with pytest.raises(InvalidNotation) as refusal:
        Limit(**{name: value})  # type: ignore[arg-type]
    assert str(refusal.value).startswith(f"The limit {name} must be a number greater than 0, not “")


def test_a_limit_may_be_larger_than_any_float() -> None:
    assert Limit(nodes=10**400).nodes == 10**400


@given(LIMITS, LIMITS)
def test_the_tightest_limit_applies(a: Limit, b: Limit) -> None:
    both = a.tightest(b)
    assert both == b.tightest(a)
    for name in ("seconds", "depth", "nodes"):
        given_ones = [x for x in (getattr(a, name), getattr(b, name)) if x is not None]
        assert getattr(both, name) == min(given_ones, default=None)


@pytest.mark.parametrize(
    ("cap", "both"),
    [
        (Limit(), Limit(1, longest=4)),
        (Limit(seconds=9), Limit(1, longest=4)),
        (Limit(seconds=2), Limit(1, longest=2)),
        (Limit(seconds=0.5), Limit(0.5)),
        (Limit(2, longest=3), Limit(1, longest=3)),
    ],
)
def test_a_cap_also_bounds_a_hard_move_under_a_clock(cap: Limit, both: Limit) -> None:
    on_clock = Limit(1, longest=4)
    assert on_clock.tightest(cap) == cap.tightest(on_clock) == both
    assert both.most_seconds == (both.longest or both.seconds)


@given(LIMITS)
def test_no_limit_changes_nothing(limit: Limit) -> None:
    assert limit.tightest(Limit()) == Limit().tightest(limit) == limit
