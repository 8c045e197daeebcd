"""The SQL of every write, compiled once for each kind of database.

Looking up SQLAlchemy's compiled form of a statement takes longer than running it, and every move
runs through these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from sqlalchemy import URL, bindparam, exists, func, literal_column, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.expression import ClauseElement

from fivefold.server.storage.schema import events, matches, studies, study_events

_DIALECTS: dict[str, Dialect] = {
    "sqlite": sqlite.dialect(paramstyle="named"),
    "postgresql": URL.create("postgresql+psycopg").get_dialect()(),
}
_INSERT: dict[str, Callable[..., Any]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}


def _for_each(build: Callable[[Callable[..., Any]], ClauseElement]) -> Mapping[str, str]:
    """Returns the SQL of a statement for each kind of database; `build` receives its `insert`."""
    return {
        name: str(build(_INSERT[name]).compile(dialect=dialect))
        for name, dialect in _DIALECTS.items()
    }


# A conflicting insert does nothing; the row count tells.
NEW_MATCH = _for_each(lambda insert: insert(matches).on_conflict_do_nothing())
FIRST_EVENT = _for_each(lambda insert: insert(events).on_conflict_do_nothing())

_GIVEN = {column.name: bindparam(column.name, type_=column.type) for column in events.c}
# A gap is as stale as a version that is taken: the writer has not seen the latest events.
_FOLLOWS = exists().where(
    events.c.match == _GIVEN["match"], events.c.version == _GIVEN["version"] - literal_column("1")
)
NEXT_EVENT = _for_each(
    lambda insert: (
        insert(events)
        .from_select(list(_GIVEN), select(*_GIVEN.values()).where(_FOLLOWS))
        .on_conflict_do_nothing()
    )
)
LAST_VERSION = _for_each(
    lambda _: select(func.max(events.c.version)).where(events.c.match == bindparam("wanted"))
)

NEW_STUDY = _for_each(lambda insert: insert(studies).on_conflict_do_nothing())
FIRST_STUDY_EVENT = _for_each(lambda insert: insert(study_events).on_conflict_do_nothing())
_STUDY_GIVEN = {column.name: bindparam(column.name, type_=column.type) for column in study_events.c}
_STUDY_FOLLOWS = exists().where(
    study_events.c.study == _STUDY_GIVEN["study"],
    study_events.c.version == _STUDY_GIVEN["version"] - literal_column("1"),
)
NEXT_STUDY_EVENT = _for_each(
    lambda insert: (
        insert(study_events)
        .from_select(list(_STUDY_GIVEN), select(*_STUDY_GIVEN.values()).where(_STUDY_FOLLOWS))
        .on_conflict_do_nothing()
    )
)
LAST_STUDY_VERSION = _for_each(
    lambda _: select(func.max(study_events.c.version)).where(
        study_events.c.study == bindparam("wanted")
    )
)
STUDY_UPDATED = _for_each(
    lambda _: (
        update(studies)
        .where(studies.c.id == bindparam("wanted"))
        .values(updated=bindparam("updated", type_=studies.c.updated.type))
    )
)

NOTIFY = "SELECT pg_notify(%(channel)s, unnest(%(payloads)s::text[]))"


@cache
def change(kind: str, columns: tuple[str, ...]) -> str:
    """Returns the UPDATE of those columns in the row of one match."""
    values = {name: bindparam(name, type_=matches.c[name].type) for name in columns}
    statement = update(matches).where(matches.c.id == bindparam("wanted")).values(values)
    return str(statement.compile(dialect=_DIALECTS[kind]))
