"""A long run in pieces: many games, and a `kill -9` of the server every ten minutes.

    .venv/bin/python bench/web_long_run.py --hours 4 --record docs/explanation/data/long-run.jsonl
    .venv/bin/python bench/web_long_run.py --count docs/explanation/data/long-run.jsonl

Each piece plays `--games` games at `--rate` moves a second for `--hours`, on a database of its own,
and kills and restarts the server every `--kill-every` seconds. Every acknowledged move must be in
its game exactly once and in its place; a player whose connection ends before the kill is an error.
A piece is one line of the record, written anew after each kill, so that a piece that is itself
killed counts as far as it came; `--count` adds up the lines. A line has, for each kill, the memory
of the server just before it and the size of the database after it.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import sqlite3
import tempfile
import time
from asyncio import Task
from collections import Counter
from http.client import HTTPException
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, text
from support.web_server import Launch, Server, database_of
from web_kills import Table, look_into, play
from websockets.exceptions import WebSocketException

AWAY_SECONDS = 0.5
BROKEN = (WebSocketException, OSError, HTTPException)
"""What a kill may do to a connection."""


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


def acknowledged(seats: list[Seat]) -> int:
    """Returns the acknowledged moves in the games that are not yet checked."""
    tables = [table for seat in seats for table in (*seat.finished, seat.table) if table]
    return sum(len(table.acknowledged) for table in tables)


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


def size_of(url: str) -> int:
    """Returns the bytes of the database, with everything in its log moved into it."""
    if url.startswith("sqlite"):
        file = Path(url.removeprefix("sqlite:///"))
        with contextlib.closing(sqlite3.connect(file)) as kept:
            kept.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return file.stat().st_size
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:", 1))
    with engine.connect() as connection:
        size = connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one()
    engine.dispose()
    return int(size)


class Piece:
    """One uninterrupted part of the long run, and what it has found so far."""

    def __init__(self, games: int, rate: float, database: str) -> None:
        self._began = time.monotonic()
        self._date = time.strftime("%Y-%m-%d %H:%M")
        self._settings = {"games": games, "rate": rate, "database": database.partition(":")[0]}
        self._counts: Counter[str] = Counter(acknowledged=0, lost=0, doubled=0, extra=0)
        self._at_kills: list[dict[str, float]] = []
        self._checks: dict[str, Any] = {}
        self.errors: list[str] = []

    async def check(self, server: Server, tables: list[Table]) -> None:
        for table in tables:
            self._counts.update(await check(server, table))

    def note_kill(self, tables: list[Table], megabytes: float, size: int) -> None:
        """Notes the state around a kill; `tables` are those not yet checked."""
        moves = self._counts["acknowledged"] + sum(len(table.acknowledged) for table in tables)
        self._at_kills.append(
            {
                "hours": self.hours,
                "acknowledged": moves,
                "server_megabytes": round(megabytes, 1),
                "database_megabytes": round(size / 2**20, 2),
            }
        )

    def note_checks(self, found: dict[str, Any]) -> None:
        self._checks = found

    @property
    def hours(self) -> float:
        return round((time.monotonic() - self._began) / 3_600, 4)

    def bytes_a_move(self) -> float | None:
        """Returns the growth of the database between the first kill and the last."""
        if len(self._at_kills) < 2:
            return None
        first, last = self._at_kills[0], self._at_kills[-1]
        grown = last["database_megabytes"] - first["database_megabytes"]
        moves = last["acknowledged"] - first["acknowledged"]
        return round(2**20 * grown / moves, 1) if moves else None

    def as_data(self) -> dict[str, Any]:
        return {
            "date": self._date,
            "hours": self.hours,
            **self._settings,
            "kills": len(self._at_kills),
            **self._counts,
            **self._checks,
            "errors": self.errors,
            "database_bytes_a_move": self.bytes_a_move(),
            "at_kills": self._at_kills,
        }


class Record:
    """A file with a line for each piece; the last line is that of the present one."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._before = file.read_text(encoding="utf-8") if file and file.exists() else ""

    def write(self, piece: Piece) -> None:
        if self._file is not None:
            new = self._file.with_suffix(".new")
            new.write_text(self._before + json.dumps(piece.as_data()) + "\n", encoding="utf-8")
            new.replace(self._file)


async def play_piece(
    games: int,
    rate: float,
    hours: float,
    kill_every: float,
    database: str,
    record: Record,
    launch: Launch | None = None,
) -> dict[str, Any]:
    seats = [Seat(number) for number in range(games)]
    piece = Piece(games, rate, database)
    with tempfile.TemporaryDirectory() as folder, database_of(database, Path(folder)) as url:
        server = Server(Path(folder), url, launch)
        await server.start()
        until = time.monotonic() + 3_600 * hours
        is_cancelled = False
        try:
            while time.monotonic() < until and not is_cancelled:
                players = [asyncio.ensure_future(seat.play(server, games / rate)) for seat in seats]
                before = acknowledged(seats)
                try:
                    await asyncio.sleep(min(kill_every, until - time.monotonic()))
                    # A period of a second may be too short for a move on a busy machine.
                    while acknowledged(seats) == before and not all(map(Task.done, players)):
                        await asyncio.sleep(0.05)
                except asyncio.CancelledError:
                    is_cancelled = True
                early = [player for player in players if player.done()]
                megabytes = server.megabytes
                server.kill()
                results = await asyncio.gather(*players, return_exceptions=True)
                piece.errors += [repr(player.exception())[:200] for player in early]
                piece.errors += [
                    repr(result)[:200]
                    for player, result in zip(players, results, strict=True)
                    if player not in early and not isinstance(result, BROKEN)
                ]
                unchecked = [t for seat in seats for t in (*seat.finished, seat.table) if t]
                size = await asyncio.to_thread(size_of, url)
                piece.note_kill(unchecked, megabytes, size)
                await asyncio.sleep(AWAY_SECONDS)
                await server.start()
                for seat in seats:
                    await piece.check(server, seat.finished)
                    piece.errors += seat.errors
                    seat.finished.clear()
                    seat.errors.clear()
                record.write(piece)
            await piece.check(server, [seat.table for seat in seats if seat.table is not None])
        finally:
            server.stop()
        piece.note_checks(await asyncio.to_thread(look_into, url))
    record.write(piece)
    return piece.as_data()


def count(record: Path) -> dict[str, Any]:
    """Returns the sums of all pieces."""
    pieces = [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]
    names = ("hours", "kills", "acknowledged", "lost", "doubled", "extra")
    total: dict[str, Any] = {name: round(sum(each[name] for each in pieces), 2) for name in names}
    total["errors"] = sum(len(each["errors"]) for each in pieces)
    longest = max((each["hours"] for each in pieces), default=0)
    return {"pieces": len(pieces), **total, "longest_piece_hours": longest}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rate", type=float, default=50.0, help="moves a second, all together")
    parser.add_argument("--hours", type=float, default=4.0)
    parser.add_argument("--kill-every", type=float, default=600.0, metavar="SECONDS")
    parser.add_argument("--database", default="sqlite", help="sqlite, postgres or a URL")
    parser.add_argument("--record", type=Path, help="add the piece to this file")
    parser.add_argument("--count", type=Path, metavar="RECORD", help="only add up a record")
    options = parser.parse_args()
    if options.count:
        print(json.dumps(count(options.count), indent=1))
        return
    settings = (options.games, options.rate, options.hours, options.kill_every, options.database)
    result = asyncio.run(play_piece(*settings, Record(options.record)))
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
