"""Migrates databases again and again, killed before the first statement, the second, the third …

    echo '[[URL, FOLDER, EACH], …]' | python migrating_child.py

FOLDER has the steps, like `server/storage/migrations`. Prints the state of each database at
the start, after each kill, and at the end. EACH is true for the broken control, which commits
each statement by itself.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, text

# Loaded before the first fork, so that each attempt is short.
from fivefold.server.storage import migrations
from fivefold.server.storage.connection import checked_url, postgresql_engine
from fivefold.server.storage.migrations import upgrade  # noqa: F401

SCHEMA = {
    "sqlite": "SELECT type, name, sql FROM sqlite_master ORDER BY name",
    "postgresql": "SELECT table_name, column_name, data_type FROM information_schema.columns "
    "WHERE table_schema = 'public' ORDER BY 1, 2",
}


def engine_of(url: str) -> Engine:
    known = checked_url(url)
    if known.get_backend_name() != "sqlite":
        return postgresql_engine(known)
    engine = create_engine(known)

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        connection.isolation_level = None

    @event.listens_for(engine, "begin")
    def begun(connection: Any) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def picture(url: str) -> str:
    """Returns a digest of the schema and the content of a database."""
    engine = engine_of(url)
    seen = hashlib.sha256()
    with engine.connect() as connection:
        seen.update(repr(connection.execute(text(SCHEMA[engine.dialect.name])).all()).encode())
        for name in ("alembic_version", "matches", "events", "studies", "study_events"):
            if engine.dialect.has_table(connection, name):
                rows = connection.execute(text(f"SELECT * FROM {name}")).all()
                seen.update(repr(sorted(map(repr, rows))).encode())
    engine.dispose()
    return seen.hexdigest()[:12]


def migrate(url: str, folder: Path, die_at: int, each: bool) -> None:
    spec = importlib.util.spec_from_file_location("later_upgrade", folder / "upgrade.py")
    assert spec
    assert spec.loader
    steps = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(steps)
    engine = engine_of(url)
    count = 0

    @event.listens_for(engine, "before_cursor_execute")
    def before(connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        nonlocal count
        if statement.startswith(("BEGIN", "SELECT", "PRAGMA", "SHOW", "SET")):
            return
        count += 1
        if count == die_at:
            os.kill(os.getpid(), signal.SIGKILL)
        if each and count > 1:
            inner = connection.connection.dbapi_connection
            if connection.dialect.name == "sqlite":
                inner.execute("COMMIT")
                inner.execute("BEGIN IMMEDIATE")
            else:
                inner.commit()

    with engine.begin() as connection:
        migrations.migrate(connection)
        steps.upgrade(connection)
    engine.dispose()


def run(url: str, folder: Path, each: bool) -> list[str]:
    """Returns the state of the database at first, after each kill, and when migrated."""
    pictures = [picture(url)]
    while True:
        child = os.fork()
        if child == 0:
            code = 1
            try:
                migrate(url, folder, len(pictures), each)
                code = 0
            finally:
                os._exit(code)
        _, status = os.waitpid(child, 0)
        if os.WIFEXITED(status):
            return [*pictures, f"done {picture(url)}" if os.WEXITSTATUS(status) == 0 else "stuck"]
        pictures.append(picture(url))


json.dump([run(url, Path(folder), each) for url, folder, each in json.load(sys.stdin)], sys.stdout)
