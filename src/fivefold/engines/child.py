"""A child process with a line connection: bounded output, and a kill that leaves nothing."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import subprocess

from fivefold.engines.processes import REAP, guard, kill_all, launch, marked
from fivefold.engines.text_reader import ANY_END, Lines, TooMuch
from fivefold.engines.wire import called, readable
from fivefold.errors import EngineCrashed, ProtocolError
from fivefold.words import quoted

LONGEST_LINE = 4_000_000
"""Maximum bytes in a line of a path bot, with all reasons of a decision."""
LONGEST_PROGRAM_LINE = 65_536
"""Maximum bytes in a line of an external program."""
LAST_WORDS = 4_000
WATCH = 0.1
"""Seconds between checks whether the process is alive."""
LAST_LINE = 0.02
"""Seconds to wait for the last line of a dead process."""
LAST_BREATH = 0.5
"""Seconds a process may take to exit after closing its connection."""


class Child:
    """A process in its own session, with a connection for lines and a pipe for standard error.

    It uses `subprocess`: asyncio's subprocess waits for a killed process until its pipes are empty.
    """

    def __init__(
        self,
        name: str,
        process: subprocess.Popen[bytes],
        mark: bytes,
        lines: Lines,
        complaints: Complaints,
        longest: int,
    ) -> None:
        self._name = name
        self._process = process
        self._mark = mark
        self._lines = lines
        self._complaints = complaints
        self._longest = longest
        self._transports: list[asyncio.BaseTransport] = []
        self._out: asyncio.WriteTransport | None = None
        self._guard: subprocess.Popen[bytes] | None = None

    @classmethod
    async def start(cls, name: str, command: list[str], arguments: list[str]) -> Child:
        """Starts `command SOCKET arguments…`; the connection is that socket."""
        ours, theirs = socket.socketpair()
        try:
            process, mark = launch(
                name,
                [*command, str(theirs.fileno()), *arguments],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
        except EngineCrashed:
            ours.close()
            raise
        finally:
            theirs.close()
        child = cls(name, process, mark, Lines(LONGEST_LINE), Complaints(), LONGEST_LINE)
        try:
            loop = asyncio.get_running_loop()
            out, _ = await loop.create_connection(lambda: child._lines, sock=ours)
            child._take_over(out)
            await child._listen_to_complaints()
        except BaseException:
            child.kill()
            raise
        return child

    @classmethod
    async def start_program(
        cls, name: str, command: list[str], folder: str | os.PathLike[str] | None = None
    ) -> Child:
        """Starts a program in a folder; the connection is its standard input and output."""
        process, mark = launch(
            name, command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        lines = Lines(LONGEST_PROGRAM_LINE, ANY_END)
        child = cls(name, process, mark, lines, Complaints(), LONGEST_PROGRAM_LINE)
        try:
            child._guard = guard(process.pid)
            loop = asyncio.get_running_loop()
            out, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, process.stdin)
            child._take_over(out)
            heard, _ = await loop.connect_read_pipe(lambda: child._lines, process.stdout)
            child._transports.append(heard)
            await child._listen_to_complaints()
        except BaseException:
            child.kill()
            raise
        return child

    def _take_over(self, out: asyncio.WriteTransport) -> None:
        self._out = out
        self._transports.append(out)

    async def _listen_to_complaints(self) -> None:
        loop = asyncio.get_running_loop()
        heard, _ = await loop.connect_read_pipe(lambda: self._complaints, self._process.stderr)
        self._transports.append(heard)

    def write(self, line: str) -> None:
        """Sends a line."""
        assert self._out is not None
        self._out.write(line.encode() + b"\n")

    async def read(self) -> bytes:
        """Returns the next line without its line end, or raises why there is none.

        It also polls the process, because a grandchild may keep the connection open after it died.
        """
        if (waiting := self.take()) is not None:
            return waiting
        while not self._lines.has_ended:
            is_dead = self.has_ended()
            has_more = await self._lines.news(LAST_LINE if is_dead else WATCH)
            if (line := self.take()) is not None:
                return line
            if is_dead and not has_more:
                break
        raise await self._death()

    def take(self) -> bytes | None:
        """Returns the next complete line without its line end, or None; does not wait."""
        try:
            return self._lines.take()
        except TooMuch:
            raise self._flood() from None

    def _flood(self) -> ProtocolError:
        return ProtocolError("engine.flood", name=called(self._name), most=self._longest)

    def has_ended(self) -> bool:
        """Tells whether the process is dead, without reaping it: the group id stays reserved."""
        if self._process.returncode is not None:
            return True
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self._process.pid, flags) is not None

    async def _death(self) -> EngineCrashed:
        """Returns the error with the exit status and the last line of standard error."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LAST_BREATH):
                while not self.has_ended():
                    await asyncio.sleep(0.005)
        hung_up = not self.has_ended()
        kill_all(self._process, self._mark)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(self._complaints.ended), WATCH)
        name, words = called(self._name), self._complaints.last_line
        if hung_up:
            return EngineCrashed("engine.hung_up", name=name)
        if words:
            return EngineCrashed("engine.last_words", name=name, words=quoted(words, 200))
        status = self._process.returncode
        if status is not None and status < 0:
            return EngineCrashed("engine.killed", name=name, signal=-status)
        return EngineCrashed("engine.ended", name=name, status=status)

    def end_input(self) -> None:
        """Closes the input of the process after pending lines are sent."""
        if self._out is not None:
            self._out.close()

    def left_behind(self) -> list[int]:
        """Returns the running descendants of the child."""
        return [pid for pid in marked(self._mark) if pid != self._process.pid]

    def kill(self) -> None:
        """Kills the process and everything it has started."""
        if self._guard is not None:
            self._guard.kill()
            self._guard.communicate()
            self._guard = None
        kill_all(self._process, self._mark)
        for transport in self._transports:
            if isinstance(transport, asyncio.WriteTransport):
                # Drops unsent data. Python 3.11 cannot abort a transport that has closed itself,
                # which has no unsent data.
                if not transport.is_closing() or transport.get_write_buffer_size():
                    transport.abort()
            else:
                transport.close()
        # Sockets that no transport owns, if the start was interrupted.
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()

    async def gone(self) -> None:
        """Waits until the connections of a killed child are closed on this side."""
        await asyncio.wait([self._lines.closed], timeout=REAP)
        await asyncio.sleep(0)


class Complaints(asyncio.Protocol):
    """Reads the standard error of a process and keeps its end."""

    def __init__(self) -> None:
        self._kept = b""
        self.ended = asyncio.get_running_loop().create_future()

    def data_received(self, data: bytes) -> None:
        self._kept = (self._kept + data)[-LAST_WORDS:]

    def connection_lost(self, error: Exception | None) -> None:
        if not self.ended.done():
            self.ended.set_result(None)

    @property
    def last_line(self) -> str:
        lines = self._kept.decode(errors="replace").split("\n")
        return next((readable(line, 200) for line in reversed(lines) if line.strip()), "")
