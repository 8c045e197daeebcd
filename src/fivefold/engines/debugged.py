"""A strategy from a file as an engine in this process and thread, so that `breakpoint()` works."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from fivefold.core import Game, Limit, State
from fivefold.engines import open_engine
from fivefold.engines.base import Engine
from fivefold.engines.bot_output import log_traceback
from fivefold.engines.wire import as_decision, called, own_traceback, reason_of
from fivefold.errors import EngineCrashed, EngineError, FivefoldError, InvalidNotation, UnknownName
from fivefold.names import FromFile, parse_player, strategy_from
from fivefold.strategies.base import Decision, Strategy

Answer = TypeVar("Answer")
Around = Callable[[], contextlib.AbstractContextManager[None]]
"""What is around each call of the bot."""


class DebuggedEngine(Engine):
    """Asks a strategy from a file directly: no process, no cage, no time limit.

    The event loop stands still meanwhile. Only for code that the user trusts.
    """

    def __init__(
        self,
        text: str,
        game: Game,
        seed: int | None = None,
        around: Around = contextlib.nullcontext,
    ) -> None:
        self._text, self._game, self._seed = text, game.name, seed
        self._around = around
        self._strategy: Strategy | None = None
        self.fault: str | None = None
        """Always None: the reasons need no translation here."""
        self.reported = ""
        """The key of the last error."""

    @property
    def name(self) -> str:
        return self._text

    async def open(self) -> None:
        if self._strategy is None:
            player = parse_player(self._text)
            if isinstance(player, FromFile):
                sys.path.append(str(Path(player.file).expanduser().parent.resolve()))
            self._strategy = self._called(lambda: strategy_from(self._text, self._game, self._seed))

    async def choose(self, state: State, limit: Limit = Limit()) -> Decision:
        await self.open()
        strategy = self._strategy
        assert strategy is not None
        answer = self._called(lambda: strategy.choose(state, limit, threading.Event()))
        try:
            return as_decision(answer, state, self._text)
        except FivefoldError as error:
            self.reported = error.code
            raise

    def _called(self, call: Callable[[], Answer]) -> Answer:
        try:
            with self._around():
                return call()
        except Exception as error:
            log_traceback(self._text, own_traceback(error))
            self.reported = error.code if isinstance(error, FivefoldError) else "engine.crashed"
            if isinstance(error, EngineError | UnknownName | InvalidNotation):
                raise
            name = called(self._text)
            raise EngineCrashed("engine.crashed", name=name, reason=reason_of(error)) from error


def open_debugged(
    text: str, game: Game, seed: int | None = None, around: Around = contextlib.nullcontext
) -> Engine:
    """Returns the engine that a text names; strategies from files run in this process."""
    if isinstance(parse_player(text), FromFile):
        return DebuggedEngine(text, game, seed, around)
    return open_engine(text, game, seed)
