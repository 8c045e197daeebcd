"""What an engine is: an opponent that is asked for moves and can be stopped."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

from fivefold.core import Limit, Move, State
from fivefold.engines.wire import called
from fivefold.errors import EngineTimeout
from fivefold.games.swap2 import Swap2, SwapAnswer
from fivefold.strategies.base import Decision

GRACE = 5.0
"""Seconds an engine may be late, on top of a tenth of its limit, before it counts as hung."""


class Resigned(Exception):
    """Raised by `choose` when the engine, or the person behind it, gives up the game."""


@dataclass(frozen=True)
class Times:
    """What the clocks say when a move is asked for, in seconds; None where no time was agreed."""

    mine: float | None = None
    theirs: float | None = None
    my_increment: float = 0.0
    their_increment: float = 0.0
    per_move: float | None = None


class Engine(Protocol):
    """An opponent for many games, one question at a time.

    async with open_engine("minimax(depth=3)", game) as engine:
        decision = await engine.choose(state, Limit(seconds=1))
    """

    @property
    def name(self) -> str:
        """The text it was opened with, as it stands in records."""
        ...

    async def choose(self, state: State, limit: Limit = Limit()) -> Decision:
        """Returns a decision with a legal move; its move is None only when the game is over.

        Raises `EngineCrashed`, `EngineTimeout` (later than the limit and its grace) or
        `ProtocolError` (an answer that is no legal move). Cancelling the task stops the search.
        """
        ...

    def hear_times(self, times: Times) -> None:
        """Is told the clocks before each `choose`; programs with a clock of their own care."""
        return

    def hear_history(self, start: State, moves: Sequence[Move]) -> None:
        """Is told, before a game, the moves that led from `start` to where the game begins.

        Some programs can only be led to a position; all others need not listen.
        """
        return

    async def settle(
        self, swap: Swap2, limit: Limit = Limit(), seed: int | None = None
    ) -> SwapAnswer:
        """Returns what it says in an opening by swap2; unless it has a say, an evaluation decides.

        What is left to chance comes from `seed`. Raises as `choose` does.
        """
        import asyncio

        from fivefold.engines.swap2 import answer_swap

        return await asyncio.to_thread(answer_swap, swap, limit, seed=seed)

    async def open(self) -> None:
        """Gets ready, or raises the reason why not. The first `choose` does it if nobody did."""
        return

    async def close(self) -> None:
        """Stops whatever is going on and gives everything back. Closing twice is harmless."""
        return

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()


@asynccontextmanager
async def patience(name: str, limit: Limit, grace: float) -> AsyncIterator[None]:
    """Raises `EngineTimeout` in the block when an answer within the limit is long overdue.

    Without seconds there is no such moment: a depth is searched to the end.
    """
    import asyncio  # here, for programs that only answer need not load it

    most = limit.most_seconds
    bound = None if most is None else most * 1.1 + grace
    try:
        async with asyncio.timeout(bound):
            yield
    except TimeoutError as error:
        raise EngineTimeout("engine.timeout", name=called(name), seconds=most) from error
