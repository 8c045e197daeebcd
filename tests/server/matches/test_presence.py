"""Presence: who is connected, who is away, which matches are idle; all of it bounded."""

from __future__ import annotations

import pytest

from fivefold.core import Player
from fivefold.errors import Refused
from fivefold.server.matches.presence import Presence
from fivefold.server.peers.peers import NOWHERE, Elsewhere, Peers
from fivefold.server.room.seats import Seat

ANN, BOB = "a" * 64, "b" * 64
SEATS = {"X": Seat("person", "Ann", ANN), "O": Seat("person", "Bob", BOB)}


class Watch:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def now() -> Watch:
    return Watch()


def test_a_connected_player_is_not_away(now: Watch) -> None:
    presence = Presence(now)
    presence.arrived("m", ANN, 1)
    presence.arrived("m", BOB, 2)
    now.time += 100
    assert presence.away("m", SEATS) == {}
    assert presence.watching("m") == 2


def test_a_player_is_away_since_disconnecting(now: Watch) -> None:
    presence = Presence(now)
    presence.arrived("m", ANN, 1)
    presence.arrived("m", BOB, 2)
    now.time += 10
    presence.left("m", 2)
    now.time += 5
    assert presence.away("m", SEATS) == {Player.SECOND: 5}
    presence.arrived("m", BOB, 3)
    assert presence.away("m", SEATS) == {}


def test_one_of_two_windows_is_enough(now: Watch) -> None:
    presence = Presence(now)
    presence.arrived("m", ANN, 1)
    presence.arrived("m", ANN, 2)
    presence.arrived("m", BOB, 3)
    presence.left("m", 1)
    now.time += 30
    assert presence.away("m", SEATS) == {}
    presence.left("m", 2)
    now.time += 1
    assert presence.away("m", SEATS) == {Player.FIRST: 1}


def test_a_player_never_seen_is_away_since_the_match_was_opened(now: Watch) -> None:
    presence = Presence(now)
    presence.opened("m")
    now.time += 20
    presence.arrived("m", ANN, 1)
    now.time += 20
    assert presence.away("m", SEATS) == {Player.SECOND: 40}


def test_a_program_without_a_socket_is_here_while_it_moves(now: Watch) -> None:
    presence = Presence(now)
    presence.opened("m")
    now.time += 50
    presence.seen("m", BOB)
    now.time += 3
    assert presence.away("m", SEATS)[Player.SECOND] == 3


def test_a_seat_without_a_person_is_never_away(now: Watch) -> None:
    presence = Presence(now)
    presence.opened("m")
    now.time += 100
    assert presence.away("m", {"X": Seat("open"), "O": Seat("machine", strategy="h2")}) == {}
    assert presence.away("unknown", SEATS) == {}


def test_strangers_are_counted_and_not_known(now: Watch) -> None:
    presence = Presence(now, max_spectators=2)
    presence.arrived("m", None, 1)
    presence.arrived("m", None, 2)
    with pytest.raises(Refused) as caught:
        presence.arrived("m", None, 3)
    assert caught.value.code == "match.full_house"
    presence.arrived("m", ANN, 4)
    assert presence.watching("m") == 3
    presence.left("m", 1)
    presence.arrived("m", None, 3)
    assert presence.watching("m") == 3


def test_forgetting_people_does_not_make_anybody_look_away_for_long(now: Watch) -> None:
    presence = Presence(now, max_remembered=2)
    presence.opened("m")
    now.time += 100
    presence.seen("m", BOB)
    for number in range(5):
        presence.seen("m", f"somebody {number}")
    now.time += 1
    assert presence.away("m", SEATS)[Player.SECOND] == 1


def test_leaving_twice_or_from_nowhere_is_nothing(now: Watch) -> None:
    presence = Presence(now)
    presence.left("m", 1)
    presence.seen("m", ANN)
    assert len(presence) == 0
    presence.arrived("m", ANN, 1)
    presence.left("m", 1)
    presence.left("m", 1)
    assert presence.watching("m") == 0


# Matches


def test_a_match_without_connections_or_use_is_idle(now: Watch) -> None:
    presence = Presence(now)
    for match in ("watched", "used", "left", "quiet"):
        presence.opened(match)
    presence.arrived("watched", None, 1)
    presence.arrived("left", ANN, 2)
    now.time += 100
    presence.touched("used")
    presence.left("left", 2)
    assert presence.idle(60) == ["quiet"]
    now.time += 100
    assert set(presence.idle(60)) == {"quiet", "used", "left"}
    presence.dropped("quiet")
    presence.dropped("quiet")
    assert set(presence.idle(60)) == {"used", "left"}


def test_one_match_too_many_drops_the_one_idle_for_longest(now: Watch) -> None:
    presence = Presence(now, max_matches=3)
    for match in ("a", "b", "c"):
        assert presence.opened(match) == []
    presence.arrived("a", None, 1)
    presence.touched("b")
    assert presence.opened("d") == ["c"]
    presence.dropped("c")
    assert len(presence) == 3
    assert presence.opened("d") == []


def test_a_match_that_is_watched_is_not_dropped_for_another(now: Watch) -> None:
    presence = Presence(now, max_matches=1)
    presence.opened("a")
    presence.arrived("a", None, 1)
    assert presence.opened("b") == []
    presence.left("a", 1)
    assert presence.opened("b") == ["a"]


class Others(Peers):
    """Other workers that know this of every match."""

    def __init__(self) -> None:
        self.known = NOWHERE

    def elsewhere(self, match: str) -> Elsewhere:
        return self.known


def test_a_player_connected_to_another_worker_is_not_away(now: Watch) -> None:
    others = Others()
    presence = Presence(now, others)
    presence.opened("m")
    now.time += 100
    others.known = Elsewhere(since=100.0, here=frozenset({ANN}), seen={ANN: 101.0, BOB: 190.0})
    assert presence.away("m", SEATS) == {Player.SECOND: 10}
    # A player nobody has seen is away since the first worker loaded the match.
    others.known = Elsewhere(since=80.0)
    assert presence.away("m", SEATS) == {Player.FIRST: 120, Player.SECOND: 120}


def test_spectators_at_other_workers_count(now: Watch) -> None:
    others = Others()
    others.known = Elsewhere(spectators=1)
    presence = Presence(now, others, max_spectators=2)
    presence.arrived("m", None, 1)
    with pytest.raises(Refused):
        presence.arrived("m", None, 2)
    presence.arrived("m", ANN, 3)
