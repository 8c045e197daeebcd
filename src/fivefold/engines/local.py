"""A named strategy as an engine, in a thread of this process."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import weakref
from dataclasses import dataclass
from queue import SimpleQueue

from fivefold.core import Game, Limit, State
from fivefold.engines.base import GRACE, Engine, patience
from fivefold.engines.bot_output import log_traceback
from fivefold.engines.wire import as_decision, called, own_traceback, reason_of
from fivefold.errors import (
    EngineCrashed,
    EngineError,
    InvalidNotation,
    NativeUnavailable,
    UnknownName,
)
from fivefold.strategies.base import Decision, Finding, Strategy

FAREWELL = 1.0
"""Seconds that `close` waits for a search to stop."""

_Answer = tuple[object, BaseException | None]


@dataclass
class _Job:
    """A question for the thread and the future of its answer."""

    state: State
    limit: Limit
    answer: asyncio.Future[_Answer]
    stop: threading.Event


class LocalEngine(Engine):
    """Runs a strategy in one daemon thread, so that searches never overlap.

    A non-daemon thread would keep the program alive if a strategy ignores its stop flag.
    """

    def __init__(
        self, strategy: Strategy, name: str, *, grace: float = GRACE, game: Game | None = None
    ) -> None:
        """Creates the engine of a strategy; `open` prepares it for `game`, if given."""
        self._name = name
        self._game = game
        self._strategy = strategy
        self._grace = grace
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._asked: State | None = None
        self._dismiss = weakref.finalize(self, self._jobs.put, None)

    @property
    def name(self) -> str:
        return self._name

    async def open(self) -> None:
        game, self._game = self._game, None
        if game is not None:
            try:
                await asyncio.to_thread(self._strategy.prepare, game)
            except Exception as error:
                raise self._explained(error) from error

    async def choose(self, state: State, limit: Limit = Limit()) -> Decision:
        if not self._dismiss.alive:
            raise EngineCrashed("engine.closed", name=called(self._name))
        if self._thread is None:
            arguments = (self._strategy, self._jobs)
            self._thread = threading.Thread(target=_think, args=arguments, daemon=True)
            self._thread.start()
        loop = asyncio.get_running_loop()
        self._stop = stop = threading.Event()
        job = _Job(state, limit, loop.create_future(), stop)
        self._jobs.put(job)
        self._asked = state
        try:
            async with patience(self._name, limit, self._grace):
                answer, error = await job.answer
        finally:
            stop.set()
            self._asked = None
        if error is not None:
            raise self._explained(error)
        return as_decision(answer, state, self._name)

    def progress(self) -> Finding | None:
        return None if self._asked is None else self._strategy.progress(self._asked)

    def _explained(self, error: BaseException) -> BaseException:
        """Returns the error to raise: usage errors unchanged, all others as a crash."""
        if isinstance(error, EngineError | InvalidNotation | NativeUnavailable | UnknownName):
            return error
        log_traceback(self._name, own_traceback(error))
        crash = EngineCrashed("engine.crashed", name=called(self._name), reason=reason_of(error))
        crash.__cause__ = error
        return crash

    async def close(self) -> None:
        self._dismiss()
        self._stop.set()
        patient_until = asyncio.get_running_loop().time() + FAREWELL
        while self._thread and self._thread.is_alive():
            if asyncio.get_running_loop().time() > patient_until:
                return
            await asyncio.sleep(0.001)


def _think(strategy: Strategy, jobs: SimpleQueue[_Job | None]) -> None:
    """Answers jobs until None. It holds no reference to the engine, whose end sends the None."""
    while (job := jobs.get()) is not None:
        answer: _Answer
        try:
            answer = strategy.choose(job.state, job.limit, job.stop), None
        except BaseException as error:
            answer = None, error
        # The loop may be closed by now.
        with contextlib.suppress(RuntimeError):
            job.answer.get_loop().call_soon_threadsafe(_settle, job.answer, answer)
        del job, answer


def _settle(future: asyncio.Future[_Answer], answer: _Answer) -> None:
    if not future.done():
        future.set_result(answer)
