"""The match service: creates matches, executes commands, and keeps every match on disk.

Each change happens in this order: the room decides, the store writes the events to disk, the room
applies them, the subscribers get them. A lock per match keeps the order. Nothing ever waits for a
subscriber.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fivefold.core import Limit
from fivefold.errors import Refused, StaleWrite
from fivefold.names import game_from
from fivefold.server.analysis.host_strategies import HostStrategies
from fivefold.server.analysis.pool import AnalysisPool
from fivefold.server.exports.process import ExportProcess
from fivefold.server.matches.active_match import ActiveMatch
from fivefold.server.matches.active_matches import ActiveMatches
from fivefold.server.matches.connections import Connections
from fivefold.server.matches.live_positions import LivePositions
from fivefold.server.matches.presence import Presence
from fivefold.server.matches.retention import Retention
from fivefold.server.matches.socket_quota import SocketLimits
from fivefold.server.matches.sync import MatchSync
from fivefold.server.matches.tasks import BackgroundTasks
from fivefold.server.matches.timers import MatchTimers
from fivefold.server.metrics import Metrics
from fivefold.server.peers.peers import Peers
from fivefold.server.peers.rate_limits import RateLimits
from fivefold.server.peers.shared_state import SharedState
from fivefold.server.room import commands as do
from fivefold.server.room.commands import Command
from fivefold.server.room.events import Event
from fivefold.server.room.room import Room, opening
from fivefold.server.settings import Settings
from fivefold.server.storage.store import Store
from fivefold.server.storage.writer import Create

SWEEP_SECONDS = 10.0
GOODBYE_SECONDS = 1.0


def new_secret() -> str:
    """Returns 128 random bits as text: a match id, or the secret of a seat."""
    return secrets.token_urlsafe(16)


def holder_of(secret: str | None) -> str | None:
    """Returns the hash that identifies a player; the secret itself is never stored."""
    return None if secret is None else hashlib.sha256(secret.encode()).hexdigest()


@dataclass(frozen=True)
class CommandResult:
    """The version after a command, and the new match if it was a rematch."""

    version: int
    match: str | None = None

    def as_json(self) -> dict[str, Any]:
        return {"version": self.version, **({"match": self.match} if self.match else {})}


def _rematch(room: Room, event: Event) -> Create | None:
    """Returns the new match that an event announces: it must exist once the event is read."""
    if event.kind != "rematched":
        return None
    events = tuple(room.rematch(event.at))
    return Create(event.data["match"], events[0].data["game"], room.public, events)


def _has_machine(event: Event) -> bool:
    """Whether a machine has a seat after this event, which must have the seats."""
    return any(seat["kind"] == "machine" for seat in event.data["seats"].values())


class MatchService:
    """Every match that is being played or watched in this process."""

    def __init__(self, settings: Settings, store: Store, host_strategies: HostStrategies) -> None:
        self.settings = settings
        self.store = store
        self.host_strategies = host_strategies
        self.tasks = BackgroundTasks()
        self.metrics = Metrics()
        self.peers: Peers = Peers()
        if settings.shared is not None:
            self.peers = SharedState(settings.shared, settings.worker)
        self.limits = RateLimits(settings.limited, self.peers)
        self.pool = AnalysisPool(
            settings.analysis_processes_here,
            host_strategies,
            limited=settings.limited,
            spare=True,
        )
        self.exports = ExportProcess(limited=settings.limited, peers=self.peers)
        # Idle matches are dropped beyond this worker's share; busy ones may use all of the limit.
        share = max(1, settings.max_matches // settings.workers)
        self.presence = Presence(peers=self.peers, max_matches=share)
        self.timers = MatchTimers(
            self.pool, self.peers, self.presence, self.tasks, self.execute_locked
        )
        self.matches = ActiveMatches(
            store, self.presence, self.timers, self.peers, self.tasks, settings.max_matches
        )
        self.live_positions = LivePositions(self.matches, self.peers)
        self.connections = Connections(
            self.presence,
            self.timers,
            self.peers,
            self.tasks,
            self.metrics,
            store.notify,
            SocketLimits.of(settings.max_sockets, limited=settings.limited),
        )
        self.sync = MatchSync(
            store,
            self.matches,
            self.connections,
            self.timers,
            self.peers,
            self.tasks,
            self.metrics,
        )
        self.retention = Retention(store, self.metrics, settings.keep_seconds)
        self._is_warm = False
        self.loops = [self.tasks.start(self._sweep()), self.tasks.start(self.sync.listen())]
        if settings.keep_seconds is not None and settings.worker == 1:
            self.loops.append(self.tasks.start(self.retention.run()))
        if self.peers.several:
            self.loops.append(self.tasks.start(self.sync.watch_peers()))

    # Matches

    async def create(self, order: do.Order, client: str = "") -> tuple[ActiveMatch, str]:
        """Returns a client's new match, which is on disk, and its creator's secret.

        Raises `Refused` if the client has stored too much, or an engine would play a position that
        two people are playing now.
        """
        self.matches.check_space()
        if not self.limits.stored.take(client, 0):
            raise Refused("match.storage")
        secret, match = new_secret(), new_secret()
        holder = holder_of(secret)
        assert holder is not None
        events = opening(order, holder, time.time())
        if _has_machine(events[0]):
            self.live_positions.check(Room(match, events).states)
        started = time.perf_counter()
        written = await self.store.create(match, events[0].data["game"], order.public, events)
        self.limits.stored.charge(client, written)
        self.metrics.committed(time.perf_counter() - started)
        return self._created(match, events, client), secret

    def _created(self, match: str, events: Sequence[Event], client: str) -> ActiveMatch:
        """Returns a new match that is on disk."""
        self.metrics.matches += 1
        self._warm_up(events[0])
        return self.matches.add(Room(match, events), events, client)

    def _warm_up(self, created: Event) -> None:
        """Starts an analysis process before the first machine needs it."""
        if self._is_warm or not _has_machine(created):
            return
        self._is_warm = True
        game = game_from(created.data["game"])
        start = created.data["start"]
        self.tasks.start(self.pool.think("random", game, start, [], Limit(seconds=1), urgent=False))

    async def find(self, match: str, version: int | None = None, client: str = "") -> ActiveMatch:
        """Returns the match, loaded if necessary for this client. Raises `NotFound`.

        It is at `version` or later if that exists, and not behind any other worker.
        """
        active = await self.matches.open(match, client)
        if max(version or 0, self.peers.version(match)) > active.room.version:
            await self.sync.catch_up(active)
        return active

    # Commands

    async def execute(
        self, match: str, command: Command, holder: str | None, client: str = ""
    ) -> CommandResult:
        """Executes a command; returns when it is on disk and sent, raises why it was rejected."""
        active = await self.find(match, getattr(command, "version", None), client)
        active.used_by(holder, client)
        # Shielded: a client that disconnects must not leave room and log in disagreement.
        return await asyncio.shield(self.tasks.start(self._execute(active, command, holder)))

    async def _execute(
        self, active: ActiveMatch, command: Command, holder: str | None
    ) -> CommandResult:
        async with active.lock:
            return await self.execute_locked(active, command, holder)

    async def execute_locked(
        self, active: ActiveMatch, command: Command, holder: str | None
    ) -> CommandResult:
        """Executes a command; the caller holds the lock of the match."""
        room = active.room
        if room.held_by(holder):
            self.presence.seen(room.id, holder)
        away = self.presence.away(room.id, room.seats) if isinstance(command, do.Claim) else {}
        events = room.decide(command, holder, time.time(), away=away)
        self._check_engine(room, command, events)
        first = not events or await self._commit(active, events)
        if not first and not self._is_answered(room, command, holder):
            raise StaleWrite("match.stale", version=room.version)
        version = events[0].version if events else room.version
        if isinstance(command, do.Move) and command.id is not None:
            version = room.answered(command.id, holder) or version
        return CommandResult(version, room.rematched if isinstance(command, do.Rematch) else None)

    def _check_engine(self, room: Room, command: Command, events: Sequence[Event]) -> None:
        """Raises `Refused` if an engine gets a seat where two people play the position now."""
        if isinstance(command, do.Reseat | do.Swap) and any(map(_has_machine, events)):
            self.live_positions.check(room.states, room.id)
        elif events and (new := _rematch(room, events[-1])) and _has_machine(new.events[0]):
            self.live_positions.check(Room(new.match, new.events).states)

    def _is_answered(self, room: Room, command: Command, holder: str | None) -> bool:
        """Whether another process has executed this very move."""
        if not isinstance(command, do.Move) or command.id is None or holder is None:
            return False
        return room.answered(command.id, holder) is not None

    async def _commit(self, active: ActiveMatch, events: Sequence[Event]) -> bool:
        """Writes, applies and sends the events; False if another process wrote first."""
        new = _rematch(active.room, events[-1])
        started = time.perf_counter()
        try:
            written = await self.store.append(active.id, events, new)
        except StaleWrite:
            self._apply(active, await self.store.load(active.id, active.room.version))
            return False
        self.limits.stored.charge(active.client, written)
        self.metrics.committed(time.perf_counter() - started)
        self.metrics.moves += sum(event.kind == "moved" for event in events)
        if new is not None:
            self._created(new.match, new.events, active.client)
        self._apply(active, events)
        return True

    def _apply(self, active: ActiveMatch, events: Sequence[Event]) -> None:
        active.apply(events)
        self.timers.restart(active)

    # Housekeeping

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.matches.drop_idle(self.settings.idle_seconds)

    async def close(self) -> None:
        """Stops all machines, writes what was begun, and closes the store."""
        self.tasks.closing.set()
        for loop in self.loops:
            loop.cancel()
        self.timers.close()
        self.matches.stop()
        self.connections.stop()
        await self.tasks.wait(GOODBYE_SECONDS)
        await asyncio.gather(self.pool.close(), self.exports.close())
        await self.store.close()
        self.peers.close()
