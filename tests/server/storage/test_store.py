"""The store returns what it was given, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from fivefold.errors import NotFound, StaleWrite, StorageUnavailable
from fivefold.server.room.events import Event
from fivefold.server.storage.connection import open_engine
from fivefold.server.storage.notifications import Notification
from fivefold.server.storage.store import Store
from fivefold.server.storage.writer import Create

PATIENCE = 60
Result = TypeVar("Result")


def using(url: str, work: Callable[[Store], Awaitable[Result]]) -> Result:
    """Returns the result of the work with an open store."""

    async def run() -> Result:
        store = await Store.open(url)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def created(at: float = 100.0, **data: Any) -> Event:
    return Event(1, "created", at, {"game": "othello", **data})


def moved(version: int, id: str | None = None, ply: int | None = None) -> Event:
    data = {"ply": version - 1 if ply is None else ply, "move": "f5", "id": id}
    return Event(version, "moved", 100.0 + version, data)


def test_events_come_back_as_they_were(database_url: str) -> None:
    data = {"text": "‘é 漢\0\ud800", "nested": [{"a": None}, 1.5], "big": 2**60, "yes": True}
    log = [created(0.1 + 0.2, **data), moved(2, "a"), moved(3), Event(4, "joined", 1e9 / 3, data)]

    async def work(store: Store) -> list[Event]:
        await store.create("abc", "othello", False, log[:2])
        await store.append("abc", log[2:])
        return await store.load("abc")

    assert using(database_url, work) == log
    assert using(database_url, lambda store: store.load("abc", 2)) == log[2:]
    assert using(database_url, lambda store: store.load("abc", 4)) == []
    assert using(database_url, lambda store: store.load("abc", 2**80)) == []


def test_a_match_that_is_not_there_is_not_found(database_url: str) -> None:
    async def work(store: Store) -> None:
        await store.create("abc", "othello", False, [created()])
        for match in ("other", "", "a\0b", "\ud800", "é", "a" * 65, "../abc", "a'b"):
            for since in (0, 1):
                with pytest.raises(NotFound, match="There is no such game"):
                    await store.load(match, since)
            with pytest.raises(NotFound, match="There is no such game"):
                await store.append(match, [moved(2)])

    using(database_url, work)


def test_what_does_not_follow_directly_is_stale_and_changes_nothing(database_url: str) -> None:
    async def work(store: Store) -> None:
        await store.create("abc", "othello", False, [created(), moved(2), moved(3)])
        for versions in ([1], [2], [3], [5], [6], [3, 4], [5, 6, 7], [2, 3, 4, 5], [2**31 - 1]):
            with pytest.raises(StaleWrite) as refusal:
                await store.append("abc", [moved(version) for version in versions])
            assert (refusal.value.code, refusal.value.version) == ("store.stale", 3)
            assert len(await store.load("abc")) == 3
        await store.append("abc", [moved(4)])

    using(database_url, work)


def test_a_move_that_is_there_is_stale_though_its_version_is_free(database_url: str) -> None:
    async def work(store: Store) -> None:
        await store.create("abc", "othello", False, [created(), moved(2, "once")])
        await store.create("other", "othello", False, [created(), moved(2, "once")])
        for again in ([moved(3, "once")], [moved(3, "new"), moved(4, "once")]):
            with pytest.raises(StaleWrite) as refusal:
                await store.append("abc", again)
            assert refusal.value.version == 2
        await store.append("abc", [moved(3, "new")])
        assert [event.version for event in await store.load("abc")] == [1, 2, 3]

    using(database_url, work)


def test_a_move_is_told_from_others_by_who_made_it_and_by_the_id_if_it_has_one(
    sqlite_url: str,
) -> None:
    def by(holder: str | None, version: int, id: str | None) -> Event:
        data = {"ply": version - 1, "move": "f5", "id": id, "holder": holder}
        return Event(version, "moved", 100.0, data)

    async def work(store: Store) -> None:
        await store.create("abc", "othello", False, [created()])
        different = [("ada", "a"), ("bo", "a"), (None, "a"), ("ada", None), ("ada", None)]
        for version, (holder, id) in enumerate(different, start=2):
            await store.append("abc", [by(holder, version, id)])
        with pytest.raises(StaleWrite):
            await store.append("abc", [by("bo", 7, "a")])
        # Only moves are stored once; other events may repeat an id.
        await store.append("abc", [Event(7, "undone", 101.0, {"ply": 4, "id": "a"})])

    using(sqlite_url, work)


def test_an_id_is_taken_once(database_url: str) -> None:
    async def work(store: Store) -> None:
        await store.create("abc", "othello", True, [created(), moved(2)])
        with pytest.raises(StaleWrite) as refusal:
            await store.create("abc", "gomoku", False, [created()])
        assert refusal.value.version == 2
        assert [row["game"] for row in await store.public()] == ["othello"]

    using(database_url, work)


def test_the_stale_one_of_a_group_does_not_spoil_the_others(database_url: str) -> None:
    async def work(store: Store) -> None:
        names = [f"match{number:02}" for number in range(30)]
        # Requested together, they queue up and share a transaction.
        await asyncio.gather(*(store.create(name, "othello", False, [created()]) for name in names))
        results = await asyncio.gather(
            *(
                store.append(name, [moved(2 + number % 3 // 2)])
                for number, name in enumerate(names)
            ),
            store.append("missing", [moved(2)]),
            return_exceptions=True,
        )
        kinds = [type(result) for result in results]
        assert kinds == [StaleWrite if n % 3 == 2 else int for n in range(30)] + [NotFound]
        lengths = [len(await store.load(name)) for name in names]
        assert lengths == [1 if number % 3 == 2 else 2 for number in range(30)]

    using(database_url, work)


def test_a_request_that_cannot_be_written_fails_alone(database_url: str) -> None:
    async def work(store: Store) -> None:
        names = ["a", "b", "c"]
        await asyncio.gather(*(store.create(name, "othello", False, [created()]) for name in names))
        odd = Event(2, "odd\0\ud800", 1.0, {})
        written = [store.append("a", [moved(2)]), store.append("b", [odd])]
        results = await asyncio.gather(
            *written, store.append("c", [moved(2)]), return_exceptions=True
        )
        assert [isinstance(result, Exception) for result in results] == [False, True, False]
        assert [len(await store.load(name)) for name in names] == [2, 1, 2]

    using(database_url, work)


def test_a_chain_of_appends_in_one_group_is_kept_in_order(database_url: str) -> None:
    async def work(store: Store) -> list[int]:
        await store.create("abc", "othello", False, [created()])
        await asyncio.gather(*(store.append("abc", [moved(version)]) for version in range(2, 90)))
        return [event.version for event in await store.load("abc")]

    assert using(database_url, work) == list(range(1, 90))


@pytest.mark.parametrize("versions", [[], [2, 2], [2, 4], [3, 2]])
def test_events_out_of_order_are_a_mistake_in_the_program(
    sqlite_url: str, versions: list[int]
) -> None:
    async def work(store: Store) -> None:
        await store.create("abc", "othello", False, [created()])
        with pytest.raises(ValueError, match="must follow one another"):
            await store.append("abc", [moved(version) for version in versions])
        with pytest.raises(ValueError, match="must follow one another"):
            await store.create("new", "othello", False, [created(), moved(3)])

    using(sqlite_url, work)


def test_public_matches_are_listed_the_latest_first(database_url: str) -> None:
    async def work(store: Store) -> None:
        for number, public in enumerate([True, False, True, True]):
            await store.create(f"m{number}", "othello", public, [created(10.0 * number)])
        await store.append("m0", [Event(2, "moved", 50.0, {"ply": 1})])
        rows = await store.public()
        assert [row["id"] for row in rows] == ["m0", "m3", "m2"]
        assert rows[0] == {
            "id": "m0",
            "game": "othello",
            "moves": 1,
            "ended": None,
            "updated": 50.0,
        }
        assert [row["id"] for row in await store.public(limit=2)] == ["m0", "m3"]
        await store.append("m3", [Event(2, "ended", 60.0, {"winner": "X"})])
        assert [row["ended"] for row in await store.public()] == [60.0, None, None]
        assert [row["id"] for row in await store.public(live=True)] == ["m0", "m2"]

    using(database_url, work)


def test_a_match_made_beside_an_event_is_kept_with_it_or_neither_is(database_url: str) -> None:
    async def work(store: Store) -> None:
        await store.create("abc", "othello", False, [created()])
        await store.append("abc", [moved(2)], Create("new", "othello", True, (created(),)))
        assert [row["id"] for row in await store.public()] == ["new"]
        assert len(await store.load("new")) == 1
        with pytest.raises(StaleWrite):
            await store.append("abc", [moved(3)], Create("new", "gomoku", True, (created(),)))
        assert len(await store.load("abc")) == 2
        assert [row["game"] for row in await store.public()] == ["othello"]

    using(database_url, work)


def test_of_many_public_matches_fifty_are_listed(sqlite_url: str) -> None:
    async def work(store: Store) -> None:
        for number in range(52):
            await store.create(f"m{number}", "othello", True, [created(10.0 * number)])
        assert [row["id"] for row in await store.public()] == [f"m{n}" for n in range(51, 1, -1)]

    using(sqlite_url, work)


def test_the_row_of_a_match_follows_its_events(database_url: str) -> None:
    async def work(store: Store) -> None:
        async def row() -> tuple[int, float | None]:
            (found,) = await store.public()
            return found["moves"], found["ended"]

        await store.create("abc", "othello", True, [created(moves=["f5", "d6"])])
        assert await row() == (2, None)
        await store.append("abc", [moved(2, ply=3), moved(3, ply=4), Event(4, "ended", 7.5, {})])
        assert await row() == (4, 7.5)
        await store.append("abc", [Event(5, "undone", 8.0, {"ply": 3})])
        assert await row() == (3, None)
        await store.append("abc", [Event(6, "joined", 9.0, {})])
        assert await row() == (3, None)

    using(database_url, work)


@pytest.mark.system
def test_listeners_are_notified_of_every_append_and_of_presence(postgres_url: str) -> None:
    async def work(store: Store) -> None:
        heard: asyncio.Queue[Notification | None] = asyncio.Queue()

        async def listen() -> None:
            async for news in store.notifications():
                heard.put_nowait(news)

        listening = asyncio.ensure_future(listen())
        async with asyncio.timeout(PATIENCE):
            assert await heard.get() is None
            await store.create("abc", "othello", False, [created()])
            await store.append("abc", [moved(2), moved(3)])
            assert await heard.get() == ("abc", 3)
            await store.notify("abc")
            assert await heard.get() == ("abc", 0)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)

    using(postgres_url, work)


def test_sqlite_sends_no_notifications(sqlite_url: str) -> None:
    async def work(store: Store) -> list[object]:
        return [each async for each in store.notifications()]

    assert using(sqlite_url, work) == []


def test_a_ping_asks_for_the_matches_themselves(database_url: str) -> None:
    async def work(store: Store) -> None:
        await store.ping()
        engine = open_engine(database_url)
        with engine.begin() as connection:
            connection.execute(text("DROP TABLE events"))
            connection.execute(text("DROP TABLE matches"))
        engine.dispose()
        with pytest.raises(StorageUnavailable):
            await store.ping()

    using(database_url, work)


def test_closing_writes_what_waits_and_then_takes_no_more(database_url: str) -> None:
    async def run() -> None:
        store = await Store.open(database_url)
        await store.create("abc", "othello", False, [created()])
        waiting = [asyncio.ensure_future(store.append("abc", [moved(v)])) for v in range(2, 40)]
        await asyncio.sleep(0)
        await asyncio.gather(store.close(), *waiting)
        for refused in (store.append("abc", [moved(40)]), store.load("abc"), store.ping()):
            with pytest.raises(StorageUnavailable, match="is shutting down"):
                await refused
        await store.close()

    asyncio.run(run())
    assert len(using(database_url, lambda store: store.load("abc"))) == 39


def test_a_cancelled_writer_does_not_stop_the_others(database_url: str) -> None:
    async def work(store: Store) -> None:
        await store.create("abc", "othello", False, [created()])
        await store.create("other", "othello", False, [created()])
        leaving = asyncio.ensure_future(store.append("abc", [moved(2)]))
        await asyncio.sleep(0)
        leaving.cancel()
        await store.append("other", [moved(2)])
        assert leaving.cancelled()
        await store.append("abc", [moved(3)])

    using(database_url, work)


def test_the_event_loop_goes_on_while_writes_wait(sqlite_url: str) -> None:
    async def work(store: Store) -> int:
        await store.create("abc", "othello", False, [created()])
        turns, writes = 0, asyncio.ensure_future(store.append("abc", [moved(2)]))
        while not writes.done():
            turns += 1
            await asyncio.sleep(0)
        return turns

    assert using(sqlite_url, work) > 1


def test_nan_is_never_written(database_url: str) -> None:
    async def work(store: Store) -> None:
        await store.create("abc", "othello", False, [created()])
        with pytest.raises(ValueError, match="not JSON compliant"):
            await store.append("abc", [Event(2, "moved", 2.0, {"ply": 1, "seconds": float("nan")})])
        assert await store.load("abc") == [created()]

    using(database_url, work)


@settings(max_examples=15)
@given(
    orders=st.lists(
        st.tuples(st.sampled_from("ab"), st.integers(1, 5), st.integers(1, 3), st.integers(0, 6)),
        max_size=25,
    )
)
def test_any_order_of_writes_does_what_a_dictionary_would(
    tmp_path_factory: pytest.TempPathFactory, orders: list[tuple[str, int, int, int]]
) -> None:
    kept: dict[str, list[Event]] = {name: [created()] for name in "ab"}

    async def work(store: Store) -> None:
        for name in "ab":
            await store.create(name, "othello", False, [created()])
        for name, version, count, id in orders:
            added = [moved(version, f"id{id}")]
            added += [moved(version + step) for step in range(1, count)]
            log = kept[name]
            taken = any(event.data.get("id") == f"id{id}" for event in log)
            if version == len(log) + 1 and not taken:
                await store.append(name, added)
                log += added
            else:
                with pytest.raises(StaleWrite) as refusal:
                    await store.append(name, added)
                assert refusal.value.version == len(log)
        for name in "ab":
            assert await store.load(name) == kept[name]

    using(f"sqlite:///{tmp_path_factory.mktemp('any')}/matches.db", work)
