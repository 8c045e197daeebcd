"""A machine's turn: a worker process thinks, the house plays the answer like anybody's move."""

from __future__ import annotations

import asyncio
import hashlib
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from fivefold.core import Limit
from fivefold.errors import FivefoldError, Refused, RulesError, StaleWrite, StorageUnavailable
from fivefold.server import commands as do
from fivefold.server.room import MACHINE, Room
from fivefold.server.strict import write_json
from fivefold.strategies.pacing import moves_to_go
from fivefold.words import Message

if TYPE_CHECKING:
    from fivefold.server.house import House
from fivefold.server.table import Table

SECONDS = 10.0
"""How long a machine may think where no time was agreed."""
PATIENCE = 1.0
"""Seconds until it is tried again, when everybody is busy or the disk is full."""


class Turn:
    """One machine that is to move in one position; stopped when that is no longer so."""

    def __init__(self, house: House, table: Table, strategy: str, pace: int | None) -> None:
        room = table.room
        self._house = house
        self._table = table
        self._strategy = strategy
        self._pace = pace
        self._state = room.state
        self._opening = room.swap2
        self._seat = room.turn.value
        self.frame = write_json({"type": "thinking", "seat": self._seat, "since": time.time()})
        # Its time begins when a process thinks for it: that others wait too is not its fault.
        room.hold()
        self._task = house.spawn(self._play())

    def is_for(self, room: Room, strategy: str | None, pace: int | None) -> bool:
        """Tells whether this is still the turn of the match."""
        wanted = (self._strategy, self._pace, self._opening) == (strategy, pace, room.swap2)
        return wanted and room.state is self._state and not self._task.done()

    def stop(self) -> None:
        self._task.cancel()

    async def _play(self) -> None:
        loop = asyncio.get_running_loop()
        started = loop.time()
        command: do.Command | None = None
        while command is None:
            try:
                command = await self._answer()
            except FivefoldError as error:
                if error.code != "question.busy":
                    command = self._crash(error.message)
                else:
                    await asyncio.sleep(PATIENCE)
        if self._pace is not None:
            await asyncio.sleep(started + self._pace / 1000 - loop.time())
        while True:
            try:
                await asyncio.shield(self._house.spawn(self._do(command)))
                return
            except StorageUnavailable:
                await asyncio.sleep(PATIENCE)

    async def _answer(self) -> do.Move | do.Answer:
        """Returns the machine's move, or what it says in the opening."""
        room, opening = self._table.room, self._opening
        limit = room.clock.limit(room.turn, moves_to_go(room.state))
        if limit.seconds is None:
            limit = Limit(seconds=SECONDS)
        start = room.game.format_position(room.states[0])
        moves = [ply["move"] for ply in room.plies]
        thinkers, seed = self._house.thinkers, _seed(room)
        if opening is None or opening.is_settled:
            decision = await thinkers.think(
                self._strategy,
                room.game,
                start,
                moves,
                limit,
                seed=seed,
                urgent=True,
                begun=self._begun,
            )
            return do.Move(decision["move"], None, room.version, decision)
        said = await thinkers.settle(
            self._strategy,
            room.game,
            start,
            moves,
            opening.left,
            limit,
            seed=seed,
            begun=self._begun,
        )
        return do.Answer(tuple(said["moves"]), said["choice"], room.version, said["decision"])

    def _begun(self) -> None:
        """Starts the clock: the machine waits no longer."""
        if self._table.turn is self:
            self._table.room.hold()
            self._table.room.resume()
            self._house.changed(self._table)

    def _crash(self, reason: Message, ending: str = "crashed") -> do.Crash:
        return do.Crash(self._seat, reason, ending)

    async def _do(self, command: do.Command) -> None:
        """Plays the answer, unless the turn is over meanwhile."""
        table = self._table
        async with table.lock:
            if table.turn is not self:
                return
            if isinstance(command, do.Move | do.Answer):
                # Somebody may have joined meanwhile: the position is the same.
                command = replace(command, version=table.room.version)
            table.turn = None  # the next turn begins inside, and must not stop this one
            try:
                await self._house.do_locked(table, command, MACHINE)
            except StorageUnavailable:
                table.turn = self
                raise
            except StaleWrite:
                return  # another worker was first
            except Refused:
                return  # its time is over, and the flag falls by itself
            except RulesError as error:
                await self._house.do_locked(table, self._crash(error.message, "illegal"), MACHINE)


def _seed(room: Room) -> int:
    """Returns the same number for the same match and ply, so that chance can be repeated."""
    digest = hashlib.sha256(f"{room.id} {len(room.plies)}".encode()).digest()
    return int.from_bytes(digest[:4])
