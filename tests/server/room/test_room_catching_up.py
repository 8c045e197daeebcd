"""A room that is behind takes in what it has not, and nothing twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fivefold.server.room import Room

if TYPE_CHECKING:
    from tests.server.room.conftest import Sit


def test_of_a_whole_log_only_the_new_events_are_taken_in(sit: Sit) -> None:
    table = sit(o="me")
    behind = table.rebuilt()
    table.play("e5", "e6", "f5")
    behind.apply(table.log)
    assert behind.document() == table.room.document()
    behind.apply(table.log[1:3])
    assert behind.document() == table.room.document()


def test_a_gap_in_the_log_is_refused(sit: Sit) -> None:
    table = sit(o="me")
    behind = table.rebuilt()
    table.play("e5", "e6")
    with pytest.raises(ValueError, match="event 3 does not follow 1"):
        behind.apply(table.log[2:])
    assert behind.version == 1


def test_the_moves_a_match_begins_with_took_no_time(sit: Sit) -> None:
    table = sit(o="me", moves=("e5", "e6"), time="1+0")
    rooms: list[Room] = [table.room, table.rebuilt()]
    for room in rooms:
        assert [ply["seconds"] for ply in room.plies] == [0.0, 0.0]
