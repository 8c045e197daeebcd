"""A strategy from a file as an engine: it thinks in a process of its own, which can be killed."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from fivefold.core import Game, Limit, State
from fivefold.engines.base import GRACE, Engine, patience
from fivefold.engines.child import Child
from fivefold.engines.wire import (
    as_decision,
    called,
    decision_from_json,
    limit_as_json,
    readable,
    state_as_json,
)
from fivefold.errors import (
    EngineCrashed,
    EngineTimeout,
    FivefoldError,
    InvalidNotation,
    NativeUnavailable,
    ProtocolError,
    RulesError,
    UnknownName,
)
from fivefold.names import format_game
from fivefold.strategies.base import Decision
from fivefold.words import quoted

START_SECONDS = 20.0
"""How long a file may take to load."""
SHORT = 8_000
"""Bytes of an answer that is read sooner than a thread would be asked to."""
MOVE_SECONDS = 10.0
"""The limit of a move where nobody set one: somebody's code may never return."""

_ERRORS: dict[str, type[FivefoldError]] = {
    "InvalidNotation": InvalidNotation,
    "NativeUnavailable": NativeUnavailable,
    "ProtocolError": ProtocolError,
    "UnknownName": UnknownName,
}


class ProcessEngine(Engine):
    """Asks a worker process, and trusts it with nothing.

    After anything but a proper answer — an error, silence, garbage, a cancelled question — the
    process and all it has started are killed, so no late answer can be taken for the next one.
    The next question starts a new process.

    A limit without seconds gets `MOVE_SECONDS`, so that no game hangs for ever.
    """

    def __init__(
        self,
        text: str,
        game: Game,
        seed: int | None = None,
        *,
        name: str | None = None,
        grace: float = GRACE,
        start_seconds: float = START_SECONDS,
    ) -> None:
        self._text = text
        self._name = name or text
        self._game = game.name
        self._seed = seed
        self._grace = grace
        self._start_seconds = start_seconds
        self._child: Child | None = None
        self._questions = 0
        self._closed = False
        self.class_name = ""
        """What the class in the file is called, once it is loaded."""
        self.games: tuple[str, ...] | None = None
        """The games it says it plays, once it is loaded; None is every game."""
        self.fault: str | None = None
        """Why the reasons beside the last move were left out, when they made no sense."""

    @property
    def name(self) -> str:
        return self._name

    async def open(self) -> None:
        if self._closed:
            raise EngineCrashed("engine.closed", name=called(self._name))
        if self._child is not None:
            return
        seed = "" if self._seed is None else str(self._seed)
        # -P: a student's random.py in the current folder must not hide the library's.
        command = [sys.executable, "-P", "-m", "fivefold.engines.worker"]
        self._child = await Child.start(self._name, command, [self._text, self._game, seed])
        try:
            if self._closed:  # meanwhile, by somebody else
                raise EngineCrashed("engine.closed", name=called(self._name))
            async with asyncio.timeout(self._start_seconds):
                hello = self._read(await self._child.read())
            if hello.get("ready") is not True:
                raise self._garbage(hello)
            games = hello.get("games")
            self.games = tuple(map(str, games)) if isinstance(games, list) else None
            self.class_name = readable(str(hello.get("class")), 100)
        except TimeoutError as error:
            self._drop()
            name = called(self._name)
            raise EngineTimeout(
                "engine.slow_start", name=name, seconds=self._start_seconds
            ) from error
        except BaseException:
            self._drop()
            raise

    async def choose(self, state: State, limit: Limit = Limit()) -> Decision:
        await self.open()
        child = self._child
        assert child
        if limit.seconds is None:
            limit = limit.tightest(Limit(seconds=MOVE_SECONDS))
        self._questions += 1
        question = {
            "id": self._questions,
            "game": format_game(state.game),
            **state_as_json(state),
            "limit": limit_as_json(limit),
        }
        try:
            async with patience(self._name, limit, self._grace):
                child.write(json.dumps(question))
                line = await child.read()
            if len(line) < SHORT:
                return self._decision(line, self._questions, state)
            # The thousands of candidates of a pentomino position take a while to read: not here,
            # where others wait for the loop.
            return await asyncio.to_thread(self._decision, line, self._questions, state)
        except BaseException:
            self._drop()
            raise

    def _read(self, line: bytes) -> dict[str, Any]:
        """Returns a line as data, or raises what it reports or what is wrong with it."""
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            raise self._garbage(line.decode(errors="replace")) from None
        if not isinstance(data, dict):
            raise self._garbage(data)
        if isinstance(error := data.get("error"), dict):
            kind = _ERRORS.get(str(error.get("kind")), EngineCrashed)
            raise kind("engine.said", text=readable(str(error.get("text"))))
        return data

    def _decision(self, line: bytes, question: int, state: State) -> Decision:
        """Returns the answer to that question as a decision."""
        answer = self._read(line)
        if answer.get("id") != question:
            raise self._garbage(answer)
        try:
            decision = decision_from_json(answer["decision"], state.game)
        except (KeyError, TypeError, ValueError, AttributeError, RulesError):
            raise self._garbage(answer) from None
        fault = answer.get("fault")
        self.fault = None if fault is None else readable(str(fault))
        return as_decision(decision, state, self._name)

    def _garbage(self, answer: object) -> ProtocolError:
        text = answer if isinstance(answer, str) else repr(answer)
        return ProtocolError("engine.garbage", name=called(self._name), text=quoted(text.strip()))

    def _drop(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child = None

    async def close(self) -> None:
        self._closed = True
        child = self._child
        self._drop()
        if child is not None:
            await child.gone()
