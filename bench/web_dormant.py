"""What stored games with a running clock cost while nobody uses them.

    .venv/bin/python bench/web_dormant.py [--timers 1000000] [--matches 2000] [--json]

Of a match that has left the memory, the server keeps a flag timer. The first figure is the memory
and time of that many timers alone; the second the memory of real matches, first loaded, then
dropped, and how long after its time is over the flag of each has fallen.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import secrets
import tempfile
import time
from pathlib import Path
from typing import Any

from fivefold.names import game_from
from fivefold.server.analysis.host_strategies import HostStrategies
from fivefold.server.matches.dormant import DormantMatches, FlagTimer
from fivefold.server.matches.service import MatchService
from fivefold.server.room import commands as do
from fivefold.server.settings import Settings
from fivefold.server.storage.store import Store

PATIENCE = 600.0
CLOCK = "20s"
"""Long enough to create and drop all matches before the first flag falls."""


def megabytes() -> float:
    gc.collect()
    status = Path("/proc/self/status").read_text()
    resident = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(resident.split()[1]) / 1024


def timers(count: int) -> dict[str, Any]:
    chance, now = random.Random(1), time.monotonic()
    dormant = DormantMatches()
    before, began = megabytes(), time.perf_counter()
    for _ in range(count):
        due = now + chance.uniform(0, 1_000_000)
        dormant.add(FlagTimer(due, secrets.token_urlsafe(16), now, 7))
    added = time.perf_counter() - began
    after, began = megabytes(), time.perf_counter()
    fallen = 0
    while due_now := dormant.due(now + 1_000_001, 1_000):
        for match in due_now:
            dormant.remove(match)
        fallen += len(due_now)
    assert fallen == count
    return {
        "timers": count,
        "megabytes": round(after - before, 1),
        "bytes_each": round((after - before) * 2**20 / count),
        "microseconds_to_add": round(1e6 * added / count, 2),
        "microseconds_to_fall": round(1e6 * (time.perf_counter() - began) / count, 2),
    }


async def matches(count: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/games.db"
        store = await Store.open(url)
        settings = Settings(url, limited=False, max_matches=2 * count)
        service = MatchService(settings, store, HostStrategies())
        game = game_from("gomoku")
        order = do.Order(game, game.start, (), {"X": "me", "O": "me"}, time=CLOCK)
        try:
            before = megabytes()
            for first in range(0, count, 50):
                await asyncio.gather(
                    *(service.create(order) for _ in range(min(50, count - first)))
                )
            loaded = megabytes()
            service.matches.drop_idle(0.0)
            dropped, dormant = megabytes(), service.matches.dormant
            began = time.monotonic()
            while service.matches.dormant:
                await asyncio.sleep(0.05)
                assert time.monotonic() - began < PATIENCE
        finally:
            await service.close()
    return {
        "matches": count,
        "dormant": dormant,
        "kilobytes_each_in_memory": round(1024 * (loaded - before) / count, 2),
        "megabytes_in_memory": round(loaded - before, 1),
        "megabytes_after_dropping": round(dropped - before, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--timers", type=int, default=1_000_000)
    parser.add_argument("--matches", type=int, default=2_000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = {**timers(options.timers), **asyncio.run(matches(options.matches))}
    if options.json:
        print(json.dumps(found))
        return
    for name, value in found.items():
        print(f"{name:>26}  {value}")


if __name__ == "__main__":
    main()
