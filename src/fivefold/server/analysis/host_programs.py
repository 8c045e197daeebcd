"""The host's external programs: `fivefold serve --strategy "gomocup:./pbrain-x"`.

Only the server's operator names them. Clients see a name such as `gomocup:pbrain-x`, never a path
or a command line.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from fivefold.cage.settings import Cage
from fivefold.core import Game, Limit, State
from fivefold.engines.base import Resigned
from fivefold.engines.external import ExternalEngine
from fivefold.engines.protocols import check_protocol
from fivefold.engines.wire import called, readable
from fivefold.errors import EngineCrashed, EngineError, FivefoldError, InvalidNotation
from fivefold.names import PROTOCOLS, Program, game_from
from fivefold.server.analysis.decision_json import finding_as_json
from fivefold.server.analysis.process_client import Found
from fivefold.strategies.base import Decision
from fivefold.words import Message, plain, quoted

GRACE = 2.0
"""Seconds a decision may be late before the program is killed."""
START_SECONDS = 20.0
REPORT_SECONDS = 0.3
"""Pause between two reports of what a program has found so far."""
LONGEST_NAME = 60
_RUNNERS = re.compile(r"(python|wine|java|node|mono|bash|sh)[0-9.]*$", re.IGNORECASE)
"""Programs that run others, whose own names say nothing."""


class HostProgram:
    """An external program, and the process it currently runs in; one question at a time.

    A program that crashed is started again for the next question.
    """

    def __init__(self, player: Program, cage: Cage) -> None:
        """Raises `UnknownName` or `InvalidNotation` unless this is a command of a protocol."""
        check_protocol(player.protocol)
        if not player.words:
            raise InvalidNotation("strategy.own_path", path=quoted(str(player.command), 200))
        self._protocol = player.protocol
        self._cage = cage
        self._command = _absolute(player.words)
        self._label = readable(_file_of(player.words), LONGEST_NAME)
        self.name = f"{player.protocol}:{self._label}"
        self.games: tuple[str, ...] = PROTOCOLS[player.protocol]
        self.trouble: Message | None = None
        """Why it could not be started the last time."""
        self._title = self._label
        self._engine: ExternalEngine | None = None
        self._game: Game | None = None
        self._closed = False

    @property
    def title(self) -> Message:
        """The name that the program reports, else that of its file."""
        return plain(self._title)

    @property
    def about(self) -> tuple[str, dict[str, Any]]:
        """A sentence for the picker: its key and facts."""
        return "opponent.about.program", {"protocol": self._protocol, "file": self._label}

    async def try_out(self) -> None:
        """Starts it once for each game of its protocol and keeps those it plays.

        Raises the last reason if it plays none.
        """
        played: list[str] = []
        reason: FivefoldError | None = None
        for name in PROTOCOLS[self._protocol]:
            try:
                await self.prepare(game_from(name))
                played.append(name)
            except FivefoldError as error:
                reason = error
            finally:
                await self._drop()
        if not played:
            assert reason is not None
            raise reason
        self.games, self.trouble = tuple(played), None

    async def prepare(self, game: Game, seed: int | None = None) -> None:
        """Starts the program for a game, unless it runs already. No clock runs meanwhile."""
        if self._closed:
            raise EngineCrashed("engine.closed", name=called(self.name))
        if self._engine is None or self._game != game:
            await self._drop()
            self._engine = ExternalEngine(
                self.name,
                self._protocol,
                self._command,
                game,
                grace=GRACE,
                start_seconds=START_SECONDS,
                cage=self._cage,
            )
            self._game = game
        try:
            await self._engine.open()
        except FivefoldError as error:
            await self._drop()
            reason = self._without_path(str(error))
            broken = EngineCrashed("strategy.own_broken", name=self.name, reason=reason)
            self.trouble = broken.message
            raise broken from error
        self.trouble = None
        self._title = readable(self._engine.program_name, LONGEST_NAME) or self._label

    async def choose(
        self, states: Sequence[State], limit: Limit, seed: int | None, found: Found | None = None
    ) -> Decision:
        """Returns the program's decision in the last of these positions.

        `found` is called with what it has told of its search so far.
        """
        state = states[-1]
        await self.prepare(state.game, seed)
        engine = self._engine
        assert engine is not None
        engine.hear_history(states[0], [each.last_move for each in states[1:]])  # type: ignore[misc]
        telling = asyncio.ensure_future(_tell(engine, state.game, found)) if found else None
        try:
            return await engine.choose(state, limit)
        except Resigned:
            raise EngineCrashed("strategy.gave_up", name=called(self.name)) from None
        except EngineError as error:
            facts = {
                key: self._without_path(fact) if type(fact) is str else fact
                for key, fact in error.message.facts.items()
            }
            raise type(error)(error.code, **facts) from error
        finally:
            if telling is not None:
                telling.cancel()

    def _without_path(self, text: str) -> str:
        for word in self._command:
            if "/" in word or "\\" in word:
                text = text.replace(word, Path(word).name)
        return text

    async def close(self) -> None:
        """Ends the process; no new one will be started."""
        self._closed = True
        await self._drop()

    async def _drop(self) -> None:
        engine, self._engine = self._engine, None
        if engine is not None:
            with suppress(asyncio.TimeoutError):
                await engine.close()


def _file_of(words: Sequence[str]) -> str:
    """Returns the program's file without its folder: `bot` for `python3 ./bots/bot.py --fast`."""
    stems = [Path(word).stem for word in words if not word.startswith("-")]
    return next((stem for stem in stems if not _RUNNERS.match(stem)), Path(words[0]).stem)


def _absolute(words: Sequence[str]) -> list[str]:
    """Returns the command with the paths of existing files made absolute."""
    return [
        str(Path(word).expanduser().absolute())
        if "/" in word and Path(word).expanduser().exists()
        else word
        for word in words
    ]


async def _tell(engine: ExternalEngine, game: Game, found: Found) -> None:
    """Calls `found` whenever the program has told something new, until it is cancelled."""
    told = None
    while True:
        await asyncio.sleep(REPORT_SECONDS)
        finding = engine.progress()
        if finding is not None and finding != told:
            told = finding
            found(finding_as_json(finding, game))
