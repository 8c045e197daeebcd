"""A conversation with a program under examination: raw lines, each with its time."""

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
"""Lines of a conversation that are shown beside a fault."""
SHOWN = 200
MOST_LINES = 10_000
"""Lines that may come after one that was sent; more is a flood."""
LOOK = 0.01


@dataclass(frozen=True)
class Bounds:
    """How many seconds a program is given for what."""

    start: float = 10.0
    """Until the first answer of a new process."""
    answer: float = 3.0
    """Until an answer that needs no thought."""
    move: float = 1.0
    """For a move, as the program is told."""
    late: float = 0.5
    """What is forgiven beyond it where time is judged, for a machine busy with others."""
    patience: float = 10.0
    """What is waited beyond it before an answer counts as none."""
    quiet: float = 0.3
    """How long nothing may come when nothing was asked."""
    exit: float = 1.0
    """Until a program that was told to end has ended."""
    all: float = 180.0
    """For the whole examination."""


USUAL = Bounds()


class Failed(Exception):
    """The program does not do what the check asks for."""

    def __init__(self, reason: Message, hint: Message | None = None) -> None:
        super().__init__(reason.key)
        self.reason = reason
        self.hint = hint


class Advice(Failed):
    """Nothing is wrong, but something could be better."""


class Fault(Failed):
    """The program died, flooded or was silent: wrong in every check."""


class Silent(Fault):
    """No answer came."""


class Log:
    """Writes every conversation to a file, if one is wanted, and keeps the last lines."""

    def __init__(self, file: TextIO | None = None) -> None:
        self._file = file
        self._begun = time.monotonic()
        self._last: deque[str] = deque(maxlen=KEPT)

    def begin(self, title: str) -> None:
        """Starts a new page: what was said before belongs to something else."""
        self._last.clear()
        if self._file is not None:
            self._file.write(f"# {title}\n")

    def note(self, line: str) -> None:
        """Keeps a line, `> ` before what the program was sent, `< ` before what it said."""
        self._last.append(readable(line, SHOWN))
        if self._file is not None:
            text = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in line)
            self._file.write(f"{time.monotonic() - self._begun:9.3f} {text}\n")

    @property
    def last(self) -> tuple[str, ...]:
        return tuple(self._last)


class Talk:
    """One process and what is said to it. Whatever goes wrong with it raises `Fault`."""

    def __init__(self, child: Child, log: Log) -> None:
        self._child = child
        self._log = log
        self._asked = time.monotonic()
        self._heard = 0
        self.last_sent = ""
        self.is_greeted = False
        """Whether it has been told the game already."""

    def send(self, *lines: str) -> None:
        """Sends lines; the time of an answer counts from here."""
        for line in lines:
            self._child.write(line)
            self._log.note(f"> {line}")
            self.last_sent = line
        self._heard = 0
        self._asked = time.monotonic()

    @property
    def waited(self) -> float:
        """Seconds since something was sent."""
        return time.monotonic() - self._asked

    async def line(self, seconds: float) -> str:
        """Returns the next line, which has to come within so many seconds."""
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
        if self._heard > MOST_LINES:
            line = quoted(self.last_sent, SHOWN)
            raise Fault(say("doctor.flood", line=line, most=MOST_LINES))
        return text

    def waiting(self) -> list[str]:
        """Returns what has come already, without waiting for more."""
        found = []
        try:
            while (raw := self._child.take()) is not None:
                found.append(self._hear(raw))
        except EngineError as error:
            raise Fault(error.message) from None
        return found

    async def listen(self, seconds: float) -> list[str]:
        """Returns what comes within so many seconds; of a dead process, what is left of it."""
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
        """Returns what it still said, when it has ended in time and left nothing behind."""
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
            raise Failed(say("doctor.left_behind", count=len(left)))
        return found

    async def close(self) -> None:
        """Ends the process and everything it has started."""
        self._child.kill()
        await self._child.gone()
