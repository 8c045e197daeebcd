"""Who is at which match: those who watch, those who have left, here and at other workers."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from fivefold.core import Player
from fivefold.server.neighbours import Note
from fivefold.server.room_rules import AWAY_BEFORE_CLAIM
from fivefold.server.seats import SEATS
from fivefold.server.strict import write_json
from fivefold.server.table import Table, events_frame, is_hidden, position_key, snapshot_frame
from fivefold.server.watchers import Watcher
from fivefold.words import say

if TYPE_CHECKING:
    from fivefold.server.house import House

PRESENCE_SECONDS = 0.2
GOODBYE_SECONDS = 1.0


class Attendance:
    """Lets people in and out, and tells everybody who is there."""

    def __init__(self, house: House) -> None:
        self._house = house

    # Sockets

    @property
    def is_full(self) -> bool:
        """Tells whether no further socket gets in, or everything is about to end."""
        house = self._house
        elsewhere = sum(worker.sockets for worker in house.neighbours.others())
        full = len(house.sockets) + elsewhere >= house.settings.most_sockets
        return full or house.closing.is_set()

    def enter(self, watcher: Watcher) -> None:
        """Notes a socket."""
        self._house.sockets.add(watcher)
        self._house.count()

    def exit(self, watcher: Watcher) -> None:
        """Forgets a socket."""
        self._house.sockets.discard(watcher)
        self._house.count()

    async def farewell(self) -> None:
        """Says goodbye to everybody and returns when they have heard it, soon in any case."""
        house = self._house
        bye = write_json({"type": "bye", "reason": say("server.bye").as_json()})
        for watcher in tuple(house.sockets):
            watcher.offer_last(bye)
        house.closing.set()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                while house.sockets:
                    await asyncio.sleep(0.02)

    # Matches

    def watch(self, table: Table, watcher: Watcher, since: int | None = None) -> None:
        """Gives the watcher the match, or what it missed, and from now on every change."""
        room, house = table.room, self._house
        holder = watcher.holder if room.held_by(watcher.holder) else None
        house.lobby.arrived(room.id, holder, watcher, house.neighbours.elsewhere(room.id))
        self._tell_neighbours(table, holder)
        if table.turn is None:
            room.resume()
        missed = None if since is None else table.missed(since)
        if missed is None:
            watcher.offer(snapshot_frame(table, watcher.holder))
        else:
            watcher.offer(events_frame(table, missed))
        table.watchers.add(watcher)
        if table.thinking is not None:
            watcher.offer(table.thinking)
        house.changed(table)
        self._tell_presence(table)

    def leave(self, table: Table, watcher: Watcher) -> None:
        """Forgets a watcher."""
        if watcher not in table.watchers:
            return
        room, house = table.room, self._house
        table.watchers.discard(watcher)
        house.metrics.dropped += watcher.gone.is_set()
        house.lobby.left(room.id, watcher)
        self._tell_neighbours(table, watcher.holder)
        house.changed(table)
        self._tell_presence(table)

    def seen(self, table: Table, holder: str | None) -> None:
        """Notes a sign of life of somebody who holds a seat."""
        if table.room.held_by(holder):
            self._house.lobby.seen(table.room.id, holder)
            self._tell_neighbours(table, holder)

    def away(self, table: Table) -> dict[Player, float]:
        """Returns for how many seconds the person of a seat has been away from every worker."""
        room, house = table.room, self._house
        return house.lobby.away(room.id, room.seats, house.neighbours.elsewhere(room.id))

    def note(self, table: Table) -> None:
        """Tells the other workers how the match stands here."""
        room, house = table.room, self._house
        if house.neighbours.several and house.tables.get(room.id) is table:
            house.neighbours.note(
                room.id,
                Note(
                    room.version,
                    room.clock.began,
                    house.lobby.since(room.id),
                    len(table.watchers),
                    house.lobby.strangers(room.id),
                    position_key(room.state) if is_hidden(room) else None,
                ),
            )

    def look_again(self, table: Table) -> None:
        """Tells the watchers when somebody came or left at another worker."""
        if table.watchers and self._who_is_there(table) != table.told:
            self._tell_watchers(table)

    def _tell_neighbours(self, table: Table, holder: str | None) -> None:
        match, house = table.room.id, self._house
        if holder is not None and (met := house.lobby.met(match, holder)) is not None:
            house.neighbours.met(match, holder, met[0], here=met[1])

    def _tell_presence(self, table: Table) -> None:
        """Tells everybody who is there, a little later: a crowd comes and goes as one."""
        if table.presence is None:

            def tell() -> None:
                table.presence = None
                self._tell_watchers(table)
                if self._house.neighbours.several:
                    self._house.spawn(self._house.store.tell(table.room.id))

            table.presence = asyncio.get_running_loop().call_later(PRESENCE_SECONDS, tell)

    def _tell_watchers(self, table: Table) -> None:
        table.told = self._who_is_there(table)
        table.tell(self._frame(table))

    def _who_is_there(self, table: Table) -> tuple[int, frozenset[Player]]:
        elsewhere = self._house.neighbours.elsewhere(table.room.id)
        return len(table.watchers) + elsewhere.watching, frozenset(self.away(table))

    def _frame(self, table: Table) -> str:
        """Returns the frame that tells who is there, and how long the others may stay away."""
        room = table.room
        away: dict[str, float | None] = dict.fromkeys(SEATS)
        if room.live and room.between_people:
            for player, seconds in self.away(table).items():
                away[player.value] = round(max(0.0, AWAY_BEFORE_CLAIM - seconds), 1)
        watching, _ = self._who_is_there(table)
        return write_json({"type": "presence", "watching": watching, "away": away})
