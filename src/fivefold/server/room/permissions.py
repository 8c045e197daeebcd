"""Checks of who may do what in a match, and when."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fivefold.core import Player
from fivefold.errors import Refused
from fivefold.server.room import seats as seating
from fivefold.server.room.seats import MACHINE
from fivefold.server.room.state import RoomState
from fivefold.words import ENGLISH, Message, plain, say


def seats_of(room: RoomState, holder: str | None) -> frozenset[str]:
    """Returns the holder's seats. Raises `Refused` if there is none."""
    held = room.held_by(holder)
    if not held:
        raise Refused("match.not_yours")
    return held


def check_in_charge(room: RoomState, holder: str | None) -> frozenset[str]:
    """Returns the holder's seats. The creator of a match without people needs none."""
    held = room.held_by(holder)
    people = any(seat.kind == "person" for seat in room.seats.values())
    if not held and (people or holder != room.owner):
        raise Refused("match.not_yours")
    return held


def machines(room: RoomState) -> frozenset[str]:
    """Returns the seats of machines."""
    return frozenset(name for name, seat in room.seats.items() if seat.kind == "machine")


def check_live(room: RoomState) -> None:
    """Raises `Refused` when the match is over."""
    if room.result is not None:
        raise Refused("match.over", reason=_message(room.result["reason"]))


def check_server(holder: str | None) -> None:
    """Raises `Refused` unless the server itself sends the command."""
    if holder != MACHINE:
        raise Refused("match.not_yours")


def interrupted(room: RoomState) -> dict[str, float]:
    """Returns the seconds of the turn that this event interrupts, as a field of the event."""
    return {} if room.clock.running is None else {"seconds": room.clock.turn()}


def name_of(room: RoomState, seat: str) -> Message:
    """Returns the name of a seat's player in this game, such as Black."""
    opening = room.swap2
    if opening is not None and not opening.is_settled:
        return say("seat.first" if seat == "X" else "seat.second")
    return room.game.player_name(Player(seat))


def _message(data: Mapping[str, Any]) -> Message:
    """Returns the stored message; its text if the key no longer exists."""
    if data["key"] not in ENGLISH:
        return plain(data["text"])
    facts = {
        key: _message(fact) if isinstance(fact, Mapping) else fact
        for key, fact in data["facts"].items()
    }
    return Message(data["key"], facts)


def check_may_seat(room: RoomState, holder: str | None) -> str:
    """Returns the holder, if they may change the seats. No other person's seat can be taken."""
    check_in_charge(room, holder)
    if seating.are_two_people(room.seats):
        raise Refused("match.between_people")
    assert holder is not None
    return holder
