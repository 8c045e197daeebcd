"""Quotas and presence: what everybody may ask, who is here, and that nothing grows for ever."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.core import Player
from fivefold.errors import Refused
from fivefold.server.lobby import Bucket, Lobby, Quota
from fivefold.server.neighbours import Elsewhere
from fivefold.server.seats import Seat

ANN, BOB = "a" * 64, "b" * 64
SEATS = {"X": Seat("person", "Ann", ANN), "O": Seat("person", "Bob", BOB)}


class Watch:
    """A clock in the hand."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def now() -> Watch:
    return Watch()


# Buckets


def test_a_bucket_takes_a_burst_and_then_its_rate(now: Watch) -> None:
    bucket = Bucket(2.0, 5.0, now)
    assert [bucket.take() for _ in range(6)] == [True] * 5 + [False]
    assert bucket.wait() == pytest.approx(0.5)
    now.time += 0.5
    assert bucket.take()
    assert not bucket.take()
    now.time += 1000
    assert [bucket.take() for _ in range(6)] == [True] * 5 + [False]


def test_a_large_request_takes_more(now: Watch) -> None:
    bucket = Bucket(1.0, 10.0, now)
    assert bucket.take(8)
    assert not bucket.take(3)
    assert bucket.wait(3) == pytest.approx(1)
    assert bucket.take(2)


def test_a_time_that_goes_backwards_fills_nothing(now: Watch) -> None:
    bucket = Bucket(1.0, 1.0, now)
    assert bucket.take()
    now.time -= 50
    assert not bucket.take()


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 3)), max_size=40))
def test_nobody_gets_more_than_burst_and_rate(steps: list[tuple[int, int]]) -> None:
    now = Watch()
    bucket, taken, start = Bucket(2.0, 4.0, now), 0, now.time
    for seconds, count in steps:
        now.time += seconds
        granted = bucket.take(count)
        taken += count if granted else 0
        assert taken <= 4 + 2 * (now.time - start)
        assert granted or bucket.wait(count) > 0


def test_each_client_has_a_bucket_of_its_own(now: Watch) -> None:
    quota = Quota(1.0, 1.0, now)
    assert quota.take("1.2.3.4")
    assert not quota.take("1.2.3.4")
    assert quota.take("1.2.3.5")
    assert quota.of("1.2.3.4").wait() == pytest.approx(1)


def test_of_too_many_clients_the_one_silent_for_longest_is_forgotten(now: Watch) -> None:
    quota = Quota(0.001, 1.0, now, most_clients=3)
    for client in "abc":
        assert quota.take(client)
    assert not quota.take("a")
    assert quota.take("d")
    assert len(quota) == 3
    assert not quota.take("a")
    assert quota.take("b")  # it was forgotten


# Presence


def test_nobody_is_away_who_is_here(now: Watch) -> None:
    lobby = Lobby(now)
    lobby.arrived("m", ANN, 1)
    lobby.arrived("m", BOB, 2)
    now.time += 100
    assert lobby.away("m", SEATS) == {}
    assert lobby.watching("m") == 2


def test_whoever_left_is_away_since_then(now: Watch) -> None:
    lobby = Lobby(now)
    lobby.arrived("m", ANN, 1)
    lobby.arrived("m", BOB, 2)
    now.time += 10
    lobby.left("m", 2)
    now.time += 5
    assert lobby.away("m", SEATS) == {Player.SECOND: 5}
    lobby.arrived("m", BOB, 3)
    assert lobby.away("m", SEATS) == {}


def test_one_of_two_windows_is_enough(now: Watch) -> None:
    lobby = Lobby(now)
    lobby.arrived("m", ANN, 1)
    lobby.arrived("m", ANN, 2)
    lobby.arrived("m", BOB, 3)
    lobby.left("m", 1)
    now.time += 30
    assert lobby.away("m", SEATS) == {}
    lobby.left("m", 2)
    now.time += 1
    assert lobby.away("m", SEATS) == {Player.FIRST: 1}


def test_whoever_never_came_is_away_since_the_match_was_opened(now: Watch) -> None:
    lobby = Lobby(now)
    lobby.opened("m")
    now.time += 20
    lobby.arrived("m", ANN, 1)
    now.time += 20
    assert lobby.away("m", SEATS) == {Player.SECOND: 40}


def test_a_program_without_a_socket_is_here_while_it_moves(now: Watch) -> None:
    lobby = Lobby(now)
    lobby.opened("m")
    now.time += 50
    lobby.seen("m", BOB)
    now.time += 3
    assert lobby.away("m", SEATS)[Player.SECOND] == 3


def test_a_seat_without_a_person_is_never_away(now: Watch) -> None:
    lobby = Lobby(now)
    lobby.opened("m")
    now.time += 100
    assert lobby.away("m", {"X": Seat("open"), "O": Seat("machine", strategy="h2")}) == {}
    assert lobby.away("unknown", SEATS) == {}


def test_strangers_are_counted_and_not_known(now: Watch) -> None:
    lobby = Lobby(now, most_watching=2)
    lobby.arrived("m", None, 1)
    lobby.arrived("m", None, 2)
    with pytest.raises(Refused) as caught:
        lobby.arrived("m", None, 3)
    assert caught.value.code == "match.full_house"
    lobby.arrived("m", ANN, 4)
    assert lobby.watching("m") == 3
    lobby.left("m", 1)
    lobby.arrived("m", None, 3)
    assert lobby.watching("m") == 3


def test_forgetting_people_does_not_make_anybody_look_away_for_long(now: Watch) -> None:
    lobby = Lobby(now, most_holders=2)
    lobby.opened("m")
    now.time += 100
    lobby.seen("m", BOB)
    for number in range(5):
        lobby.seen("m", f"somebody {number}")
    now.time += 1
    assert lobby.away("m", SEATS)[Player.SECOND] == 1


def test_leaving_twice_or_from_nowhere_is_nothing(now: Watch) -> None:
    lobby = Lobby(now)
    lobby.left("m", 1)
    lobby.seen("m", ANN)
    assert len(lobby) == 0
    lobby.arrived("m", ANN, 1)
    lobby.left("m", 1)
    lobby.left("m", 1)
    assert lobby.watching("m") == 0


# Rooms


def test_a_match_is_idle_when_nobody_watches_or_uses_it(now: Watch) -> None:
    lobby = Lobby(now)
    for match in ("watched", "used", "left", "quiet"):
        lobby.opened(match)
    lobby.arrived("watched", None, 1)
    lobby.arrived("left", ANN, 2)
    now.time += 100
    lobby.touched("used")
    lobby.left("left", 2)
    assert lobby.idle(60) == ["quiet"]
    now.time += 100
    assert set(lobby.idle(60)) == {"quiet", "used", "left"}
    lobby.dropped("quiet")
    lobby.dropped("quiet")
    assert set(lobby.idle(60)) == {"used", "left"}


def test_one_match_too_many_drops_the_one_idle_for_longest(now: Watch) -> None:
    lobby = Lobby(now, most_rooms=3)
    for match in ("a", "b", "c"):
        assert lobby.opened(match) == []
    lobby.arrived("a", None, 1)
    lobby.touched("b")
    assert lobby.opened("d") == ["c"]
    lobby.dropped("c")
    assert len(lobby) == 3
    assert lobby.opened("d") == []


def test_a_match_that_is_watched_is_not_dropped_for_another(now: Watch) -> None:
    lobby = Lobby(now, most_rooms=1)
    lobby.opened("a")
    lobby.arrived("a", None, 1)
    assert lobby.opened("b") == []
    lobby.left("a", 1)
    assert lobby.opened("b") == ["a"]


def test_whoever_is_at_another_worker_is_not_away(now: Watch) -> None:
    lobby = Lobby(now)
    lobby.opened("m")
    now.time += 100
    here = Elsewhere(since=100.0, here=frozenset({ANN}), seen={ANN: 101.0, BOB: 190.0})
    assert lobby.away("m", SEATS, here) == {Player.SECOND: 10}
    # Whoever nobody has seen is away since the first worker knew of the match.
    assert lobby.away("m", SEATS, Elsewhere(since=80.0)) == {Player.FIRST: 120, Player.SECOND: 120}


def test_who_looks_on_at_another_worker_counts(now: Watch) -> None:
    lobby = Lobby(now, most_watching=2)
    lobby.arrived("m", None, 1, Elsewhere(strangers=1))
    with pytest.raises(Refused):
        lobby.arrived("m", None, 2, Elsewhere(strangers=1))
    lobby.arrived("m", ANN, 3, Elsewhere(strangers=1))
