"""A conversation with the examined program: raw lines with their times."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass
from typing import TextIO

from fivefold.engines.child import Child
from fivefold.engines.wire import readable
from fivefold.errors import EngineError
from fivefold.words import Message, quoted, say

KEPT = 10
"""Lines of a conversation that are shown with a fault."""
SHOWN = 200
MAX_LINES = 10_000
"""Maximum lines in reply to one that was sent; more is a flood."""
LOOK = 0.01


@dataclass(frozen=True)
class Bounds:
    """Time limits in seconds."""

    start: float = 10.0
    """Until the first answer of a new process."""
    answer: float = 3.0
    """Until an answer that needs no search."""
    move: float = 1.0
    """For a move, as the program is told."""
    late: float = 0.5
    """Tolerance where time is checked, for a busy machine."""
    patience: float = 10.0
    """Extra time before an answer counts as missing."""
    quiet: float = 0.3
    """Silence to wait for when nothing was asked."""
    exit: float = 1.0
    """For the program to exit when told to."""
    all: float = 180.0
    """For the whole examination."""


USUAL = Bounds()


class Failed(Exception):
    """The program does not do what the check requires."""

    def __init__(self, reason: Message, hint: Message | None = None) -> None:
        super().__init__(reason.key)
        self.reason = reason
        self.hint = hint


class Advice(Failed):
    """Nothing is wrong, but something could be better."""


class Fault(Failed):
    """The program died, flooded or was silent, which fails any check."""


class Silent(Fault):
    """The answer is missing."""


class Log:
    """Keeps the last lines, and writes all of them to a file if one is given."""

    def __init__(self, file: TextIO | None = None) -> None:
        self._file = file
        self._begun = time.monotonic()
        self._last: deque[str] = deque(maxlen=KEPT)

    def begin(self, title: str) -> None:
        """Starts a new section and forgets the earlier lines."""
        self._last.clear()
        if self._file is not None:
            self._file.write(f"# {title}\n")

    def note(self, line: str) -> None:
        """Keeps a line: `> ` precedes what was sent, `< ` what the program said."""
        self._last.append(readable(line, SHOWN))
        if self._file is not None:
            text = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in line)
            self._file.write(f"{time.monotonic() - self._begun:9.3f} {text}\n")

    @property
    def last(self) -> tuple[str, ...]:
        return tuple(self._last)


class Conversation:
    """A process and the conversation with it. Any failure of the process raises `Fault`."""

    def __init__(self, child: Child, log: Log) -> None:
        self._child = child
        self._log = log
        self._asked = time.monotonic()
        self._heard = 0
        self.last_sent = ""
        self.is_greeted = False
        """Whether it has received the game."""

    def send(self, *lines: str) -> None:
        """Sends lines and starts the clock for the answer."""
        for line in lines:
            self._child.write(line)
            self._log.note(f"> {line}")
            self.last_sent = line
        self._heard = 0
        self._asked = time.monotonic()

    @property
    def waited(self) -> float:
        """Seconds since something was last sent."""
        return time.monotonic() - self._asked

    async def line(self, seconds: float) -> str:
        """Returns the next line; raises unless it comes within `seconds`."""
        try:
            async with asyncio.timeout(max(seconds, LOOK)):
                return self._hear(await self._child.read())
        except TimeoutError:
            raise Silent(
                say("doctor.silent", line=quoted(self.last_sent, SHOWN), seconds=f"{seconds:.3g}")
            ) from None
        except EngineError as error:
            raise Fault(error.message) from None

    def _hear(self, raw: bytes) -> str:
        text = raw.decode(errors="replace")
        self._log.note(f"< {text}")
        self._heard += 1
        if self._heard > MAX_LINES:
            line = quoted(self.last_sent, SHOWN)
            raise Fault(say("doctor.flood", line=line, most=MAX_LINES))
        return text

    def waiting(self) -> list[str]:
        """Returns the lines that have already come."""
        found = []
        try:
            while (raw := self._child.take()) is not None:
                found.append(self._hear(raw))
        except EngineError as error:
            raise Fault(error.message) from None
        return found

    async def listen(self, seconds: float) -> list[str]:
        """Returns the lines that come within `seconds`; of a dead process, those left."""
        end = time.monotonic() + seconds
        found = self.waiting()
        while time.monotonic() < end:
            is_over = self._child.has_ended()
            await asyncio.sleep(LOOK)
            found += self.waiting()
            if is_over:
                break
        return found

    def end_input(self) -> None:
        """Closes the program's standard input."""
        self._child.end_input()
        self.last_sent = str(say("doctor.end_of_input"))
        self._log.note("> (end of input)")

    async def ends(self, seconds: float) -> list[str]:
        """Returns its last lines; raises unless it exits in time and leaves nothing behind."""
        end = time.monotonic() + seconds
        found = self.waiting()
        while not self._child.has_ended():
            if time.monotonic() > end:
                line = quoted(self.last_sent, SHOWN)
                raise Failed(say("doctor.lives", line=line, seconds=f"{seconds:.3g}"))
            await asyncio.sleep(LOOK)
            found += self.waiting()
        await asyncio.sleep(LOOK)
        found += self.waiting()
        if left := self._child.left_behind():
            raise Failed(say("doctor.left_behind", count=left))
        return found

    async def close(self) -> None:
        """Ends the process and everything it has started."""
        self._child.kill()
        await self._child.gone()
