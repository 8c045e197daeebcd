"""A long run in pieces: many games, and a `kill -9` of the server every ten minutes.

    .venv/bin/python bench/web_long_run.py --hours 4 --record docs/explanation/data/long-run.jsonl
    .venv/bin/python bench/web_long_run.py --count docs/explanation/data/long-run.jsonl

Each piece plays `--games` games at `--rate` moves a second for `--hours`, on a database of its own,
and kills and restarts the server every `--kill-every` seconds. Every acknowledged move must be in
its game exactly once and in its place. A piece that ends, also by Ctrl-C, appends one line to the
record; `--count` adds up the lines.
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

from support.web_server import Server, database_of
from web_kills import Table, look_into, play
from websockets.exceptions import WebSocketException

AWAY_SECONDS = 0.5


class Seat:
    """One place at which game after game is played."""

    def __init__(self, number: int) -> None:
        self._chance = random.Random(number)
        self.table: Table | None = None
        self.finished: list[Table] = []
        self.errors: list[str] = []

    async def play(self, server: Server, pause: float) -> None:
        """Plays until the connection breaks."""
        while True:
            if self.table is None:
                match, secret = await server.new_match(time="600+0")
                self.table = Table(match, secret, time.monotonic())
            try:
                await play(server, self.table, self._chance, pause)
            except AssertionError as error:
                self.errors.append(str(error)[:200])
            self.finished.append(self.table)
            self.table = None


async def check(server: Server, table: Table) -> dict[str, int]:
    """Compares a game with its player's view."""
    moves = (await server.get(f"/api/matches/{table.match}"))["match"]["moves"]
    lost = sum(
        place >= len(moves) or moves[place] != cell for place, cell in enumerate(table.acknowledged)
    )
    allowed = 0 if table.unanswered is None else 1
    return {
        "acknowledged": len(table.acknowledged),
        "lost": lost,
        "doubled": len(moves) - len(set(moves)),
        "extra": max(0, len(moves) - len(table.acknowledged) - allowed),
    }


def bytes_per_event(url: str, folder: Path) -> float | None:
    """Returns the size of SQLite's file for each event in it."""
    if not url.startswith("sqlite"):
        return None
    import sqlite3

    with contextlib.closing(sqlite3.connect(folder / "games.db")) as kept:
        kept.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        events = int(kept.execute("SELECT count(*) FROM events").fetchone()[0])
    return round((folder / "games.db").stat().st_size / max(1, events), 1)


async def piece(
    games: int, rate: float, hours: float, kill_every: float, database: str
) -> dict[str, Any]:
    found: dict[str, Any] = dict.fromkeys(("acknowledged", "lost", "doubled", "extra", "kills"), 0)
    memory: list[float] = []
    seats = [Seat(number) for number in range(games)]
    with tempfile.TemporaryDirectory() as folder, database_of(database, Path(folder)) as url:
        server = Server(Path(folder), url)
        await server.start()
        began = time.monotonic()
        until = began + 3_600 * hours
        try:
            while time.monotonic() < until:
                players = [asyncio.ensure_future(seat.play(server, games / rate)) for seat in seats]
                with contextlib.suppress(asyncio.CancelledError):
                    await asyncio.sleep(min(kill_every, until - time.monotonic()))
                memory.append(server.megabytes)
                server.kill()
                found["kills"] += 1
                for result in await asyncio.gather(*players, return_exceptions=True):
                    if not isinstance(result, WebSocketException | OSError):
                        found.setdefault("errors", []).append(repr(result)[:200])
                await asyncio.sleep(AWAY_SECONDS)
                await server.start()
                for seat in seats:
                    for table in seat.finished:
                        for name, count in (await check(server, table)).items():
                            found[name] += count
                    seat.finished.clear()
                if asyncio.current_task().cancelling():  # type: ignore[union-attr]
                    break
            for seat in seats:
                if seat.table is not None:
                    for name, count in (await check(server, seat.table)).items():
                        found[name] += count
        finally:
            server.stop()
        spent = time.monotonic() - began
        found |= await asyncio.to_thread(look_into, url)
        found["bytes_an_event"] = bytes_per_event(url, Path(folder))
    found["errors"] = [*found.get("errors", []), *(e for seat in seats for e in seat.errors)]
    return {
        "date": time.strftime("%Y-%m-%d %H:%M"),
        "hours": round(spent / 3_600, 4),
        "games": games,
        "rate": rate,
        "database": database.partition(":")[0],
        **found,
        "megabytes": {"first": round(memory[0], 1), "last": round(memory[-1], 1)},
    }


def count(record: Path) -> dict[str, Any]:
    """Returns the sums of all pieces."""
    pieces = [json.loads(line) for line in record.read_text().splitlines()]
    names = ("hours", "kills", "acknowledged", "lost", "doubled", "extra")
    total = {name: round(sum(each[name] for each in pieces), 2) for name in names}
    longest = max((each["hours"] for each in pieces), default=0)
    return {"pieces": len(pieces), **total, "longest_piece_hours": longest}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rate", type=float, default=50.0, help="moves a second, all together")
    parser.add_argument("--hours", type=float, default=4.0)
    parser.add_argument("--kill-every", type=float, default=600.0, metavar="SECONDS")
    parser.add_argument("--database", default="sqlite", help="sqlite, postgres or a URL")
    parser.add_argument("--record", type=Path, help="append the result to this file")
    parser.add_argument("--count", type=Path, metavar="RECORD", help="only add up a record")
    options = parser.parse_args()
    if options.count:
        print(json.dumps(count(options.count), indent=1))
        return
    result = asyncio.run(
        piece(options.games, options.rate, options.hours, options.kill_every, options.database)
    )
    print(json.dumps(result, indent=1))
    if options.record:
        with options.record.open("a", encoding="utf-8") as file:
            file.write(json.dumps(result) + "\n")


if __name__ == "__main__":
    main()
