"""Many writers of one version, in one process or two: exactly one succeeds."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from fivefold.errors import StaleWrite
from fivefold.server.room.events import Event
from fivefold.server.storage.store import Store

RACERS = 50
CREATED = Event(1, "created", 1.0, {"game": "othello"})


def moved(version: int, id: str) -> Event:
    return Event(version, "moved", 2.0, {"ply": version - 1, "move": "f5", "id": id})


@pytest.mark.parametrize("count", [1, 3], ids=["one event", "three events"])
def test_of_fifty_writers_on_two_stores_exactly_one_wins(database_url: str, count: int) -> None:
    async def race() -> None:
        stores = [await Store.open(database_url) for _ in range(2)]
        await stores[0].create("abc", "othello", False, [CREATED])
        for first in range(2, 2 + 5 * count, count):

            async def attempt(racer: int, first: int = first) -> None:
                added = [moved(first + step, f"{racer}-{first + step}") for step in range(count)]
                await stores[racer % 2].append("abc", added)

            attempts = (attempt(racer) for racer in range(RACERS))
            results = await asyncio.gather(*attempts, return_exceptions=True)
            winners = [racer for racer, result in enumerate(results) if result is None]
            stale = [result for result in results if isinstance(result, StaleWrite)]
            assert (len(winners), len(stale)) == (1, RACERS - 1)
            assert {refusal.version for refusal in stale} == {first + count - 1}
            kept = await stores[1].load("abc", first - 1)
            assert [event.data["id"].split("-")[0] for event in kept] == [str(winners[0])] * count
        for store in stores:
            await store.close()

    asyncio.run(race())


def test_of_fifty_creators_on_two_stores_exactly_one_wins(database_url: str) -> None:
    async def race() -> None:
        stores = [await Store.open(database_url) for _ in range(2)]
        attempts = [
            stores[racer % 2].create("abc", f"game{racer}", True, [CREATED])
            for racer in range(RACERS)
        ]
        results = await asyncio.gather(*attempts, return_exceptions=True)
        winners = [racer for racer, result in enumerate(results) if isinstance(result, int)]
        assert len(winners) == 1
        assert sum(isinstance(result, StaleWrite) for result in results) == RACERS - 1
        assert [row["game"] for row in await stores[0].public()] == [f"game{winners[0]}"]
        for store in stores:
            await store.close()

    asyncio.run(race())


def test_two_writers_of_many_matches_never_wait_in_a_circle(database_url: str) -> None:
    names = [f"match{number:02}" for number in range(20)]

    async def play(store: Store, name: str, racer: int) -> int:
        won, version = 0, 1
        while version < 6:
            try:
                await store.append(name, [moved(version + 1, f"{racer}-{version + 1}")])
                won, version = won + 1, version + 1
            except StaleWrite as refusal:
                version = refusal.version
        return won

    async def race() -> None:
        stores = [await Store.open(database_url) for _ in range(2)]
        for name in names:
            await stores[0].create(name, "othello", False, [CREATED])
        # One process goes through the matches forwards, the other backwards.
        orders = [(0, name) for name in names] + [(1, name) for name in reversed(names)]
        won = await asyncio.gather(*(play(stores[racer], name, racer) for racer, name in orders))
        assert sum(won) == 5 * len(names)
        for name in names:
            log = await stores[0].load(name)
            assert [event.version for event in log] == [1, 2, 3, 4, 5, 6]
        for store in stores:
            await store.close()

    asyncio.run(race())


@pytest.mark.system
def test_processes_that_start_together_make_the_tables_once(database_url: str) -> None:
    program = (
        "import asyncio, sys\n"
        "from fivefold.server.storage.store import Store\n"
        "async def main():\n"
        "    sys.stdin.read(1)\n"
        "    store = await Store.open(sys.argv[1])\n"
        "    await store.ping()\n"
        "    await store.close()\n"
        "asyncio.run(main())\n"
    )
    command = [sys.executable, "-W", "error", "-c", program, database_url]
    starting = [subprocess.Popen(command, stdin=subprocess.PIPE) for _ in range(2)]
    for process in starting:
        assert process.stdin
        process.stdin.write(b"!")
        process.stdin.close()
    assert [process.wait(60) for process in starting] == [0, 0]
