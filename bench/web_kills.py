"""kill -9 under load, again and again: is any acknowledged move lost?

    .venv/bin/python bench/web_kills.py [--kills 10] [--games 20] [--rate 100] [--json]

Games are played over sockets; at a random instant the server is killed and started again. Every
move that was acknowledged must then be in its game, once, in its place. Moves without an answer
are sent again with the same id, as the page does, and must be applied at most once.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sqlite3
import tempfile
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from web_server import Server, watch
from websockets.exceptions import ConnectionClosed


@dataclass
class Table:
    """What the player of one game knows: the moves acknowledged, and the one without an answer."""

    match: str
    secret: str
    free: list[str]
    version: int = 1
    acknowledged: list[str] = field(default_factory=list)
    unanswered: tuple[str, str, int] | None = None
    over: bool = False


async def play(server: Server, table: Table, chance: random.Random, pause: float) -> None:
    """Plays until the connection breaks, sending what has no answer again first."""
    async with AsyncExitStack() as stack:
        socket = await stack.enter_async_context(server.live())
        await watch(socket, table.match, table.secret)
        while not table.over:
            if table.unanswered is None:
                if not table.free:
                    return
                cell = table.free.pop(chance.randrange(len(table.free)))
                table.unanswered = (f"{chance.getrandbits(64):x}", cell, table.version)
            name, cell, version = table.unanswered
            question = {"type": "move", "id": name, "version": version, "move": cell}
            await socket.send(json.dumps(question))
            while table.unanswered is not None:
                frame = json.loads(await socket.recv())
                if frame["type"] == "ack" and frame["id"] == name:
                    table.acknowledged.append(cell)
                    table.version, table.unanswered = frame["version"], None
                elif frame["type"] == "error":
                    raise AssertionError(frame)
                elif frame["type"] == "event" and frame["event"]["kind"] == "ended":
                    table.over = True
            await asyncio.sleep(chance.random() * 2 * pause)


async def round_of(
    server: Server, tables: list[Table], chance: random.Random, pause: float
) -> float:
    """Plays, kills at a random instant, starts again; returns seconds to the first new ack."""
    players = [asyncio.create_task(play(server, table, chance, pause)) for table in tables]
    await asyncio.sleep(0.3 + chance.random())
    server.kill()
    for result in await asyncio.gather(*players, return_exceptions=True):
        if result is not None and not isinstance(result, ConnectionClosed | OSError):
            raise result
    began = time.perf_counter()
    await server.start()
    lively = next(table for table in tables if not table.over)
    before = len(lively.acknowledged)
    again = asyncio.create_task(play(server, lively, chance, 0))
    while len(lively.acknowledged) == before and not again.done():
        await asyncio.sleep(0.005)
    recovered = time.perf_counter() - began
    again.cancel()
    await asyncio.gather(again, return_exceptions=True)
    return recovered


async def faults_in(server: Server, table: Table) -> dict[str, int]:
    """Compares a game with what its player was told: lost and doubled moves, gaps in the log."""
    match = (await server.get(f"/api/matches/{table.match}"))["match"]
    moves = match["moves"]
    lost = sum(
        place >= len(moves) or moves[place] != cell for place, cell in enumerate(table.acknowledged)
    )
    spare = len(moves) - len(table.acknowledged)
    allowed = 0 if table.unanswered is None else 1
    return {"lost": lost, "doubled": len(moves) - len(set(moves)), "extra": max(0, spare - allowed)}


async def measure(kills: int, games: int, rate: float) -> dict[str, Any]:
    chance = random.Random(kills)
    total = {"lost": 0, "doubled": 0, "extra": 0}
    recoveries = []
    acknowledged = 0
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        await server.start()
        try:
            for _ in range(kills):
                tables = []
                for _ in range(games):
                    match, secret = await server.new_match()
                    view = (await server.get(f"/api/matches/{match}"))["match"]["view"]
                    tables.append(Table(match, secret, view["legal"]))
                recoveries.append(await round_of(server, tables, chance, games / rate))
                acknowledged += sum(len(table.acknowledged) for table in tables)
                for table in tables:
                    for fault, count in (await faults_in(server, table)).items():
                        total[fault] += count
        finally:
            server.stop()
        with sqlite3.connect(Path(folder) / "games.db") as database:
            integrity = database.execute("PRAGMA integrity_check").fetchone()[0]
            gaps = database.execute(
                "SELECT count(*) FROM (SELECT max(version) - count(*) AS gap FROM events "
                "GROUP BY match) WHERE gap != 0"
            ).fetchone()[0]
    return {
        "kills": kills,
        "acknowledged": acknowledged,
        **total,
        "gaps": gaps,
        "integrity": integrity,
        "slowest_recovery_seconds": round(max(recoveries), 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--rate", type=float, default=100.0, help="moves a second, all together")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    result = asyncio.run(measure(options.kills, options.games, options.rate))
    if options.json:
        print(json.dumps(result))
        return
    print(
        f"{result['kills']} kills, {result['acknowledged']} moves acknowledged: "
        f"{result['lost']} lost, {result['doubled']} doubled, "
        f"{result['extra']} nobody sent, {result['gaps']} gaps, "
        f"integrity {result['integrity']}; first new ack at most "
        f"{result['slowest_recovery_seconds']} s after the restart"
    )


if __name__ == "__main__":
    main()
