"""What other processes did: events they wrote, people who connected to them, workers that died."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from fivefold.errors import StorageUnavailable
from fivefold.server.matches.active_match import ActiveMatch
from fivefold.server.matches.active_matches import ActiveMatches
from fivefold.server.matches.connections import Connections
from fivefold.server.matches.tasks import BackgroundTasks
from fivefold.server.matches.timers import MatchTimers
from fivefold.server.metrics import Metrics
from fivefold.server.peers.peers import Peers
from fivefold.server.storage.notifications import Notification
from fivefold.server.storage.store import Store

CHECK_SECONDS = 1.0
"""How often a worker checks which others are alive."""
RETRY_SECONDS = 1.0
"""Pause before the log is read again, when the database is unavailable."""


class MatchSync:
    """Keeps the matches in memory up to date with what other processes write."""

    def __init__(
        self,
        store: Store,
        matches: ActiveMatches,
        connections: Connections,
        timers: MatchTimers,
        peers: Peers,
        tasks: BackgroundTasks,
        metrics: Metrics,
    ) -> None:
        self._store = store
        self._matches = matches
        self._connections = connections
        self._timers = timers
        self._peers = peers
        self._tasks = tasks
        self._metrics = metrics
        self._connected = False
        self.listeners: list[Callable[[Notification | None], None]] = []
        """Called with every report, about whatever is in the store beside matches."""

    async def listen(self) -> None:
        """Applies what other processes write, for as long as the store reports it."""
        async for news in self._store.notifications():
            for listener in self.listeners:
                listener(news)
            if news is None:
                self._connection_lost()
            else:
                self._written(*news)

    def _connection_lost(self) -> None:
        """Reads every log again: reports may have been missed."""
        self._metrics.listener_lost += self._connected
        self._connected = True
        for active in self._matches:
            self._tasks.start(self._catch_up_when_possible(active))

    def _written(self, match: str, version: int) -> None:
        """Handles one report; version 0 announces a connection or a departure."""
        active = self._matches.get(match)
        if active is None:
            if (loading := self._matches.loading(match)) is not None:  # perhaps without this event
                loading.add_done_callback(lambda _: self._written(match, version))
        elif version > active.room.version:
            self._tasks.start(self._catch_up_when_possible(active))
        elif version == 0:
            self._refresh(active)

    async def catch_up(self, active: ActiveMatch) -> None:
        """Applies the events in the log that the match lacks, after any change in progress."""
        room = active.room
        async with active.lock:
            events = await self._store.load(room.id, room.version)
            if events and active.is_open:
                self._metrics.peer_events += len(events)
                active.apply(events)
                self._timers.restart(active)

    async def _catch_up_when_possible(self, active: ActiveMatch) -> None:
        while not self._tasks.closing.is_set():
            try:
                await self.catch_up(active)
                return
            except StorageUnavailable:
                await asyncio.sleep(RETRY_SECONDS)

    async def watch_peers(self) -> None:
        """Takes over what a worker did when it dies; notices new workers."""
        known = self._peers.workers()
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            alive = self._peers.workers()
            if [worker.pid for worker in alive] != [worker.pid for worker in known]:
                known = alive
                for active in self._matches:
                    self._refresh(active)

    def _refresh(self, active: ActiveMatch) -> None:
        self._connections.announce_if_changed(active)
        self._timers.update(active)
