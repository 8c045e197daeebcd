"""One sitting at the table: games are played by `play_match`, orders change what it plays."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from typing import Any, Protocol, TypeVar

from fivefold.cli.terminal.hindsight import look_back
from fivefold.cli.terminal.panels import Chosen, Left, seats_line
from fivefold.cli.terminal.table import HUMAN, Table
from fivefold.core import Limit, Move, Player, State
from fivefold.engines import open_engine
from fivefold.engines.base import Engine
from fivefold.errors import EngineCrashed, EngineError, FivefoldError
from fivefold.games.swap2 import FIRST_STONES, MORE_STONES, Swap2, SwapAnswer
from fivefold.match.opening import settle
from fivefold.match.play import play_match
from fivefold.strategies.base import Decision
from fivefold.words import say

Answer = TypeVar("Answer")

OPENING = Limit(seconds=2.0)
"""What a machine may take for each answer in an opening."""


class Turned(Exception):
    """An order changed the table: the game goes on from there."""


class Face(Protocol):
    """What a person sees of the table and answers to: a screen, or lines over a pipe."""

    async def ask(self, table: Table) -> Move:
        """Returns the move of the person to move; raises `Turned`, `Left` or `Resigned`."""
        ...

    def tell(self, text: str) -> None:
        """Says something about what comes next."""
        ...

    async def attend(self, table: Table, task: asyncio.Future[Any]) -> None:
        """Shows a machine thinking and takes orders until it is done; raises as `ask` does."""
        ...

    async def rest(self, table: Table, seconds: float) -> None:
        """Lets people look at the moves of two machines so long, or while they pause."""
        ...

    def announce_pass(self, table: Table) -> None:
        """Says that the person to move has no move and passes."""
        ...

    async def ask_after(self, table: Table) -> None:
        """Lets people look back at a finished game; raises `Turned` or `Left`."""
        ...


class Person(Engine):
    """A human being as an engine: asked through the face."""

    def __init__(self, face: Face, table: Table) -> None:
        self._face, self._table = face, table

    @property
    def name(self) -> str:
        return HUMAN

    async def choose(self, state: State, limit: Limit = Limit()) -> Decision:
        game = state.game
        if game.pass_move is not None and state.legal_moves() == [game.pass_move]:
            self._face.announce_pass(self._table)
            return Decision(game.pass_move)
        return Decision(await self._face.ask(self._table))

    async def settle(
        self, swap: Swap2, limit: Limit = Limit(), seed: int | None = None
    ) -> SwapAnswer:
        if not swap.stones:
            self._face.tell(str(say("swap2.put_three")))
            return SwapAnswer(await self._stones(swap, FIRST_STONES))
        choices = ("black", "white", "two") if swap.wants else ("black", "white")
        self._table.open_with(swap.stones, choices)
        self._face.tell(str(say("swap2.choose" if swap.wants else "swap2.choose_side")))
        try:
            return SwapAnswer((await self._face.ask(self._table),), Player.SECOND)
        except Chosen as chosen:
            if chosen.choice == "two":
                self._face.tell(str(say("swap2.put_two")))
                return SwapAnswer(await self._stones(swap, MORE_STONES))
            return SwapAnswer(takes=Player.FIRST if chosen.choice == "black" else Player.SECOND)

    async def _stones(self, swap: Swap2, count: int) -> tuple[Move, ...]:
        """Returns the stones that the person puts, of either colour in turn."""
        moves: list[Move] = []
        while len(moves) < count:
            self._table.open_with((*swap.stones, *moves))
            moves.append(await self._face.ask(self._table))
        return tuple(moves)


class Machine(Engine):
    """A strategy at the table: people see it think and can still type."""

    def __init__(self, who: str, face: Face, table: Table, seed: int | None) -> None:
        self._engine = open_engine(who, table.state.game, seed)
        self._face, self._table, self._seed = face, table, seed

    @property
    def name(self) -> str:
        return self._engine.name

    async def choose(self, state: State, limit: Limit = Limit()) -> Decision:
        return await self._attended(self._engine.choose(state, limit))

    async def settle(
        self, swap: Swap2, limit: Limit = Limit(), seed: int | None = None
    ) -> SwapAnswer:
        self._table.open_with(swap.stones)
        return await self._attended(self._engine.settle(swap, limit.tightest(OPENING), self._seed))

    async def _attended(self, coming: Coroutine[Any, Any, Answer]) -> Answer:
        """Returns what the engine says; people see it think meanwhile."""
        thinking = asyncio.ensure_future(coming)
        try:
            await self._face.attend(self._table, thinking)
            return await thinking
        except FivefoldError as error:
            raise _as_failure(error) from error
        finally:
            thinking.cancel()
            await asyncio.gather(thinking, return_exceptions=True)

    async def open(self) -> None:
        try:
            await self._engine.open()
        except FivefoldError as error:
            raise _as_failure(error) from error

    async def close(self) -> None:
        await self._engine.close()


def _as_failure(error: FivefoldError) -> EngineError:
    """Returns whatever is wrong with a player as a reason to lose: the people play on."""
    if isinstance(error, EngineError):
        return error
    return EngineCrashed(error.message.key, **error.message.facts)


async def sit_down(
    table: Table, face: Face, *, seed: int | None = None, delay: float = 1.0
) -> None:
    """Plays at the table until people leave."""
    async with AsyncExitStack() as stack:
        bench = Bench(face, table, seed)
        stack.push_async_callback(bench.close)
        while True:
            try:
                await _play_on(table, face, bench, delay)
                await face.ask_after(table)
            except Turned:
                table.clock.interrupt()
            except Left:
                return


async def _play_on(table: Table, face: Face, bench: Bench, delay: float) -> None:
    """Plays until the game is over. Two machines stop after each move, and no clock runs then."""
    while table.record is None:
        first, second = [await bench.seated(player) for player in Player]
        if table.is_opening and table.procedure is not None:
            await _open(table, face, first, second)
            continue
        record = await play_match(
            table.state,
            first,
            second,
            clock=table.clock,
            maximum=None if table.has_human else 1,
            on_move=table.played,
        )
        if record.ending == "maximum":
            await face.rest(table, delay)
        else:
            table.finish(record)
            table.hindsight = await look_back(table)


async def _open(table: Table, face: Face, opener: Engine, responder: Engine) -> None:
    """Lets the players agree on an opening. Whatever order interrupts it, it begins anew."""
    assert table.procedure is not None
    table.open_with(())
    start = table.state
    settled = await settle(table.procedure, start, opener, responder)
    if settled.failure is not None:
        table.is_opening = False
        table.finish(await play_match(start, opener, responder, opening=settled))
        return
    table.settle(settled)
    face.tell(seats_line(table))


class Bench:
    """The engines at the table: one that has lost its seat to somebody else is closed."""

    def __init__(self, face: Face, table: Table, seed: int | None) -> None:
        self._face, self._table, self._seed = face, table, seed
        self._engines: dict[Player, Engine] = {}

    async def seated(self, player: Player) -> Engine:
        """Returns the engine of whoever has that seat now."""
        who, engine = self._table.seats[player], self._engines.get(player)
        if engine is None or engine.name != who:
            if engine is not None:
                await engine.close()
            engine = self._engines[player] = self._engine(who)
        return engine

    def _engine(self, who: str) -> Engine:
        if who == HUMAN:
            return Person(self._face, self._table)
        return Machine(who, self._face, self._table, self._seed)

    async def close(self) -> None:
        """Closes all engines."""
        for engine in self._engines.values():
            await engine.close()
