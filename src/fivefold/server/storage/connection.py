"""Connections: from a URL to an engine whose commits are durable.

SQLite settings belong to the connection, not to the file, so each connection gets the same ones: a
write-ahead log flushed at each commit (`WAL`, `FULL`), foreign keys, and 5 s of waiting for other
writers. Transactions begin as `IMMEDIATE`, because one that reads first and then writes can fail at
once, whatever the timeout. PostgreSQL flushes at each commit too, whatever its own configuration.
"""

from __future__ import annotations

import getpass
import os
import re
import sqlite3
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from fivefold.errors import InvalidNotation, StorageUnavailable
from fivefold.server.storage.migrations import migrate
from fivefold.words import quoted

VARIABLE = "FIVEFOLD_DATABASE"
PASSWORD = "PGPASSWORD"
"""Where PostgreSQL's own library finds a password."""
TIMEOUT = 5
"""Seconds to wait for another writer, a free connection or a reply of the server."""


def open_engine(text: str) -> Engine:
    """Returns an engine for a database with current tables, creating it if it is missing.

    Raises `InvalidNotation` for the URL of an unsupported database and `StorageUnavailable` if the
    database cannot be used.
    """
    url = checked_url(text)
    shown = quoted(url.render_as_string(hide_password=True), 200)
    if url.database and url.get_backend_name() == "sqlite":
        _make_folder(Path(url.database), shown)
    try:
        engine = _sqlite(url) if url.get_backend_name() == "sqlite" else postgresql_engine(url)
    except ImportError as error:
        raise StorageUnavailable("store.driver", url=shown) from error
    try:
        with engine.begin() as connection:
            migrate(connection)
    except (SQLAlchemyError, OSError) as error:
        engine.dispose()
        raise open_error(error, shown) from error
    except BaseException:
        engine.dispose()
        raise
    return engine


@contextmanager
def storage_errors() -> Iterator[None]:
    """Turns every database error into `StorageUnavailable`."""
    try:
        yield
    except (SQLAlchemyError, OSError) as error:
        raise StorageUnavailable("storage_unavailable") from error


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Opens a connection for single SELECTs, which never wait for the writer."""
    with storage_errors(), engine.connect() as connection:
        yield connection.execution_options(fivefold_reads=True)


def checked_url(text: str) -> URL:
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        hidden = re.sub(r"(?<=:)[^:@/]*(?=@)", "***", text)
        raise InvalidNotation("store.url", url=quoted(hidden, 200)) from error
    backend = url.drivername.partition("+")[0]
    if backend in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+psycopg")
    if backend != "sqlite":
        raise InvalidNotation("store.url", url=quoted(url.render_as_string(), 200))
    if url.database in (None, "", ":memory:") or url.query:
        raise InvalidNotation("store.memory")
    return url.set(drivername="sqlite+pysqlite")


def database_files(text: str) -> tuple[str, ...]:
    """Returns the files of a SQLite database, which no strategy may read; none for others."""
    url = checked_url(text)
    if url.get_backend_name() != "sqlite" or url.database is None:
        return ()
    file = Path(url.database).resolve()
    return tuple(f"{file}{end}" for end in ("", "-wal", "-shm", "-journal"))


def take_secrets(text: str, environment: MutableMapping[str, str] = os.environ) -> str:
    """Takes the database's URL and password from the environment, which every child inherits.

    Returns the URL with the password, which this process itself still needs.
    """
    environment.pop(VARIABLE, None)
    url = checked_url(text)
    is_needed = url.get_backend_name() == "postgresql" and PASSWORD in environment
    if not is_needed or "user" in url.query:
        return text
    password = environment.pop(PASSWORD)
    if url.password or "password" in url.query:
        return text
    user = url.username or environment.get("PGUSER") or getpass.getuser()
    return url.set(username=user, password=password).render_as_string(hide_password=False)


def _make_folder(file: Path, shown: str) -> None:
    try:
        file.absolute().parent.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise open_error(error, shown) from error


def _sqlite(url: URL) -> Engine:
    engine = create_engine(
        url,
        connect_args={"timeout": TIMEOUT, "check_same_thread": False},
        pool_timeout=TIMEOUT,
        hide_parameters=True,
    )

    @event.listens_for(engine, "connect")
    def configure(connection: sqlite3.Connection, _record: Any) -> None:
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout = {TIMEOUT * 1000}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if not connection.get_execution_options().get("fivefold_reads"):
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def postgresql_engine(url: URL) -> Engine:
    engine = create_engine(
        url,
        connect_args={"connect_timeout": TIMEOUT},
        pool_pre_ping=True,
        pool_timeout=TIMEOUT,
        hide_parameters=True,
    )

    @event.listens_for(engine, "connect")
    def configure(connection: Any, _record: Any) -> None:
        connection.autocommit = True
        connection.execute("SET synchronous_commit = on")
        connection.execute(f"SET statement_timeout = '{TIMEOUT}s'")
        connection.autocommit = False

    return engine


def open_error(error: Exception, shown: str) -> StorageUnavailable:
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    if isinstance(cause, sqlite3.DatabaseError) and "not a database" in str(cause):
        return StorageUnavailable("store.no_database", url=shown)
    lines = str(cause).strip().splitlines() or [type(cause).__name__]
    return StorageUnavailable("store.unopenable", url=shown, reason=quoted(lines[0], 200))
