"""Kills the server under load with `kill -9`: is an acknowledged move lost, is time charged?

    .venv/bin/python bench/web_kills.py [--kills 10] [--games 20] [--rate 100]
                                        [--database sqlite|postgres|URL] [--json]

Games are played over sockets; at a random moment the server is killed and restarted. Every
acknowledged move must then be in its game exactly once, in its place. Unacknowledged moves are sent
again with the same id, as the page does, and must be applied at most once. All games have clocks:
together they may have used no more time than the server was up.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from support.web_server import Launch, Server, database_of, watch
from websockets.exceptions import WebSocketException

CLOCK_SECONDS = 3600
AWAY_SECONDS = 0.5
"""Minimum downtime in seconds: a clock that kept running would show it."""


@dataclass
class Table:
    """A player's view of one game: the acknowledged moves and the pending one."""

    match: str
    secret: str
    created: float
    free: list[str] | None = None
    version: int = 1
    acknowledged: list[str] = field(default_factory=list)
    unanswered: tuple[str, str, int] | None = None
    over: bool = False


async def play(server: Server, table: Table, chance: random.Random, pause: float) -> None:
    """Plays until the connection breaks, starting with the pending move."""
    async with AsyncExitStack() as stack:
        socket = await stack.enter_async_context(server.live())
        seen = await watch(socket, table.match, table.secret)
        if table.free is None:
            table.free = seen["match"]["view"]["legal"]
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


@dataclass(frozen=True)
class Round:
    """When the server was down and up again, and the time to the first new acknowledgement."""

    killed: float
    ready: float
    recovered: float


async def round_of(
    server: Server, tables: list[Table], chance: random.Random, pause: float
) -> Round:
    """Plays, kills at a random moment, restarts, and waits for the first new acknowledgement."""
    players = [asyncio.create_task(play(server, table, chance, pause)) for table in tables]
    while not all(table.acknowledged for table in tables):  # wait until every game is in progress
        if any(player.done() for player in players):
            break
        await asyncio.sleep(0.01)
    await asyncio.sleep(chance.random())
    server.kill()
    killed = time.monotonic()
    for result in await asyncio.gather(*players, return_exceptions=True):
        if result is not None and not isinstance(result, WebSocketException | OSError):
            raise result
    await asyncio.sleep(max(0.0, AWAY_SECONDS - (time.monotonic() - killed)))
    began = time.monotonic()
    await server.start()
    ready = time.monotonic()
    lively = next(table for table in tables if not table.over)
    before = len(lively.acknowledged)
    again = asyncio.create_task(play(server, lively, chance, 0))
    while len(lively.acknowledged) == before and not again.done():
        await asyncio.sleep(0.005)
    recovered = time.monotonic() - began
    again.cancel()
    await asyncio.gather(again, return_exceptions=True)
    return Round(killed, ready, recovered)


async def faults_in(server: Server, table: Table, seen: Round) -> dict[str, float]:
    """Compares a game with its player's view: lost and doubled moves, time charged."""
    match = (await server.get(f"/api/matches/{table.match}"))["match"]
    there = seen.killed - table.created + time.monotonic() - seen.ready
    moves = match["moves"]
    lost = sum(
        place >= len(moves) or moves[place] != cell for place, cell in enumerate(table.acknowledged)
    )
    spare = len(moves) - len(table.acknowledged)
    allowed = 0 if table.unanswered is None else 1
    used = sum(match["clocks"][seat]["used"] for seat in ("X", "O"))
    return {
        "lost": lost,
        "doubled": len(moves) - len(set(moves)),
        "extra": max(0, spare - allowed),
        "seconds_charged": max(0.0, used - there),
    }


def look_into(url: str) -> dict[str, Any]:
    """Returns the database's own checks: gaps in the logs, and integrity."""
    from sqlalchemy import create_engine, text

    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:", 1))
    per_match = "SELECT max(version) - count(*) AS gap FROM events GROUP BY match"
    with engine.connect() as connection:
        gaps = connection.execute(text(f"SELECT count(*) FROM ({per_match}) AS g WHERE gap != 0"))
        found: dict[str, Any] = {"gaps": gaps.scalar()}
        if engine.dialect.name == "sqlite":
            found["integrity"] = connection.execute(text("PRAGMA integrity_check")).scalar()
        else:
            # The indexes match the rows, and every row can be read.
            connection.execute(text("CREATE EXTENSION IF NOT EXISTS amcheck"))
            connection.execute(
                text(
                    "SELECT bt_index_check(indexrelid, true) FROM pg_index "
                    "WHERE indrelid IN ('events'::regclass, 'matches'::regclass)"
                )
            )
            found["integrity"] = "ok"
    engine.dispose()
    return found


async def measure(
    kills: int, games: int, rate: float, database: str = "sqlite", launch: Launch | None = None
) -> dict[str, Any]:
    chance = random.Random(kills)
    total: dict[str, float] = {"lost": 0, "doubled": 0, "extra": 0, "seconds_charged": 0}
    recoveries = []
    acknowledged = 0
    with tempfile.TemporaryDirectory() as folder, database_of(database, Path(folder)) as url:
        server = Server(Path(folder), url, launch)
        await server.start()
        try:
            for _ in range(kills):
                tables = []
                for _ in range(games):
                    created = time.monotonic()
                    match, secret = await server.new_match(time=f"{CLOCK_SECONDS // 60}+0")
                    tables.append(Table(match, secret, created))
                seen = await round_of(server, tables, chance, games / rate)
                recoveries.append(seen.recovered)
                acknowledged += sum(len(table.acknowledged) for table in tables)
                for table in tables:
                    for fault, count in (await faults_in(server, table, seen)).items():
                        total[fault] += count
        finally:
            server.stop()
        found = await asyncio.to_thread(look_into, url)
    return {
        "kills": kills,
        "games": games,
        "acknowledged": acknowledged,
        **total,
        **found,
        "slowest_recovery_seconds": round(max(recoveries), 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--rate", type=float, default=100.0, help="moves a second, all together")
    parser.add_argument("--database", default="sqlite", help="sqlite, postgres or a URL")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    result = asyncio.run(measure(options.kills, options.games, options.rate, options.database))
    if options.json:
        print(json.dumps(result))
        return
    print(
        f"{result['kills']} kills, {result['acknowledged']} moves acknowledged: "
        f"{result['lost']} lost, {result['doubled']} doubled, "
        f"{result['extra']} nobody sent, {result['gaps']} gaps, "
        f"integrity {result['integrity']}, {result['seconds_charged']:.3f} s charged while the "
        f"server was away; first new ack at most {result['slowest_recovery_seconds']} s after "
        "the restart"
    )


if __name__ == "__main__":
    main()
