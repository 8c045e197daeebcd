"""The server's side of one analysis process: ask, stop, kill, restart."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from collections.abc import Callable
from typing import Any

from fivefold.core import Limit
from fivefold.engines.base import GRACE, patience
from fivefold.engines.child import Child
from fivefold.engines.child_messages import decode_progress, decode_reply, encode, error_from_json
from fivefold.engines.wire import called
from fivefold.errors import EngineCrashed, EngineError, EngineTimeout, Refused

STOP_SECONDS = 1.0
"""Seconds a stopped search has to answer before its process is killed."""
COMMAND = [sys.executable, "-P", "-m", "fivefold.server.analysis.process_main"]
PROCESS_GONE = frozenset({"engine.killed", "engine.ended", "engine.hung_up", "engine.last_words"})
"""Error codes that mean the process is gone; they say nothing about the question."""

Found = Callable[[dict[str, Any]], None]
"""Receives what a search has found so far: its move, depth and score."""

log = logging.getLogger("fivefold.server")


class ProcessClient:
    """A process that is started by its first question and kept until it fails."""

    def __init__(self) -> None:
        self._child: Child | None = None
        self._starting = asyncio.Lock()
        self._closed = False
        self._number = 0
        self._busy = False

    async def ask(
        self, question: dict[str, Any], name: str, seconds: float, found: Found | None = None
    ) -> Any:
        """Returns the answer; raises the reported error, or the failure of the process.

        After a failure the process is killed, and the next question starts a new one. A cancelled
        question leaves it searching: call `stop` before asking again.
        """
        child = await self._running(name)
        self._number += 1
        self._busy = True
        try:
            child.write(encode({"id": self._number, **question}))
            async with patience(name, Limit(seconds=seconds), GRACE):
                line = await self._reply_of(child, found)
            reply = decode_reply(line, self._number, name)
        except EngineError as error:
            self.kill()
            raise _in_the_name_of(name, error) from error
        self._busy = False
        if "error" in reply:
            raise error_from_json(reply["error"])
        return reply["answer"]

    async def start(self) -> None:
        """Starts the process if it does not run; a failure is left to the next question."""
        with contextlib.suppress(EngineError, Refused):
            await self._running("analysis")

    async def stop(self) -> None:
        """Stops the search and waits up to `STOP_SECONDS` for its reply, then kills the process."""
        if self._child is None or not self._busy:
            return
        self._child.write(encode({"stop": self._number}))
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await self._reply_of(self._child)
            self._busy = False
        except (TimeoutError, EngineError):
            self.kill()

    async def _reply_of(self, child: Child, found: Found | None = None) -> bytes:
        """Returns the line of the reply; passes on the reports before it."""
        while True:
            line = await child.read()
            progress = decode_progress(line, self._number)
            if progress is None:
                return line
            if found is not None:
                found(progress)

    def kill(self) -> None:
        """Ends the process at once."""
        child, self._child, self._busy = self._child, None, False
        if child is not None:
            child.kill()

    async def close(self) -> None:
        """Ends the process permanently; returns when its connection is closed too."""
        self._closed = True
        async with self._starting:  # waits for a process that is being started
            child = self._child
            self.kill()
        if child is not None:
            await child.gone()

    async def _running(self, name: str) -> Child:
        """Returns the process, restarted if it has died."""
        # Starting is not cancelled with the question: a half-started process could not be closed.
        starting = asyncio.ensure_future(self._start(name))
        starting.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(starting)

    async def _start(self, name: str) -> Child:
        async with self._starting:
            if self._closed:
                raise EngineCrashed("engine.closed", name=called(name))
            if self._child is not None and self._child.has_ended():
                self.kill()
            if self._child is None:
                self._child = await self._new_child()
            return self._child

    async def _new_child(self) -> Child:
        """Returns a new process; raises `Refused` if the system cannot start one."""
        try:
            return await Child.start("analysis", COMMAND)
        except (EngineCrashed, OSError) as error:
            log.error("no process can be started: %s", error)
            raise Refused("question.busy") from error


def _in_the_name_of(name: str, error: EngineError) -> EngineError:
    """Returns the failure of the process with the name of the strategy that was asked."""
    kind = EngineTimeout if isinstance(error, EngineTimeout) else EngineCrashed
    return kind(error.code, **{**error.message.facts, "name": called(name)})
