"""Events across workers: what one writes the other sends; races; a lost connection."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import httpx
import psycopg
import pytest

from fivefold.server.storage.notifications import CHANNEL

if TYPE_CHECKING:
    from tests.server.app.conftest import Served, Tab

    Two = tuple[Served, Served]

PATIENCE = 60


def move(server: Served, made: Any, version: int, text: str, id: str) -> httpx.Response:
    body = {"id": id, "version": version, "move": text}
    return server.post(f"/api/matches/{made['match']['id']}/move", body, made["secret"])


async def played(server: Served, made: Any, version: int, text: str) -> None:
    answer = await asyncio.to_thread(move, server, made, version, text, text)
    assert answer.json() == {"version": version + 1}, answer.text


async def hears(tab: Tab, version: int) -> bool:
    """Whether the tab gets the event before the answer to a ping."""
    await tab.send(type="ping", id="now")
    heard = False
    while (frame := await tab.next())["type"] != "pong":
        heard = heard or (frame["type"] == "event" and frame["version"] == version)
    return heard


def test_a_move_at_one_worker_is_sent_by_the_other(two: Two) -> None:
    made = two[0].new()

    async def play() -> None:
        async with two[1].watch(made["match"]["id"], made["secret"]) as tab:
            await tab.until("snapshot")
            await played(two[0], made, 1, "h8")
            event = await tab.until("event", version=2)
            assert event["event"]["move"] == "h8"
            # The other way round, over the socket.
            await tab.send(type="move", id="b", version=2, move="a1")
            await tab.until("ack", version=3)
            shown = await asyncio.to_thread(two[0].get, f"/api/matches/{made['match']['id']}")
            assert shown.json()["match"]["moves"] == ["h8", "a1"]

    asyncio.run(play())


@pytest.fixture
def news(two: Two) -> Iterator[psycopg.Connection]:
    """A listener to the database's notifications."""
    url = two[0].settings.database
    with psycopg.connect(url, autocommit=True) as line:
        line.execute(f"LISTEN {CHANNEL}")
        yield line


def next_event(news: psycopg.Connection, match: str) -> str:
    """Returns the next notification of an event in that match."""
    while True:
        for heard in news.notifies(timeout=PATIENCE, stop_after=1):
            if heard.payload.startswith(match) and not heard.payload.endswith(" 0"):
                return heard.payload


def test_a_notification_has_match_and_version_and_a_deaf_worker_sends_nothing(
    two: Two, news: psycopg.Connection
) -> None:
    """The control: without its listener the other worker sends nothing."""
    made = two[0].new()
    match = made["match"]["id"]
    deaf = two[1]

    async def play() -> None:
        async with deaf.watch(match, made["secret"]) as tab:
            await tab.until("snapshot")
            listen = deaf.service.sync.listen
            deaf.in_loop(lambda: deaf.service.loops[1].cancel())
            await played(two[0], made, 1, "h8")
            assert await asyncio.to_thread(next_event, news, match) == f"{match} 2"
            assert not await hears(tab, 2)

            def listen_again() -> None:
                deaf.service.loops[1] = deaf.service.tasks.start(listen())

            deaf.in_loop(listen_again)
            # A new listener first reads the missed events.
            await tab.until("event", version=2)

    asyncio.run(play())


def test_a_reconnect_to_the_other_worker_gets_exactly_the_missed_events(two: Two) -> None:
    made = two[0].new()
    match = made["match"]["id"]

    async def play() -> None:
        async with two[0].watch(match, made["secret"]) as tab:
            await tab.until("snapshot")
            await tab.send(type="move", id="1", version=1, move="h8")
            await tab.until("event", version=2)
        for version, text in enumerate(("a1", "h9", "a2"), start=2):
            await played(two[version % 2], made, version, text)
        async with two[1].watch(match, made["secret"], since=2) as back:
            missed = await back.next()
            assert missed["type"] == "events"
            assert [event["version"] for event in missed["events"]] == [3, 4, 5]
            assert [event["move"] for event in missed["events"]] == ["a1", "h9", "a2"]
        async with two[0].watch(match, since=5) as back:
            assert (await back.next())["events"] == []

    asyncio.run(play())


def test_a_version_acknowledged_by_one_worker_is_known_to_the_other(two: Two) -> None:
    """Without a wait: reading one's own writes needs no notification."""
    made = two[0].new()
    match = made["match"]["id"]
    assert two[1].get(f"/api/matches/{match}").json()["match"]["version"] == 1
    cells = [f"{column}1" for column in "abcdefgh"]
    for version, cell in enumerate(cells, start=1):
        assert move(two[version % 2], made, version, cell, cell).status_code == 200
        other = two[1 - version % 2]
        assert other.get(f"/api/matches/{match}").json()["match"]["version"] == version + 1


def test_of_fifty_through_two_workers_one_gets_in(two: Two) -> None:
    made = two[0].new()
    for server in two:
        assert server.get(f"/api/matches/{made['match']['id']}").status_code == 200
    cells = [f"{column}{row}" for column in "abcde" for row in range(1, 11)]

    def play(place: int) -> httpx.Response:
        return move(two[place % 2], made, 1, cells[place], f"id-{place}")

    with ThreadPoolExecutor(10) as pool:
        answers = list(pool.map(play, range(50)))
    won = [place for place, answer in enumerate(answers) if answer.status_code == 200]
    assert len(won) == 1
    refused = [answer for answer in answers if answer.status_code != 200]
    assert {answer.status_code for answer in refused} == {409}
    assert {answer.json()["error"]["expected_version"] for answer in refused} == {2}
    for server in two:
        again = move(server, made, 1, cells[won[0]], f"id-{won[0]}")
        assert (again.status_code, again.json()) == (200, {"version": 2})


def test_a_lost_line_to_the_database_is_made_again_and_nothing_is_missed(two: Two) -> None:
    made = two[0].new()
    match = made["match"]["id"]
    before = two[1].service.metrics.listener_lost

    async def play() -> None:
        async with two[1].watch(match, made["secret"]) as tab:
            await tab.until("snapshot")
            with psycopg.connect(two[0].settings.database, autocommit=True) as line:
                cut = line.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE"
                    " datname = current_database() AND query IN ('LISTEN fivefold', 'SELECT 1')"
                ).fetchall()
            assert len(cut) >= 2
            await played(two[0], made, 1, "h8")
            await tab.until("event", version=2)
            await played(two[0], made, 2, "a1")
            await tab.until("event", version=3)

    asyncio.run(play())
    assert two[1].service.metrics.listener_lost > before
