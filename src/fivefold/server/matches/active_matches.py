"""The matches in memory: loaded from the store on demand, dropped when idle."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence

from fivefold.errors import NotFound, Refused
from fivefold.server.logs import OccasionalLog
from fivefold.server.matches.active_match import ActiveMatch
from fivefold.server.matches.presence import Presence
from fivefold.server.matches.tasks import BackgroundTasks
from fivefold.server.matches.timers import MatchTimers
from fivefold.server.peers.peers import Peers
from fivefold.server.room.events import Event
from fivefold.server.room.replay import DamagedLog, replayed
from fivefold.server.room.room import Room
from fivefold.server.storage.store import Store

LONG_LOG = 400
"""Logs with more events are replayed in a worker thread."""

unreadable = OccasionalLog(logging.getLogger("fivefold.server"))


class ActiveMatches:
    """Each match at most once. Idle matches make room for new ones."""

    def __init__(
        self,
        store: Store,
        presence: Presence,
        timers: MatchTimers,
        peers: Peers,
        tasks: BackgroundTasks,
        max_matches: int,
    ) -> None:
        self._store = store
        self._presence = presence
        self._timers = timers
        self._peers = peers
        self._tasks = tasks
        self._max_matches = max_matches
        self._active: dict[str, ActiveMatch] = {}
        self._loading: dict[str, asyncio.Task[ActiveMatch]] = {}

    def __len__(self) -> int:
        return len(self._active)

    def __iter__(self) -> Iterator[ActiveMatch]:
        return iter(tuple(self._active.values()))

    def __contains__(self, match: str) -> bool:
        return match in self._active

    def __getitem__(self, match: str) -> ActiveMatch:
        return self._active[match]

    def get(self, match: str) -> ActiveMatch | None:
        """Returns the match if it is in memory."""
        return self._active.get(match)

    def loading(self, match: str) -> asyncio.Task[ActiveMatch] | None:
        """Returns the task that loads the match now, if any."""
        return self._loading.get(match)

    async def open(self, match: str) -> ActiveMatch:
        """Returns the match, loaded if necessary. Raises `NotFound` or `DamagedLog`."""
        if (active := self._active.get(match)) is None:
            if (loading := self._loading.get(match)) is None:
                loading = self._loading[match] = self._tasks.start(self._load(match))
                loading.add_done_callback(lambda _: self._loading.pop(match, None))
            active = await asyncio.shield(loading)
        self._presence.touched(match)
        return active

    async def _load(self, match: str) -> ActiveMatch:
        try:
            events = await self._store.load(match)
            self.check_space()
            if len(events) > LONG_LOG:
                room = await asyncio.to_thread(replayed, match, events)
            else:
                room = replayed(match, events)
        except DamagedLog as error:
            unreadable.warning(
                f"a stored match cannot be read: event {error.event}: {error.reason}"
            )
            raise NotFound("match.unreadable", event=error.event, reason=error.reason) from None
        except NotFound:
            raise NotFound("match.missing") from None
        return self.add(room, events)

    def check_space(self) -> None:
        """Raises `Refused` when too many matches are being played or watched."""
        elsewhere = sum(worker.matches for worker in self._peers.others())
        if len(self._active) + elsewhere > self._max_matches:
            raise Refused("request.too_many")

    def add(self, room: Room, events: Sequence[Event]) -> ActiveMatch:
        """Returns a match that is on disk as one in memory, with its timers started."""
        active = self._active[room.id] = ActiveMatch(room, list(events))
        for idle in self._presence.opened(room.id):
            self._drop(idle)
        self._timers.restart(active)
        self._peers.count_matches(len(self._active))
        return active

    def drop_idle(self, seconds: float) -> None:
        """Drops the matches not used for this long; they are reloaded from the store on demand."""
        for match in self._presence.idle(seconds):
            self._drop(match)

    def _drop(self, match: str) -> None:
        """Drops a match, unless something goes on in it: a clock, a machine or a change."""
        active = self._active.get(match)
        if active is not None:
            busy = active.subscribers or active.lock.locked() or self._timers.is_running(active)
            if busy:
                return
            self.remove(active)
        self._presence.dropped(match)

    def remove(self, active: ActiveMatch) -> None:
        """Removes a match from memory, whatever goes on in it."""
        active.is_open = False
        del self._active[active.id]
        self._peers.dropped(active.id)
        self._peers.count_matches(len(self._active))
