"""One thinking process, as the server sees it: asked, stopped, killed, replaced."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from typing import Any

from fivefold import errors
from fivefold.core import Limit
from fivefold.engines.base import GRACE, patience
from fivefold.engines.child import Child
from fivefold.engines.wire import called
from fivefold.errors import EngineCrashed, EngineError, EngineTimeout, FivefoldError, Refused
from fivefold.words import Message, quoted

STOP_SECONDS = 1.0
"""How soon a search that is told to stop has to answer before its process is killed."""
COMMAND = [sys.executable, "-P", "-m", "fivefold.server.thinker"]
DEATHS = frozenset({"engine.killed", "engine.ended", "engine.hung_up", "engine.last_words"})
"""The codes of an error that says nothing about the question: its process is gone."""

log = logging.getLogger("fivefold.server")


class Brain:
    """A process that is started with its first question and kept as long as it behaves."""

    def __init__(self) -> None:
        self._child: Child | None = None
        self._starting = asyncio.Lock()
        self._closed = False
        self._number = 0
        self._busy = False

    async def ask(self, question: dict[str, Any], name: str, seconds: float) -> Any:
        """Returns the answer, or raises what the process says or how it failed.

        After a failure the process is killed, and the next question starts another. A cancelled
        question leaves it thinking: call `stop` before asking again.
        """
        child = await self._living(name)
        self._number += 1
        self._busy = True
        try:
            child.write(json.dumps({"id": self._number, **question}))
            async with patience(name, Limit(seconds=seconds), GRACE):
                line = await child.read()
        except EngineError as error:
            self.kill()
            raise _in_the_name_of(name, error) from error
        self._busy = False
        try:
            data = json.loads(line)
            if data["id"] != self._number or not data.keys() & {"answer", "error"}:
                raise KeyError
        except (ValueError, KeyError, TypeError):
            self.kill()
            text = quoted(line.decode(errors="replace").strip())
            raise EngineCrashed("engine.garbage", name=called(name), text=text) from None
        if "error" in data:
            raise error_from_json(data["error"])
        return data["answer"]

    async def stop(self) -> None:
        """Tells it to stop and waits for it, but not long: then it is killed."""
        if self._child is None or not self._busy:
            return
        self._child.write(json.dumps({"stop": self._number}))
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await self._child.read()
            self._busy = False
        except (TimeoutError, EngineError):
            self.kill()

    def kill(self) -> None:
        """Ends the process at once."""
        child, self._child, self._busy = self._child, None, False
        if child is not None:
            child.kill()

    async def close(self) -> None:
        """Ends the process for good and returns when nothing of it is left."""
        self._closed = True
        async with self._starting:  # one that is just being started must not be forgotten
            child = self._child
            self.kill()
        if child is not None:
            await child.gone()

    async def _living(self, name: str) -> Child:
        """Returns the process; a new one if there is none or it died while nobody asked."""
        # Starting is finished though the question is withdrawn: half a process cannot be closed.
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
        """Returns a new process; a system that has no room for one is busy, nobody has crashed."""
        try:
            return await Child.start("thinker", COMMAND, [])
        except (EngineCrashed, OSError) as error:
            log.error("no process can be started: %s", error)
            raise Refused("question.busy") from error


def _in_the_name_of(name: str, error: EngineError) -> EngineError:
    """Returns the failure of a process told of the strategy that was asked."""
    kind = EngineTimeout if isinstance(error, EngineTimeout) else EngineCrashed
    return kind(error.code, **{**error.message.facts, "name": called(name)})


def error_from_json(data: dict[str, Any]) -> FivefoldError:
    """Returns the error that a thinking process reports."""
    kind = getattr(errors, data["kind"], None)
    if not (isinstance(kind, type) and issubclass(kind, FivefoldError)):
        kind = EngineCrashed
    return kind(data["key"], **{key: _fact(value) for key, value in data["facts"].items()})


def _fact(value: Any) -> Any:
    if isinstance(value, dict) and value.keys() == {"key", "facts", "text"}:
        return Message(value["key"], {key: _fact(each) for key, each in value["facts"].items()})
    return [_fact(each) for each in value] if isinstance(value, list) else value
