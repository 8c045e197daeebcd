"""The frames that wait to be sent to one socket or event stream.

Queueing a frame never blocks, so a client that stops reading costs the others nothing: it is
disconnected once its queue is full.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

MAX_FRAMES = 256
MAX_BYTES = 4_000_000


class Subscriber:
    """The frame queue of one socket or stream."""

    def __init__(self, holder: str | None = None) -> None:
        self.holder = holder
        self.gone = asyncio.Event()
        """Set when the client has to be disconnected: it does not read."""
        self._frames: asyncio.Queue[str] = asyncio.Queue(MAX_FRAMES)
        self._bytes = 0
        self._sending = False
        self._has_last = False

    def offer(self, frame: str) -> bool:
        """Queues the frame if there is room; returns whether there was."""
        if self.gone.is_set() or self._has_last:
            return False
        if self._frames.full() or self._bytes + _size(frame) > MAX_BYTES:
            self.gone.set()
            return False
        self._bytes += _size(frame)
        self._frames.put_nowait(frame)
        return True

    def offer_last(self, frame: str) -> None:
        """Queues the frame, and none after it."""
        self.offer(frame)
        self._has_last = True

    async def take(self, seconds: float | None = None) -> str | None:
        """Returns the next frame, or None after that many seconds without one."""
        if seconds is None:
            frame = await self._frames.get()
        else:
            try:
                async with asyncio.timeout(seconds):
                    frame = await self._frames.get()
            except TimeoutError:
                return None
        self._bytes -= _size(frame)
        return frame

    async def pump(
        self,
        send: Callable[[Any], Awaitable[None]],
        slow: float,
        heartbeat: float | None = None,
    ) -> None:
        """Sends frame after frame until one takes longer than `slow` seconds.

        Sends None whenever `heartbeat` seconds pass without a frame.
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
        """Returns when the server is closing and every frame has been sent."""
        await closing.wait()
        while self._sending or not self._frames.empty():
            await asyncio.sleep(0.01)


def _size(frame: str) -> int:
    """Returns the frame's size in UTF-8, without encoding the usual one."""
    return len(frame) if frame.isascii() else len(frame.encode())
