"""D5: a full disk is 503 `store.unavailable`, nobody is told anything, and it passes.

Over HTTP and over the socket, and with everything else that would have to be written; what only
has to be read goes on. The disk is full because no file of the process may grow, which SQLite meets
where it writes its log. The store alone, also with rows of a megabyte and with a PostgreSQL that is
gone, is in tests/server/test_store_faults.py.
"""

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.promises.conftest import Break, two_people
from tests.server.app.conftest import Served

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.server.app.conftest import Serve
    from tests.server.conftest import FullDisk

UNAVAILABLE = "store.unavailable"


def refusals(server: Served, match: str, secret: str, version: int) -> list[tuple[int, str]]:
    """Returns the answers to everything that would have to be written."""
    body = {"id": "over-http", "version": version, "move": "h9"}
    answers = [
        server.post("/api/matches", {"game": "gomoku", "first": "me", "second": "me"}),
        server.post(f"/api/matches/{match}/move", body, secret),
        server.post(f"/api/matches/{match}/resign", {"version": version}, secret),
        server.get("/api/health"),
    ]
    return [(answer.status_code, answer.json()["error"]["code"]) for answer in answers]


async def play_on(server: Served, full: Callable[[], AbstractContextManager[None]]) -> list[Any]:
    """Plays before, while and after the disk is full; returns the events a spectator was told."""
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
        # The answer to a ping comes after everything that was told before it.
        await spectator.send(type="ping", id="last")
        await spectator.until("pong")
        return [frame["event"] for frame in spectator.frames if frame["type"] == "event"]


def log_of(server: Served) -> Path:
    """Returns the file that a move makes grow."""
    return Path(server.settings.database.removeprefix("sqlite:///") + "-wal")


def check(events: list[Any]) -> None:
    assert [event["move"] for event in events] == ["h8", "i9"]


def test_a_full_disk_is_said_and_told_to_nobody(serve: Serve, full_disk: FullDisk) -> None:
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


@pytest.mark.long
def test_thirty_disks_that_are_full(tmp_path: Path, full_disk: FullDisk) -> None:
    # A database each: a log that has been written back begins anew and need not grow.
    for number in range(30):
        server = Served(f"sqlite:///{tmp_path}/{number}.db")
        try:
            check(asyncio.run(play_on(server, partial(full_disk, log_of(server)))))
        finally:
            server.close()
