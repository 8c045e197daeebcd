"""Stored logs, which may be damaged: whether a match can be shown, and whether it was played.

`replayed` is for a server that loads a match: it accepts whatever can be shown and played on.
`verified` is for a backup from elsewhere: it also compares every event with the rules.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fivefold.errors import FivefoldError, NotFound
from fivefold.match.clock import TimeControl
from fivefold.server.room import seats as seating
from fivefold.server.room.creation import checked_pace
from fivefold.server.room.events import Event
from fivefold.server.room.room import Room
from fivefold.server.strict_json import write_json
from fivefold.words import Message, quoted, say

ENDINGS = ("normal", "resigned", "time", "abandoned", "crashed", "illegal")
SEAT_KINDS = ("person", "machine", "open")


class DamagedLog(NotFound):
    """A stored match cannot be read. Its facts: the `event` that is wrong, and the `reason`."""


def damaged(event: int, reason: Message) -> DamagedLog:
    """Returns the error for a wrong event."""
    return DamagedLog("match.unreadable", event=event, reason=reason)


def replayed(match: str, events: Sequence[Event]) -> Room:
    """Returns the match after its events. Raises `DamagedLog` if it cannot be shown."""
    return _replay(match, events, lambda room, event: None)


def verified(match: str, events: Sequence[Event]) -> Room:
    """Returns the match after its events. Raises `DamagedLog` unless the rules allow each."""
    room = _replay(match, events, _check)
    outcome = room.state.outcome
    if outcome is not None and room.live:
        raise damaged(room.version, say("log.no_end"))
    return room


def _replay(
    match: str, events: Sequence[Event], check: Callable[[Room | None, Event], None]
) -> Room:
    room: Room | None = None
    version = 0
    try:
        for version, event in enumerate(events, start=1):
            _check_plain(event, version)
            check(room, event)
            write_json(event.public_json()).encode()
            if room is None:
                room = Room(match, [event])
            else:
                room.apply([event])
        if room is None:
            raise damaged(1, say("log.missing"))
        write_json(room.document()).encode()
    except DamagedLog:
        raise
    except _WrongField as error:
        raise damaged(version, say("log.field", name=quoted(str(error)))) from None
    except FivefoldError as error:
        raise damaged(version, error.message) from error
    except Exception as error:  # whatever a damaged log may cause
        raise damaged(version, say("log.invalid", kind=type(error).__name__)) from error
    return room


def _check_plain(event: Event, version: int) -> None:
    """Checks what replaying takes for granted."""
    _require(event.version == version, "version")
    _require(_is_number(event.at), "at")
    _require((event.kind == "created") == (version == 1), "kind")
    for seat in event.data.get("seats", {}).values():
        _require(seat["kind"] in SEAT_KINDS, "seats")
        _require((seat["kind"] == "machine") == isinstance(seat.get("strategy"), str), "seats")
        _require(_is_text_or_none(seat.get("name"), seat.get("holder")), "seats")
    if "seconds" in event.data:
        _require(_is_number(event.data["seconds"]) and event.data["seconds"] >= 0, "seconds")


def _check(room: Room | None, event: Event) -> None:
    """Checks that the rules allow the event; `room` is the match before it."""
    if room is None:
        _created(event.data)
    else:
        _CHECKS[event.kind](room, event.data)


def _created(data: Mapping[str, Any]) -> None:
    _require(isinstance(data["public"], bool), "public")
    _require(isinstance(data["owner"], str), "owner")
    _require(set(data["seats"]) == set(seating.SEATS), "seats")
    _require(data.get("opening") in (None, "swap2"), "opening")
    _check_pace(data["pace"])
    if data["time"] is not None:
        TimeControl.parse(data["time"])


def _moved(room: Room, data: Mapping[str, Any]) -> None:
    _require(room.live, "kind")
    _require(data["ply"] == len(room.plies) + 1, "ply")
    _require(data["seat"] == room.state.to_move.value, "seat")
    _require(_is_text_or_none(data.get("id"), data.get("holder")), "id")
    _require(data.get("decision") is None or isinstance(data["decision"], dict), "decision")
    opening = room.swap2
    asked = opening.asked if opening is not None and opening.left else None
    _require(data.get("role") == asked, "role")


def _chosen(room: Room, data: Mapping[str, Any]) -> None:
    opening = room.swap2
    _require(room.live and opening is not None, "kind")
    assert opening is not None
    _require(data["choice"] in opening.may_choose, "choice")
    _require(data["seat"] == room.turn.value, "seat")
    _require(data["ply"] == len(room.plies), "ply")


def _undo_asked(room: Room, data: Mapping[str, Any]) -> None:
    _require(room.live and room.undo_asked is None, "kind")
    _require(data["seat"] in seating.SEATS, "seat")


def _undo_refused(room: Room, data: Mapping[str, Any]) -> None:
    _require(room.undo_asked is not None, "kind")


def _undone(room: Room, data: Mapping[str, Any]) -> None:
    ply, choices = data["ply"], data.get("choices", 0)
    _require(_is_count(ply) and ply <= len(room.plies), "ply")
    _require(_is_count(choices) and choices <= len(room.choices or ()), "choices")
    fewer = ply < len(room.plies) or (room.choices is not None and choices < len(room.choices))
    _require(fewer, "ply")


def _joined(room: Room, data: Mapping[str, Any]) -> None:
    _require(room.live, "kind")
    _require(data["seat"] in seating.SEATS and room.seats[data["seat"]].kind == "open", "seat")
    _require(isinstance(data["holder"], str), "holder")
    _require(_is_text_or_none(data["name"]), "name")


def _seated(room: Room, data: Mapping[str, Any]) -> None:
    _require(set(data["seats"]) == set(seating.SEATS), "seats")


def _paced(room: Room, data: Mapping[str, Any]) -> None:
    _check_pace(data["pace"])


def _ended(room: Room, data: Mapping[str, Any]) -> None:
    _require(room.live, "kind")
    winner, outcome = data["winner"], room.state.outcome
    _require(winner in (None, *seating.SEATS), "winner")
    _require(data["ending"] in ENDINGS, "ending")
    _require((data["ending"] == "normal") == (outcome is not None), "ending")
    if outcome is not None:
        _require(winner == (outcome.winner and outcome.winner.value), "winner")
        _require(data["margin"] == outcome.margin, "margin")
    _check_message(data["reason"])


def _rematch_asked(room: Room, data: Mapping[str, Any]) -> None:
    _require(not room.live, "kind")
    _require(data["seat"] in seating.SEATS, "seat")


def _rematched(room: Room, data: Mapping[str, Any]) -> None:
    _require(not room.live, "kind")
    _require(isinstance(data["match"], str), "match")


_CHECKS: dict[str, Callable[[Room, Mapping[str, Any]], None]] = {
    "moved": _moved,
    "chosen": _chosen,
    "undo_asked": _undo_asked,
    "undo_refused": _undo_refused,
    "undone": _undone,
    "joined": _joined,
    "seated": _seated,
    "paced": _paced,
    "ended": _ended,
    "rematch_asked": _rematch_asked,
    "rematched": _rematched,
}


class _WrongField(Exception):
    """A field of an event has an impossible value."""


def _require(holds: bool, field: str) -> None:
    if not holds:
        raise _WrongField(field)


def _check_pace(pace: Any) -> None:
    _require(pace is None or _is_count(pace), "pace")
    checked_pace(pace)


def _check_message(data: Any) -> None:
    """Checks that this is a stored sentence."""
    _require(isinstance(data["key"], str) and isinstance(data["text"], str), "reason")
    for fact in data["facts"].values():
        if isinstance(fact, dict):
            _check_message(fact)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_text_or_none(*values: Any) -> bool:
    return all(value is None or isinstance(value, str) for value in values)
