"""The engine interface: a player that is asked for moves and can be stopped."""

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
from fivefold.strategies.base import Decision, Finding

GRACE = 5.0
"""Seconds of delay, beyond 110 % of the limit, after which an engine counts as hung."""


class Resigned(Exception):
    """Raised by `choose` when the engine or the person resigns."""


@dataclass(frozen=True)
class Times:
    """The clocks at the time of a question, in seconds; None without a clock."""

    mine: float | None = None
    theirs: float | None = None
    my_increment: float = 0.0
    their_increment: float = 0.0
    per_move: float | None = None


class Engine(Protocol):
    """A player for any number of games, one question at a time.

    async with open_engine("minimax(depth=3)", game) as engine:
        decision = await engine.choose(state, Limit(seconds=1))
    """

    @property
    def name(self) -> str:
        """The text it was opened with, as used in records."""
        ...

    async def choose(self, state: State, limit: Limit = Limit()) -> Decision:
        """Returns a decision with a legal move; the move is None only if the game is over.

        Raises `EngineCrashed`, `EngineTimeout` (later than the limit plus grace) or `ProtocolError`
        (not a legal move). Cancelling the task stops the search.
        """
        ...

    def progress(self) -> Finding | None:
        """Returns what a running `choose` has found so far, or None if the engine cannot tell."""
        return None

    def hear_times(self, times: Times) -> None:
        """Receives the clocks before each `choose`; only some external programs use them."""
        return

    def hear_history(self, start: State, moves: Sequence[Move]) -> None:
        """Receives the moves from `start` to the first position of a game, before the game.

        Only programs that cannot set up a position use them.
        """
        return

    async def settle(
        self, swap: Swap2, limit: Limit = Limit(), seed: int | None = None
    ) -> SwapAnswer:
        """Returns the answer in a swap2 opening; by default an evaluation decides.

        `seed` determines random choices. Raises as `choose` does.
        """
        import asyncio

        from fivefold.engines.swap2 import answer_swap

        return await asyncio.to_thread(answer_swap, swap, limit, seed=seed)

    async def open(self) -> None:
        """Prepares the engine, or raises the reason. Otherwise the first `choose` does it."""
        return

    async def close(self) -> None:
        """Stops any search and releases all resources. Closing twice is harmless."""
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
    """Raises `EngineTimeout` in the block once the limit plus grace has passed.

    Without `limit.seconds` there is no timeout.
    """
    import asyncio  # not at the top: programs that only answer do not need it

    most = limit.most_seconds
    bound = None if most is None else most * 1.1 + grace
    try:
        async with asyncio.timeout(bound):
            yield
    except TimeoutError as error:
        raise EngineTimeout("engine.timeout", name=called(name), seconds=most) from error
