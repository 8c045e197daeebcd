"""Where matches are kept: SQLite by default, PostgreSQL by URL. The only door to the database.

Nothing here runs in the event loop: reads go to a few threads, writes to one.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Engine, literal, select

from fivefold.errors import NotFound, StorageUnavailable
from fivefold.server.database import open_engine, reading
from fivefold.server.events import Event
from fivefold.server.listener import News, news
from fivefold.server.tables import LONGEST_ID, events, matches
from fivefold.server.writer import Append, Create, Probe, Tell, Writer

READERS = 4
LARGEST_VERSION = 2**31 - 1

Found = TypeVar("Found")

_ID = re.compile(rf"[A-Za-z0-9_-]{{1,{LONGEST_ID}}}")


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

    @classmethod
    async def open(cls, url: str) -> Store:
        """Returns the store at that URL, its tables made or brought up to date.

        Raises `InvalidNotation` for a URL that is none, `StorageUnavailable` with the reason for
        a database that cannot be used.
        """
        return cls(await asyncio.to_thread(open_engine, url))

    @property
    def failed(self) -> bool:
        """Whether the last attempt to write failed."""
        return self._writer.failed

    @property
    def transactions(self) -> int:
        """How many transactions were written; one holds whatever was waiting."""
        return self._writer.transactions

    async def create(self, match: str, game: str, public: bool, events: Sequence[Event]) -> None:
        """Keeps a new match; returns when it is on the disk. `StaleWrite` if the id is taken."""
        _check(match, events)
        await self._writer.write(Create(match, game, public, tuple(events)))

    async def append(
        self, match: str, events: Sequence[Event], beside: Create | None = None
    ) -> None:
        """Keeps further events, all or none; returns when they are on the disk.

        A new match `beside` them is kept with them or not at all. Raises `StaleWrite`, with the
        version the match is at, when they do not follow directly on what is there or a move in
        them is there already; `NotFound`; `StorageUnavailable`.
        """
        _check(match, events)
        await self._writer.write(Append(match, tuple(events), beside))

    async def load(self, match: str, since: int = 0) -> list[Event]:
        """Returns the events after that version, in order. Raises `NotFound`."""
        if not _ID.fullmatch(match):
            raise NotFound("store.missing")
        return await self._read(lambda: _load(self._engine, match, min(since, LARGEST_VERSION)))

    async def tell(self, match: str) -> None:
        """Tells the other processes that somebody came to the match or left it."""
        await self._writer.write(Tell(match))

    async def news(self) -> AsyncIterator[News | None]:
        """Yields the match and the version of everything that any process has written.

        None stands for: anything may have happened. Only PostgreSQL tells; an SQLite file has
        one process.
        """
        if self._engine.dialect.name == "postgresql":
            async for each in news(self._engine):
                yield each

    async def public(self, limit: int = 50, *, live: bool = False) -> list[dict[str, Any]]:
        """Returns id, game, moves, ended and updated of public matches, the latest first.

        Times are unix seconds; `ended` is None while a game goes on, and with `live` only those
        are there.
        """
        return await self._read(lambda: _public(self._engine, limit, live))

    async def ping(self) -> None:
        """Raises `StorageUnavailable` unless matches can be read and, as far as known, written."""
        await self._read(lambda: _ping(self._engine))
        if self._writer.failed:
            await self._writer.write(Probe())

    async def close(self) -> None:
        """Returns when everything is written and every connection closed."""
        self._closed = True
        await asyncio.to_thread(self._close)

    def _close(self) -> None:
        self._writer.close()
        self._readers.shutdown()
        self._engine.dispose()

    async def _read(self, read: Callable[[], Found]) -> Found:
        if self._closed:
            raise StorageUnavailable("store.closed")
        return await asyncio.get_running_loop().run_in_executor(self._readers, read)


def _check(match: str, added: Sequence[Event]) -> None:
    """Raises what only a mistake in the program can bring about."""
    if not _ID.fullmatch(match):
        raise NotFound("store.missing")
    versions = [event.version for event in added]
    if not versions or versions != list(range(versions[0], versions[0] + len(versions))):
        raise ValueError(f"events must follow one another, these have the versions {versions}")


def _load(engine: Engine, match: str, since: int) -> list[Event]:
    columns = events.c.version, events.c.kind, events.c.at, events.c.data
    wanted = select(*columns).where(events.c.match == match, events.c.version > since)
    with reading(engine) as connection:
        rows = connection.execute(wanted.order_by(events.c.version)).all()
        if not rows:
            known = select(literal(1)).where(matches.c.id == match)
            if connection.execute(known).scalar() is None:
                raise NotFound("store.missing")
    return [Event(version, kind, at, json.loads(data)) for version, kind, at, data in rows]


def _public(engine: Engine, limit: int, live: bool) -> list[dict[str, Any]]:
    columns = matches.c.id, matches.c.game, matches.c.moves, matches.c.ended, matches.c.updated
    listed = select(*columns).where(matches.c.public).order_by(matches.c.updated.desc())
    if live:
        listed = listed.where(matches.c.ended.is_(None))
    with reading(engine) as connection:
        return [dict(row) for row in connection.execute(listed.limit(limit)).mappings()]


def _ping(engine: Engine) -> None:
    with reading(engine) as connection:
        connection.execute(select(literal(1)).select_from(matches).limit(1))
