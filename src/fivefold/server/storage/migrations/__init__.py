"""Schema migrations, one step per file in `versions/`."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from fivefold.errors import StorageUnavailable

HEAD = "0002"
"""The latest step."""

# Arbitrary, but the same in every process that migrates.
_ADVISORY_LOCK = 5_000_000_055


def not_newer(taken: set[str]) -> None:
    """Raises `StorageUnavailable` if the database has a step that this program does not know."""
    known = {file.name[1:5] for file in (Path(__file__).parent / "versions").glob("r*.py")}
    if not taken <= known:
        raise StorageUnavailable("store.newer", revision=", ".join(sorted(taken - known)))


def migrate(connection: Connection) -> None:
    """Migrates the tables, within the connection's transaction.

    Raises `StorageUnavailable` for a database from a later version of the program. Two processes
    that start together wait for each other; in SQLite, because transactions begin as writers.
    """
    if connection.dialect.name == "postgresql":
        # Migrating a large table may exceed the statement timeout; a second process waits for it.
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
    if _present(connection) == {HEAD}:
        return
    # Alembic loads as slowly as the rest of the database code together, so only if it is needed.
    from fivefold.server.storage.migrations.upgrade import upgrade

    upgrade(connection)


def _present(connection: Connection) -> set[str]:
    """Returns the steps that the database has taken."""
    if not inspect(connection).has_table("alembic_version"):
        return set()
    return set(connection.execute(text("SELECT version_num FROM alembic_version")).scalars())
