"""A store that is closed leaves no thread behind."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

from fivefold.server.room.events import Event
from fivefold.server.storage.store import Store


def test_reading_and_writing_threads_end_with_the_store(tmp_path: Path) -> None:
    before = set(threading.enumerate())

    def kinds() -> set[str]:
        """Returns the names, without numbers, of the threads that a store has started."""
        names = [thread.name for thread in set(threading.enumerate()) - before]
        return {name.split("_")[0] for name in names if name.startswith("fivefold-")}

    async def keep() -> tuple[Store, set[str]]:
        store = await Store.open(f"sqlite:///{tmp_path / 'matches.db'}")
        await store.create("abc", "othello", False, [Event(1, "created", 0.0, {})])
        await store.load("abc")
        running = kinds()
        await store.close()
        return store, running

    # Kept alive, because its threads would also end with their owner.
    store, running = asyncio.run(keep())
    assert running == {"fivefold-reader", "fivefold-writer"}
    assert kinds() == set()
    del store
