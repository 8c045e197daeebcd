"""What the sweep of `serve --keep` costs: its batches, and the moves that are stored meanwhile.

    .venv/bin/python bench/web_retention.py [--matches 2000] [--moves 60]
                                            [--database sqlite|postgres|URL] [--json]

Finished matches of that many moves are stored, half of them older than 90 days. One game goes on
being stored, move after move, first alone and then beside the sweep.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from pathlib import Path
from typing import Any

from support.web_server import database_of, quantile

from fivefold.server.matches.retention import MATCHES_AT_ONCE, PAUSE_SECONDS
from fivefold.server.room.events import Event
from fivefold.server.storage.retention import Cursor
from fivefold.server.storage.store import Store

DAY = 86_400.0
DATA = {"ply": 1, "move": "h8", "seat": "X", "seconds": 1.234, "decision": None, "fill": "x" * 120}


def log(moves: int, at: float) -> list[Event]:
    kinds = ["created", *["moved"] * moves, "ended"]
    return [Event(version, kind, at, DATA) for version, kind in enumerate(kinds, start=1)]


async def store_moves(store: Store, match: str, version: int, spent: list[float]) -> int:
    """Stores one move after the other until cancelled."""
    while True:
        began = time.perf_counter()
        await store.append(match, [Event(version, "moved", time.time(), DATA)])
        spent.append(time.perf_counter() - began)
        version += 1
        await asyncio.sleep(0.01)


async def measure(matches: int, moves: int, database: str) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, database_of(database, Path(folder)) as url:
        store = await Store.open(url)
        try:
            now = time.time()
            logs = (log(moves, now), log(moves, now - 180 * DAY))
            for first in range(0, matches, 100):
                numbers = range(first, min(first + 100, matches))
                new = (store.create(f"m{n}", "gomoku", False, logs[n % 2]) for n in numbers)
                await asyncio.gather(*new)
            alone: list[float] = []
            beside: list[float] = []
            batches: list[float] = []
            for match, spent, is_swept in (("a", alone, False), ("b", beside, True)):
                await store.create(match, "gomoku", False, log(0, now)[:1])
                mover = asyncio.ensure_future(store_moves(store, match, 2, spent))
                if is_swept:
                    deleted = 0
                    after: Cursor | None = Cursor()
                    while after is not None:
                        began = time.perf_counter()
                        batch = await store.sweep(now - 90 * DAY, MATCHES_AT_ONCE, after)
                        batches.append(time.perf_counter() - began)
                        deleted, after = deleted + batch.matches, batch.after
                        await asyncio.sleep(PAUSE_SECONDS)
                else:
                    await asyncio.sleep(5)
                mover.cancel()
                await asyncio.gather(mover, return_exceptions=True)
        finally:
            await store.close()
    return {
        "matches": matches,
        "deleted": deleted,
        "batches": len(batches),
        "matches_a_second": round(deleted / (sum(batches) + PAUSE_SECONDS * len(batches))),
        "batch_ms": {"p50": _ms(batches, 0.5), "most": _ms(batches, 1.0)},
        "move_ms_alone": {"p50": _ms(alone, 0.5), "p99": _ms(alone, 0.99)},
        "move_ms_beside": {"p50": _ms(beside, 0.5), "p99": _ms(beside, 0.99)},
    }


def _ms(seconds: list[float], share: float) -> float:
    return round(1000 * quantile(seconds, share), 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=2_000)
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument("--database", default="sqlite", help="sqlite, postgres or a URL")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = asyncio.run(measure(options.matches, options.moves, options.database))
    if options.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        print(f"{name:>18}  {value}")


if __name__ == "__main__":
    main()
