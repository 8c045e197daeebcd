"""The matches in memory: loaded from the store on demand, dropped when idle.

Of a dropped match whose clock runs, the flag timer is kept.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator, Sequence

from fivefold.errors import FivefoldError, NotFound, Refused
from fivefold.server.logs import OccasionalLog
from fivefold.server.matches.active_match import ActiveMatch
from fivefold.server.matches.dormant import DormantMatches, FlagTimer
from fivefold.server.matches.presence import Presence
from fivefold.server.matches.tasks import BackgroundTasks
from fivefold.server.matches.timers import MatchTimers
from fivefold.server.peers.peers import Peers, dormant_status
from fivefold.server.room.events import Event
from fivefold.server.room.replay import DamagedLog, replayed
from fivefold.server.room.room import Room
from fivefold.server.storage.store import Store

LONG_LOG = 400
"""Logs with more events are replayed in a worker thread."""

RETRY_SECONDS = 1.0
"""Pause before a dormant match is loaded again, when that failed."""
FLAGS_AT_ONCE = 16

unreadable = OccasionalLog(logging.getLogger("fivefold.server"))


class ActiveMatches:
    """Each match at most once. Idle matches make room for new ones."""

    def __init__(
        self,
        store: Store,
        presence: Presence,
        timers: MatchTimers,
        peers: Peers,
        tasks: BackgroundTasks,
        max_matches: int,
    ) -> None:
        self._store = store
        self._presence = presence
        self._timers = timers
        self._peers = peers
        self._tasks = tasks
        self._max_matches = max_matches
        self._active: dict[str, ActiveMatch] = {}
        self._loading: dict[str, asyncio.Task[ActiveMatch]] = {}
        self._dormant = DormantMatches()
        self._alarm: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._active)

    def __iter__(self) -> Iterator[ActiveMatch]:
        return iter(tuple(self._active.values()))

    @property
    def dormant(self) -> int:
        """Number of matches of which only the flag timer is kept."""
        return len(self._dormant)

    def __contains__(self, match: str) -> bool:
        return match in self._active

    def __getitem__(self, match: str) -> ActiveMatch:
        return self._active[match]

    def get(self, match: str) -> ActiveMatch | None:
        """Returns the match if it is in memory."""
        return self._active.get(match)

    def loading(self, match: str) -> asyncio.Task[ActiveMatch] | None:
        """Returns the task that loads the match now, if any."""
        return self._loading.get(match)

    async def open(self, match: str, client: str = "") -> ActiveMatch:
        """Returns the match, loaded if necessary. Raises `NotFound` or `DamagedLog`."""
        if (active := self._active.get(match)) is None:
            if (loading := self._loading.get(match)) is None:
                loading = self._loading[match] = self._tasks.start(self._load(match, client))
                loading.add_done_callback(lambda _: self._loading.pop(match, None))
            active = await asyncio.shield(loading)
        self._presence.touched(match)
        return active

    async def _load(self, match: str, client: str) -> ActiveMatch:
        try:
            events = await self._store.load(match)
            self.check_space()
            if len(events) > LONG_LOG:
                room = await asyncio.to_thread(replayed, match, events)
            else:
                room = replayed(match, events)
        except DamagedLog as error:
            unreadable.warning(
                f"a stored match cannot be read: event {error.event}: {error.reason}"
            )
            raise NotFound("match.unreadable", event=error.event, reason=error.reason) from None
        except NotFound:
            raise NotFound("match.missing") from None
        return self.add(room, events, client)

    def check_space(self) -> None:
        """Raises `Refused` when too many matches are being played or watched."""
        elsewhere = sum(worker.matches for worker in self._peers.others())
        if len(self._active) + elsewhere > self._max_matches:
            raise Refused("request.too_many")

    def add(self, room: Room, events: Sequence[Event], client: str) -> ActiveMatch:
        """Returns a match that is on disk as one in memory, with its timers started."""
        active = self._active[room.id] = ActiveMatch(room, list(events), client)
        timer = self._dormant.remove(room.id)
        if timer is not None and timer.version == room.version:
            room.clock.began_already(timer.began)
        elif self._peers.elsewhere(room.id).turn is None:
            room.clock.went_on(time.time() - events[-1].at)
        for idle in self._presence.opened(room.id):
            self._drop(idle)
        self._timers.restart(active)
        self._peers.count_matches(len(self._active))
        return active

    def drop_idle(self, seconds: float) -> None:
        """Drops the matches not used for this long; they are reloaded from the store on demand."""
        for match in self._presence.idle(seconds):
            self._drop(match)

    def _drop(self, match: str) -> None:
        """Drops a match, unless somebody is connected, a machine thinks or a change is made."""
        active = self._active.get(match)
        if active is not None:
            busy = active.subscribers or active.lock.locked() or self._timers.is_thinking(active)
            if busy:
                return
            self.remove(active)
            if (timer := self._timers.leave(active)) is not None:
                self._keep(timer)
        self._presence.dropped(match)

    # Dormant matches

    def _keep(self, timer: FlagTimer) -> None:
        self._dormant.add(timer)
        self._peers.publish(timer.match, dormant_status(timer.version, timer.began))
        self._set_alarm()

    def _set_alarm(self, after: float = 0.0) -> None:
        """Sets the timer for the next flag, `after` seconds from now at the earliest."""
        self.stop()
        due = self._dormant.next_due()
        if due is not None and not self._tasks.closing.is_set():
            seconds = max(after, due - time.monotonic())
            self._alarm = asyncio.get_running_loop().call_later(seconds, self._ring)

    def _ring(self) -> None:
        self._tasks.start(self._let_flags_fall())

    async def _let_flags_fall(self) -> None:
        """Loads the matches whose time is over; their own timers then end them."""
        pause = 0.0
        for match in self._dormant.due(time.monotonic(), FLAGS_AT_ONCE):
            try:
                await self.open(match)
            except NotFound:
                self._dormant.remove(match)
                self._peers.dropped(match)
            except FivefoldError:
                pause = RETRY_SECONDS
                if (timer := self._dormant.remove(match)) is not None:
                    self._dormant.add(timer)
        self._set_alarm(pause)

    def stop(self) -> None:
        """Stops the timer for the next flag."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def remove(self, active: ActiveMatch) -> None:
        """Removes a match from memory, whatever goes on in it."""
        active.is_open = False
        del self._active[active.id]
        self._peers.dropped(active.id)
        self._peers.count_matches(len(self._active))
