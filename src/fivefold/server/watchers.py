"""Those who look on: each has a short queue, and whoever does not read it is let go.

Giving a frame to a watcher never waits. So one that stopped reading costs the others nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

MOST_FRAMES = 256
MOST_CHARACTERS = 4_000_000


class Watcher:
    """One socket or stream: the frames it has still to send."""

    def __init__(self, holder: str | None = None) -> None:
        self.holder = holder
        self.gone = asyncio.Event()
        self._frames: asyncio.Queue[str] = asyncio.Queue(MOST_FRAMES)
        self._characters = 0
        self._sending = False
        self._has_last = False

    def offer(self, frame: str) -> bool:
        """Puts the frame into the queue; a watcher whose queue is full is let go."""
        if self.gone.is_set() or self._has_last:
            return False
        if self._frames.full() or self._characters + len(frame) > MOST_CHARACTERS:
            self.gone.set()
            return False
        self._characters += len(frame)
        self._frames.put_nowait(frame)
        return True

    def offer_last(self, frame: str) -> None:
        """Puts the frame into the queue, and nothing after it."""
        self.offer(frame)
        self._has_last = True

    async def take(self, seconds: float | None = None) -> str | None:
        """Returns the next frame, or None when there was none for so long."""
        if seconds is None:
            frame = await self._frames.get()
        else:
            try:
                async with asyncio.timeout(seconds):
                    frame = await self._frames.get()
            except TimeoutError:
                return None
        self._characters -= len(frame)
        return frame

    async def pump(
        self,
        send: Callable[[Any], Awaitable[None]],
        slow: float,
        heartbeat: float | None = None,
    ) -> None:
        """Sends frame after frame until one takes longer than `slow` seconds.

        With a heartbeat, None is sent when there was no frame for so long.
        """
        while not self.gone.is_set():
            frame = await self.take(heartbeat)
            self._sending = True
            try:
                async with asyncio.timeout(slow):
                    await send(frame)
            except TimeoutError:
                self.gone.set()
            finally:
                self._sending = False

    async def until_sent(self, closing: asyncio.Event) -> None:
        """Returns when the server closes and everything is sent."""
        await closing.wait()
        while self._sending or not self._frames.empty():
            await asyncio.sleep(0.01)
