"""What a process says, cut into lines: bounded, whichever way it ends them."""

from __future__ import annotations

import asyncio

ANY_END = b"\r\n"
"""Lines end with CR LF, LF or CR; empty ones are passed on, for some protocols count them."""


AT_ONCE = 16_384
"""Bytes that are read in one go."""


class TooMuch(Exception):
    """A line is longer than it may be."""


class Lines(asyncio.Protocol):
    """Collects what comes in. While much of it waits to be taken, nothing more is read.

    `ends` are the characters that end a line: LF alone, or `ANY_END`.
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
        # asyncio makes room for 256 KiB at each read, which takes longer than to read an answer.
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
        return True  # what is left may still be taken; whoever owns the connection closes it

    def connection_lost(self, error: Exception | None) -> None:
        self._end()
        if not self.closed.done():
            self.closed.set_result(None)

    def _end(self) -> None:
        self.has_ended = True
        self._news.set()

    def take(self) -> bytes | None:
        """Returns the next line without its end, None if there is none yet; may raise `TooMuch`."""
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
        """Returns where the first line ends, -1 if it does not yet."""
        feed = self._data.find(b"\n", self._looked_at)
        if self._ends != ANY_END:
            return feed
        before = feed if feed >= 0 else len(self._data)
        back = self._data.find(b"\r", self._looked_at, before)
        return back if back >= 0 else feed

    async def news(self, seconds: float) -> bool:
        """Waits until something has come since the last time, or the end; not longer than that."""
        timer = asyncio.get_running_loop().call_later(seconds, self._news.set)
        try:
            await self._news.wait()
            return timer.when() > asyncio.get_running_loop().time()
        finally:
            timer.cancel()
            self._news.clear()
