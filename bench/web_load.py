"""Live games at a steady pace: how long from a move sent to its acknowledgement.

    .venv/bin/python bench/web_load.py [--games 100] [--rate 50] [--seconds 30] [--json]

Each game is a socket of its own; the moves of all games are spread evenly over the time, sent
when they are due whether or not earlier ones of other games were answered. Server and load share
the machine.
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

from web_server import Server, quantile, watch


class Player:
    """One game on one socket: sends its moves in order and times each answer."""

    def __init__(self, server: Server, number: int) -> None:
        self.server = server
        self.acks: list[float] = []
        self.errors: list[str] = []
        self._chance = random.Random(number)
        self._free: list[str] = []
        self._version = 0
        self._sent: dict[str, float] = {}
        self._answered = asyncio.Event()
        self._turn = asyncio.Lock()

    async def open(self) -> None:
        self._stack = contextlib.AsyncExitStack()
        self._socket = await self._stack.enter_async_context(self.server.live())
        await self._begin()
        self._reader = asyncio.create_task(self._read())

    async def _begin(self) -> None:
        match, secret = await self.server.new_match()
        first = await watch(self._socket, match, secret)
        self._version = first["match"]["version"]
        self._free = first["match"]["view"]["legal"]

    async def _read(self) -> None:
        async for text in self._socket:
            now = time.perf_counter()
            frame = json.loads(text)
            if frame["type"] == "ack":
                self.acks.append(now - self._sent.pop(frame["id"]))
                self._version = frame["version"]
                self._answered.set()
            elif frame["type"] == "error":
                self.errors.append(frame["error"]["code"])
                self._answered.set()
            elif frame["type"] == "event" and frame["event"]["kind"] == "ended":
                self._free = []

    async def move(self) -> None:
        """Sends a move that is due now; it waits, and its time runs, until the last is answered."""
        due = time.perf_counter()
        async with self._turn:
            await self._move(due)

    async def _move(self, due: float) -> None:
        if not self._free:  # somebody won: the next game starts on the same socket
            self._reader.cancel()
            await self._begin()
            self._reader = asyncio.create_task(self._read())
        cell = self._free.pop(self._chance.randrange(len(self._free)))
        name = f"{self._chance.getrandbits(64):x}"
        self._answered.clear()
        self._sent[name] = due
        await self._socket.send(
            json.dumps({"type": "move", "id": name, "version": self._version, "move": cell})
        )
        await self._answered.wait()

    async def close(self) -> None:
        self._reader.cancel()
        await self._stack.aclose()


async def measure(games: int, rate: float, seconds: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        await server.start()
        try:
            players = [Player(server, number) for number in range(games)]
            for player in players:
                await player.open()
            began = time.perf_counter()
            moves: list[asyncio.Task[None]] = []
            for number in range(int(rate * seconds)):
                await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
                moves.append(asyncio.create_task(players[number % games].move()))
            await asyncio.gather(*moves)
            spent = time.perf_counter() - began
            for player in players:
                await player.close()
        finally:
            server.stop()
    acks = [ack for player in players for ack in player.acks]
    errors = [error for player in players for error in player.errors]
    return {
        "games": games,
        "moves": len(acks),
        "moves_per_second": round(len(acks) / spent, 1),
        "errors": len(errors),
        "error_codes": sorted(set(errors)),
        "ack_ms": {
            name: round(1000 * quantile(acks, share), 2)
            for name, share in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("max", 1.0))
        },
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument(
        "--rate", type=float, default=50.0, help="moves a second, all games together"
    )
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    result = asyncio.run(measure(options.games, options.rate, options.seconds))
    if options.json:
        print(json.dumps(result))
        return
    ack = result["ack_ms"]
    print(
        f"{result['games']} games, {result['moves']} moves at {result['moves_per_second']} "
        f"a second: {result['errors']} errors; ack p50 {ack['p50']}, p95 {ack['p95']}, "
        f"p99 {ack['p99']}, max {ack['max']} ms"
    )


if __name__ == "__main__":
    main()
