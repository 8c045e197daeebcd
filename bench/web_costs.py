"""Measures the server's cost of one move: processor, network and disk bytes, transactions.

    .venv/bin/python bench/web_costs.py [--games 100] [--rate 50] [--seconds 20]
                                        [--database sqlite|postgres|URL] [--workers 1] [--json]

Each game has two people with a socket each, as in web_load.py; moves are due at a steady rate. No
result is wall time: processor time is what the kernel charged the processes, so a busy machine
changes little; bytes are counted by the kernel (`/proc/PID/io`, `TCP_INFO`), transactions by the
server (`/api/metrics`). Memory is the increase from opening the games. Linux only.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import socket
import sqlite3
import struct
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from support.web_server import Server, database_of, launched, watch
from websockets.asyncio.client import ClientConnection

LEFT_SECONDS = 3.0
TICK = os.sysconf("SC_CLK_TCK")
_BYTES = struct.Struct("=QQ")
_BYTES_AT = 120
"""The offsets of acknowledged and received bytes in `struct tcp_info`."""


class Game:
    """A game of two people who alternate, each on a socket."""

    def __init__(self, server: Server, number: int) -> None:
        self._server = server
        self._chance = random.Random(number)
        self._stack = contextlib.AsyncExitStack()
        self._turn = asyncio.Lock()
        self._sockets: list[ClientConnection] = []
        self.moves = 0

    async def open(self) -> None:
        self._sockets = [await self._stack.enter_async_context(self._server.live()) for _ in "XO"]
        await self._begin()

    async def _begin(self) -> None:
        match, first = await self._server.new_match(second="open")
        second = await self._server.join(match)
        for tab, secret in zip(self._sockets, (first, second), strict=True):
            shown = (await watch(tab, match, secret))["match"]
        self._version, self._ply = shown["version"], 0
        self._free = shown["view"]["legal"]

    async def move(self) -> None:
        """Plays the next move; returns once both players have seen it."""
        async with self._turn:
            if not self._free:
                await self._begin()
            cell = self._free.pop(self._chance.randrange(len(self._free)))
            mover, other = self._ply % 2, 1 - self._ply % 2
            name = f"{self._chance.getrandbits(64):x}"
            asked = {"type": "move", "id": name, "version": self._version, "move": cell}
            await self._sockets[mover].send(json.dumps(asked))
            await asyncio.gather(self._until(mover, "ack"), self._until(other, "event"))
            self._ply += 1
            self.moves += 1

    async def _until(self, place: int, kind: str) -> None:
        while True:
            frame = json.loads(await self._sockets[place].recv())
            if frame["type"] == "error":
                raise RuntimeError(frame["error"]["message"])
            if frame["type"] == "event":
                self._version = max(self._version, frame["version"])
                if frame["event"]["kind"] == "ended" or frame["view"]["to_move"] is None:
                    self._free = []
            if frame["type"] == kind:
                return

    def bytes(self) -> tuple[int, int]:
        """Returns the bytes both players have sent and received."""
        sent = received = 0
        for tab in self._sockets:
            plain = tab.transport.get_extra_info("socket")
            told = plain.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256)
            acknowledged, came = _BYTES.unpack_from(told, _BYTES_AT)
            sent, received = sent + acknowledged, received + came
        return sent, received

    async def close(self) -> None:
        await self._stack.aclose()


def family(pid: int) -> list[int]:
    """Returns the process and its descendants."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    found = [pid]
    for each in found:
        found += [child for child, parent in parents.items() if parent == each]
    return found


def processor_seconds(pids: list[int]) -> float:
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
    return total / TICK


def megabytes(pids: list[int]) -> float:
    """Returns the memory of the processes, with shared pages split between them (PSS)."""
    total = 0
    for pid in pids:
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        total += sum(int(size) for size in re.findall(r"^Pss:\s+(\d+)", rollup, re.MULTILINE))
    return total / 1024


def written_bytes(pids: list[int]) -> int:
    """Returns the bytes the processes wrote to files; sockets use another system call.

    `write_bytes` would count whole dirty memory regions of 256 kB.
    """
    total = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            told = dict(
                line.split(": ") for line in Path(f"/proc/{pid}/io").read_text().splitlines()
            )
            total += int(told["wchar"])
    return total


def postgres_processes(folder: str) -> list[int]:
    """Returns the processes of the PostgreSQL server with sockets in that folder."""
    pid = int((Path(folder) / "data" / "postmaster.pid").read_text().split()[0])
    return family(pid)


class Costs:
    """The resources used so far."""

    def __init__(self, server: list[int], database: list[int], games: list[Game]) -> None:
        self.server = processor_seconds(server)
        self.database = processor_seconds(database)
        self.disk = written_bytes([*server, *database])
        counted = [game.bytes() for game in games]
        self.up = sum(sent for sent, _ in counted)
        self.down = sum(received for _, received in counted)
        self.moves = sum(game.moves for game in games)


async def transactions(server: Server, workers: int) -> float:
    if workers > 1:  # workers share their metrics every other second
        await asyncio.sleep(LEFT_SECONDS)

    def read() -> str:
        with urllib.request.urlopen(f"{server.address}/api/metrics", timeout=60) as answer:
            return str(answer.read().decode())

    found = re.findall(
        r"^fivefold_transactions_total\S* (\S+)$", await asyncio.to_thread(read), re.M
    )
    return sum(map(float, found))


def stored_bytes(database: str) -> float | None:
    """Returns the average size of a move event in SQLite's file; call it at the end."""
    if not database.startswith("sqlite"):
        return None
    with contextlib.closing(sqlite3.connect(database.removeprefix("sqlite:///"))) as kept:
        kept.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        pages = kept.execute("PRAGMA page_count").fetchone()[0]
        size = kept.execute("PRAGMA page_size").fetchone()[0]
        events = kept.execute("SELECT count(*) FROM events").fetchone()[0]
    return float(pages * size / events)


async def measure(
    games: int, rate: float, seconds: float, database: str, workers: int
) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, database_of(database, Path(folder)) as url:
        server = Server(Path(folder), url, launched("--workers", str(workers)))
        await server.start()
        try:
            assert server._process
            serving = family(server._process.pid)
            empty = megabytes(serving)
            players = [Game(server, number) for number in range(games)]
            for player in players:
                await player.open()
            opened = megabytes(serving)
            base = url.partition("host=")[2]
            behind = postgres_processes(base) if base else []
            for player in players:  # every game has started: the warm-up is over
                await player.move()
            done = await transactions(server, workers)
            before = Costs(serving, behind, players)
            began = time.perf_counter()
            moves = []
            for number in range(int(rate * seconds)):
                await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
                moves.append(asyncio.create_task(players[number % games].move()))
            await asyncio.gather(*moves)
            spent = time.perf_counter() - began
            if base:
                behind = sorted({*behind, *postgres_processes(base)})
            after = Costs(serving, behind, players)
            committed = await transactions(server, workers)
            for player in players:
                await player.close()
        finally:
            server.stop()
        stored = stored_bytes(url)
    count = after.moves - before.moves

    def each(name: str) -> float:
        return float(getattr(after, name) - getattr(before, name)) / count

    return {
        "database": "postgresql" if base else "sqlite",
        "workers": workers,
        "games": games,
        "moves": count,
        "moves_per_second": round(count / spent, 1),
        "server_cpu_ms": round(1000 * each("server"), 2),
        "database_cpu_ms": round(1000 * each("database"), 2),
        "bytes_in": round(each("up")),
        "bytes_out": round(each("down")),
        "bytes_written": round(each("disk")),
        "bytes_kept_an_event": None if stored is None else round(stored),
        "transactions": round((committed - done) / count, 3),
        "memory_empty_mb": round(empty, 1),
        "memory_a_game_kb": round(1024 * (opened - empty) / games, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--rate", type=float, default=50.0, help="moves a second, all together")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--database", default="sqlite")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = asyncio.run(
        measure(options.games, options.rate, options.seconds, options.database, options.workers)
    )
    if options.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        print(f"{name:>20}  {value}")


if __name__ == "__main__":
    main()
