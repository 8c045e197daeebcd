"""Changed seats: names move with their people; no change, no event."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fivefold.server.room import commands as do
from fivefold.server.room.seats import Seat

if TYPE_CHECKING:
    from tests.server.room.conftest import PlayedMatch, Sit


def names(played: PlayedMatch) -> tuple[str | None, str | None]:
    return played.room.seats["X"].name, played.room.seats["O"].name


@pytest.mark.parametrize("other", ["h2", "random"])
def test_changing_a_machine_keeps_the_persons_name(sit: Sit, other: str) -> None:
    played = sit(x="level(1)", o="me", name="Ann")
    played.do(do.Reseat(played.version, {"X": other}))
    assert names(played) == (None, "Ann")


def test_a_name_moves_to_the_other_seat(sit: Sit) -> None:
    played = sit(x="level(1)", o="me", name="Ann")
    played.do(do.Reseat(played.version, {"X": "me", "O": "level(1)"}))
    assert names(played) == ("Ann", None)


def test_an_open_seat_that_is_opened_again_is_no_event(sit: Sit) -> None:
    played = sit(o="open")
    assert played.do(do.Reseat(played.version, {"O": "open"})) == []


def test_seats_are_values() -> None:
    assert len({Seat.of("me", "a", "Ann"), Seat("person", "Ann", "a")}) == 1
