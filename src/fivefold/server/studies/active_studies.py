"""The studies in memory: loaded from the store on demand, dropped when idle."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Iterator

from fivefold.errors import NotFound, Refused
from fivefold.server.logs import OccasionalLog
from fivefold.server.matches.tasks import BackgroundTasks
from fivefold.server.peers.peers import MatchStatus, Peers
from fivefold.server.room.events import Event
from fivefold.server.room.replay import DamagedLog
from fivefold.server.storage.store import Store
from fivefold.server.studies.active_study import ActiveStudy
from fivefold.server.study.replay import replayed
from fivefold.server.study.study import Study

IDLE_WEIGHT = 250_000_000
"""Bytes of studies in memory beyond which idle ones are dropped."""
MAX_WEIGHT = 500_000_000
"""Bytes of studies in memory beyond which no further one is opened."""

unreadable = OccasionalLog(logging.getLogger("fivefold.server"))


class ActiveStudies:
    """Each study at most once, the one used last at the end."""

    def __init__(
        self,
        store: Store,
        peers: Peers,
        tasks: BackgroundTasks,
        max_weight: int = MAX_WEIGHT,
    ) -> None:
        self._store = store.studies
        self._peers = peers
        self._tasks = tasks
        self._max_weight = max_weight
        self._active: OrderedDict[str, ActiveStudy] = OrderedDict()
        self._loading: dict[str, asyncio.Task[ActiveStudy]] = {}

    def __len__(self) -> int:
        return len(self._active)

    def __iter__(self) -> Iterator[ActiveStudy]:
        return iter(tuple(self._active.values()))

    def get(self, study: str) -> ActiveStudy | None:
        """Returns the study if it is in memory."""
        return self._active.get(study)

    def loading(self, study: str) -> asyncio.Task[ActiveStudy] | None:
        """Returns the task that loads the study now, if any."""
        return self._loading.get(study)

    async def open(self, study: str) -> ActiveStudy:
        """Returns the study, loaded if necessary. Raises `NotFound`."""
        if (active := self._active.get(study)) is None:
            if (loading := self._loading.get(study)) is None:
                loading = self._loading[study] = self._tasks.start(self._load(study))
                loading.add_done_callback(lambda _: self._loading.pop(study, None))
            active = await asyncio.shield(loading)
        if active.is_open:
            self._active.move_to_end(study)
        active.used = time.monotonic()
        return active

    async def _load(self, id: str) -> ActiveStudy:
        try:
            events = await self._store.load(id)
            self.check_space()
            study = await asyncio.to_thread(replayed, id, events)
        except DamagedLog as error:
            unreadable.warning(
                f"a stored study cannot be read: event {error.event}: {error.reason}"
            )
            raise NotFound("study.unreadable", event=error.event, reason=error.reason) from None
        return self.add(study, events)

    def check_space(self) -> None:
        """Raises `Refused` when the studies that people follow take too much memory."""
        self._make_room(IDLE_WEIGHT)
        if self._weight() > self._max_weight:
            raise Refused("request.too_many")

    def add(self, study: Study, events: list[Event]) -> ActiveStudy:
        """Returns a study that is on disk as one in memory."""
        # The tree of the first event is in the study; nobody is sent that event.
        first = Event(1, "created", events[0].at, {})
        kept = [first, *events[1:]]
        active = self._active[study.id] = ActiveStudy(study, kept, time.monotonic())
        self.publish(active)
        return active

    def publish(self, active: ActiveStudy) -> None:
        """Tells the other workers how the study stands here."""
        if self._peers.several and active.is_open:
            count = len(active.followers)
            status = MatchStatus(active.study.version, None, None, count, count, None)
            self._peers.publish(active.id, status)

    def drop_idle(self, seconds: float) -> None:
        """Drops the studies not used for this long; they are reloaded from the store on demand."""
        before = time.monotonic() - seconds
        for active in self:
            if not active.is_busy and active.used <= before:
                self._drop(active)

    def _make_room(self, most: int) -> None:
        for active in self:
            if self._weight() <= most:
                return
            if not active.is_busy:
                self._drop(active)

    def _weight(self) -> int:
        return sum(active.study.weight for active in self._active.values())

    def _drop(self, active: ActiveStudy) -> None:
        active.is_open = False
        del self._active[active.id]
        self._peers.dropped(active.id)
