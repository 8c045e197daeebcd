"""A full disk, a lock, a lost server: reported, nothing written, and recovered from."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import Connection, event
from sqlalchemy.exc import (
    DataError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    SQLAlchemyError,
)

from fivefold.errors import StorageUnavailable
from fivefold.server.room.events import Event
from fivefold.server.storage import connection as database
from fivefold.server.storage import writer
from fivefold.server.storage.store import Store

if TYPE_CHECKING:
    from tests.server.conftest import FullDisk, PostgresServer


def moved(version: int, size: int = 1) -> Event:
    return Event(version, "moved", 2.0, {"ply": version - 1, "move": "f5" * size})


async def opened(url: str) -> Store:
    """Returns a store with one match."""
    store = await Store.open(url)
    assert not store.failed
    await store.create("abc", "othello", False, [Event(1, "created", 1.0, {})])
    return store


async def refused(store: Store, version: int, size: int = 1) -> None:
    """Asserts that nothing can be written and that health reports it."""
    for count in (1, 5):
        asked = (store.append("abc", [moved(version, size)]) for _ in range(count))
        results = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(result) for result in results] == [StorageUnavailable] * count
    assert str(results[0]).startswith("The game cannot be saved right now")
    assert store.failed


@contextmanager
def locked(url: str) -> Iterator[None]:
    """Holds a write transaction of another program, rolled back at the end."""
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()


def test_a_full_disk_refuses_moves_until_there_is_space(
    sqlite_url: str, full_disk: FullDisk
) -> None:
    log = Path(sqlite_url.removeprefix("sqlite:///") + "-wal")

    async def run() -> None:
        store = await opened(sqlite_url)
        with full_disk(log):
            # Short events fail when the log grows, long ones earlier.
            await refused(store, 2)
            await refused(store, 2, size=1_000_000)
            with pytest.raises(StorageUnavailable):
                await store.ping()
            assert len(await store.load("abc")) == 1
        await store.ping()
        assert not store.failed
        assert len(await store.load("abc")) == 1
        await store.append("abc", [moved(2)])
        assert not store.failed
        await store.close()

    asyncio.run(run())
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert file.execute("SELECT version FROM events").fetchall() == [(1,), (2,)]


def test_a_locked_file_refuses_moves_until_it_is_free(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "TIMEOUT", 0)

    async def run() -> None:
        store = await opened(sqlite_url)
        with locked(sqlite_url):
            await refused(store, 2)
            assert len(await store.load("abc")) == 1  # readers do not wait for a writer
        await store.append("abc", [moved(2)])
        assert not store.failed
        await store.close()

    asyncio.run(run())


def test_a_lock_that_is_short_is_waited_for(sqlite_url: str) -> None:
    async def run() -> None:
        store = await opened(sqlite_url)
        with locked(sqlite_url):
            waiting = asyncio.ensure_future(store.append("abc", [moved(2)]))
            await asyncio.sleep(0.05)
            assert not waiting.done()
        await waiting
        await store.close()

    asyncio.run(run())


@pytest.mark.system
def test_a_lost_server_refuses_everything_until_it_is_back(
    postgres_url: str, postgres_server: PostgresServer
) -> None:
    async def run() -> None:
        store = await opened(postgres_url)
        postgres_server.stop()
        try:
            await refused(store, 2)
            for asked in (store.load("abc"), store.public(), store.ping()):
                with pytest.raises(StorageUnavailable):
                    await asked
        finally:
            postgres_server.start()
        await store.ping()
        assert not store.failed
        assert len(await store.load("abc")) == 1
        await store.append("abc", [moved(2)])
        assert not store.failed
        await store.close()

    asyncio.run(run())


@pytest.mark.system
def test_a_server_that_was_away_while_nobody_wrote_is_not_noticed(
    postgres_url: str, postgres_server: PostgresServer
) -> None:
    async def run() -> None:
        store = await opened(postgres_url)
        postgres_server.stop()
        postgres_server.start()
        await store.append("abc", [moved(2)])
        assert len(await store.load("abc")) == 2
        await store.close()

    asyncio.run(run())


def test_too_many_waiting_writes_are_refused(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "MAX_WAITING", 3)

    async def run() -> None:
        store = await opened(sqlite_url)
        with locked(sqlite_url):  # the thread holds one group and takes no more
            held = asyncio.ensure_future(store.append("abc", [moved(2)]))
            await asyncio.sleep(0)
            while not store._writer._waiting.empty():
                await asyncio.sleep(0.005)
            await asyncio.sleep(0.05)
            asked = [asyncio.ensure_future(store.append("abc", [moved(v)])) for v in range(3, 7)]
            await asyncio.sleep(0)
            with pytest.raises(StorageUnavailable, match="Too many moves are waiting"):
                await asked[3]
        await asyncio.gather(held, *asked[:3])
        assert len(await store.load("abc")) == 5
        await store.close()

    asyncio.run(run())


@dataclass
class Held:
    """A store's writer thread, blocked at the start of its next transaction."""

    began: threading.Event = field(default_factory=threading.Event)
    free: threading.Event = field(default_factory=threading.Event)
    attempts: int = 0
    """Transactions begun since."""

    def hold(self, store: Store) -> None:
        @event.listens_for(store._engine, "begin")
        def wait(_: Connection) -> None:
            self.attempts += 1
            self.began.set()
            self.free.wait(60)


def test_what_waits_shares_a_transaction_but_for_what_is_more_than_a_group(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "MAX_GROUP", 3)
    held = Held()

    async def run() -> None:
        store = await opened(sqlite_url)
        assert store.transactions == 1
        held.hold(store)
        alone = asyncio.ensure_future(store.append("abc", [moved(2)]))
        assert await asyncio.to_thread(held.began.wait, 60)
        waiting = [asyncio.ensure_future(store.append("abc", [moved(v)])) for v in range(3, 10)]
        await asyncio.sleep(0)  # all seven are queued now: three, three and one
        held.free.set()
        await asyncio.gather(alone, *waiting)
        assert store.transactions == 1 + 1 + 3
        await store.close()

    asyncio.run(run())


def test_what_affects_all_is_tried_once_and_not_for_each(
    sqlite_url: str, full_disk: FullDisk
) -> None:
    log = Path(sqlite_url.removeprefix("sqlite:///") + "-wal")
    held = Held()

    async def run() -> None:
        store = await opened(sqlite_url)
        held.hold(store)
        first = asyncio.ensure_future(store.append("abc", [moved(2)]))
        assert await asyncio.to_thread(held.began.wait, 60)
        waiting = [asyncio.ensure_future(store.append("abc", [moved(2)])) for _ in range(3)]
        await asyncio.sleep(0)
        with full_disk(log):
            held.free.set()
            results = await asyncio.gather(first, *waiting, return_exceptions=True)
        assert [type(result) for result in results] == [StorageUnavailable] * 4
        assert held.attempts == 2
        await store.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("error", "everyone"),
    [
        (OperationalError("INSERT", {}, OSError("the disk is full")), True),
        (InterfaceError("INSERT", {}, OSError("the server is gone")), True),
        (IntegrityError("INSERT", {}, ValueError("a null")), False),
        (DataError("INSERT", {}, ValueError("too long")), False),
        (TimeoutError("no connection was free"), True),
        (SQLAlchemyError("anything else of the database"), True),
        (ValueError("NaN is no JSON"), False),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_fault_of_one_request_is_told_from_one_of_all(error: Exception, everyone: bool) -> None:
    assert writer._affects_all(error) is everyone


def test_a_writer_is_closed_when_what_waits_is_written(sqlite_url: str) -> None:
    async def run() -> None:
        store = await opened(sqlite_url)
        with locked(sqlite_url):
            waiting = asyncio.ensure_future(store.append("abc", [moved(2)]))
            await asyncio.sleep(0)
            closed = asyncio.ensure_future(asyncio.to_thread(store._writer.close))
            done, _ = await asyncio.wait([closed], timeout=0.2)
            assert not done
        await closed
        await waiting
        await store.close()

    asyncio.run(run())


def test_writers_of_two_loops_are_each_answered_in_their_own(sqlite_url: str) -> None:
    held = Held()
    stores: list[Store] = []
    asked, answered, done = threading.Event(), threading.Event(), threading.Event()

    async def other() -> None:
        asyncio.get_running_loop().set_debug(True)  # reports calls from other threads
        writing = asyncio.ensure_future(stores[0].append("abc", [moved(3)]))
        await asyncio.sleep(0)
        asked.set()
        answered.wait(60)  # this loop blocks until the other has its answers
        await asyncio.wait_for(writing, 60)
        done.set()

    async def run() -> None:
        asyncio.get_running_loop().set_debug(True)
        stores.append(await opened(sqlite_url))
        held.hold(stores[0])
        first = asyncio.ensure_future(stores[0].append("abc", [moved(2)]))
        assert await asyncio.to_thread(held.began.wait, 60)
        thread = threading.Thread(target=lambda: asyncio.run(other()))
        thread.start()
        assert await asyncio.to_thread(asked.wait, 60)
        second = asyncio.ensure_future(stores[0].append("abc", [moved(4)]))
        await asyncio.sleep(0)
        held.free.set()
        await asyncio.wait_for(asyncio.gather(first, second), 20)
        answered.set()
        await asyncio.to_thread(thread.join)
        assert done.is_set()
        await stores[0].close()

    asyncio.run(run())


def test_of_two_that_share_a_transaction_one_fails_alone(sqlite_url: str) -> None:
    held = Held()

    async def run() -> None:
        store = await opened(sqlite_url)
        await store.create("other", "othello", False, [Event(1, "created", 1.0, {})])
        held.hold(store)
        first = asyncio.ensure_future(store.append("abc", [moved(2)]))
        assert await asyncio.to_thread(held.began.wait, 60)
        odd = asyncio.ensure_future(store.append("abc", [Event(3, "odd\ud800", 1.0, {})]))
        sound = asyncio.ensure_future(store.append("other", [moved(2)]))
        await asyncio.sleep(0)
        held.free.set()
        results = await asyncio.gather(first, odd, sound, return_exceptions=True)
        assert [isinstance(result, Exception) for result in results] == [False, True, False]
        assert len(await store.load("other")) == 2
        await store.close()

    asyncio.run(run())
