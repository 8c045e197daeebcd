"""The store of matches and studies, in SQLite (default) or PostgreSQL.

It is the only access to the database. Nothing here blocks the event loop: a few threads read, one
writes.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, LargeBinary, cast, literal, select
from sqlalchemy.exc import OperationalError

from fivefold.errors import NotFound, StorageUnavailable
from fivefold.server.room.events import Event
from fivefold.server.room.replay import damaged
from fivefold.server.storage.connection import open_engine, reading
from fivefold.server.storage.decoding import MAX_VERSION, check_id, event_of
from fivefold.server.storage.notifications import Notification, notifications
from fivefold.server.storage.retention import Cursor, SweptBatch
from fivefold.server.storage.schema import events, matches
from fivefold.server.storage.studies import StudyStore
from fivefold.server.storage.writer import Append, Create, Notify, Probe, Sweep, Writer
from fivefold.words import say

READERS = 4
MAX_EVENTS_UNPLAYED = 50
"""Events read of a match without moves; changes of seats beyond them are not listed."""

Found = TypeVar("Found")


class Store:
    """Matches as logs of events that only grow.

    >>> async def keep(url: str, first: Event, second: Event) -> list[Event]:
    ...     store = await Store.open(url)
    ...     await store.create("abc", "othello", False, [first])
    ...     await store.append("abc", [second])
    ...     kept = await store.load("abc")
    ...     await store.close()
    ...     return kept
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="fivefold-reader")
        self._writer = Writer(engine)
        self._closed = False
        self.studies = StudyStore(engine, self._writer, self._read)

    @classmethod
    async def open(cls, url: str) -> Store:
        """Returns the store at that URL, creating or migrating its tables.

        Raises `InvalidNotation` for an invalid URL and `StorageUnavailable`, with the reason, if
        the database cannot be used.
        """
        return cls(await asyncio.to_thread(open_engine, url))

    @property
    def failed(self) -> bool:
        """Whether the last write failed."""
        return self._writer.failed

    @property
    def transactions(self) -> int:
        """Number of transactions written; each holds all requests that were waiting."""
        return self._writer.transactions

    async def create(self, match: str, game: str, public: bool, events: Sequence[Event]) -> int:
        """Stores a new match; returns its bytes once on disk. `StaleWrite`: the id is taken."""
        _check(match, events)
        return await self._written(Create(match, game, public, tuple(events)))

    async def append(
        self, match: str, events: Sequence[Event], beside: Create | None = None
    ) -> int:
        """Stores further events, all or none; returns their bytes once they are on disk.

        `beside` is a new match to store in the same transaction. Raises `StaleWrite`, with the
        match's version, if the events do not directly follow the stored ones or repeat a move;
        `NotFound`; `StorageUnavailable`.
        """
        _check(match, events)
        return await self._written(Append(match, tuple(events), beside))

    async def sweep(self, before: float, most: int, after: Cursor) -> SweptBatch:
        """Deletes the finished matches that nothing happened to since `before`, in Unix seconds.

        Looks at the next `most` old matches; the result says where to go on.
        """
        swept = await self._writer.write(Sweep(before, most, after))
        assert isinstance(swept, SweptBatch)
        return swept

    async def load(self, match: str, since: int = 0) -> list[Event]:
        """Returns the events after that version, in order. Raises `NotFound` or `DamagedLog`."""
        check_id(match)
        return await self._read(lambda: _load(self._engine, match, min(since, MAX_VERSION)))

    async def notify(self, match: str) -> None:
        """Notifies the other processes that presence in the match has changed."""
        await self._writer.write(Notify(match))

    async def notifications(self) -> AsyncIterator[Notification | None]:
        """Yields the match and version of every write by any process.

        None means that anything may have changed. Only PostgreSQL notifies; SQLite serves one
        process.
        """
        if self._engine.dialect.name == "postgresql":
            async for each in notifications(self._engine):
                yield each

    async def public(self, limit: int = 50, *, live: bool = False) -> list[dict[str, Any]]:
        """Returns id, game, moves, ended and updated of public matches, latest first.

        Times are Unix seconds. `ended` is None for a running match; `live` returns only those.
        """
        return await self._read(lambda: _public(self._engine, limit, live))

    async def unplayed(self, since: float, limit: int = 100) -> dict[str, list[Event]]:
        """Returns the first events of the public live matches without moves, the latest first.

        Only matches with an event after that Unix time.
        """
        return await self._read(lambda: _unplayed(self._engine, since, limit))

    async def ping(self) -> None:
        """Raises `StorageUnavailable` if reading fails, or writing still fails."""
        await self._read(lambda: _ping(self._engine))
        if self._writer.failed:
            await self._writer.write(Probe())

    async def close(self) -> None:
        """Returns when every request is written and every connection closed."""
        self._closed = True
        await asyncio.to_thread(self._close)

    async def _written(self, request: Create | Append) -> int:
        written = await self._writer.write(request)
        assert isinstance(written, int)
        return written

    def _close(self) -> None:
        self._writer.close()
        self._readers.shutdown()
        self._engine.dispose()

    async def _read(self, read: Callable[[], Found]) -> Found:
        if self._closed:
            raise StorageUnavailable("store.closed")
        return await asyncio.get_running_loop().run_in_executor(self._readers, read)


def _check(match: str, added: Sequence[Event]) -> None:
    """Raises on calls that only a bug can make."""
    check_id(match)
    versions = [event.version for event in added]
    if not versions or versions != list(range(versions[0], versions[0] + len(versions))):
        raise ValueError(f"events must follow one another, these have the versions {versions}")


def _load(engine: Engine, match: str, since: int) -> list[Event]:
    columns = events.c.version, events.c.kind, events.c.at, events.c.data
    wanted = select(*columns).where(events.c.match == match, events.c.version > since)
    with reading(engine) as connection:
        try:
            rows = connection.execute(wanted.order_by(events.c.version)).all()
        except OperationalError as error:
            if "decode" not in str(error.orig):
                raise
            raise damaged(_undecodable(connection, match, since), say("log.not_text")) from error
        if not rows:
            known = select(literal(1)).where(matches.c.id == match)
            if connection.execute(known).scalar() is None:
                raise NotFound("store.missing")
    return [event_of(*row) for row in rows]


def _undecodable(connection: Connection, match: str, since: int) -> int:
    """Returns the first event whose kind or data is not UTF-8. Only SQLite stores such text."""
    blobs = (cast(column, LargeBinary) for column in (events.c.kind, events.c.data))
    wanted = select(events.c.version, *blobs).where(
        events.c.match == match, events.c.version > since
    )
    for version, *texts in connection.execute(wanted.order_by(events.c.version)):
        try:
            b"".join(texts).decode()
        except UnicodeDecodeError:
            return int(version)
    return since + 1


def _public(engine: Engine, limit: int, live: bool) -> list[dict[str, Any]]:
    columns = matches.c.id, matches.c.game, matches.c.moves, matches.c.ended, matches.c.updated
    listed = select(*columns).where(matches.c.public).order_by(matches.c.updated.desc())
    if live:
        listed = listed.where(matches.c.ended.is_(None))
    with reading(engine) as connection:
        return [dict(row) for row in connection.execute(listed.limit(limit)).mappings()]


def _unplayed(engine: Engine, since: float, limit: int) -> dict[str, list[Event]]:
    waiting = matches.c.public & matches.c.ended.is_(None) & (matches.c.moves == 0)
    wanted = select(matches.c.id, matches.c.updated).where(waiting, matches.c.updated > since)
    listed = wanted.order_by(matches.c.updated.desc()).limit(limit).subquery()
    columns = events.c.match, events.c.version, events.c.kind, events.c.at, events.c.data
    rows = (
        select(*columns)
        .join(listed, listed.c.id == events.c.match)
        .where(events.c.version <= MAX_EVENTS_UNPLAYED)
        .order_by(listed.c.updated.desc(), events.c.match, events.c.version)
    )
    found: dict[str, list[Event]] = {}
    with reading(engine) as connection:
        for match, *event in connection.execute(rows):
            found.setdefault(match, []).append(event_of(*event))
    return found


def _ping(engine: Engine) -> None:
    with reading(engine) as connection:
        connection.execute(select(literal(1)).select_from(matches).limit(1))
