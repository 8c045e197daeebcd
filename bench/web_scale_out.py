"""Two servers of two workers behind a proxy, on one PostgreSQL, against one such server.

    .venv/bin/python bench/web_scale_out.py [--games 40] [--seconds 60] [--json]

Games are played as fast as they are acknowledged, through a small TCP proxy that gives each
connection to the next server that takes it. Reported: moves a second and processor time a move with
one server and with two; then a rolling restart, one server after the other, while the games go on:
moves lost, errors a player sees, and the longest time without an acknowledgement.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from support.web_server import Launch, Server, database_of, launched
from web_costs import family, processor_seconds
from web_kills import Table, play
from web_long_run import check
from websockets.exceptions import WebSocketException

WORKERS = 2


class Proxy:
    """Forwards each connection to the next server that accepts it."""

    def __init__(self, ports: list[int]) -> None:
        self.ports = ports
        self._next = 0
        self._server: asyncio.Server | None = None

    async def start(self, port: int) -> None:
        self._server = await asyncio.start_server(self._forward, "127.0.0.1", port)

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in self.ports:
            self._next = (self._next + 1) % len(self.ports)
            try:
                far = await asyncio.open_connection("127.0.0.1", self.ports[self._next])
            except OSError:
                continue
            await asyncio.gather(_pipe(reader, far[1]), _pipe(far[0], writer))
            return
        writer.close()

    def stop(self) -> None:
        if self._server is not None:
            self._server.close()


async def _pipe(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    with contextlib.suppress(OSError):
        writer.close()


class Player:
    """Plays game after game, and reconnects when the connection ends."""

    def __init__(self, number: int) -> None:
        self._chance = random.Random(number)
        self.tables: list[Table] = []
        self.errors: list[str] = []

    async def run(self, server: Server) -> None:
        while True:
            try:
                if not self.tables or self.tables[-1].over or self.tables[-1].free == []:
                    match, secret = await server.new_match()
                    self.tables.append(Table(match, secret, time.monotonic()))
                await play(server, self.tables[-1], self._chance, 0.0)
            except (WebSocketException, OSError):
                await asyncio.sleep(0.05)
            except AssertionError as error:
                self.errors.append(str(error)[:200])
                await asyncio.sleep(0.5)

    @property
    def moves(self) -> int:
        return sum(len(table.acknowledged) for table in self.tables)


async def longest_silence(players: list[Player], ended: asyncio.Event) -> float:
    """Returns the longest time in which no move of any game was acknowledged."""
    longest, since, before = 0.0, time.monotonic(), -1
    while not ended.is_set():
        moves = sum(player.moves for player in players)
        if moves != before:
            longest, since, before = max(longest, time.monotonic() - since), time.monotonic(), moves
        await asyncio.sleep(0.01)
    return longest


async def trial(
    folder: Path,
    url: str,
    servers: int,
    games: int,
    seconds: float,
    *,
    restart: bool,
    launch: Launch | None = None,
) -> dict[str, Any]:
    """Plays through the proxy; with `restart`, restarts the servers one after the other."""
    launch = launch or launched("--workers", str(WORKERS))
    behind = [Server(folder, url, launch) for _ in range(servers)]
    for each in behind:
        await each.start()
    front = Server(folder, url)
    proxy = Proxy([each.port for each in behind])
    await proxy.start(front.port)
    players = [Player(number) for number in range(games)]
    tasks = [asyncio.ensure_future(player.run(front)) for player in players]
    try:
        while not all(player.moves for player in players):
            await asyncio.sleep(0.05)
        pids = [pid for each in behind if each._process for pid in family(each._process.pid)]
        before, used = sum(player.moves for player in players), processor_seconds(pids)
        began, ended = time.monotonic(), asyncio.Event()
        silence = asyncio.ensure_future(longest_silence(players, ended))
        await asyncio.sleep(seconds / 3 if restart else seconds)
        if restart:
            for each in behind:
                await asyncio.to_thread(each.stop)
                await each.start()
                await asyncio.sleep(seconds / 3)
        else:
            used = processor_seconds(pids) - used
        moves, spent = sum(player.moves for player in players) - before, time.monotonic() - began
        ended.set()
        found: dict[str, Any] = {
            "servers": servers,
            "moves_per_second": round(moves / spent, 1),
            "errors": [error for player in players for error in player.errors],
            "longest_silence_seconds": round(await silence, 2),
        }
        if not restart:
            found["server_cpu_ms_a_move"] = round(1000 * used / moves, 2)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        total = {"acknowledged": 0, "lost": 0, "doubled": 0, "extra": 0}
        for player in players:
            for table in player.tables:
                for name, count in (await check(front, table)).items():
                    total[name] += count
        return {**found, **total}
    finally:
        for task in tasks:
            task.cancel()
        proxy.stop()
        for each in behind:
            await asyncio.to_thread(each.stop)


async def measure(games: int, seconds: float, database: str = "postgres") -> dict[str, Any]:
    found: dict[str, Any] = {}
    trials = {"one server": (1, False), "two servers": (2, False), "rolling restart": (2, True)}
    for name, (servers, restart) in trials.items():
        with tempfile.TemporaryDirectory() as folder, database_of(database, Path(folder)) as url:
            found[name] = await trial(Path(folder), url, servers, games, seconds, restart=restart)
    one, two = found["one server"], found["two servers"]
    found["throughput_ratio"] = round(two["moves_per_second"] / one["moves_per_second"], 2)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=60.0, help="of each of the three trials")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = asyncio.run(measure(options.games, options.seconds))
    print(json.dumps(found) if options.json else json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
