"""A match in memory, and the frames that tell of it: encoded once, the same for everybody."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fivefold.core import Player, State
from fivefold.names import format_game
from fivefold.server.events import Event
from fivefold.server.room import Room
from fivefold.server.seats import SEATS
from fivefold.server.strict import write_json
from fivefold.server.watchers import Watcher

if TYPE_CHECKING:
    from fivefold.server.turns import Turn

MOST_MISSED = 300
"""Whoever missed more events than that gets the whole match."""
HIDDEN_PLIES = 8
"""Fewer plies are an opening that anybody may look at, whoever plays it just now."""


@dataclass(eq=False)
class Table:
    """A match in memory: its room, its log, and who is there."""

    room: Room
    events: list[Event]
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    watchers: set[Watcher] = field(default_factory=set)
    turn: Turn | None = None
    kept: bool = False
    """Whether it is this worker that thinks for the machine to move."""
    thinks_elsewhere: State | None = None
    """The position that another worker thinks about."""
    thinking: str | None = None
    """The frame that tells of a machine that thinks, here or elsewhere."""
    flag: asyncio.TimerHandle | None = None
    presence: asyncio.TimerHandle | None = None
    told: tuple[int, frozenset[Player]] | None = None
    """Who is there and who is away, as the watchers heard it last."""

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


def is_hidden(room: Room) -> bool:
    """Tells whether nobody may ask about the position, as two people play it."""
    return room.live and room.between_people and len(room.plies) >= HIDDEN_PLIES


def position_key(state: State) -> bytes:
    """Returns the same bytes for the same position in every process."""
    text = f"{format_game(state.game)}\n{state.game.format_position(state)}"
    return hashlib.blake2b(text.encode(), digest_size=16).digest()


def thinking_frame(room: Room) -> str:
    """Returns the frame that tells of a machine that has begun to think."""
    return write_json({"type": "thinking", "seat": room.turn.value, "since": time.time()})


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
