"""Applies pending migrations with Alembic."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from fivefold.server.storage.migrations import not_newer


def upgrade(connection: Connection) -> None:
    """Applies them within the connection's transaction; raises if the database has unknown ones."""
    not_newer(set(MigrationContext.configure(connection).get_current_heads()))
    command.upgrade(_config(connection), "head")


def last_step() -> str | None:
    """Returns the latest step."""
    return ScriptDirectory.from_config(_config(None)).get_current_head()


def _config(connection: Connection | None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
