"""How the tables came to be what they are, one step a file in `versions/`."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from fivefold.errors import StorageUnavailable

# Any number, as long as every process that migrates takes the same.
_ADVISORY_LOCK = 5_000_000_055


def migrate(connection: Connection) -> None:
    """Brings the tables up to date, within the connection's transaction.

    Raises `StorageUnavailable` for a database that a later version of the program has changed.
    Two processes that start together wait for each other: SQLite's transaction is a writer's.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ADVISORY_LOCK})
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    scripts = ScriptDirectory.from_config(config)
    known = {script.revision for script in scripts.walk_revisions()}
    present = set(MigrationContext.configure(connection).get_current_heads())
    if not present <= known:
        raise StorageUnavailable("store.newer", revision=", ".join(sorted(present - known)))
    if present != set(scripts.get_heads()):
        command.upgrade(config, "head")
