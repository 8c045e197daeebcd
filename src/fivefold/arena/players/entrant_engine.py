"""The engine of an entrant, for one game of a tournament."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator, Sequence
from typing import Any

from fivefold.arena.running.adjudication import is_ours
from fivefold.core import Game, Limit, Move, State
from fivefold.engines import open_engine
from fivefold.engines.base import Engine, Resigned, Times
from fivefold.engines.wire import as_decision, called, reason_of
from fivefold.errors import EngineCrashed, EngineError, FivefoldError
from fivefold.games.swap2 import Swap2, SwapAnswer
from fivefold.match.clock import TimeControl
from fivefold.names import strategy_from
from fivefold.strategies.base import Decision


class EntrantEngine(Engine):
    """An entrant's engine, opened for one game.

    Every error of the entrant, even an unknown name, is a crash. A single match raises wrong usage;
    in a tournament it is a lost game, so that one bad player does not stop all the others.
    """

    def __init__(
        self,
        entrant: dict[str, Any],
        limit: Limit,
        control: TimeControl | None,
        seed: int,
        start: State,
        history: Sequence[Move] = (),
    ) -> None:
        """`history` are the opening's moves, which lead to `start`."""
        self.limit = limit
        self.control = control
        self.is_ours = is_ours(entrant["player"])
        self._entrant = entrant
        self._seed = seed
        self._start = start
        self._history = history
        self._engine: Engine | None = None

    @property
    def name(self) -> str:
        return str(self._entrant["name"])

    async def open(self) -> None:
        with self._losing():
            await self._opened().open()

    async def choose(self, state: State, limit: Limit = Limit()) -> Decision:
        with self._losing():
            return await self._opened().choose(state, limit)

    async def settle(
        self, swap: Swap2, limit: Limit = Limit(), seed: int | None = None
    ) -> SwapAnswer:
        with self._losing():
            return await self._opened().settle(swap, limit, self._seed)

    def hear_times(self, times: Times) -> None:
        if self._engine is not None:
            self._engine.hear_times(times)

    async def close(self) -> None:
        if self._engine is not None:
            with contextlib.suppress(FivefoldError, OSError):  # the game is over
                await self._engine.close()

    def _opened(self) -> Engine:
        if self._engine is None:
            game, data = self._start.game, self._entrant
            if self.is_ours and self.control is None and self.limit.seconds is None:
                self._engine = InlineEngine(data["player"], game, self._seed, self.name)
            else:
                self._engine = open_engine(
                    data["player"],
                    game,
                    self._seed,
                    name=self.name,
                    folder=data["folder"],
                    options=data["options"],
                )
            self._engine.hear_history(game.start, self._history)
        return self._engine

    @contextlib.contextmanager
    def _losing(self) -> Iterator[None]:
        try:
            yield
        except (EngineError, Resigned):
            raise
        except FivefoldError as error:
            reason = str(error.message).rstrip(".")
            raise EngineCrashed("arena.unfit", name=called(self.name), reason=reason) from error
        except Exception as error:
            reason = reason_of(error)
            raise EngineCrashed("engine.crashed", name=called(self.name), reason=reason) from error


class InlineEngine(Engine):
    """A built-in strategy that runs in this thread, without interruption.

    Without a clock nothing would interrupt it, and the thread of a `LocalEngine` costs more than a
    quick strategy needs for its move.
    """

    def __init__(self, text: str, game: Game, seed: int, name: str) -> None:
        self._strategy = strategy_from(text, game, seed)
        self._name = name
        self._stop = threading.Event()

    @property
    def name(self) -> str:
        return self._name

    async def choose(self, state: State, limit: Limit = Limit()) -> Decision:
        return as_decision(self._strategy.choose(state, limit, self._stop), state, self._name)
