"""Who may do something in a match, and when."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fivefold.core import Player
from fivefold.errors import Refused
from fivefold.server import seats as seating
from fivefold.words import ENGLISH, Message, plain, say

if TYPE_CHECKING:
    from fivefold.server.room import Room

MACHINE = "machine"
"""Who the house is: it moves the machines and watches the clock. No secret has this hash."""


def seats_of(room: Room, holder: str | None) -> frozenset[str]:
    """Returns the seats of the holder, who must have one."""
    held = room.held_by(holder)
    if not held:
        raise Refused("match.not_yours")
    return held


def check_in_charge(room: Room, holder: str | None) -> frozenset[str]:
    """Returns the seats of the holder, who has one, or made the match and no person sits there."""
    held = room.held_by(holder)
    people = any(seat.kind == "person" for seat in room.seats.values())
    if not held and (people or holder != room.owner):
        raise Refused("match.not_yours")
    return held


def machines(room: Room) -> frozenset[str]:
    """Returns the seats where machines sit."""
    return frozenset(name for name, seat in room.seats.items() if seat.kind == "machine")


def check_live(room: Room) -> None:
    """Raises `Refused` when the match is over."""
    if room.result is not None:
        raise Refused("match.over", reason=_message(room.result["reason"]))


def check_house(holder: str | None) -> None:
    """Raises `Refused` for everybody but the house itself."""
    if holder != MACHINE:
        raise Refused("match.not_yours")


def interrupted(room: Room) -> dict[str, float]:
    """Returns the seconds of the turn that is broken off here."""
    return {} if room.clock.running is None else {"seconds": room.clock.turn()}


def name_of(room: Room, seat: str) -> Message:
    """Returns what the player of a seat is called in this game; before colours are settled, too."""
    opening = room.swap2
    if opening is not None and not opening.is_settled:
        return say("seat.first" if seat == "X" else "seat.second")
    return room.game.player_name(Player(seat))


def _message(data: Mapping[str, Any]) -> Message:
    """Returns the message that `as_json` wrote, perhaps long ago with words we no longer have."""
    if data["key"] not in ENGLISH:
        return plain(data["text"])
    facts = {
        key: _message(fact) if isinstance(fact, Mapping) else fact
        for key, fact in data["facts"].items()
    }
    return Message(data["key"], facts)


def check_may_seat(room: Room, holder: str | None) -> str:
    """Returns the holder, who may change the seats: nobody's seat is taken away from them."""
    check_in_charge(room, holder)
    if seating.are_two_people(room.seats):
        raise Refused("match.between_people")
    assert holder is not None
    return holder
