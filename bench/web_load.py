"""Plays live games at a steady rate; measures the time to acknowledgement and to the opponent.

    .venv/bin/python bench/web_load.py [--games 100] [--rate 50] [--seconds 30] [--analysis 0]
                                       [--database sqlite|postgres|URL] [--workers 1] [--json]

Each game has two people, each with a socket. The moves of all games are spread evenly over time and
sent when due, whether or not earlier ones of other games were acknowledged. `--analysis N` keeps
the processor busy with N concurrent questions to strategies and N matches between machines. Memory
is that of the serving process. Server and load share the machine; on a virtual machine the host may
take processors away (`stolen`), and then the times mean nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import tempfile
import time
import urllib.error
from pathlib import Path
from typing import Any

from support.web_server import Launch, Server, database_of, launched, quantile, watch
from websockets.asyncio.client import ClientConnection

QUANTILES = (("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("max", 1.0))
QUESTION_SECONDS = 5
WARM = 0.2
"""The fraction of the run after which memory counts as settled."""


class Game:
    """A game of two people: sends moves in order, times acknowledgement and delivery."""

    def __init__(self, server: Server, number: int) -> None:
        self.server = server
        self.acks: list[float] = []
        self.seen: list[float] = []
        self.errors: list[str] = []
        self._chance = random.Random(number)
        self._free: list[str] = []
        self._version = 0
        self._ply = 0
        self._due = 0.0
        self._acked = asyncio.Event()
        self._shown = asyncio.Event()
        self._turn = asyncio.Lock()
        self._sockets: list[ClientConnection] = []
        self._readers: list[asyncio.Task[None]] = []
        self._stack = contextlib.AsyncExitStack()

    async def open(self) -> None:
        self._sockets = [
            await self._stack.enter_async_context(self.server.live()) for _ in range(2)
        ]
        await self._begin()

    async def _begin(self) -> None:
        match, black = await self.server.new_match(second="open")
        white = await self.server.join(match)
        for socket, secret in zip(self._sockets, (black, white), strict=True):
            first = await watch(socket, match, secret)
        self._version, self._ply = first["match"]["version"], 0
        self._free = first["match"]["view"]["legal"]
        self._readers = [asyncio.create_task(self._read(place)) for place in range(2)]

    async def _read(self, place: int) -> None:
        async for text in self._sockets[place]:
            now = time.perf_counter()
            assert isinstance(text, str)
            # Most of a frame is the view: only short frames are parsed whole.
            if text.startswith('{"type":"event"'):
                if '"kind":"ended"' in text[:80]:
                    self._free = []
                elif place != self._ply % 2:
                    self.seen.append(now - self._due)
                    self._shown.set()
            elif text.startswith('{"type":"ack"'):
                self.acks.append(now - self._due)
                self._version = json.loads(text)["version"]
                self._acked.set()
            elif text.startswith('{"type":"error"'):
                self.errors.append(json.loads(text)["error"]["code"])
                self._acked.set()
                self._shown.set()

    async def move(self) -> None:
        """Sends a due move; it waits, and its time runs, until the previous one is acknowledged."""
        due = time.perf_counter()
        async with self._turn:
            await self._move(due)

    async def _move(self, due: float) -> None:
        if not self._free:  # the game is won: the next one uses the same sockets
            await self._stop_reading()
            await self._begin()
        cell = self._free.pop(self._chance.randrange(len(self._free)))
        name = f"{self._chance.getrandbits(64):x}"
        self._acked.clear()
        self._shown.clear()
        self._due = due
        question = {"type": "move", "id": name, "version": self._version, "move": cell}
        await self._sockets[self._ply % 2].send(json.dumps(question))
        await self._acked.wait()
        await self._shown.wait()
        self._ply += 1

    async def _stop_reading(self) -> None:
        for reader in self._readers:
            reader.cancel()
        await asyncio.gather(*self._readers, return_exceptions=True)

    async def close(self) -> None:
        await self._stop_reading()
        await self._stack.aclose()


async def analyse(server: Server, answered: list[float]) -> None:
    """Asks a strategy in an endless loop."""
    question = {
        "game": "gomoku",
        "moves": ["h8", "h9", "i8"],
        "strategy": "negamax(depth=12)",
        "seconds": QUESTION_SECONDS,
    }
    while True:
        try:
            await server.post("/api/questions", question)
            answered.append(time.perf_counter())
        except urllib.error.HTTPError as error:
            if error.code != 503:  # 429 is expected under this load
                raise
            await asyncio.sleep(0.2)


async def watch_machines(server: Server) -> None:
    """Watches two machines play, endlessly."""
    while True:
        order = {"first": "negamax(depth=6)", "second": "negamax(depth=6)", "pace": 0}
        match, secret = await server.new_match(**order)
        async with server.live() as socket:
            await watch(socket, match, secret)
            async for text in socket:
                if '"kind":"ended"' in str(text)[:80]:
                    break


def stolen() -> float:
    """Returns the steal time of the host in seconds; Linux only."""
    ticks = Path("/proc/stat").read_text().split("\n")[0].split()[8]
    return int(ticks) / os.sysconf("SC_CLK_TCK")


async def note_memory(server: Server, notes: list[tuple[float, float]]) -> None:
    """Records seconds and megabytes, endlessly."""
    began = time.monotonic()
    while True:
        notes.append((time.monotonic() - began, server.megabytes))
        await asyncio.sleep(1)


def growth(notes: list[tuple[float, float]]) -> float:
    """Returns the memory growth in megabytes per hour once settled."""
    settled = notes[int(len(notes) * WARM) :]
    times = [seconds for seconds, _ in settled]
    sizes = [size for _, size in settled]
    middle, mean = sum(times) / len(times), sum(sizes) / len(sizes)
    spread = sum((seconds - middle) ** 2 for seconds in times)
    if not spread:
        return 0.0
    both = sum((seconds - middle) * (size - mean) for seconds, size in settled)
    return 3600 * both / spread


async def measure(
    games: int,
    rate: float,
    seconds: float,
    analysis: int = 0,
    database: str = "sqlite",
    launch: Launch | None = None,
) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, database_of(database, Path(folder)) as url:
        server = Server(Path(folder), url, launch)
        await server.start()
        beside: list[asyncio.Task[None]] = []
        memory: list[tuple[float, float]] = []
        answered: list[float] = []
        try:
            players = [Game(server, number) for number in range(games)]
            for player in players:
                await player.open()
            beside += [asyncio.create_task(analyse(server, answered)) for _ in range(analysis)]
            beside += [asyncio.create_task(watch_machines(server)) for _ in range(analysis)]
            beside.append(asyncio.create_task(note_memory(server, memory)))
            began, taken = time.perf_counter(), stolen()
            moves: set[asyncio.Task[None]] = set()
            for number in range(int(rate * seconds)):
                await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
                move = asyncio.create_task(players[number % games].move())
                moves.add(move)
                move.add_done_callback(moves.discard)
            await asyncio.gather(*moves)
            spent, taken = time.perf_counter() - began, stolen() - taken
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            memory.append((spent, server.megabytes))
            for player in players:
                await player.close()
        finally:
            server.stop()
    acks = [ack for player in players for ack in player.acks]
    seen = [look for player in players for look in player.seen]
    errors = [error for player in players for error in player.errors]
    sizes = [size for _, size in memory]
    return {
        "games": games,
        "moves": len(acks),
        "seen": len(seen),
        "moves_per_second": round(len(acks) / spent, 1),
        "errors": len(errors),
        "error_codes": sorted(set(errors)),
        "questions_answered": len(answered),
        "stolen_percent": round(100 * taken / spent / (os.cpu_count() or 1), 1),
        "ack_ms": _quantiles(acks),
        "opponent_ms": _quantiles(seen),
        "megabytes": {
            "first": round(sizes[0], 1),
            "most": round(max(sizes), 1),
            "last": round(sizes[-1], 1),
            "growth_per_hour": round(growth(memory), 1),
        },
    }


def _quantiles(values: list[float]) -> dict[str, float]:
    return {name: round(1000 * quantile(values, share), 2) for name, share in QUANTILES}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument(
        "--rate", type=float, default=50.0, help="moves a second, all games together"
    )
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--analysis", type=int, default=0, help="questions at any time")
    parser.add_argument("--database", default="sqlite", help="sqlite, postgres or a URL")
    parser.add_argument("--workers", type=int, default=1, help="processes of the server")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    more = ("--workers", str(options.workers)) if options.workers > 1 else ()
    result = asyncio.run(
        measure(
            *(options.games, options.rate, options.seconds, options.analysis, options.database),
            launched(*more),
        )
    )
    if options.json:
        print(json.dumps(result))
        return
    ack, seen, size = result["ack_ms"], result["opponent_ms"], result["megabytes"]
    print(
        f"{result['games']} games, {result['moves']} moves at {result['moves_per_second']} "
        f"a second: {result['errors']} errors {result['error_codes'] or ''}\n"
        f"ack p50 {ack['p50']}, p95 {ack['p95']}, p99 {ack['p99']}, max {ack['max']} ms\n"
        f"opponent sees p50 {seen['p50']}, p95 {seen['p95']}, p99 {seen['p99']}, "
        f"max {seen['max']} ms\n"
        f"serving process {size['first']} MB at first, {size['most']} at most, {size['last']} at "
        f"last, {size['growth_per_hour']} MB an hour more once settled\n"
        f"{result['questions_answered']} questions to strategies answered meanwhile; the host kept "
        f"{result['stolen_percent']} % of the processors for others"
    )


if __name__ == "__main__":
    main()
