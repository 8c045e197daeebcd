"""`SimpleEngine`: any player without `async`, kept warm between questions.

>>> from fivefold.games.othello import OthelloGame
>>> with SimpleEngine("minimax(depth=2)") as engine:
...     state = OthelloGame().start
...     print(state.game.format_move(engine.choose(state).move))
d3
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from concurrent.futures import Future, wait
from dataclasses import replace
from types import TracebackType
from typing import TYPE_CHECKING, Self

from fivefold.core import Game, Limit, State
from fivefold.engines import open_engine
from fivefold.engines.base import Engine
from fivefold.engines.local import LocalEngine
from fivefold.engines.loop_thread import LoopThread
from fivefold.engines.wire import called
from fivefold.errors import EngineCrashed, InvalidNotation
from fivefold.names import format_game, game_from
from fivefold.strategies.base import Decision, Finding, Strategy
from fivefold.words import quoted

if TYPE_CHECKING:
    import os

    from fivefold.cage.settings import Cage

LOOK_SECONDS = 0.05
"""Seconds between two looks at a running search."""

Playable = str | Strategy | Engine
"""A player: a text for `open_engine`, a strategy, or an engine that is already open."""


class SimpleEngine:
    """A player that stays open, with its memory, until the block ends.

    `player` is a text as `open_engine` reads it, `level(3)` or `ugi:./program`, or a strategy.
    Each game it is asked about gets its own engine; `game` opens one at once.
    """

    def __init__(
        self,
        player: Playable,
        game: Game | str | None = None,
        seed: int | None = None,
        *,
        name: str | None = None,
        folder: str | os.PathLike[str] | None = None,
        options: Mapping[str, str] | None = None,
        cage: Cage | None = None,
    ) -> None:
        self._player, self._seed = player, seed
        self._name, self._folder, self._options, self._cage = name, folder, options, cage
        self._engines: dict[str, Engine] = {}
        self._loop = LoopThread()
        if game is not None:
            try:
                self._engine(game_from(game) if isinstance(game, str) else game)
            except BaseException:
                self.close()
                raise

    @property
    def name(self) -> str:
        """The name used in records."""
        return self._name or name_of(self._player)

    def choose(
        self,
        state: State,
        limit: Limit = Limit(),
        *,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
    ) -> Decision:
        """Returns the decision, within the tightest of the limits. Raises as `Engine.choose`."""
        limit = limit.tightest(Limit(seconds, depth, nodes))
        return self._loop.run(self._engine(state.game).choose(state, limit))

    def analysis(
        self,
        state: State,
        limit: Limit = Limit(),
        *,
        seconds: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
    ) -> Analysis:
        """Starts a search and returns it: iterating over it yields what it finds, as it does."""
        limit = limit.tightest(Limit(seconds, depth, nodes))
        return Analysis(self._loop, self._engine(state.game), state, limit)

    def close(self) -> None:
        """Stops any search and ends the player. Closing twice is harmless."""
        if not self._loop.is_open:
            return
        engines, self._engines = self._engines, {}
        for engine in engines.values():
            if engine is not self._player:
                self._loop.run(engine.close())
        self._loop.close()

    def _engine(self, game: Game) -> Engine:
        if not self._loop.is_open:
            raise EngineCrashed("engine.closed", name=called(self.name))
        key = format_game(game)
        if key not in self._engines:
            engine = as_engine(
                self._player,
                game,
                self._seed,
                name=self._name,
                folder=self._folder,
                options=self._options,
                cage=self._cage,
            )
            self._loop.run(engine.open())
            self._engines[key] = engine
        return self._engines[key]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class Analysis:
    """A running search. Iterate over it; leave its block, or `stop`, to end it early."""

    def __init__(self, loop: LoopThread, engine: Engine, state: State, limit: Limit) -> None:
        self._loop, self._engine, self._state = loop, engine, state
        self._future: Future[Decision] = loop.submit(engine.choose(state, limit))

    def __iter__(self) -> Iterator[Finding]:
        """Yields each new finding; the last one is the decision. Ending the loop stops the search.

        Not every player can tell what it finds on the way: built-in searches and programs that
        speak `ugi` or `nboard` can.
        """
        last: Finding | None = None
        try:
            while not self._future.done():
                found = self._loop.run(_look(self._engine))
                if found is not None and found != last and not self._future.done():
                    last = replace(found, state=self._state)
                    yield last
                wait([self._future], LOOK_SECONDS)
        finally:
            self.stop()
        if not self._future.cancelled():
            found = _as_finding(self._future.result())
            if found is not None and found != last:
                yield found

    def wait(self) -> Decision:
        """Returns the decision once the search has ended. Raises as `Engine.choose`."""
        if self._future.cancelled():
            raise InvalidNotation("analysis.stopped")
        return self._future.result()

    def stop(self) -> None:
        """Ends the search; it then has no decision. Stopping twice is harmless."""
        self._future.cancel()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.stop()


async def _look(engine: Engine) -> Finding | None:
    return engine.progress()


def _as_finding(decision: Decision) -> Finding | None:
    if decision.move is None or decision.score is None:
        return None
    return Finding(decision.move, decision.depth or 0, decision.score, state=decision.state)


def name_of(player: Playable) -> str:
    """Returns the name of a player in records."""
    if isinstance(player, str):
        return player
    return type(player).__name__ if isinstance(player, Strategy) else player.name


def as_engine(
    player: Playable,
    game: Game,
    seed: int | None = None,
    *,
    name: str | None = None,
    folder: str | os.PathLike[str] | None = None,
    options: Mapping[str, str] | None = None,
    cage: Cage | None = None,
) -> Engine:
    """Returns the engine of a player; raises `InvalidNotation` for anything else."""
    if isinstance(player, str):
        return open_engine(player, game, seed, name=name, folder=folder, options=options, cage=cage)
    if isinstance(player, Strategy):
        return LocalEngine(player, name or name_of(player), game=game)
    if hasattr(player, "hear_times"):  # protocols cannot be asked with `isinstance`
        return player
    raise InvalidNotation("player.type", kind=type(player).__name__, value=quoted(repr(player)))
