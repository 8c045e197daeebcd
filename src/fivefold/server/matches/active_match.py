"""A match in memory."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from fivefold.server.matches.frames import Before, event_frame
from fivefold.server.matches.position_key import is_hidden, position_key
from fivefold.server.matches.subscribers import Subscriber
from fivefold.server.room.events import Event
from fivefold.server.room.room import Room

MAX_MISSED = 300
"""A subscriber that missed more events gets the whole match instead."""


@dataclass(eq=False)
class ActiveMatch:
    """A match in memory: its room, its log, and the subscribers to its events.

    A change holds `lock` from the decision to the last frame.
    """

    room: Room
    events: list[Event]
    client: str = ""
    """Whose share of the server it uses: the last holder of a seat who did something here."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    subscribers: set[Subscriber] = field(default_factory=set)
    is_open: bool = True
    """False once the match has left the memory; its log may then grow elsewhere."""
    _key: tuple[int, bytes] | None = None
    """A version and the key of the position then."""

    @property
    def id(self) -> str:
        return self.room.id

    def used_by(self, holder: str | None, client: str) -> None:
        """Counts the match as this client's, if nobody's yet or the client holds a seat."""
        if client and (not self.client or self.room.held_by(holder)):
            self.client = client

    def apply(self, events: Sequence[Event]) -> None:
        """Applies events that are on disk, and sends each to the subscribers."""
        self.room.resume()  # the log counts this turn's seconds even if the clock was held here
        for event in events:
            before = Before.of(self.room)
            self.room.apply([event])
            self.events.append(event)
            if self.subscribers:
                self.send(event_frame(self.room, event, before))

    def send(self, frame: str) -> None:
        """Queues the frame for every subscriber."""
        for subscriber in tuple(self.subscribers):
            subscriber.offer(frame)

    def missed(self, since: int) -> list[Event] | None:
        """Returns the events after a version; None if the whole match should be sent instead."""
        if not 0 < since <= self.room.version or self.room.version - since > MAX_MISSED:
            return None
        return self.events[since:]

    @property
    def hidden_key(self) -> bytes | None:
        """The key of the position if two people play it, so that nobody may analyse it."""
        if not is_hidden(self.room):
            return None
        version = self.room.version
        if self._key is None or self._key[0] != version:
            self._key = version, position_key(self.room.state)
        return self._key[1]
