"""The frames that subscribers get. Each is encoded once and sent to all of them as it is."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fivefold.server.room.events import Event
from fivefold.server.room.room import Room
from fivefold.server.room.seats import SEATS
from fivefold.server.strict_json import write_json
from fivefold.words import say

CONSTANT = ("id", "public", "created", "game", "start", "time")
"""Fields of a match that no event changes."""


@dataclass(frozen=True)
class Before:
    """What a match was before an event."""

    facts: Mapping[str, Any]
    plies: Sequence[Mapping[str, Any]]

    @classmethod
    def of(cls, room: Room) -> Before:
        return cls(room.facts(), tuple(room.plies))

    def changed(self, room: Room) -> dict[str, Any]:
        """Returns the fields that differ now; of moves and plies those after the first `kept`."""
        changed = {
            key: value for key, value in room.facts().items() if value != self.facts.get(key)
        }
        kept = 0
        for before, after in zip(self.plies, room.plies, strict=False):
            if before is not after:
                break
            kept += 1
        if kept < max(len(self.plies), len(room.plies)):
            changed |= _plies_from(room, kept)
        return changed


def _plies_from(room: Room, kept: int) -> dict[str, Any]:
    plies = room.plies[kept:]
    return {"kept": kept, "moves": [ply["move"] for ply in plies], "plies": plies}


def _changed_by(room: Room, missed: Sequence[Event]) -> dict[str, Any]:
    """Returns every field that these events may have changed, with its value now."""
    changed = {key: value for key, value in room.facts().items() if key not in CONSTANT}
    kept = [event.data["ply"] - 1 for event in missed if event.kind == "moved"]
    kept += [event.data["ply"] for event in missed if event.kind == "undone"]
    return {**changed, **_plies_from(room, min(kept))} if kept else changed


def _as_it_is(room: Room) -> dict[str, Any]:
    """Returns the end of a frame. The version comes last: event streams read it from there."""
    return {"view": room.view(), "clocks": room.clock.as_json(), "version": room.version}


def event_frame(room: Room, event: Event, before: Before) -> str:
    """Returns the frame for one event that the room has just applied."""
    changed = before.changed(room)
    frame = {"type": "event", "event": event.public_json(), "changed": changed}
    return write_json({**frame, **_as_it_is(room)})


def events_frame(room: Room, missed: Sequence[Event]) -> str:
    """Returns the frame for a subscriber that has missed these events."""
    events = [event.public_json() for event in missed]
    frame = {"type": "events", "events": events, "changed": _changed_by(room, missed)}
    return write_json({**frame, **_as_it_is(room)})


def match_for(room: Room, holder: str | None) -> dict[str, Any]:
    """Returns the whole match, and the seats this holder may move."""
    held = [seat for seat in SEATS if seat in room.held_by(holder)]
    return {"match": room.document(), "held": held}


def snapshot_frame(room: Room, holder: str | None) -> str:
    """Returns the frame with the whole match."""
    return write_json({"type": "snapshot", **match_for(room, holder), "version": room.version})


def thinking_frame(room: Room, found: Mapping[str, Any] | None = None) -> str:
    """Returns the frame that says a machine thinks, and what it has found so far."""
    frame = {"type": "thinking", "seat": room.turn.value, "since": time.time()}
    return write_json(frame if found is None else {**frame, "found": dict(found)})


def presence_frame(watching: int, away: Mapping[str, float | None]) -> str:
    """Returns the frame that says how many watch, and in how many seconds absence loses."""
    return write_json({"type": "presence", "watching": watching, "away": dict(away)})


def bye_frame() -> str:
    """Returns the last frame of a server that stops."""
    return write_json({"type": "bye", "reason": say("server.bye").as_json()})
