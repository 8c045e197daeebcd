"""Splits the output of a process into lines of bounded length."""

from __future__ import annotations

import asyncio

ANY_END = b"\r\n"
"""Line ends: CR LF, LF or CR. Empty lines are kept, because some protocols count them."""


AT_ONCE = 16_384
"""Bytes per read."""


class TooMuch(Exception):
    """A line exceeds the maximum length."""


class Lines(asyncio.Protocol):
    """Collects input; reading pauses while much of it waits to be taken.

    `ends` is the line end: LF alone, or `ANY_END`.
    """

    def __init__(self, longest: int, ends: bytes = b"\n") -> None:
        self._longest = longest
        self._ends = ends
        self._data = bytearray()
        self._looked_at = 0
        self._after_return = False
        self._transport: asyncio.ReadTransport | None = None
        self._is_paused = False
        self._news = asyncio.Event()
        self.has_ended = False
        self.closed = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.ReadTransport)
        # asyncio allocates 256 KiB for each read, which takes longer than reading an answer.
        transport.max_size = AT_ONCE  # type: ignore[attr-defined]
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._data += data
        if len(self._data) > 2 * self._longest and self._transport and not self._is_paused:
            self._transport.pause_reading()
            self._is_paused = True
        self._news.set()

    def eof_received(self) -> bool:
        self._end()
        return True  # keeps the transport open; its owner closes it

    def connection_lost(self, error: Exception | None) -> None:
        self._end()
        if not self.closed.done():
            self.closed.set_result(None)

    def _end(self) -> None:
        self.has_ended = True
        self._news.set()

    def take(self) -> bytes | None:
        """Returns the next line without its line end, or None; may raise `TooMuch`."""
        if self._after_return and self._data:
            if self._data[0] == 10:
                del self._data[0]
            self._after_return = False
        place = self._place_of_end()
        if place > self._longest or (place < 0 and len(self._data) > self._longest):
            raise TooMuch
        if place < 0:
            self._looked_at = len(self._data)
            return None
        self._after_return = self._data[place] == 13
        line = bytes(self._data[:place])
        del self._data[: place + 1]
        self._looked_at = 0
        if self._is_paused and self._transport and len(self._data) < self._longest:
            self._transport.resume_reading()
            self._is_paused = False
        return line

    def _place_of_end(self) -> int:
        """Returns the end of the first line, or -1."""
        feed = self._data.find(b"\n", self._looked_at)
        if self._ends != ANY_END:
            return feed
        before = feed if feed >= 0 else len(self._data)
        back = self._data.find(b"\r", self._looked_at, before)
        return back if back >= 0 else feed

    async def news(self, seconds: float) -> bool:
        """Waits for new input or its end, at most that many seconds."""
        timer = asyncio.get_running_loop().call_later(seconds, self._news.set)
        try:
            await self._news.wait()
            return timer.when() > asyncio.get_running_loop().time()
        finally:
            timer.cancel()
            self._news.clear()
