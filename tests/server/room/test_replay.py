"""A room that is behind applies the missing events, and none twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fivefold.server.room.room import Room

if TYPE_CHECKING:
    from tests.server.room.conftest import Sit


def test_of_a_whole_log_only_the_new_events_are_taken_in(sit: Sit) -> None:
    played = sit(o="me")
    behind = played.rebuilt()
    played.play("e5", "e6", "f5")
    behind.apply(played.log)
    assert behind.document() == played.room.document()
    behind.apply(played.log[1:3])
    assert behind.document() == played.room.document()


def test_a_gap_in_the_log_is_refused(sit: Sit) -> None:
    played = sit(o="me")
    behind = played.rebuilt()
    played.play("e5", "e6")
    with pytest.raises(ValueError, match="event 3 does not follow 1"):
        behind.apply(played.log[2:])
    assert behind.version == 1


def test_the_moves_a_match_begins_with_took_no_time(sit: Sit) -> None:
    played = sit(o="me", moves=("e5", "e6"), time="1+0")
    rooms: list[Room] = [played.room, played.rebuilt()]
    for room in rooms:
        assert [ply["seconds"] for ply in room.plies] == [0.0, 0.0]
