"""The sentences of rejected commands: whose turn it is, how the match ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fivefold.errors import FivefoldError
from fivefold.server.room import commands as do
from fivefold.server.room.events import Event
from fivefold.server.room.room import Room

if TYPE_CHECKING:
    from tests.server.room.conftest import PlayedMatch, Sit

ANN, BOB = "a" * 64, "b" * 64


def sentence(room: Room, who: str) -> str:
    """Returns the error sentence for a move that is rejected now."""
    with pytest.raises(FivefoldError) as caught:
        room.decide(do.Move("a1", "m", room.version), who, 0.0, away={})
    return str(caught.value)


def test_while_colours_are_open_players_are_called_first_and_second(people: Sit) -> None:
    played = people(opening_by="swap2")
    assert sentence(played.room, BOB) == "It is First's turn."
    played.play("e5", "f6", "g5")
    assert sentence(played.room, ANN) == "It is Second's turn."
    played.do(do.Choose("black", played.version), BOB)
    assert sentence(played.room, BOB) == "It is White's turn."


def ended(people: Sit) -> PlayedMatch:
    played = people()
    played.do(do.Resign(played.version), BOB)
    return played


def test_after_the_end_the_rejection_says_how_it_ended(people: Sit) -> None:
    played = ended(people)
    assert sentence(played.room, ANN) == "The game is over. Black wins: White resigned."
    assert sentence(played.rebuilt(), ANN) == "The game is over. Black wins: White resigned."


def test_a_reason_whose_key_no_longer_exists_keeps_its_text(people: Sit) -> None:
    played = ended(people)
    *before, last = [event.as_json() for event in played.log]
    last["reason"] = {"key": "gone.since", "text": "White went home.", "facts": {}}
    room = Room("m1", [Event.from_json(each) for each in [*before, last]], lambda: 0.0)
    assert sentence(room, ANN) == "The game is over. White went home."
