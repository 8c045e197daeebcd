"""The logs of studies in the store."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from sqlalchemy import Engine, literal, select
from sqlalchemy.exc import OperationalError

from fivefold.errors import NotFound
from fivefold.server.room.events import Event
from fivefold.server.room.replay import damaged
from fivefold.server.storage.connection import reading
from fivefold.server.storage.decoding import MAX_VERSION, check_id, event_of
from fivefold.server.storage.schema import studies, study_events
from fivefold.server.storage.study_writes import AppendStudy, CreateStudy, SweepStudies
from fivefold.server.storage.writer import Writer
from fivefold.words import say

Read = Callable[[Callable[[], list[Event]]], Coroutine[Any, Any, list[Event]]]


class StudyStore:
    """Studies as logs of events that only grow; `read` runs a function in a reader's thread."""

    def __init__(self, engine: Engine, writer: Writer, read: Read) -> None:
        self._engine = engine
        self._writer = writer
        self._read = read

    async def create(self, study: str, game: str, event: Event) -> int:
        """Stores a new study; returns its bytes once on disk. `StaleWrite`: the id is taken."""
        return await self._written(CreateStudy(study, game, (event,)))

    async def append(self, study: str, events: Sequence[Event]) -> int:
        """Stores further events, all or none; returns their bytes once they are on disk.

        Raises `StaleWrite` if they do not directly follow the stored ones or repeat an edit;
        `NotFound`; `StorageUnavailable`.
        """
        return await self._written(AppendStudy(study, tuple(events)))

    async def load(self, study: str, since: int = 0) -> list[Event]:
        """Returns the events after that version, in order. Raises `NotFound` or `DamagedLog`."""
        check_id(study, "study.missing")
        return await self._read(lambda: _load(self._engine, study, min(since, MAX_VERSION)))

    async def sweep(self, before: float, most: int) -> int:
        """Deletes at most `most` studies that nobody edited since `before`; returns how many."""
        return await self._written(SweepStudies(before, most))

    async def _written(self, request: CreateStudy | AppendStudy | SweepStudies) -> int:
        written = await self._writer.write(request)
        assert isinstance(written, int)
        return written


def _load(engine: Engine, study: str, since: int) -> list[Event]:
    table = study_events.c
    columns = table.version, table.kind, table.at, table.data
    wanted = select(*columns).where(table.study == study, table.version > since)
    with reading(engine) as connection:
        try:
            rows = connection.execute(wanted.order_by(table.version)).all()
        except OperationalError as error:
            if "decode" not in str(error.orig):
                raise
            raise damaged(since + 1, say("log.not_text")) from error
        if not rows:
            known = select(literal(1)).where(studies.c.id == study)
            if connection.execute(known).scalar() is None:
                raise NotFound("study.missing")
    return [event_of(*row) for row in rows]
