"""An external program as an engine, over pipes; its output is not trusted."""

from __future__ import annotations

import asyncio
import math
import os
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from fivefold.cage.settings import Cage, default_cage
from fivefold.core import Game, Limit, Move, State
from fivefold.engines.base import GRACE, Engine, Resigned, Times, patience
from fivefold.engines.child import Child
from fivefold.engines.process import MOVE_SECONDS, START_SECONDS
from fivefold.engines.protocols import check_protocol, driver_of
from fivefold.engines.protocols.base import (
    Answer,
    Driver,
    GivesUp,
    Heard,
    Ready,
    Send,
    Unable,
)
from fivefold.engines.protocols.time_management import has_match_clock, is_limited_beside_clock
from fivefold.engines.wire import as_decision, called, readable
from fivefold.errors import EngineCrashed, EngineTimeout, ProtocolError, RulesError
from fivefold.games.swap2 import Swap2, SwapAnswer
from fivefold.strategies.base import GAME_OVER, Decision, Finding
from fivefold.words import quoted

MOST_BYTES = 4_000_000
"""Maximum output of a program for one question."""
MOST_LINES = 50_000
MOST_IDLE_LINES = 1_000
"""Maximum number of lines between two questions."""
BREATHER = 100
"""Lines read before the event loop may run other tasks."""
FAREWELL = 0.5
"""Seconds between the quit command and the kill."""
GLANCE = 0.005


class ExternalEngine(Engine):
    """Asks an external program, such as `./pbrain-wine`, which speaks Gomocup.

    After an error, a timeout, an invalid or unexpected answer or a cancelled question, the program
    and everything it has started are killed, so that a late answer cannot be taken for the next
    one. The next question restarts it.

    A limit without seconds gets `MOVE_SECONDS`, so that no game hangs. With a clock for the whole
    game the program manages its own time; the match cancels the question when the flag falls.
    """

    def __init__(
        self,
        name: str,
        protocol: str,
        command: list[str],
        game: Game,
        *,
        folder: str | os.PathLike[str] | None = None,
        options: Mapping[str, str] | None = None,
        grace: float = GRACE,
        start_seconds: float = START_SECONDS,
        cage: Cage | None = None,
    ) -> None:
        """Raises `InvalidNotation` if the protocol cannot carry the game.

        `cage` limits the program; default: the cage of the environment.
        """
        check_protocol(protocol, game.name)
        self._name = name
        self._command = command
        self._folder = folder
        self._cage = cage
        self._options = dict(options or {})
        self._protocol = protocol
        self._game = game
        self._history: tuple[State, Sequence[Move]] | None = None
        self._driver = self._new_driver()
        self._grace = grace
        self._start_seconds = start_seconds
        self._times = Times()
        self._child: Child | None = None
        self._closed = False
        self.program_name = ""
        """The name that the program reported when it started, or None."""

    @property
    def name(self) -> str:
        return self._name

    def hear_times(self, times: Times) -> None:
        self._times = times

    def hear_history(self, start: State, moves: Sequence[Move]) -> None:
        self._history = (start, moves)
        self._driver.hear_history(start, moves)

    def progress(self) -> Finding | None:
        return self._driver.finding()

    def _new_driver(self) -> Driver:
        driver = driver_of(self._protocol)(self._game, self._options)
        if self._history is not None:
            driver.hear_history(*self._history)
        return driver

    async def open(self) -> None:
        if self._closed:
            raise EngineCrashed("engine.closed", name=called(self._name))
        if self._child is not None:
            return
        self._driver = self._new_driver()
        cage = self._cage or default_cage()
        child = await Child.start_program(self._name, self._command, self._folder, cage)
        self._child = child
        async with self._dropping():
            if self._closed:  # closed concurrently
                raise EngineCrashed("engine.closed", name=called(self._name))
            try:
                async with asyncio.timeout(self._start_seconds):
                    ready = await self._hear(child, self._driver.hello())
            except TimeoutError as error:
                raise self._late("engine.slow_start", self._start_seconds) from error
            if not isinstance(ready, Ready):
                raise ProtocolError("engine.unasked", name=called(self._name), text=_shown(ready))
            self.program_name = readable(ready.name, 100)

    async def choose(self, state: State, limit: Limit = Limit()) -> Decision:
        times, self._times = self._times, Times()
        await self.open()
        child = self._child
        if child is None:  # closed concurrently
            raise EngineCrashed("engine.closed", name=called(self._name))
        if state.outcome:
            return GAME_OVER
        if limit.seconds is None:
            limit = limit.tightest(Limit(seconds=MOVE_SECONDS))
        async with self._dropping():
            await self._check_silence(child)
            question = self._driver.ask(state, limit, times)
            try:
                async with patience(self._name, _longest(limit, times), self._grace):
                    answer = await self._hear(child, question)
            except EngineTimeout as error:
                raise self._late("engine.timeout", limit.seconds) from error
            if isinstance(answer, GivesUp):
                raise Resigned
            if not isinstance(answer, Answer):
                raise ProtocolError("engine.unasked", name=called(self._name), text=_shown(answer))
            return as_decision(_decision(answer, state.game), state, self._name)

    async def settle(
        self, swap: Swap2, limit: Limit = Limit(), seed: int | None = None
    ) -> SwapAnswer:
        await self.open()
        child = self._child
        if child is None:  # closed concurrently
            raise EngineCrashed("engine.closed", name=called(self._name))
        told = limit.tightest(Limit(seconds=MOVE_SECONDS)) if limit.seconds is None else limit
        question = self._driver.ask_swap(swap, told, Times())
        if question is None:
            return await super().settle(swap, limit, seed)
        async with self._dropping():
            await self._check_silence(child)
            try:
                async with patience(self._name, told, self._grace):
                    answer = await self._hear(child, question)
            except EngineTimeout as error:
                raise self._late("engine.timeout", told.seconds) from error
            if isinstance(answer, SwapAnswer):
                return answer
            if not isinstance(answer, Unable):
                raise ProtocolError("engine.unasked", name=called(self._name), text=_shown(answer))
        return await super().settle(swap, limit, seed)

    @asynccontextmanager
    async def _dropping(self) -> AsyncIterator[None]:
        """Kills the program unless the block ends with a valid answer."""
        try:
            yield
        except Resigned:
            raise
        except BaseException:
            self._drop()
            raise

    async def _hear(self, child: Child, lines: Sequence[str]) -> Heard:
        """Sends lines and returns the program's final reply to them."""
        heard: Heard = Send(tuple(lines))
        size = count = 0
        while heard is None or isinstance(heard, Send):
            for line in heard.lines if heard else ():
                child.write(line)
            said = await child.read()
            size, count = size + len(said) + 1, count + 1
            if size > MOST_BYTES or count > MOST_LINES:
                raise ProtocolError("engine.chatter", name=called(self._name), lines=count)
            if count % BREATHER == 0:
                await asyncio.sleep(0)
            heard = self._understood(said)
        return heard

    def _understood(self, said: bytes) -> Heard:
        try:
            return self._driver.hear(said.decode(errors="replace"))
        except ProtocolError as error:
            facts = {"name": called(self._name), "reason": error.message}
            raise ProtocolError("engine.broke_protocol", **facts) from error

    async def _check_silence(self, child: Child) -> None:
        """Raises if the program sent an answer without a question; ignores other lines."""
        await asyncio.sleep(0)  # lets the loop read what has arrived
        count = 0
        while (said := child.take()) is not None:
            text, count = said.decode(errors="replace"), count + 1
            if self._driver.unasked(text):
                raise ProtocolError("engine.unasked", name=called(self._name), text=quoted(text))
            if count > MOST_IDLE_LINES:
                raise ProtocolError("engine.chatter", name=called(self._name), lines=count)

    def _late(self, key: str, seconds: float | None) -> EngineTimeout | ProtocolError:
        """Returns the error for a program that did not answer, or only with a complaint."""
        if complaint := self._driver.complaint:
            facts: dict[str, Any] = {"name": called(self._name), "text": quoted(complaint, 200)}
            return ProtocolError("engine.complained", seconds=seconds, **facts)
        return EngineTimeout(key, name=called(self._name), seconds=seconds)

    def _drop(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child = None

    async def close(self) -> None:
        self._closed = True
        child, self._child = self._child, None
        if child is None:
            return
        try:
            for line in self._driver.bye():
                child.write(line)
            loop = asyncio.get_running_loop()
            patient_until = loop.time() + FAREWELL
            while not child.has_ended() and loop.time() < patient_until:
                await asyncio.sleep(GLANCE)
        finally:
            child.kill()
        await child.gone()


def _longest(limit: Limit, times: Times) -> Limit:
    """Returns the time for an answer: that of the clock if there is one, else the limit."""
    if times.mine is None or not has_match_clock(times) or is_limited_beside_clock(limit, times):
        return limit
    return Limit(seconds=max(times.mine, limit.seconds or 0.0))


def _shown(heard: object) -> str:
    return quoted(heard.move if isinstance(heard, Answer) else type(heard).__name__)


def _decision(answer: Answer, game: Game) -> Decision:
    """Returns the answer as a decision with an unchecked move."""
    try:
        pv = tuple(game.parse_move(text) for text in answer.pv)
    except RulesError:
        pv = ()
    score = answer.score if answer.score is not None and math.isfinite(answer.score) else None
    move: Any = answer.move  # `as_decision` checks it
    return Decision(move, score, answer.depth, answer.nodes, pv, text=readable(answer.text))
