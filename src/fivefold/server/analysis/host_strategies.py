"""The host's own opponents: `fivefold serve --strategy ./my_bot.py:MyBot`.

Clients see a name such as `my_bot:MyBot`, never a path. Each strategy runs in a process of its own
and is reloaded when its file changes, so that its author can edit, save and play on. External
programs are in `host_programs`.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from fivefold.cage.settings import OFF, Cage, Level, default_cage
from fivefold.cage.start import level_of
from fivefold.core import Game, Limit, State
from fivefold.engines.process import ProcessEngine
from fivefold.engines.wire import called
from fivefold.errors import EngineCrashed, FivefoldError, InvalidNotation, UnknownName
from fivefold.names import FromFile, Program, all_games, game_from, parse_player
from fivefold.server.analysis.host_programs import HostProgram
from fivefold.server.analysis.process_client import Found
from fivefold.strategies.base import Decision
from fivefold.words import Message, plain, quoted, say

GRACE = 2.0
"""Seconds a decision may be late before the process is killed."""

_ANY_GAME = game_from("gomoku")  # loading a file does not depend on the game


@dataclass
class HostStrategy:
    """A strategy from a file, and the process it currently runs in."""

    name: str
    text: str
    file: Path
    games: tuple[str, ...] | None
    stamp: tuple[int, int] | None
    cage: Cage
    engine: ProcessEngine | None = None
    seed: int | None = None
    closed: bool = False
    failed: tuple[tuple[int, int] | None, Message] | None = None
    """The version of the file that could not be loaded, and why."""
    _hidden: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        # Messages truncate long paths to 200 or 100 characters.
        path = str(self.file)
        self._hidden = (path, path[:200], path[:100])

    @property
    def title(self) -> Message:
        """Its name."""
        return plain(self.name)

    @property
    def about(self) -> tuple[str, dict[str, Any]]:
        """A sentence for the picker: its key and facts."""
        return "opponent.about.own", {}

    @property
    def trouble(self) -> Message | None:
        """Why the file, as it is now, cannot be loaded."""
        if self.failed is None or self.failed[0] != _stamp(self.file):
            return None
        return self.failed[1]

    async def prepare(self, game: Game, seed: int | None = None) -> None:
        """Loads the file unless it is loaded already. No clock runs meanwhile."""
        engine = await self._loaded(seed)
        try:
            await engine.prepare(game)
        except FivefoldError as error:
            raise self._without_path(error) from error

    async def choose(
        self, states: Sequence[State], limit: Limit, seed: int | None, found: Found | None = None
    ) -> Decision:
        """Returns the strategy's decision in the last position; errors do not reveal the path.

        `found` is not called: a file's process tells nothing before its answer.
        """
        state = states[-1]
        engine = await self._loaded(seed)
        try:
            decision = await engine.choose(state, limit)
        except FivefoldError as error:
            raise self._without_path(error) from error
        if engine.fault is not None:
            return replace(decision, text=say("contract.unreadable", fault=engine.fault))
        return decision

    async def _loaded(self, seed: int | None) -> ProcessEngine:
        """Returns the engine, reloaded if the file has changed."""
        if self.closed:
            raise EngineCrashed("engine.closed", name=called(self.name))
        stamp = _stamp(self.file)
        if self.engine is None or (stamp, seed) != (self.stamp, self.seed):
            await self._drop()
            self.engine = ProcessEngine(
                self.text,
                _ANY_GAME,
                seed,
                name=self.name,
                grace=GRACE,
                cage=self.cage,
                prepares=False,
            )
            self.stamp, self.seed = stamp, seed
        engine = self.engine
        try:
            await engine.open()
        except FivefoldError as error:
            reason = str(self._without_path(error))
            broken = EngineCrashed("strategy.own_broken", name=self.name, reason=reason)
            self.failed = stamp, broken.message
            raise broken from error
        self.failed = None
        self.games = engine.games
        return engine

    def _without_path(self, error: FivefoldError) -> FivefoldError:
        facts: dict[str, Any] = dict(error.message.facts)
        for key, fact in facts.items():
            if type(fact) is str:  # a message has its own facts
                for hidden in self._hidden:
                    fact = fact.replace(hidden, self.file.name)
                facts[key] = fact
        if "name" in facts:
            facts["name"] = called(self.name)
        return type(error)(error.code, **facts)

    async def close(self) -> None:
        """Ends the process; no new one will be started."""
        self.closed = True
        await self._drop()

    async def _drop(self) -> None:
        engine, self.engine = self.engine, None
        if engine is not None:
            await engine.close()


class HostStrategies:
    """The strategies from files and the programs that this server offers, by name.

    The constructor raises `UnknownName`, `InvalidNotation` or `EngineCrashed` if one fails to load.
    """

    def __init__(self, paths: Sequence[str] = (), secrets: Sequence[str] = ()) -> None:
        """`secrets` are files that the strategies may not read even in their own folder."""
        cage = default_cage().hiding(*secrets)
        self._by_name: dict[str, HostStrategy | HostProgram] = {}
        self.level: Level | None = level_of(cage) if paths else None
        """The kind of cage that they run in; None without strategies."""
        self.caged = OFF if cage.whole_environment else self.level
        """The same, or that they run without a cage."""
        for path in paths:
            own = _at_once(_load(path, cage))
            own.name = self._free_name(own.name)
            self._by_name[own.name] = own

    def has(self, name: str) -> bool:
        """Tells whether a strategy of that name is offered."""
        return name in self._by_name

    def names_for(self, game: str) -> list[str]:
        """Returns the names of the strategies that play the game."""
        return [
            own.name for own in self._by_name.values() if own.games is None or game in own.games
        ]

    def entries_for(self, game: str) -> Iterator[HostStrategy | HostProgram]:
        """Yields the strategies and programs that play the game."""
        for name in self.names_for(game):
            yield self._by_name[name]

    def check_plays(self, name: str, game: str) -> None:
        """Raises `UnknownName` if the strategy does not play the game."""
        if name not in self.names_for(game):
            raise UnknownName("strategy.own_not_for_game", name=name, game=game, field="strategy")

    async def prepare(self, name: str, game: Game, seed: int | None = None) -> None:
        """Starts what the strategy needs, so that this time is on nobody's clock."""
        await self._by_name[name].prepare(game, seed)

    async def choose(
        self,
        name: str,
        states: Sequence[State],
        limit: Limit,
        seed: int | None = None,
        found: Found | None = None,
    ) -> Decision:
        """Returns the decision after these positions; one question at a time."""
        return await self._by_name[name].choose(states, limit, seed, found)

    async def close(self) -> None:
        """Ends every process."""
        for own in self._by_name.values():
            await own.close()

    def _free_name(self, name: str) -> str:
        number, free = 1, name
        while free in self._by_name:
            number += 1
            free = f"{name}-{number}"
        return free


async def _load(text: str, cage: Cage) -> HostStrategy | HostProgram:
    """Returns the strategy at a path or the program of a command, after loading it once."""
    player = parse_player(text)
    if isinstance(player, Program):
        program = HostProgram(player, cage)
        await program.try_out()
        return program
    if not isinstance(player, FromFile):
        raise InvalidNotation("strategy.own_path", path=quoted(text, 200))
    file = Path(player.file).expanduser().absolute()
    arguments = "" if player.arguments is None else f"({player.arguments})"
    whole = player.at(file)
    stamp = _stamp(file)
    async with ProcessEngine(whole, _ANY_GAME, cage=cage, prepares=False) as engine:
        games = engine.games
        stem = re.sub(r"[^\w-]", "_", file.stem)
        name = f"{stem}:{engine.class_name}{arguments}"
    if games is not None and not set(games) & set(all_games()):
        raise UnknownName("strategy.own_no_game", name=name, games=list(games))
    return HostStrategy(name, whole, file, games, stamp, cage)


def _stamp(file: Path) -> tuple[int, int] | None:
    """Returns the modification time and size of a file, or None if it is missing."""
    try:
        stat = file.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size


def _at_once(
    looking: Coroutine[Any, Any, HostStrategy | HostProgram],
) -> HostStrategy | HostProgram:
    """Runs a coroutine to the end, even where an event loop is already running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, looking).result()
