"""What the writer does for studies, within its transaction: create, append, delete the old."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, select

from fivefold.server.room.events import Event
from fivefold.server.storage import statements
from fivefold.server.storage.schema import studies, study_events

ROW_BYTES = 200
"""Bytes of an event beside its data, in the table and in the indexes."""


@dataclass(frozen=True)
class CreateStudy:
    """A new study with its first event."""

    study: str
    game: str
    events: Sequence[Event]

    @property
    def match(self) -> str:
        """The id by which the writer orders requests."""
        return self.study


@dataclass(frozen=True)
class AppendStudy:
    """Events that follow the last one of a study."""

    study: str
    events: Sequence[Event]

    @property
    def match(self) -> str:
        """The id by which the writer orders requests, and tells the other processes."""
        return self.study


@dataclass(frozen=True)
class SweepStudies:
    """Deletes at most `most` studies that nobody edited since `before`."""

    before: float
    most: int
    match: str = ""


class StudyConflict(Exception):
    """A study, a version or an edit already exists."""


def create_study(connection: Connection, request: CreateStudy) -> int:
    """Returns the bytes stored."""
    at = request.events[0].at
    row = {"id": request.study, "game": request.game, "created": at, "updated": at}
    if not _insert(connection, statements.NEW_STUDY, row):
        raise StudyConflict
    return append_study(connection, request, statements.FIRST_STUDY_EVENT)


def append_study(
    connection: Connection,
    request: CreateStudy | AppendStudy,
    statement: Mapping[str, str] = statements.NEXT_STUDY_EVENT,
) -> int:
    """Inserts the events in order and returns their bytes; raises unless all were inserted."""
    written = 0
    for event in request.events:
        row: dict[str, Any] = {
            "study": request.study,
            "version": event.version,
            "kind": event.kind,
            "at": event.at,
            "data": json.dumps(dict(event.data), separators=(",", ":"), allow_nan=False),
            "edit_id": event.data.get("id"),
        }
        written += len(row["data"]) + ROW_BYTES
        if not _insert(connection, statement, row):
            raise StudyConflict
        statement = statements.NEXT_STUDY_EVENT
    updated = {"wanted": request.study, "updated": request.events[-1].at}
    connection.exec_driver_sql(statements.STUDY_UPDATED[connection.dialect.name], updated)
    return written


def last_study_version(connection: Connection, study: str) -> int | None:
    """Returns the version of a study, or None if there is none."""
    statement = statements.LAST_STUDY_VERSION[connection.dialect.name]
    version: int | None = connection.exec_driver_sql(statement, {"wanted": study}).scalar()
    return version


def sweep_studies(connection: Connection, request: SweepStudies) -> int:
    """Returns the number of studies deleted."""
    wanted = (
        select(studies.c.id)
        .where(studies.c.updated < request.before)
        .order_by(studies.c.updated)
        .limit(request.most)
        .with_for_update(skip_locked=True)
    )
    old = list(connection.execute(wanted).scalars())
    if old:
        connection.execute(delete(study_events).where(study_events.c.study.in_(old)))
        connection.execute(delete(studies).where(studies.c.id.in_(old)))
    return len(old)


def _insert(connection: Connection, statement: Mapping[str, str], row: dict[str, Any]) -> bool:
    """Tells whether the row was inserted."""
    return bool(connection.exec_driver_sql(statement[connection.dialect.name], row).rowcount)
