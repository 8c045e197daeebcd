"""A child process on a line: what it says is bounded, and nothing of it outlives a kill."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import socket
import subprocess
from asyncio import StreamReader, StreamWriter
from pathlib import Path

from fivefold.engines.wire import called, readable
from fivefold.errors import EngineCrashed, ProtocolError
from fivefold.words import quoted

LONGEST_LINE = 4_000_000
LAST_WORDS = 4_000
WATCH = 0.1
"""Seconds between looks at whether the process still lives."""
LAST_BREATH = 0.5
"""Seconds between the end of a connection and the end of its process."""
REAP = 2.0
"""Seconds a killed process may take to vanish."""
MARK = "FIVEFOLD_CHILD"
"""The environment variable by which we know whatever a child has started, in any session."""


class Child:
    """A process in a session of its own, with a socket for lines and a pipe for its complaints.

    `subprocess` rather than asyncio's: there, waiting for a killed process hangs for as long as
    anything is left in its pipes.
    """

    def __init__(
        self,
        name: str,
        process: subprocess.Popen[bytes],
        streams: tuple[StreamReader, StreamWriter],
        complaints: Complaints,
        mark: bytes,
    ) -> None:
        self._name = name
        self._mark = mark
        self._process = process
        self._reader, self._writer = streams
        self._complaints = complaints

    @classmethod
    async def start(cls, name: str, command: list[str], arguments: list[str]) -> Child:
        """Returns the child running `command SOCKET arguments…`."""
        ours, theirs = socket.socketpair()
        token = secrets.token_hex(16)
        mark = f"{MARK}={token}\0".encode()
        try:
            process = subprocess.Popen(
                [*command, str(theirs.fileno()), *arguments],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                bufsize=0,
                env={**os.environ, MARK: token},
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            ours.close()
            reason = readable(str(error))
            raise EngineCrashed("engine.not_started", name=called(name), reason=reason) from error
        finally:
            theirs.close()
        try:
            streams = await asyncio.open_connection(sock=ours, limit=LONGEST_LINE)
            loop = asyncio.get_running_loop()
            _, complaints = await loop.connect_read_pipe(Complaints, process.stderr)
        except BaseException:
            _kill_all(process, mark)
            raise
        return cls(name, process, streams, complaints, mark)

    def write(self, line: str) -> None:
        """Sends a line."""
        self._writer.write(line.encode() + b"\n")

    async def read(self) -> bytes:
        """Returns the next line, or raises why there is none.

        Whether the process lives is looked at besides: something it has started may hold the
        socket open after its death.
        """
        reading = asyncio.ensure_future(self._reader.readline())
        try:
            while not (await asyncio.wait({reading}, timeout=WATCH))[0]:
                if self.has_ended():
                    raise await self._death()
            line = reading.result()
        except ValueError:
            raise ProtocolError(
                "engine.flood", name=called(self._name), most=LONGEST_LINE
            ) from None
        except OSError:
            line = b""
        finally:
            reading.cancel()
        if not line.endswith(b"\n"):
            raise await self._death()
        return line

    def has_ended(self) -> bool:
        """Tells whether the process is dead, without reaping it: its group keeps its number."""
        if self._process.returncode is not None:
            return True
        flags = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self._process.pid, flags) is not None

    async def _death(self) -> EngineCrashed:
        """Returns the error that tells how the process ended, with the last thing it said."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LAST_BREATH):
                while not self.has_ended():
                    await asyncio.sleep(0.005)
        hung_up = not self.has_ended()
        _kill_all(self._process, self._mark)
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

    def kill(self) -> None:
        """Ends the process and everything it has started, at once."""
        _kill_all(self._process, self._mark)
        self._writer.close()
        self._complaints.hang_up()

    async def gone(self) -> None:
        """Returns when the connections of a killed child are closed on this side too."""
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()
        await asyncio.sleep(0)


def _kill_all(process: subprocess.Popen[bytes], mark: bytes) -> None:
    """Kills the process, its group, and what has left the group but still carries the mark."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(REAP)
    for file in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if mark in file.read_bytes() + b"\0":
                os.kill(int(file.parent.name), signal.SIGKILL)


class Complaints(asyncio.Protocol):
    """Reads what a process writes to standard error, however much, and keeps the end of it."""

    def __init__(self) -> None:
        self._kept = b""
        self._transport: asyncio.BaseTransport | None = None
        self.ended = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._kept = (self._kept + data)[-LAST_WORDS:]

    def connection_lost(self, error: Exception | None) -> None:
        if not self.ended.done():
            self.ended.set_result(None)

    def hang_up(self) -> None:
        """Stops reading."""
        if self._transport is not None:
            self._transport.close()

    @property
    def last_line(self) -> str:
        lines = self._kept.decode(errors="replace").split("\n")
        return next((readable(line, 200) for line in reversed(lines) if line.strip()), "")
