"""Those who look on, one queue each."""

from __future__ import annotations

import asyncio

from fivefold.server.watchers import Watcher


def test_nothing_comes_after_the_last_frame() -> None:
    async def look_on() -> list[str | None]:
        watcher = Watcher()
        assert watcher.offer("move")
        watcher.offer_last("bye")
        assert not watcher.offer("presence")
        return [await watcher.take(0.01) for _ in range(3)]

    assert asyncio.run(look_on()) == ["move", "bye", None]
