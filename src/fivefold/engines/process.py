"""A strategy from a file as an engine, in its own process, which can be killed."""

from __future__ import annotations

import asyncio
from pathlib import Path

from fivefold.cage.settings import Cage, default_cage
from fivefold.core import Game, Limit, State
from fivefold.engines.base import GRACE, Engine, patience
from fivefold.engines.bot_output import log_traceback
from fivefold.engines.child import Child
from fivefold.engines.child_messages import (
    code_of,
    decode_reply,
    encode,
    foreign_error_from_json,
    garbage,
    traceback_of,
)
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
    RulesError,
)
from fivefold.names import FromFile, format_game, parse_player
from fivefold.strategies.base import Decision

START_SECONDS = 20.0
"""Seconds a file may take to load."""
SHORT = 8_000
"""Answers up to this many bytes are decoded in the event loop, longer ones in a thread."""
MOVE_SECONDS = 10.0
"""Default limit of a move in seconds: foreign code may never return."""


MAIN = "fivefold.engines.process_main"


class ProcessEngine(Engine):
    """Asks the process of a path bot, whose output is not trusted.

    After an error, a timeout, an invalid answer or a cancelled question, the process and everything
    it has started are killed, so that a late answer cannot be taken for the next one. The next
    question starts a new process.

    A limit without seconds gets `MOVE_SECONDS`, so that no game hangs.
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
        cage: Cage | None = None,
        prepares: bool = True,
    ) -> None:
        """`cage` limits the bot; default: the cage of the environment.

        With `prepares`, `open` prepares the bot for `game`; otherwise the caller does.
        """
        self._text = text
        self._cage = cage
        self._name = name or text
        self._game = game.name
        self._first = game if prepares else None
        self._can_prepare = False
        self._prepared: set[str] = set()
        """The games for which the present process is prepared."""
        self._seed = seed
        self._grace = grace
        self._start_seconds = start_seconds
        self._child: Child | None = None
        self._questions = 0
        self._closed = False
        self.class_name = ""
        """The name of the class in the file, once loaded."""
        self.games: tuple[str, ...] | None = None
        """The games it declares, once loaded; None for all games."""
        self.fault: str | None = None
        """Why the reasons of the last decision were dropped, if they were invalid."""
        self.reported = ""
        """The key of the last error that the bot's process reported; not to be trusted."""

    @property
    def name(self) -> str:
        return self._name

    async def open(self) -> None:
        if self._closed:
            raise EngineCrashed("engine.closed", name=called(self._name))
        if self._child is not None:
            return
        seed = "" if self._seed is None else str(self._seed)
        arguments, cage = [self._text, self._game, seed], self._cage or default_cage()
        files = _files_of(self._text)
        self._child = await Child.start_bot(self._name, MAIN, arguments, files, cage)
        try:
            if self._closed:  # closed concurrently
                raise EngineCrashed("engine.closed", name=called(self._name))
            async with asyncio.timeout(self._start_seconds):
                line = await self._child.read()
            loaded = self._answer(line, 0)
            if not isinstance(loaded, dict):
                raise garbage(line, self._name)
            games = loaded.get("games")
            self.games = tuple(map(str, games)) if isinstance(games, list) else None
            self.class_name = readable(str(loaded.get("class")), 100)
            self._can_prepare, self._prepared = bool(loaded.get("prepares")), set()
            if self._first is not None:
                await self._prepare(self._first)
        except TimeoutError as error:
            self._drop()
            name = called(self._name)
            raise EngineTimeout(
                "engine.slow_start", name=name, seconds=self._start_seconds
            ) from error
        except BaseException:
            self._drop()
            raise

    async def prepare(self, game: Game) -> None:
        """Lets the bot do its slow set-up for a game ahead of the first move."""
        await self.open()
        try:
            await self._prepare(game)
        except TimeoutError as error:
            self._drop()
            facts = {"name": called(self._name), "seconds": self._start_seconds}
            raise EngineTimeout("engine.slow_start", **facts) from error
        except BaseException:
            self._drop()
            raise

    async def _prepare(self, game: Game) -> None:
        child, text = self._child, format_game(game)
        if not self._can_prepare or child is None or text in self._prepared:
            return
        self._questions += 1
        async with asyncio.timeout(self._start_seconds):
            child.write(encode({"id": self._questions, "prepare": text}))
            self._answer(await child.read(), self._questions)
        self._prepared.add(text)

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
                child.write(encode(question))
                line = await child.read()
            if len(line) < SHORT:
                return self._decision(line, self._questions, state)
            # Decoding the thousands of candidates of a pentomino position would block the loop.
            return await asyncio.to_thread(self._decision, line, self._questions, state)
        except BaseException:
            self._drop()
            raise

    def _answer(self, line: bytes, number: int) -> object:
        """Returns the answer to the question, or raises the reported error."""
        reply = decode_reply(line, number, self._name)
        if "error" in reply:
            self.reported = code_of(reply["error"])
            log_traceback(self._name, traceback_of(reply["error"]))
            raise foreign_error_from_json(reply["error"])
        return reply["answer"]

    def _decision(self, line: bytes, number: int, state: State) -> Decision:
        """Returns the answer to the question as a decision."""
        answer = self._answer(line, number)
        if not isinstance(answer, dict):
            raise garbage(line, self._name)
        try:
            decision = decision_from_json(answer["decision"], state.game)
            fault = answer["fault"]
        except (KeyError, TypeError, ValueError, AttributeError, RulesError):
            raise garbage(line, self._name) from None
        self.fault = None if fault is None else readable(str(fault))
        return as_decision(decision, state, self._name)

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


def _files_of(text: str) -> list[str]:
    """Returns the folders that a bot from a file may read: its own."""
    player = parse_player(text)
    if not isinstance(player, FromFile):
        return []
    file = Path(player.file).expanduser().absolute()
    return [str(file.parent), str(file.resolve().parent)]
