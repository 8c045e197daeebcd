"""Deletes finished matches that are older than the host wants to keep, a few at a time.

The sweep walks through the matches in the order of an index, `(public, updated)`, so a batch never
reads more than its rows, however many matches there are. Each batch is one short transaction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection, and_, delete, exists, func, or_, select

from fivefold.server.storage.schema import events, matches


class Cursor(NamedTuple):
    """The last row that a sweep looked at."""

    public: bool = False
    updated: float = float("-inf")
    match: str = ""


@dataclass(frozen=True)
class SweptBatch:
    """What a batch did, and where the next one goes on; None at the end."""

    matches: int
    events: int
    after: Cursor | None


def sweep(connection: Connection, before: float, most: int, after: Cursor) -> SweptBatch:
    """Deletes the finished matches among the next `most` rows; `before` is in Unix seconds."""
    columns = (matches.c.public, matches.c.updated, matches.c.id, matches.c.ended)
    place = (matches.c.public, matches.c.updated, matches.c.id)
    wanted = (
        select(*columns)
        .where(
            matches.c.public == after.public,
            or_(
                matches.c.updated > after.updated,
                and_(matches.c.updated == after.updated, matches.c.id > after.match),
            ),
            matches.c.updated < before,
        )
        .order_by(*place)
        .limit(most)
        # In PostgreSQL nobody else can append to a match that is about to be deleted.
        .with_for_update(skip_locked=True)
    )
    rows = connection.execute(wanted).all()
    finished = [row.id for row in rows if row.ended is not None]
    old = _without_reopened(connection, finished)
    gone = connection.execute(delete(events).where(events.c.match.in_(old))).rowcount if old else 0
    if old:
        connection.execute(delete(matches).where(matches.c.id.in_(old)))
    if len(rows) == most:
        last = rows[-1]
        return SweptBatch(len(old), gone, Cursor(last.public, last.updated, last.id))
    return SweptBatch(len(old), gone, None if after.public else Cursor(public=True))


def _without_reopened(connection: Connection, finished: list[str]) -> list[str]:
    """Leaves out the matches that went on after they had ended: another machine took a seat."""
    ends = events.alias()
    end = (
        select(func.max(ends.c.version))
        .where(ends.c.match == matches.c.id, ends.c.kind == "ended")
        .correlate(matches)
        .scalar_subquery()
    )
    seated = (
        exists()
        .where(events.c.match == matches.c.id, events.c.kind == "seated", events.c.version > end)
        .correlate(matches)
    )
    wanted = select(matches.c.id).where(matches.c.id.in_(finished), ~seated)
    return list(connection.execute(wanted).scalars()) if finished else []
