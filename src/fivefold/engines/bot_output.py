"""What path bots print, as log entries: bounded, printable, tagged with the bot's name.

The logger `fivefold.bots` gets one entry per line; its attribute `bot` is the name and `traceback`
tells whether the entry is the traceback of a crash. Unless somebody sets its level to INFO, nothing
is logged.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from fivefold.engines.wire import readable
from fivefold.words import quoted, say

LAST_WORDS = 4_000
LONGEST_SHOWN = 1_000
"""Maximum characters of a line in the log."""
LONGEST_BYTES = 4 * LONGEST_SHOWN
BURST = 64_000
"""Bytes that a bot may print at once; then `BYTES_PER_SECOND`. The rest is counted."""
BYTES_PER_SECOND = 16_000
FLOOD = 8_000_000
"""Bytes after which a bot that prints on has to wait for `FLOOD_PAUSE`."""
FLOOD_PAUSE = 1.0
MOST_TRACEBACK_LINES = 100

log = logging.getLogger("fivefold.bots")


def printable_line(text: str) -> str:
    """Returns a line of a bot with its indentation, but without control characters."""
    return quoted(text.expandtabs().rstrip(), LONGEST_SHOWN)[1:-1]


def log_traceback(bot: str, text: str) -> None:
    """Logs the traceback of a crash as one entry."""
    if text and log.isEnabledFor(logging.INFO):
        lines = text.splitlines()[-MOST_TRACEBACK_LINES:]
        _log(bot, "\n".join(map(printable_line, lines)), is_traceback=True)


def _log(bot: str, text: str, *, is_traceback: bool = False) -> None:
    name = printable_line(bot)
    extra = {"bot": name, "text": text, "traceback": is_traceback}
    # Indented, so that no line of a traceback can pass for an entry of the log.
    log.info("%s: %s", name, text.replace("\n", "\n    "), extra=extra)


class BotOutput:
    """Cuts the output of one process into lines and logs them, until there are too many."""

    def __init__(self, bot: str, now: Callable[[], float] = time.monotonic) -> None:
        self._bot = bot
        self._now = now
        self._begun = b""
        """A line without its end."""
        self._is_cut = False
        """Whether the line is too long: the rest of it is left out."""
        self._credit = float(BURST)
        self._since = now()
        self._left_out = 0

    def feed(self, data: bytes) -> None:
        """Takes the next bytes, which may end anywhere."""
        if not log.isEnabledFor(logging.INFO):
            return
        *lines, self._begun = (self._begun + data).split(b"\n")
        for line in lines:
            self._take(line)
        if len(self._begun) > LONGEST_BYTES:
            self._take(self._begun)
            self._begun, self._is_cut = b"", True

    def end_line(self) -> None:
        """Logs a line that was begun: the bot has answered, so that it says no more."""
        if self._begun:
            self._take(self._begun)
            self._begun = b""

    def end(self) -> None:
        """Logs the last line and how many were left out."""
        self.end_line()
        self._tell_left_out()

    def _take(self, line: bytes) -> None:
        if self._is_cut:
            self._is_cut = False
            return
        line = line[:LONGEST_BYTES]
        now = self._now()
        self._credit = min(BURST, self._credit + (now - self._since) * BYTES_PER_SECOND)
        self._since = now
        size = len(line) + 1
        # After a flood, wait until there is room for more than a line.
        if size > self._credit or (self._left_out and self._credit < BURST / 4):
            self._left_out += 1
            return
        self._credit -= size
        self._tell_left_out()
        _log(self._bot, printable_line(line.decode(errors="replace")))

    def _tell_left_out(self) -> None:
        if self._left_out:
            _log(self._bot, str(say("bot.left_out", count=self._left_out)))
            self._left_out = 0


class Complaints(asyncio.Protocol):
    """Reads the standard error of a process, keeps its end and passes all on to `output`."""

    def __init__(self, output: BotOutput | None = None) -> None:
        self._kept = b""
        self._output = output
        self._transport: asyncio.ReadTransport | None = None
        self._read = 0
        self._loop = asyncio.get_running_loop()
        self.ended = self._loop.create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.ReadTransport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._kept = (self._kept + data)[-LAST_WORDS:]
        if self._output is not None:
            self._output.feed(data)
        self._read += len(data)
        if self._read > FLOOD and self._transport is not None:
            self._transport.pause_reading()
            self._loop.call_later(FLOOD_PAUSE, self._read_on)

    def _read_on(self) -> None:
        self._read = 0
        if self._transport is not None:
            self._transport.resume_reading()

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None
        if self._output is not None:
            self._output.end()
        if not self.ended.done():
            self.ended.set_result(None)

    def end_line(self) -> None:
        """Passes on a line without its end."""
        if self._output is not None:
            self._output.end_line()

    @property
    def last_line(self) -> str:
        """The last line that is not empty."""
        lines = self._kept.decode(errors="replace").split("\n")
        return next((readable(line, 200) for line in reversed(lines) if line.strip()), "")
