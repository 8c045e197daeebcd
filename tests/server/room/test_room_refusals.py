"""What a refusal says: whose turn it is, and how the match ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fivefold.errors import FivefoldError
from fivefold.server import commands as do
from fivefold.server.events import Event
from fivefold.server.room import Room

if TYPE_CHECKING:
    from tests.server.room.conftest import Sit, Table

ANN, BOB = "a" * 64, "b" * 64


def sentence(room: Room, who: str) -> str:
    """Returns what somebody hears who plays now and may not."""
    with pytest.raises(FivefoldError) as caught:
        room.decide(do.Move("a1", "m", room.version), who, 0.0, away={})
    return str(caught.value)


def test_while_colours_are_open_players_are_called_first_and_second(people: Sit) -> None:
    table = people(opening_by="swap2")
    assert sentence(table.room, BOB) == "It is the turn of First."
    table.play("e5", "f6", "g5")
    assert sentence(table.room, ANN) == "It is the turn of Second."
    table.do(do.Choose("black", table.version), BOB)
    assert sentence(table.room, BOB) == "It is the turn of White."


def ended(people: Sit) -> Table:
    table = people()
    table.do(do.Resign(table.version), BOB)
    return table


def test_after_the_end_everybody_hears_how_it_ended(people: Sit) -> None:
    table = ended(people)
    assert sentence(table.room, ANN) == "The game is over. White resigned: Black wins."
    assert sentence(table.rebuilt(), ANN) == "The game is over. White resigned: Black wins."


def test_a_reason_in_words_we_no_longer_have_is_told_as_it_was_written(people: Sit) -> None:
    table = ended(people)
    *before, last = [event.as_json() for event in table.log]
    last["reason"] = {"key": "gone.since", "text": "White went home.", "facts": {}}
    room = Room("m1", [Event.from_json(each) for each in [*before, last]], lambda: 0.0)
    assert sentence(room, ANN) == "The game is over. White went home."
