"""A process to be killed: appends to many matches at once and prints acknowledged versions.

    python store_child.py URL [--early]

`--early` is the broken control: it acknowledges before writing.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time

from fivefold.errors import NotFound
from fivefold.server.room.events import Event
from fivefold.server.storage.store import Store

MATCHES = 20


async def play(store: Store, match: str, early: bool) -> None:
    try:
        version = len(await store.load(match))
    except NotFound:
        await store.create(match, "othello", True, [Event(1, "created", time.time(), {})])
        version = 1
    while True:
        version += 1
        data = {"ply": version - 1, "move": "f5", "id": f"{match}-{version}"}
        event = Event(version, "moved", time.time(), data)
        if early:
            os.write(1, f"{match} {version}\n".encode())
            await asyncio.sleep(0.05)
        await store.append(match, [event])
        if not early:
            os.write(1, f"{match} {version}\n".encode())


async def main(url: str, early: bool) -> None:
    store = await Store.open(url)
    await asyncio.gather(*(play(store, f"match{number}", early) for number in range(MATCHES)))


asyncio.run(main(sys.argv[1], "--early" in sys.argv))
