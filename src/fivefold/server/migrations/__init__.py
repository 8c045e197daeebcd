"""How the tables came to be what they are, one step a file in `versions/`."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from fivefold.errors import StorageUnavailable

HEAD = "0001"
"""The last step there is."""

# Any number, as long as every process that migrates takes the same.
_ADVISORY_LOCK = 5_000_000_055


def not_newer(taken: set[str]) -> None:
    """Raises `StorageUnavailable` where a step was taken that this program does not know."""
    known = {file.name[1:5] for file in (Path(__file__).parent / "versions").glob("r*.py")}
    if not taken <= known:
        raise StorageUnavailable("store.newer", revision=", ".join(sorted(taken - known)))


def migrate(connection: Connection) -> None:
    """Brings the tables up to date, within the connection's transaction.

    Raises `StorageUnavailable` for a database that a later version of the program has changed.
    Two processes that start together wait for each other: SQLite's transaction is a writer's.
    """
    if connection.dialect.name == "postgresql":
        # A large table takes longer than any move may; whoever comes second waits for it.
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
    if _present(connection) == {HEAD}:
        return
    # It takes as long to load as all that is needed for the database: only who has to wait waits.
    from fivefold.server.migrations.upgrade import upgrade

    upgrade(connection)


def _present(connection: Connection) -> set[str]:
    """Returns the steps that the database has taken."""
    if not inspect(connection).has_table("alembic_version"):
        return set()
    return set(connection.execute(text("SELECT version_num FROM alembic_version")).scalars())
