"""Token buckets and rate limiters in the memory of one process."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.server.peers.rate_limits import RateLimiter, TokenBucket


class Watch:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def now() -> Watch:
    return Watch()


def test_a_bucket_takes_a_burst_and_then_its_rate(now: Watch) -> None:
    bucket = TokenBucket(2.0, 5.0, now)
    assert [bucket.take() for _ in range(6)] == [True] * 5 + [False]
    assert bucket.wait() == pytest.approx(0.5)
    now.time += 0.5
    assert bucket.take()
    assert not bucket.take()
    now.time += 1000
    assert [bucket.take() for _ in range(6)] == [True] * 5 + [False]


def test_a_large_request_takes_more(now: Watch) -> None:
    bucket = TokenBucket(1.0, 10.0, now)
    assert bucket.take(8)
    assert not bucket.take(3)
    assert bucket.wait(3) == pytest.approx(1)
    assert bucket.take(2)


def test_a_time_that_goes_backwards_fills_nothing(now: Watch) -> None:
    bucket = TokenBucket(1.0, 1.0, now)
    assert bucket.take()
    now.time -= 50
    assert not bucket.take()


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 3)), max_size=40))
def test_nobody_gets_more_than_burst_and_rate(steps: list[tuple[int, int]]) -> None:
    now = Watch()
    bucket, taken, start = TokenBucket(2.0, 4.0, now), 0, now.time
    for seconds, count in steps:
        now.time += seconds
        granted = bucket.take(count)
        taken += count if granted else 0
        assert taken <= 4 + 2 * (now.time - start)
        assert granted or bucket.wait(count) > 0


def test_each_client_has_a_bucket_of_its_own(now: Watch) -> None:
    limiter = RateLimiter(1.0, 1.0, now)
    assert limiter.take("1.2.3.4")
    assert not limiter.take("1.2.3.4")
    assert limiter.take("1.2.3.5")
    assert limiter.of("1.2.3.4").wait() == pytest.approx(1)


def test_of_too_many_clients_the_one_silent_for_longest_is_forgotten(now: Watch) -> None:
    limiter = RateLimiter(0.001, 1.0, now, max_clients=3)
    for client in "abc":
        assert limiter.take(client)
    assert not limiter.take("a")
    assert limiter.take("d")
    assert len(limiter) == 3
    assert not limiter.take("a")
    assert limiter.take("b")  # it was evicted


def test_a_charge_may_exceed_the_bucket_and_is_paid_back(now: Watch) -> None:
    bucket = TokenBucket(2.0, 5.0, now)
    bucket.charge(9)
    assert not bucket.take(0)
    now.time += 1.9
    assert not bucket.take(0)
    now.time += 0.1
    assert bucket.take(0)
    assert not bucket.take()
