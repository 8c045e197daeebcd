"""A child process with a line connection: bounded output, and a kill that leaves nothing."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path

from fivefold.cage.settings import Cage
from fivefold.cage.start import CagedProcess, Job, Unfit, describe, level_to_try, lower
from fivefold.engines.bot_output import BotOutput, Complaints
from fivefold.engines.processes import REAP, PlainProcess, not_started
from fivefold.engines.text_reader import ANY_END, Lines, TooMuch
from fivefold.engines.wire import called
from fivefold.errors import EngineCrashed, ProtocolError
from fivefold.words import quoted

LONGEST_LINE = 4_000_000
"""Maximum bytes in a line of a path bot, with all reasons of a decision."""
LONGEST_PROGRAM_LINE = 65_536
"""Maximum bytes in a line of an external program."""
WATCH = 0.1
"""Seconds between checks whether the process is alive."""
LAST_LINE = 0.02
"""Seconds to wait for the last line of a dead process."""
LAUNCH_SECONDS = 30.0
"""Seconds in which a cage must be built."""
LAST_BREATH = 0.5
"""Seconds a process may take to exit after closing its connection."""

log = logging.getLogger("fivefold.cage")


class Child:
    """A process in its own session, with a connection for lines and a pipe for standard error.

    It uses `subprocess`: asyncio's subprocess waits for a killed process until its pipes are empty.
    """

    def __init__(
        self,
        name: str,
        source: PlainProcess | CagedProcess,
        lines: Lines,
        complaints: Complaints,
        longest: int,
    ) -> None:
        self._name = name
        self._source = source
        self._process = source.process
        self._lines = lines
        self._complaints = complaints
        self._longest = longest
        self._transports: list[asyncio.BaseTransport] = []
        self._out: asyncio.WriteTransport | None = None

    @classmethod
    async def start(cls, name: str, command: list[str]) -> Child:
        """Starts a process of our own, `command SOCKET`; the connection is that socket."""
        ours, theirs = socket.socketpair()
        number = theirs.fileno()
        try:
            with theirs:
                source = PlainProcess(
                    [*command, str(number)],
                    pass_fds=[number],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                )
        except (OSError, ValueError) as error:
            ours.close()
            raise not_started(name, error, command[0], None) from error
        return await cls._over_socket(name, source, ours)

    @classmethod
    async def start_bot(
        cls, name: str, module: str, arguments: list[str], files: Sequence[str], cage: Cage
    ) -> Child:
        """Starts `main(SOCKET, arguments…)` of a module in a cage, where it sees these files."""
        ours, theirs = socket.socketpair()
        number = theirs.fileno()
        job = Job([str(number), *arguments], module, str(Path.cwd()), (number,), tuple(files))
        nothing = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
        try:
            with theirs:
                source = await _start_caged(name, cage, job, **nothing, stderr=subprocess.PIPE)
        except BaseException:
            ours.close()
            raise
        return await cls._over_socket(name, source, ours, BotOutput(name))

    @classmethod
    async def _over_socket(
        cls,
        name: str,
        source: PlainProcess | CagedProcess,
        ours: socket.socket,
        output: BotOutput | None = None,
    ) -> Child:
        child = cls(name, source, Lines(LONGEST_LINE), Complaints(output), LONGEST_LINE)
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
        cls, name: str, command: list[str], folder: str | os.PathLike[str] | None, cage: Cage
    ) -> Child:
        """Starts a program in a folder; the connection is its standard input and output."""
        where = None if folder is None else os.fspath(folder)
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        source = await _start_caged(name, cage, Job(command, folder=where), **pipes)
        lines = Lines(LONGEST_PROGRAM_LINE, ANY_END)
        child = cls(name, source, lines, Complaints(), LONGEST_PROGRAM_LINE)
        process = source.process
        try:
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
        try:
            return await self._next_line()
        finally:
            self._complaints.end_line()

    async def _next_line(self) -> bytes:
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
        if not hasattr(os, "waitid"):  # macOS before Python 3.13
            return self._process.poll() is not None
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self._process.pid, flags) is not None

    async def _death(self) -> EngineCrashed:
        """Returns the error with the exit status and the last line of standard error."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LAST_BREATH):
                while not self.has_ended():
                    await asyncio.sleep(0.005)
        hung_up = not self.has_ended()
        stopped = self._source.told("stopped")
        self._source.end()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(self._complaints.ended), WATCH)
        name, words = called(self._name), self._complaints.last_line
        if stopped == "memory":
            return EngineCrashed("engine.too_much_memory", name=name)
        if stopped == "processes":
            return EngineCrashed("engine.too_many_processes", name=name)
        if hung_up:
            return EngineCrashed("engine.hung_up", name=name)
        if words:
            return EngineCrashed("engine.last_words", name=name, words=quoted(words, 200))
        status = self._process.returncode
        if status == -signal.SIGXCPU:
            return EngineCrashed("engine.too_much_cpu", name=name)
        if status is not None and status < 0:
            return EngineCrashed("engine.killed", name=name, signal=-status)
        return EngineCrashed("engine.ended", name=name, status=status)

    def end_input(self) -> None:
        """Closes the input of the process after pending lines are sent."""
        if self._out is not None:
            self._out.close()

    def left_behind(self) -> int:
        """Returns how many processes still ran when the program ended."""
        return self._source.told("left") or 0

    def kill(self) -> None:
        """Kills the process and everything it has started."""
        self._source.end()
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


async def _start_caged(name: str, cage: Cage, job: Job, **streams: int) -> CagedProcess:
    """Returns the caged process once its code runs, in the best kind of cage that there is."""
    loop = asyncio.get_running_loop()
    while True:
        level = level_to_try(cage)
        try:
            caged = CagedProcess(cage, job, level, **streams)
        except (OSError, ValueError) as error:
            raise not_started(name, error, job.command[0], job.folder) from error
        try:
            async with asyncio.timeout(LAUNCH_SECONDS):
                while not caged.hear(await loop.sock_recv(caged.control, 4096)):
                    pass
        except Unfit as reason:
            _give_up(caged)
            lower(level, str(reason))
            log.warning("%s", describe(level_to_try(cage)))
        except OSError as error:  # a timeout too
            _give_up(caged)
            raise not_started(name, error, job.command[0], job.folder) from error
        except BaseException:
            _give_up(caged)
            raise
        else:
            return caged


def _give_up(caged: CagedProcess) -> None:
    caged.end()
    for pipe in (caged.process.stdin, caged.process.stdout, caged.process.stderr):
        if pipe is not None:
            pipe.close()
