"""The main loop of a session: `play_match` plays the games, commands change them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from typing import Any, Protocol, TypeVar

from fivefold.cli.terminal.panels import Quit, SideChosen, seats_line
from fivefold.cli.terminal.review import review_game
from fivefold.cli.terminal.session import HUMAN, Session
from fivefold.core import Limit, Move, Player, State
from fivefold.engines import open_engine
from fivefold.engines.base import Engine
from fivefold.errors import EngineCrashed, EngineError, FivefoldError
from fivefold.games.swap2 import FIRST_STONES, MORE_STONES, Swap2, SwapAnswer
from fivefold.match.play import play_match
from fivefold.match.swap2 import settle
from fivefold.strategies.base import Decision
from fivefold.words import say

Answer = TypeVar("Answer")

OPENING = Limit(seconds=2.0)
"""Limit of an engine for each answer in an opening."""


class SessionChanged(Exception):
    """A command changed the session: play continues from the new state."""


class UserInterface(Protocol):
    """How a person sees and controls the session: `Screen` or `TextMode`."""

    async def ask(self, session: Session) -> Move:
        """Returns the move of the person to move; raises `SessionChanged`, `Quit` or `Resigned`."""
        ...

    def show_message(self, text: str) -> None:
        """Shows a message with the next board."""
        ...

    async def wait_for_engine(self, session: Session, task: asyncio.Future[Any]) -> None:
        """Shows that an engine thinks and executes commands meanwhile; raises as `ask` does."""
        ...

    async def pause(self, session: Session, seconds: float) -> None:
        """Waits after a move of two engines, longer if the person pauses."""
        ...

    def announce_pass(self, session: Session) -> None:
        """Shows that the person to move has no move and passes."""
        ...

    async def ask_after_game(self, session: Session) -> None:
        """Takes commands after the game; raises `SessionChanged` or `Quit`."""
        ...


class HumanEngine(Engine):
    """A person as an engine, asked through the user interface."""

    def __init__(self, ui: UserInterface, session: Session) -> None:
        self._ui, self._session = ui, session

    @property
    def name(self) -> str:
        return HUMAN

    async def choose(self, state: State, limit: Limit = Limit()) -> Decision:
        game = state.game
        if game.pass_move is not None and state.legal_moves() == [game.pass_move]:
            self._ui.announce_pass(self._session)
            return Decision(game.pass_move)
        return Decision(await self._ui.ask(self._session))

    async def settle(
        self, swap: Swap2, limit: Limit = Limit(), seed: int | None = None
    ) -> SwapAnswer:
        if not swap.stones:
            self._ui.show_message(str(say("swap2.put_three")))
            return SwapAnswer(await self._stones(swap, FIRST_STONES))
        choices = ("black", "white", "two") if swap.wants else ("black", "white")
        self._session.open_with(swap.stones, choices)
        self._ui.show_message(str(say("swap2.choose" if swap.wants else "swap2.choose_side")))
        try:
            return SwapAnswer((await self._ui.ask(self._session),), Player.SECOND)
        except SideChosen as chosen:
            if chosen.choice == "two":
                self._ui.show_message(str(say("swap2.put_two")))
                return SwapAnswer(await self._stones(swap, MORE_STONES))
            return SwapAnswer(takes=Player.FIRST if chosen.choice == "black" else Player.SECOND)

    async def _stones(self, swap: Swap2, count: int) -> tuple[Move, ...]:
        """Returns the stones placed by the person, of alternating colours."""
        moves: list[Move] = []
        while len(moves) < count:
            self._session.open_with((*swap.stones, *moves))
            moves.append(await self._ui.ask(self._session))
        return tuple(moves)


class ComputerEngine(Engine):
    """An engine that is shown thinking; the person can type meanwhile."""

    def __init__(self, who: str, ui: UserInterface, session: Session, seed: int | None) -> None:
        self._engine = open_engine(who, session.state.game, seed)
        self._ui, self._session, self._seed = ui, session, seed

    @property
    def name(self) -> str:
        return self._engine.name

    async def choose(self, state: State, limit: Limit = Limit()) -> Decision:
        self._session.progress = self._engine.progress
        try:
            return await self._shown_thinking(self._engine.choose(state, limit))
        finally:
            self._session.progress = None

    async def settle(
        self, swap: Swap2, limit: Limit = Limit(), seed: int | None = None
    ) -> SwapAnswer:
        self._session.open_with(swap.stones)
        return await self._shown_thinking(
            self._engine.settle(swap, limit.tightest(OPENING), self._seed)
        )

    async def _shown_thinking(self, coming: Coroutine[Any, Any, Answer]) -> Answer:
        """Returns the answer of the engine and shows that it thinks."""
        thinking = asyncio.ensure_future(coming)
        try:
            await self._ui.wait_for_engine(self._session, thinking)
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
    """Returns the error as an engine failure, which loses the game but not the session."""
    if isinstance(error, EngineError):
        return error
    return EngineCrashed(error.message.key, **error.message.facts)


async def run_session(
    session: Session, ui: UserInterface, *, seed: int | None = None, delay: float = 1.0
) -> bool:
    """Plays games until the person quits; returns whether the game is to be saved."""
    async with AsyncExitStack() as stack:
        engines = Engines(ui, session, seed)
        stack.push_async_callback(engines.close)
        while True:
            try:
                await _play_on(session, ui, engines, delay)
                await ui.ask_after_game(session)
            except SessionChanged:
                session.clock.interrupt()
            except Quit as leaving:
                return leaving.saves


async def _play_on(session: Session, ui: UserInterface, engines: Engines, delay: float) -> None:
    """Plays until the game is over; between moves of two engines, the clock is stopped."""
    while session.record is None:
        first, second = [await engines.engine_of(player) for player in Player]
        if session.is_opening and session.procedure is not None:
            await _open(session, ui, first, second)
            continue
        record = await play_match(
            session.state,
            first,
            second,
            clock=session.clock,
            maximum=None if session.has_human else 1,
            on_move=session.played,
        )
        if record.ending == "maximum":
            await ui.pause(session, delay)
        else:
            session.finish(record)
            session.review = await review_game(session)


async def _open(session: Session, ui: UserInterface, opener: Engine, responder: Engine) -> None:
    """Lets the players agree on an opening; after an interruption it starts again."""
    assert session.procedure is not None
    session.open_with(())
    start = session.state
    settled = await settle(session.procedure, start, opener, responder)
    if settled.failure is not None:
        session.is_opening = False
        session.finish(await play_match(start, opener, responder, opening=settled))
        return
    session.settle(settled)
    ui.show_message(seats_line(session))


class Engines:
    """The engines in the seats; an engine that loses its seat is closed."""

    def __init__(self, ui: UserInterface, session: Session, seed: int | None) -> None:
        self._ui, self._session, self._seed = ui, session, seed
        self._engines: dict[Player, Engine] = {}

    async def engine_of(self, player: Player) -> Engine:
        """Returns the engine of the player who has the seat now."""
        who, engine = self._session.seats[player], self._engines.get(player)
        if engine is None or engine.name != who:
            if engine is not None:
                await engine.close()
            engine = self._engines[player] = self._engine(who)
        return engine

    def _engine(self, who: str) -> Engine:
        if who == HUMAN:
            return HumanEngine(self._ui, self._session)
        return ComputerEngine(who, self._ui, self._session, self._seed)

    async def close(self) -> None:
        """Closes all engines."""
        for engine in self._engines.values():
            await engine.close()
