"""The house where matches are played: it asks the rooms, keeps the log, and tells the watchers.

For every change, in this order: the room decides, the store has it on disk, the room takes it in,
everybody is told. A lock for each room keeps that order; nobody ever waits for a watcher.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import secrets
import time
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from fivefold.core import Limit
from fivefold.errors import FivefoldError, NotFound, Refused, StaleWrite
from fivefold.names import game_from
from fivefold.server import commands as do
from fivefold.server.attendance import Attendance
from fivefold.server.clockwork import Clockwork
from fivefold.server.commands import Command
from fivefold.server.events import Event
from fivefold.server.exporter import Exporter
from fivefold.server.hearing import Hearing
from fivefold.server.lobby import Lobby
from fivefold.server.metrics import Metrics
from fivefold.server.neighbours import Neighbours
from fivefold.server.noticeboard import Noticeboard
from fivefold.server.own import OwnStrategies
from fivefold.server.quotas import Quotas
from fivefold.server.room import Room, opening
from fivefold.server.settings import Settings
from fivefold.server.store import Store
from fivefold.server.table import Done, Table, event_frame
from fivefold.server.thinkers import Thinkers
from fivefold.server.watchers import Watcher
from fivefold.server.writer import Create

SWEEP_SECONDS = 10.0
GOODBYE_SECONDS = 1.0
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
        self.neighbours: Neighbours = Neighbours()
        if settings.shared is not None:
            self.neighbours = Noticeboard(settings.shared, settings.worker)
        self.thinkers = Thinkers(settings.thinkers_here, own)
        self.exporter = Exporter()
        # What is idle makes room from a worker's share on; what is not, until all have theirs.
        self.lobby = Lobby(most_rooms=max(1, settings.most_rooms // settings.workers))
        self.quotas = Quotas(settings.limited, self.neighbours)
        self.metrics = Metrics()
        self.clockwork = Clockwork(self)
        self.attendance = Attendance(self)
        self.hearing = Hearing(self)
        self.tables: dict[str, Table] = {}
        self.sockets: set[Watcher] = set()
        self.closing = asyncio.Event()
        self.reading = asyncio.Lock()
        self._is_warm = False
        self.loading: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.rounds = [self.spawn(self._sweep()), self.spawn(self.hearing.listen())]
        if self.neighbours.several:
            self.rounds.append(self.spawn(self.hearing.look_around()))

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
        elsewhere = sum(worker.matches for worker in self.neighbours.others())
        if len(self.tables) + elsewhere > self.settings.most_rooms:
            raise Refused("request.too_many")

    def _put(self, table: Table) -> Table:
        """Takes a match into memory, and sets it going."""
        match = table.room.id
        self.tables[match] = table
        for idle in self.lobby.opened(match):
            self._drop(idle)
        self._agree_on_turn(table)
        self.changed(table)
        self.count()
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

    async def find(self, match: str, version: int | None = None) -> Table:
        """Returns the match, loaded if need be; raises `NotFound`.

        It is at that version, if there is one, and at least where any worker has said it is.
        """
        if (table := self.tables.get(match)) is None:
            if (loading := self.loading.get(match)) is None:
                loading = self.loading[match] = self.spawn(self._load(match))
                loading.add_done_callback(lambda _: self.loading.pop(match, None))
            table = await asyncio.shield(loading)
        self.lobby.touched(match)
        if max(version or 0, self.neighbours.version(match)) > table.room.version:
            await self.hearing.catch_up(table)
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
        table = await self.find(match, getattr(command, "version", None))
        # Whoever asked may leave; what was begun is finished, so that room and log agree.
        return await asyncio.shield(self.spawn(self._do(table, command, holder)))

    async def _do(self, table: Table, command: Command, holder: str | None) -> Done:
        async with table.lock:
            return await self.do_locked(table, command, holder)

    async def do_locked(self, table: Table, command: Command, holder: str | None) -> Done:
        """Does the command; the caller has the table's lock."""
        room = table.room
        self.attendance.seen(table, holder)
        away = self.attendance.away(table) if isinstance(command, do.Claim) else {}
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
            self.take_in(table, await self.store.load(table.room.id, table.room.version))
            return False
        self.metrics.committed(time.perf_counter() - started)
        self.metrics.moves += sum(event.kind == "moved" for event in events)
        if new is not None:
            self._founded(new.match, new.events)
        self.take_in(table, events)
        return True

    def take_in(self, table: Table, events: Sequence[Event]) -> None:
        """Lets the match be what the events made of it, and tells everybody; they are on disk."""
        table.room.resume()  # a clock held here runs in the log, which is what counts
        for event in events:
            table.room.apply([event])
            table.events.append(event)
            table.tell(event_frame(table, event))
        self._agree_on_turn(table)
        self.changed(table)

    def _agree_on_turn(self, table: Table) -> None:
        """Lets the turn have begun when the first worker heard of it: changing them gains nothing.

        Where no other has the match in memory, the turn begins here and now: nobody is charged
        for the time in which there was no server.
        """
        elsewhere = self.neighbours.elsewhere(table.room.id)
        if elsewhere.version == table.room.version and elsewhere.turn is not None:
            table.room.clock.began_already(elsewhere.turn)

    def changed(self, table: Table) -> None:
        """Sets machine and flag going as the match now stands, and tells the other workers."""
        self.attendance.note(table)  # before another may think: it must not think about the past
        self.clockwork.update(table)
        self.attendance.note(table)

    # Watchers

    def watch(self, table: Table, watcher: Watcher, since: int | None = None) -> None:
        """Gives the watcher the match, or what it missed, and from now on every change."""
        self.attendance.watch(table, watcher, since)

    def leave(self, table: Table, watcher: Watcher) -> None:
        """Forgets a watcher."""
        self.attendance.leave(table, watcher)

    def count(self) -> None:
        """Tells the other workers how much there is here."""
        self.neighbours.count(len(self.tables), len(self.sockets))

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
            self.neighbours.dropped(match)
            self.count()
        self.lobby.dropped(match)

    async def close(self) -> None:
        """Ends everything: machines stop, what was begun is written, the store is closed."""
        self.closing.set()
        for each in self.rounds:
            each.cancel()
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
        self.neighbours.close()
