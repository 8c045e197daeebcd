"""The time of an opening by swap2: each turn is charged once, and the end ends it too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fivefold.server import commands as do
from fivefold.server.room import MACHINE

if TYPE_CHECKING:
    from tests.server.room.conftest import Sit

BOB = "b" * 64
STONES = ("e5", "f6", "g5")


def test_a_stone_instead_of_a_choice_is_charged_as_the_stone(people: Sit) -> None:
    table = people(opening_by="swap2", time="1+0")
    table.play(*STONES)
    table.now += 4
    events = table.move("a1", BOB)
    assert [(event.kind, event.data["seconds"]) for event in events] == [
        ("chosen", 0.0),
        ("moved", 4.0),
    ]
    assert table.clocks()["O"] == {"used": 4, "left": 56}


def test_a_machine_that_says_three_stones_is_charged_with_the_first(sit: Sit) -> None:
    table = sit(x="level(1)", o="me", opening_by="swap2", time="1+0")
    table.now += 6
    events = table.do(do.Answer(STONES, None, table.version), MACHINE)
    assert [event.data["seconds"] for event in events] == [6.0, 0.0, 0.0]


def test_a_machine_is_too_late_once_the_match_is_over(sit: Sit) -> None:
    table = sit(x="level(1)", o="me", opening_by="swap2")
    table.do(do.Resign(table.version))
    assert table.refusal(do.Answer(STONES, None, table.version), MACHINE) == "match.over"
