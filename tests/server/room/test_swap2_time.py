"""Clocks in a swap2 opening: each turn is charged once; the end stops the clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fivefold.server.room import commands as do
from fivefold.server.room.room import MACHINE

if TYPE_CHECKING:
    from tests.server.room.conftest import Sit

BOB = "b" * 64
STONES = ("e5", "f6", "g5")


def test_a_stone_instead_of_a_choice_is_charged_as_the_stone(people: Sit) -> None:
    played = people(opening_by="swap2", time="1+0")
    played.play(*STONES)
    played.now += 4
    events = played.move("a1", BOB)
    assert [(event.kind, event.data["seconds"]) for event in events] == [
        ("chosen", 0.0),
        ("moved", 4.0),
    ]
    assert played.clocks()["O"] == {"used": 4, "left": 56}


def test_a_machine_that_says_three_stones_is_charged_with_the_first(sit: Sit) -> None:
    played = sit(x="level(1)", o="me", opening_by="swap2", time="1+0")
    played.now += 6
    events = played.do(do.Answer(STONES, None, played.version), MACHINE)
    assert [event.data["seconds"] for event in events] == [6.0, 0.0, 0.0]


def test_a_machine_is_too_late_once_the_match_is_over(sit: Sit) -> None:
    played = sit(x="level(1)", o="me", opening_by="swap2")
    played.do(do.Resign(played.version))
    assert played.refusal(do.Answer(STONES, None, played.version), MACHINE) == "match.over"
