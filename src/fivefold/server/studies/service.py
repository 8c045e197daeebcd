"""The study service: creates studies, executes edits, and keeps every study on disk.

Each change happens in the order of a match: the study decides, the store writes the event to disk,
the study applies it, the followers get it. A lock per study keeps the order. If another process
wrote first, its events are applied and the edit is decided again.
"""

from __future__ import annotations

import asyncio
import time

from fivefold.errors import NotFound, Refused, StaleWrite, StorageUnavailable
from fivefold.server.matches.service import MatchService, holder_of, new_secret
from fivefold.server.storage.notifications import Notification
from fivefold.server.studies.active_studies import ActiveStudies
from fivefold.server.studies.active_study import ActiveStudy
from fivefold.server.studies.followers import Followers
from fivefold.server.studies.lines import EngineLines
from fivefold.server.studies.retention import StudyRetention
from fivefold.server.study.creation import created
from fivefold.server.study.edits import Edit
from fivefold.server.study.rules import decide
from fivefold.server.study.study import Done, Study
from fivefold.tree.game_tree import GameTree

SWEEP_SECONDS = 10.0
RETRY_SECONDS = 1.0
"""Pause before the log is read again, when the database is unavailable."""
MAX_ATTEMPTS = 100
"""How often an edit is decided again because other processes wrote first."""


class StudyService:
    """Every study that is read or edited in this process, beside the matches of `service`."""

    def __init__(self, service: MatchService) -> None:
        self._settings = service.settings
        self._store = service.store
        self._peers = service.peers
        self._tasks = service.tasks
        self._limits = service.limits
        self._metrics = service.metrics
        self.studies = ActiveStudies(self._store, self._peers, self._tasks)
        self.followers = Followers(
            self.studies,
            self._peers,
            self._tasks,
            self._store.notify,
            limited=self._settings.limited,
        )
        self.lines = EngineLines(
            service.pool, self._limits, self._peers, service.live_positions, self._tasks
        )
        service.sync.listeners.append(self._written)
        service.loops.append(self._tasks.start(self._sweep()))
        if self._settings.keep_seconds is not None and self._settings.worker == 1:
            retention = StudyRetention(
                self._store.studies, self._metrics, self._settings.keep_seconds
            )
            service.loops.append(self._tasks.start(retention.run()))

    async def create(
        self, tree: GameTree, client: str = "", title: str | None = None
    ) -> tuple[ActiveStudy, str]:
        """Returns a client's new study, which is on disk, and the secret of its editors."""
        self.studies.check_space()
        if not self._limits.stored.take(client, 0):
            raise Refused("study.storage")
        secret, id = new_secret(), new_secret()
        holder = holder_of(secret)
        assert holder is not None
        event = await asyncio.to_thread(created, tree, holder, time.time(), title)
        study = await asyncio.to_thread(Study, id, event)
        game = tree.start.game.name
        written = await self._store.studies.create(id, game, event)
        self._limits.stored.charge(client, written)
        self._metrics.studies += 1
        return self.studies.add(study, [event]), secret

    async def find(self, study: str, version: int | None = None) -> ActiveStudy:
        """Returns the study, loaded if necessary. Raises `NotFound`.

        It is at `version` or later if that exists, and not behind any other worker.
        """
        active = await self.studies.open(study)
        if max(version or 0, self._peers.version(study)) > active.study.version:
            await self._catch_up(active)
        return active

    async def execute(self, study: str, edit: Edit, holder: str | None, client: str = "") -> Done:
        """Executes an edit; returns when it is on disk and sent, raises why it was rejected."""
        active = await self.find(study, edit.version)
        # Shielded: a client that disconnects must not leave study and log in disagreement.
        return await asyncio.shield(self._tasks.start(self._execute(active, edit, holder, client)))

    async def _execute(
        self, active: ActiveStudy, edit: Edit, holder: str | None, client: str
    ) -> Done:
        study = active.study
        async with active.lock:
            for _ in range(MAX_ATTEMPTS):
                event = decide(study, edit, holder, time.time())
                if isinstance(event, Done):
                    return event
                if not self._limits.stored.take(client, 0):
                    raise Refused("study.storage")
                started = time.perf_counter()
                try:
                    written = await self._store.studies.append(study.id, [event])
                except StaleWrite:  # another process wrote first
                    await self._load_missing(active)
                    continue
                self._limits.stored.charge(client, written)
                self._metrics.committed(time.perf_counter() - started)
                self._metrics.edits += 1
                active.apply([event])
                self.studies.publish(active)
                answered = study.answered(edit.id)
                assert answered is not None
                return answered
        raise StaleWrite("store.stale", version=study.version)

    # Other processes

    def _written(self, news: Notification | None) -> None:
        """Handles a report of the store; None means that any may have been missed."""
        if news is None:
            for active in self.studies:
                self._tasks.start(self._catch_up_when_possible(active))
            return
        id, version = news
        found = self.studies.get(id)
        if found is None:
            if (loading := self.studies.loading(id)) is not None:  # perhaps without this event
                loading.add_done_callback(lambda _: self._written(news))
        elif version > found.study.version:
            self._tasks.start(self._catch_up_when_possible(found))
        elif version == 0:
            self.followers.announce_if_changed(found)

    async def _catch_up(self, active: ActiveStudy) -> None:
        async with active.lock:
            await self._load_missing(active)

    async def _load_missing(self, active: ActiveStudy) -> None:
        """Applies the events in the log that the study lacks; the caller holds the lock."""
        events = await self._store.studies.load(active.id, active.study.version)
        if events and active.is_open:
            self._metrics.peer_events += len(events)
            active.apply(events)
            self.studies.publish(active)

    async def _catch_up_when_possible(self, active: ActiveStudy) -> None:
        while not self._tasks.closing.is_set():
            try:
                await self._catch_up(active)
                return
            except NotFound:
                return  # it was deleted
            except StorageUnavailable:
                await asyncio.sleep(RETRY_SECONDS)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self.studies.drop_idle(self._settings.idle_seconds)

    def close(self) -> None:
        """Stops what runs by itself; the match service closes the rest."""
        self.followers.stop()
        self.lines.stop()
