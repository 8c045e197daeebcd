"""What other processes did: events that they wrote, people who came to them, workers that died."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from fivefold.errors import StorageUnavailable
from fivefold.server.table import Table

if TYPE_CHECKING:
    from fivefold.server.house import House

LOOK_SECONDS = 1.0
"""How often a worker looks whether the others still live."""
PAUSE = 1.0
"""Seconds until the log is read again, when the database is away."""


class Hearing:
    """Keeps the matches of a house at what others have done to them."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._connected = False

    async def listen(self) -> None:
        """Takes in what others have written, for as long as the store tells of it."""
        async for news in self._house.store.news():
            if news is None:
                self._anything_may_have_happened()
            else:
                self._heard(*news)

    def _anything_may_have_happened(self) -> None:
        self._house.metrics.listener_lost += self._connected
        self._connected = True
        for table in self._house.tables.values():
            self._house.spawn(self._catch_up_somehow(table))

    def _heard(self, match: str, version: int) -> None:
        house = self._house
        table = house.tables.get(match)
        if table is None:
            if (loading := house.loading.get(match)) is not None:  # it may have missed this one
                loading.add_done_callback(lambda _: self._heard(match, version))
        elif version > table.room.version:
            house.spawn(self._catch_up_somehow(table))
        elif version == 0:
            house.attendance.look_again(table)
            house.changed(table)

    async def catch_up(self, table: Table) -> None:
        """Takes in what the log has and the table has not; a change under way goes first."""
        house, room = self._house, table.room
        async with table.lock:
            events = await house.store.load(room.id, room.version)
            if events and house.tables.get(room.id) is table:
                house.metrics.heard += len(events)
                house.take_in(table, events)

    async def _catch_up_somehow(self, table: Table) -> None:
        while not self._house.closing.is_set():
            try:
                await self.catch_up(table)
                return
            except StorageUnavailable:
                await asyncio.sleep(PAUSE)

    async def look_around(self) -> None:
        """Notices that a worker has died or come: what it did others may do now."""
        house = self._house
        known = house.neighbours.workers()
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            living = house.neighbours.workers()
            if [worker.pid for worker in living] != [worker.pid for worker in known]:
                known = living
                for table in tuple(house.tables.values()):
                    house.attendance.look_again(table)
                    house.changed(table)
