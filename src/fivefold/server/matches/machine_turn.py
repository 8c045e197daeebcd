"""What a machine plays in its turn; an analysis process does the thinking."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from functools import partial

from fivefold.core import Limit
from fivefold.errors import FivefoldError
from fivefold.server.analysis.pool import AnalysisPool
from fivefold.server.analysis.process_client import Found
from fivefold.server.room import commands as do
from fivefold.server.room.room import Room
from fivefold.strategies.time_management import moves_to_go
from fivefold.words import Message

UNTIMED_SECONDS = 10.0
"""How long a machine may think in a match without a clock."""
RETRY_SECONDS = 1.0
"""Pause before a full pool is asked again."""


class MachineTurn:
    """One machine to move in one position."""

    def __init__(
        self, room: Room, strategy: str, pace: int | None, client: str, pool: AnalysisPool
    ) -> None:
        self._room = room
        self._client = client
        self._strategy = strategy
        self._pace = pace
        self._pool = pool
        self._state = room.state
        self._opening = room.swap2
        self._seat = room.turn.value
        self.has_begun = False
        """Whether a process thinks about it; until then it waits."""

    def is_for(self, strategy: str | None, pace: int | None) -> bool:
        """Whether the match still waits for this turn."""
        room = self._room
        wanted = (self._strategy, self._pace, self._opening) == (strategy, pace, room.swap2)
        return wanted and room.state is self._state

    async def answer(self, begun: Callable[[], None], found: Found) -> do.Command:
        """Returns the machine's command: its move, or the crash that ends the match.

        Calls `begun` when a process starts to think, and `found` with what it has found so far.
        """
        loop = asyncio.get_running_loop()
        started = loop.time()
        command: do.Command | None = None
        while command is None:
            try:
                command = await self._think(partial(self._begin, begun), found)
            except FivefoldError as error:
                if error.code != "question.busy":
                    command = self.crash(error.message)
                else:
                    await asyncio.sleep(RETRY_SECONDS)
        if self._pace is not None:
            await asyncio.sleep(started + self._pace / 1000 - loop.time())
        return command

    def _begin(self, begun: Callable[[], None]) -> None:
        self.has_begun = True
        begun()

    async def _think(self, begun: Callable[[], None], found: Found) -> do.Move | do.Answer:
        room, opening = self._room, self._opening
        limit = room.clock.limit(room.turn, moves_to_go(room.state))
        if limit.seconds is None:
            limit = Limit(seconds=UNTIMED_SECONDS)
        start = room.game.format_position(room.states[0])
        moves = [ply["move"] for ply in room.plies]
        seed = _seed(room)
        if opening is None or opening.is_settled:
            decision = await self._pool.think(
                self._strategy,
                room.game,
                start,
                moves,
                limit,
                client=self._client,
                seed=seed,
                urgent=True,
                begun=begun,
                found=found,
            )
            return do.Move(decision["move"], None, room.version, decision)
        said = await self._pool.settle(
            self._strategy,
            room.game,
            start,
            moves,
            opening.left,
            limit,
            client=self._client,
            seed=seed,
            begun=begun,
        )
        return do.Answer(tuple(said["moves"]), said["choice"], room.version, said["decision"])

    def crash(self, reason: Message, ending: str = "crashed") -> do.Crash:
        """Returns the command that ends the match because this machine failed."""
        return do.Crash(self._seat, reason, ending)


def _seed(room: Room) -> int:
    """Returns a random seed fixed by match and ply, so that a strategy's play can be repeated."""
    digest = hashlib.sha256(f"{room.id} {len(room.plies)}".encode()).digest()
    return int.from_bytes(digest[:4])
