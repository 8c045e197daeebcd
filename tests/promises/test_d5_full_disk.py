"""D5: a full disk gives 503 `storage_unavailable`, sends no event, and play resumes later.

Over HTTP and the socket, for everything that must be written; reading goes on.
The disk is full because no file of the process may grow: SQLite meets that limit
when it writes its log, PostgreSQL when its table of events needs another page, so moves
are played until one is rejected. The store alone, also with rows of a megabyte and a PostgreSQL
that is gone, is in tests/server/storage/test_store_faults.py.
"""

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from tests.promises.conftest import Break, two_people
from tests.server.app.conftest import Served
from tests.server.conftest import LOG_FILE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.server.app.conftest import Serve
    from tests.server.conftest import FullDisk, PostgresServer

UNAVAILABLE = "storage_unavailable"
MOST_MOVES = 80
"""More than a page of PostgreSQL holds."""


def refusals(server: Served, match: str, secret: str, version: int) -> list[tuple[int, str]]:
    """Returns the answers to every request that must write."""
    body = {"id": "over-http", "version": version, "move": "h9"}
    answers = [
        server.post("/api/matches", {"game": "gomoku", "first": "me", "second": "me"}),
        server.post(f"/api/matches/{match}/move", body, secret),
        server.post(f"/api/matches/{match}/resign", {"version": version}, secret),
        server.get("/api/health"),
    ]
    return [(answer.status_code, answer.json()["error"]["code"]) for answer in answers]


async def play_on(server: Served, full: Callable[[], AbstractContextManager[None]]) -> list[Any]:
    """Plays before, during and after a full disk; returns a spectator's events."""
    match, black, white = two_people(server, game="gomoku")
    async with (
        server.watch(match, black) as one,
        server.watch(match, white) as two,
        server.watch(match) as spectator,
    ):
        await one.send(type="move", id="before", version=2, move="h8")
        await one.until("ack")
        with full():
            await two.send(type="move", id="over-socket", version=3, move="i9")
            refused = await two.until("error", id="over-socket")
            assert refused["error"]["code"] == UNAVAILABLE
            found = await asyncio.to_thread(refusals, server, match, white, 3)
            assert found == [(503, UNAVAILABLE)] * len(found)
            shown = await asyncio.to_thread(server.get, f"/api/matches/{match}")
            assert shown.json()["match"]["moves"] == ["h8"]
        await two.send(type="move", id="over-socket", version=3, move="i9")
        assert (await two.until("ack"))["version"] == 4
        health = await asyncio.to_thread(server.get, "/api/health")
        assert health.status_code == 200
        await spectator.until("event", version=4)
        # The answer to a ping comes after all earlier frames.
        await spectator.send(type="ping", id="last")
        await spectator.until("pong")
        return [frame["event"] for frame in spectator.frames if frame["type"] == "event"]


def log_of(server: Served) -> Path:
    """Returns the file that grows with a move."""
    return Path(server.settings.database.removeprefix("sqlite:///") + "-wal")


def check(events: list[Any]) -> None:
    assert [event["move"] for event in events] == ["h8", "i9"]


def test_a_full_disk_is_reported_and_sends_no_event(serve: Serve, full_disk: FullDisk) -> None:
    server = serve()
    check(asyncio.run(play_on(server, partial(full_disk, log_of(server)))))


def test_a_server_that_tells_first_is_caught(
    serve: Serve, full_disk: FullDisk, break_it: Break
) -> None:
    break_it("tells_before_it_writes")
    server = serve()
    made = server.new()
    match, secret = made["match"]["id"], made["secret"]

    async def play() -> list[Any]:
        async with server.watch(match, secret) as tab, server.watch(match) as spectator:
            await tab.until("snapshot")
            await spectator.until("snapshot")
            with full_disk(log_of(server)):
                await tab.send(type="move", id="a", version=1, move="h8")
                await tab.until("ack")
                return [(await spectator.until("event"))["event"]]

    with pytest.raises(AssertionError):
        check(asyncio.run(play()))


def fill(url: str, size: int) -> None:
    """Makes the file of the events larger than that, with an unused match.

    Five rows of it leave 28 bytes of a page: less than a move needs.
    """
    with psycopg.connect(url) as connection:
        connection.execute("INSERT INTO matches VALUES ('filler', 'gomoku', false, 0, 0, NULL, 0)")
        connection.execute(
            "INSERT INTO events SELECT 'filler', number, 'moved', 0, rpad('', 1564, number::text)"
            " FROM generate_series(1, %s) AS number",
            [size // 1564],
        )


def size_of_events(url: str) -> int:
    with psycopg.connect(url) as connection:
        (size,) = connection.execute("SELECT pg_relation_size('events')").fetchone() or (0,)
    return int(size)


def moves_without_end() -> Iterator[str]:
    """Yields gomoku moves for alternating sides, with no row longer than two."""
    cells = [(row, column) for row in range(15) for column in range(15)]
    sides: tuple[list[str], list[str]] = ([], [])
    for row, column in cells:
        sides[(column + row % 2 * 2) // 2 % 2].append(f"{'abcdefghijklmno'[column]}{row + 1}")
    for pair in zip(*sides, strict=False):
        yield from pair


async def play_until_full(
    server: Served, full: Callable[[], AbstractContextManager[None]]
) -> tuple[list[str], list[str]]:
    """Plays on a nearly full disk, and after; returns acknowledged and received moves."""
    match, *secrets = two_people(server, game="gomoku")
    acked: list[str] = []
    version = 2
    async with (
        server.watch(match, secrets[0]) as black,
        server.watch(match, secrets[1]) as white,
        server.watch(match) as spectator,
    ):
        moves = islice(moves_without_end(), MOST_MOVES)

        async def play(move: str) -> str | None:
            """Returns the error code, None after an ack."""
            tab = (black, white)[len(acked) % 2]
            await tab.send(type="move", id=move, version=version, move=move)
            while (frame := await tab.next())["type"] not in ("ack", "error"):
                pass
            return None if frame["type"] == "ack" else frame["error"]["code"]

        with full():
            for move in moves:
                if code := await play(move):
                    break
                acked, version = [*acked, move], version + 1
            assert code == UNAVAILABLE
            assert (await asyncio.to_thread(server.get, "/api/health")).status_code == 503
            shown = await asyncio.to_thread(server.get, f"/api/matches/{match}")
            assert shown.json()["match"]["moves"] == acked
        for again in (move, next(moves)):
            assert await play(again) is None
            acked, version = [*acked, again], version + 1
        assert (await asyncio.to_thread(server.get, "/api/health")).status_code == 200
        await spectator.send(type="ping", id="last")
        await spectator.until("pong")
        told = [frame["event"] for frame in spectator.frames if frame["type"] == "event"]
        return acked, [event["move"] for event in told if event["kind"] == "moved"]


def test_a_full_disk_of_postgresql_is_reported_and_sends_no_event(
    serve: Serve, postgres_url: str, postgres_server: PostgresServer
) -> None:
    server = serve(postgres_url)
    fill(postgres_url, LOG_FILE)
    full = partial(postgres_server.full_disk, size_of_events(postgres_url))
    acked, told = asyncio.run(play_until_full(server, full))
    assert len(acked) > 2
    assert told == acked


def test_a_server_on_postgresql_that_tells_first_is_caught(
    serve: Serve, postgres_url: str, postgres_server: PostgresServer, break_it: Break
) -> None:
    break_it("tells_before_it_writes")
    server = serve(postgres_url)
    fill(postgres_url, LOG_FILE)
    full = partial(postgres_server.full_disk, size_of_events(postgres_url))
    with pytest.raises(AssertionError):
        asyncio.run(play_until_full(server, full))


@pytest.mark.long
def test_thirty_disks_that_are_full(tmp_path: Path, full_disk: FullDisk) -> None:
    # Separate databases: a log after a checkpoint is reused and need not grow.
    for number in range(30):
        server = Served(f"sqlite:///{tmp_path}/{number}.db")
        try:
            check(asyncio.run(play_on(server, partial(full_disk, log_of(server)))))
        finally:
            server.close()
