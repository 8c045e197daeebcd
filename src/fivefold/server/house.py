"""The house where matches are played: it asks the rooms, keeps the log, and tells the watchers.

For every change, in this order: the room decides, the store has it on disk, the room takes it in,
everybody is told. A lock for each room keeps that order; nobody ever waits for a watcher.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import secrets
import time
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from fivefold.core import Limit
from fivefold.errors import FivefoldError, NotFound, Refused, StaleWrite, StorageUnavailable
from fivefold.names import game_from
from fivefold.server import commands as do
from fivefold.server.commands import Command
from fivefold.server.events import Event
from fivefold.server.exporter import Exporter
from fivefold.server.lobby import Lobby
from fivefold.server.metrics import Metrics
from fivefold.server.own import OwnStrategies
from fivefold.server.quotas import Quotas
from fivefold.server.room import MACHINE, Room, opening
from fivefold.server.room_rules import AWAY_BEFORE_CLAIM
from fivefold.server.seats import SEATS, are_machines
from fivefold.server.settings import Settings
from fivefold.server.store import Store
from fivefold.server.strict import write_json
from fivefold.server.table import Done, Table, event_frame, events_frame, snapshot_frame
from fivefold.server.thinkers import Thinkers
from fivefold.server.turns import Turn
from fivefold.server.watchers import Watcher
from fivefold.server.writer import Create
from fivefold.words import say

SWEEP_SECONDS = 10.0
GOODBYE_SECONDS = 1.0
PRESENCE_SECONDS = 0.2
LONG_LOG = 400
"""A log of as many events is played through outside the event loop."""

Result = TypeVar("Result")
log = logging.getLogger("fivefold.server")


def new_secret() -> str:
    """Returns 128 random bits as text: the id of a match, or what holds a seat."""
    return secrets.token_urlsafe(16)


def holder_of(secret: str | None) -> str | None:
    """Returns the hash that stands for a secret; the secret itself is kept nowhere."""
    return None if secret is None else hashlib.sha256(secret.encode()).hexdigest()


def _rematch(room: Room, event: Event) -> Create | None:
    """Returns the new match that an event tells of: whoever hears of it must find it."""
    if event.kind != "rematched":
        return None
    events = tuple(room.rematch(event.at))
    return Create(event.data["match"], events[0].data["game"], room.public, events)


class House:
    """All matches that somebody plays or watches now."""

    def __init__(self, settings: Settings, store: Store, own: OwnStrategies) -> None:
        self.settings = settings
        self.store = store
        self.own = own
        self.thinkers = Thinkers(settings.thinkers, own)
        self.exporter = Exporter()
        self.lobby = Lobby(most_rooms=settings.most_rooms)
        self.quotas = Quotas(settings.limited)
        self.metrics = Metrics()
        self.tables: dict[str, Table] = {}
        self.sockets: set[Watcher] = set()
        self.closing = asyncio.Event()
        self.reading = asyncio.Lock()
        self._is_warm = False
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._sweeper = self.spawn(self._sweep())

    # Matches

    async def create(self, order: do.Order) -> tuple[Table, str]:
        """Returns a new match, which is on disk, and the secret of whoever made it."""
        self._check_space()
        secret, match = new_secret(), new_secret()
        holder = holder_of(secret)
        assert holder is not None
        events = opening(order, holder, time.time())
        started = time.perf_counter()
        await self.store.create(match, events[0].data["game"], order.public, events)
        self.metrics.committed(time.perf_counter() - started)
        return self._founded(match, events), secret

    def _founded(self, match: str, events: Sequence[Event]) -> Table:
        """Returns the table of a new match that is on disk."""
        self.metrics.matches += 1
        self._warm_up(events[0])
        return self._put(Table(Room(match, events), list(events)))

    def _check_space(self) -> None:
        """Raises when more matches than there is room for are being played or watched."""
        if len(self.tables) > self.settings.most_rooms:
            raise Refused("request.too_many")

    def _put(self, table: Table) -> Table:
        """Takes a match into memory, and sets it going."""
        match = table.room.id
        self.tables[match] = table
        for idle in self.lobby.opened(match):
            self._drop(idle)
        self._changed(table)
        return table

    def _warm_up(self, created: Event) -> None:
        """Has a thinking process started by the time the first machine is to move."""
        seats = created.data["seats"].values()
        if self._is_warm or not any(seat["kind"] == "machine" for seat in seats):
            return
        self._is_warm = True
        game = game_from(created.data["game"])
        start = created.data["start"]
        self.spawn(self.thinkers.think("random", game, start, [], Limit(seconds=1), urgent=False))

    async def find(self, match: str) -> Table:
        """Returns the match, loaded if need be; raises `NotFound`."""
        if (table := self.tables.get(match)) is None:
            if (loading := self._loading.get(match)) is None:
                loading = self._loading[match] = self.spawn(self._load(match))
                loading.add_done_callback(lambda _: self._loading.pop(match, None))
            table = await asyncio.shield(loading)
        self.lobby.touched(match)
        return table

    async def _load(self, match: str) -> Table:
        try:
            events = await self.store.load(match)
        except NotFound:
            raise NotFound("match.missing") from None
        self._check_space()
        if len(events) > LONG_LOG:
            room = await asyncio.to_thread(Room, match, events)
        else:
            room = Room(match, events)
        return self._put(Table(room, events))

    # Changes

    async def do(self, match: str, command: Command, holder: str | None) -> Done:
        """Returns when the command is done, on disk and told to everybody, or raises why not."""
        table = await self.find(match)
        # Whoever asked may leave; what was begun is finished, so that room and log agree.
        return await asyncio.shield(self.spawn(self._do(table, command, holder)))

    async def _do(self, table: Table, command: Command, holder: str | None) -> Done:
        async with table.lock:
            return await self.do_locked(table, command, holder)

    async def do_locked(self, table: Table, command: Command, holder: str | None) -> Done:
        """Does the command; the caller has the table's lock."""
        room = table.room
        self.lobby.seen(room.id, holder if room.held_by(holder) else None)
        away = self.lobby.away(room.id, room.seats)
        events = room.decide(command, holder, time.time(), away=away)
        first = not events or await self._commit(table, events)
        if not first and not self._is_answered(room, command, holder):
            raise StaleWrite("match.stale", version=room.version)
        version = events[0].version if events else room.version
        if isinstance(command, do.Move) and command.id is not None:
            version = room.answered(command.id, holder) or version
        return Done(version, room.rematched if isinstance(command, do.Rematch) else None)

    def _is_answered(self, room: Room, command: Command, holder: str | None) -> bool:
        """Tells whether another process was first with the very same move."""
        if not isinstance(command, do.Move) or command.id is None or holder is None:
            return False
        return room.answered(command.id, holder) is not None

    async def _commit(self, table: Table, events: Sequence[Event]) -> bool:
        """Writes the events and tells everybody; False when another process was first."""
        new = _rematch(table.room, events[-1])
        started = time.perf_counter()
        try:
            await self.store.append(table.room.id, events, new)
        except StaleWrite:
            self._take_in(table, await self.store.load(table.room.id, table.room.version))
            return False
        self.metrics.committed(time.perf_counter() - started)
        self.metrics.moves += sum(event.kind == "moved" for event in events)
        if new is not None:
            self._founded(new.match, new.events)
        self._take_in(table, events)
        return True

    def _take_in(self, table: Table, events: Sequence[Event]) -> None:
        for event in events:
            table.room.apply([event])
            table.events.append(event)
            table.tell(event_frame(table, event))
        self._changed(table)

    def _changed(self, table: Table) -> None:
        """Sets machine and flag going as the match now stands."""
        self.consider_machine(table)
        if table.flag is not None:
            table.flag.cancel()
            table.flag = None
        due = table.room.flag_due()
        if due is not None and not self.closing.is_set():
            self._set_flag(table, due + 0.002)

    def _set_flag(self, table: Table, due: float) -> None:
        def fall() -> None:
            self.spawn(self._flag(table))

        table.flag = asyncio.get_running_loop().call_later(due, fall)

    async def _flag(self, table: Table) -> None:
        try:
            await self._do(table, do.Flag(), MACHINE)
        except StorageUnavailable:
            self._set_flag(table, 1.0)
            return
        if table.room.flag_due() is not None:
            self._changed(table)

    # Machines

    def consider_machine(self, table: Table) -> None:
        """Starts the machine whose turn it is; stops one whose turn it no longer is."""
        room = table.room
        strategy = room.machine_to_move
        # Two machines play only for somebody who looks, and until then no time goes by.
        if strategy and are_machines(room.seats) and not table.watchers:
            strategy = None
            room.hold()
        pace = room.pace if are_machines(room.seats) else None
        if table.turn is not None:
            if table.turn.is_for(room, strategy, pace):
                return
            table.turn.stop()
            table.turn = None
        if strategy is not None and not self.closing.is_set():
            table.turn = Turn(self, table, strategy, pace)
            table.tell(table.turn.frame)

    # Watchers

    def watch(self, table: Table, watcher: Watcher, since: int | None = None) -> None:
        """Gives the watcher the match, or what it missed, and from now on every change."""
        room = table.room
        self.lobby.arrived(
            room.id, watcher.holder if room.held_by(watcher.holder) else None, watcher
        )
        room.resume()
        missed = None if since is None else table.missed(since)
        if missed is None:
            watcher.offer(snapshot_frame(table, watcher.holder))
        else:
            watcher.offer(events_frame(table, missed))
        table.watchers.add(watcher)
        if table.turn is not None:
            watcher.offer(table.turn.frame)
        self._changed(table)
        self._tell_presence(table)

    def leave(self, table: Table, watcher: Watcher) -> None:
        """Forgets a watcher."""
        if watcher not in table.watchers:
            return
        table.watchers.discard(watcher)
        self.metrics.dropped += watcher.gone.is_set()
        self.lobby.left(table.room.id, watcher)
        self._changed(table)
        self._tell_presence(table)

    def _tell_presence(self, table: Table) -> None:
        """Tells everybody who is there, a little later: a crowd comes and goes as one."""
        if table.presence is None:

            def tell() -> None:
                table.presence = None
                table.tell(self.presence_frame(table))

            table.presence = asyncio.get_running_loop().call_later(PRESENCE_SECONDS, tell)

    def presence_frame(self, table: Table) -> str:
        """Returns the frame that tells who is there, and how long the others may stay away."""
        room = table.room
        away: dict[str, float | None] = dict.fromkeys(SEATS)
        if room.live and room.between_people:
            for player, seconds in self.lobby.away(room.id, room.seats).items():
                away[player.value] = round(max(0.0, AWAY_BEFORE_CLAIM - seconds), 1)
        return write_json({"type": "presence", "watching": len(table.watchers), "away": away})

    # Coming and going

    def spawn(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Starts work that the house waits for when it closes; a surprise in it is logged."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, FivefoldError):
            log.error("unexpected error", exc_info=error)

    async def _sweep(self) -> None:
        """Lets matches go that nobody looks at."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.sweep()

    def sweep(self) -> None:
        """Drops the matches that are idle: whoever opens one finds it in the store."""
        for match in self.lobby.idle(self.settings.idle_seconds):
            self._drop(match)

    def _drop(self, match: str) -> None:
        """Forgets a match, unless something is going on in it: a clock, a machine, a change."""
        table = self.tables.get(match)
        if table is not None:
            if table.watchers or table.lock.locked() or table.turn or table.flag:
                return
            del self.tables[match]
        self.lobby.dropped(match)

    async def farewell(self) -> None:
        """Says goodbye to everybody and returns when they have heard it, soon in any case."""
        bye = write_json({"type": "bye", "reason": say("server.bye").as_json()})
        for watcher in tuple(self.sockets):
            watcher.offer_last(bye)
        self.closing.set()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                while self.sockets:
                    await asyncio.sleep(0.02)

    async def close(self) -> None:
        """Ends everything: machines stop, what was begun is written, the store is closed."""
        self.closing.set()
        self._sweeper.cancel()
        for table in self.tables.values():
            if table.turn is not None:
                table.turn.stop()
            for timer in (table.flag, table.presence):
                if timer is not None:
                    timer.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=GOODBYE_SECONDS)
        await asyncio.gather(self.thinkers.close(), self.exporter.close())
        await self.store.close()
