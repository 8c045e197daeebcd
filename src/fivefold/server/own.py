"""Strategies of whoever runs the server: `fivefold serve --strategy ./my_bot.py:MyBot`.

On the wire each has a name, `my_bot:MyBot`; where its file lies is nobody else's business. It
runs in a process of its own and is loaded again when the file has changed, so that its author can
edit, save and play on.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from fivefold.core import Limit, State
from fivefold.engines.process import ProcessEngine
from fivefold.engines.wire import called
from fivefold.errors import EngineCrashed, FivefoldError, InvalidNotation, UnknownName
from fivefold.names import all_games, game_from
from fivefold.strategies.base import Decision
from fivefold.words import quoted, say

GRACE = 2.0
"""Seconds it may be late before it is killed."""

_PATH = re.compile(r"(?P<file>.+\.py)(?::(?P<name>\w+))?(?P<arguments>\(.*\))?", re.DOTALL)
_ANY_GAME = game_from("gomoku")  # a file is loaded in the same way for every game


@dataclass
class Own:
    """One strategy in a file, and the process it runs in at present."""

    name: str
    text: str
    file: Path
    games: tuple[str, ...] | None
    stamp: tuple[int, int] | None
    engine: ProcessEngine | None = None
    seed: int | None = None
    closed: bool = False
    _hidden: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        # Sentences cut long paths short in two ways.
        path = str(self.file)
        self._hidden = (path, path[:200], path[:100])

    async def choose(self, state: State, limit: Limit, seed: int | None) -> Decision:
        """Returns its decision; whatever goes wrong is told without a path."""
        engine = await self._loaded(seed)
        try:
            decision = await engine.choose(state, limit)
        except FivefoldError as error:
            raise self._without_path(error) from error
        if engine.fault is not None:
            return replace(decision, text=say("contract.unreadable", fault=engine.fault))
        return decision

    async def _loaded(self, seed: int | None) -> ProcessEngine:
        """Returns the engine, loaded from the file as it is now."""
        if self.closed:
            raise EngineCrashed("engine.closed", name=called(self.name))
        stamp = _stamp(self.file)
        if self.engine is None or (stamp, seed) != (self.stamp, self.seed):
            await self._drop()
            self.engine = ProcessEngine(self.text, _ANY_GAME, seed, grace=GRACE)
            self.stamp, self.seed = stamp, seed
        engine = self.engine
        try:
            await engine.open()
        except FivefoldError as error:
            reason = str(self._without_path(error))
            raise EngineCrashed("strategy.own_broken", name=self.name, reason=reason) from error
        self.games = engine.games
        return engine

    def _without_path(self, error: FivefoldError) -> FivefoldError:
        facts: dict[str, Any] = dict(error.message.facts)
        for key, fact in facts.items():
            if isinstance(fact, str):
                for hidden in self._hidden:
                    fact = fact.replace(hidden, self.file.name)
                facts[key] = fact
        if "name" in facts:
            facts["name"] = called(self.name)
        return type(error)(error.code, **facts)

    async def close(self) -> None:
        """Ends its process for good."""
        self.closed = True
        await self._drop()

    async def _drop(self) -> None:
        engine, self.engine = self.engine, None
        if engine is not None:
            await engine.close()


class OwnStrategies:
    """The strategies in files that this server offers, by name.

    Raises at once when one cannot be loaded: `UnknownName`, `InvalidNotation` or `EngineCrashed`.
    """

    def __init__(self, paths: Sequence[str] = ()) -> None:
        self._by_name: dict[str, Own] = {}
        for path in paths:
            own = _at_once(_look(path))
            own.name = self._free_name(own.name)
            self._by_name[own.name] = own

    def has(self, name: str) -> bool:
        """Tells whether a strategy of that name is offered."""
        return name in self._by_name

    def names_for(self, game: str) -> list[str]:
        """Returns the names of those that play the game."""
        return [
            own.name for own in self._by_name.values() if own.games is None or game in own.games
        ]

    def check_plays(self, name: str, game: str) -> None:
        """Raises `UnknownName` when that strategy does not play the game."""
        if name not in self.names_for(game):
            raise UnknownName("strategy.own_not_for_game", name=name, game=game, field="strategy")

    async def choose(
        self, name: str, state: State, limit: Limit, seed: int | None = None
    ) -> Decision:
        """Returns the decision of that strategy; it can be asked one thing at a time."""
        return await self._by_name[name].choose(state, limit, seed)

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


async def _look(text: str) -> Own:
    """Returns the strategy a path names, after loading it once."""
    match = _PATH.fullmatch(text.strip())
    if match is None:
        raise InvalidNotation("strategy.own_path", path=quoted(text, 200))
    file = Path(match["file"]).expanduser().absolute()
    kind, arguments = match["name"], match["arguments"] or ""
    whole = f"{file}{':' + kind if kind else ''}{arguments}"
    stamp = _stamp(file)
    async with ProcessEngine(whole, _ANY_GAME) as engine:
        games = engine.games
        stem = re.sub(r"[^\w-]", "_", file.stem)
        name = f"{stem}:{engine.class_name}{arguments}"
    if games is not None and not set(games) & set(all_games()):
        raise UnknownName("strategy.own_no_game", name=name, games=list(games))
    return Own(name, whole, file, games, stamp)


def _stamp(file: Path) -> tuple[int, int] | None:
    """Returns what tells one state of a file from the next."""
    try:
        stat = file.stat()
    except OSError:
        return None
    return stat.st_mtime_ns, stat.st_size


def _at_once(looking: Coroutine[Any, Any, Own]) -> Own:
    """Returns the result of a coroutine, whether or not a loop runs in this thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, looking).result()
