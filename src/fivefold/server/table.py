"""A match in memory, and the frames that tell of it: encoded once, the same for everybody."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fivefold.server.events import Event
from fivefold.server.room import Room
from fivefold.server.seats import SEATS
from fivefold.server.strict import write_json
from fivefold.server.watchers import Watcher

if TYPE_CHECKING:
    from fivefold.server.turns import Turn

MOST_MISSED = 300
"""Whoever missed more events than that gets the whole match."""


@dataclass(eq=False)
class Table:
    """A match in memory: its room, its log, and who is there."""

    room: Room
    events: list[Event]
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Watcher] = field(default_factory=set)
    turn: Turn | None = None
    flag: asyncio.TimerHandle | None = None
    presence: asyncio.TimerHandle | None = None

    def missed(self, since: int) -> list[Event] | None:
        """Returns the events after that version; None when the whole match is the better answer."""
        if not 0 < since <= self.room.version or self.room.version - since > MOST_MISSED:
            return None
        return self.events[since:]

    def tell(self, frame: str) -> None:
        """Gives the frame to everybody who watches."""
        for watcher in tuple(self.watchers):
            watcher.offer(frame)


@dataclass(frozen=True)
class Done:
    """What a command led to: the version it has, and the new match of a rematch."""

    version: int
    match: str | None = None

    def as_json(self) -> dict[str, Any]:
        return {"version": self.version, **({"match": self.match} if self.match else {})}


def event_frame(table: Table, event: Event) -> str:
    """Returns the frame about one change, right after it: the same bytes for everybody."""
    room = table.room
    return write_json(
        {
            "type": "event",
            "event": event.public_json(),
            "view": room.view(),
            "clocks": room.clock.as_json(),
            "version": room.version,
        }
    )


def events_frame(table: Table, missed: Sequence[Event]) -> str:
    """Returns the frame with what somebody missed."""
    room = table.room
    return write_json(
        {
            "type": "events",
            "events": [event.public_json() for event in missed],
            "view": room.view(),
            "clocks": room.clock.as_json(),
            "version": room.version,
        }
    )


def snapshot_frame(table: Table, holder: str | None) -> str:
    """Returns the frame with the whole match, and the seats that holder may move."""
    held = [seat for seat in SEATS if seat in table.room.held_by(holder)]
    room = table.room
    document = {"type": "snapshot", "match": room.document(), "held": held}
    return write_json({**document, "version": room.version})
