"""What is written, as SQL for each kind of database.

Compiled once: every move runs through these, and finding the compiled form of a statement that
was built anew takes longer than running it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from sqlalchemy import URL, bindparam, exists, func, literal_column, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.expression import ClauseElement

from fivefold.server.tables import events, matches

_DIALECTS: dict[str, Dialect] = {
    "sqlite": sqlite.dialect(paramstyle="named"),
    "postgresql": URL.create("postgresql+psycopg").get_dialect()(),
}
_INSERT: dict[str, Callable[..., Any]] = {
    "sqlite": sqlite.insert,
    "postgresql": postgresql.insert,
}


def _for_each(build: Callable[[Callable[..., Any]], ClauseElement]) -> Mapping[str, str]:
    """Returns the statement as text for each kind of database; `build` gets its `insert`."""
    return {
        name: str(build(_INSERT[name]).compile(dialect=dialect))
        for name, dialect in _DIALECTS.items()
    }


# An insert steps aside where something is there already; the number of rows tells.
NEW_MATCH = _for_each(lambda insert: insert(matches).on_conflict_do_nothing())
FIRST_EVENT = _for_each(lambda insert: insert(events).on_conflict_do_nothing())

_GIVEN = {column.name: bindparam(column.name, type_=column.type) for column in events.c}
# A gap is as stale as a version that is taken: whoever wrote it had not seen what is there.
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

TELL = "SELECT pg_notify(%(channel)s, unnest(%(news)s::text[]))"


@cache
def change(kind: str, columns: tuple[str, ...]) -> str:
    """Returns the update of those columns in the row of the match that is `wanted`."""
    values = {name: bindparam(name, type_=matches.c[name].type) for name in columns}
    stated = update(matches).where(matches.c.id == bindparam("wanted")).values(values)
    return str(stated.compile(dialect=_DIALECTS[kind]))
