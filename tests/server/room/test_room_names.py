"""A change of seats: names go with their people, and what changes nothing is no event."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fivefold.server import commands as do
from fivefold.server.seats import Seat

if TYPE_CHECKING:
    from tests.server.room.conftest import Sit, Table


def names(table: Table) -> tuple[str | None, str | None]:
    return table.room.seats["X"].name, table.room.seats["O"].name


@pytest.mark.parametrize("other", ["h2", "random"])
def test_another_machine_takes_nobodys_name_away(sit: Sit, other: str) -> None:
    table = sit(x="level(1)", o="me", name="Ann")
    table.do(do.Reseat(table.version, {"X": other}))
    assert names(table) == (None, "Ann")


def test_a_name_moves_to_the_other_seat(sit: Sit) -> None:
    table = sit(x="level(1)", o="me", name="Ann")
    table.do(do.Reseat(table.version, {"X": "me", "O": "level(1)"}))
    assert names(table) == ("Ann", None)


def test_an_open_seat_that_is_opened_again_is_no_event(sit: Sit) -> None:
    table = sit(o="open")
    assert table.do(do.Reseat(table.version, {"O": "open"})) == []


def test_seats_are_values() -> None:
    assert len({Seat.of("me", "a", "Ann"), Seat("person", "Ann", "a")}) == 1
