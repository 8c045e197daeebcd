"""Backups: every match and study in one file, taken while the server runs, and restored from it.

A backup is an SQLite file with our schema, whichever database it was taken from, so it can be
restored to SQLite or PostgreSQL. It is a consistent snapshot: SQLite's own online backup within one
read transaction, or the rows that one PostgreSQL transaction sees. The file gets its name only when
it is complete and verified.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from dataclasses import replace as replace_fields
from pathlib import Path

from sqlalchemy import URL, Connection, delete, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from fivefold.errors import FivefoldError, Refused, StorageUnavailable
from fivefold.server.storage.connection import (
    checked_url,
    open_engine,
    open_error,
    postgresql_engine,
)
from fivefold.server.storage.migrations import HEAD, not_newer
from fivefold.server.storage.salvage import BadLog, bad_logs, leave_out
from fivefold.server.storage.schema import matches, metadata, studies
from fivefold.words import Message, quoted, say

PAGES_AT_ONCE = 1_000
ROWS_AT_ONCE = 1_000
BUSY_SECONDS = 5.0
COUNTED = ("matches", "events", "studies")
TABLES = {table.name for table in metadata.sorted_tables} | {"alembic_version"}
FIRST_TABLES = {"matches", "events", "alembic_version"}
"""The tables of a backup from before there were studies."""
FIRST_STEP = "0001"

Progress = Callable[[int, int], None]
"""Called with the amount copied and the total."""

_GAPS = """
    SELECT count(*) FROM (
        SELECT 1 FROM {events} GROUP BY {log} HAVING min(version) <> 1 OR max(version) <> count(*)
    )"""
_EMPTY = "SELECT count(*) FROM {logs} WHERE id NOT IN (SELECT {log} FROM {events})"
_LOGS = (
    {"logs": "matches", "log": "match", "events": "events"},
    {"logs": "studies", "log": "study", "events": "study_events"},
)
_OTHERS = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()"""


@dataclass(frozen=True)
class Contents:
    """The contents of a backup, and the games and studies that were not restored from it."""

    matches: int
    events: int
    bytes: int
    left_out: tuple[BadLog, ...] = ()
    studies: int = 0


def back_up(database: str, file: Path, progress: Progress, *, replace: bool = False) -> Contents:
    """Writes every match and study in the database to the file; returns when it is safely on disk.

    Running servers are not blocked. If it raises, no new file exists.
    """
    url = checked_url(database)
    if _is_sqlite(url) and _is_same(_path(url), file):
        raise Refused("backup.same", file=_shown(file))
    if file.exists() and not replace:
        raise Refused("backup.exists", file=_shown(file))
    part = file.with_name(f"{file.name}.part")
    try:
        # Readable only by the owner from the start.
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        if _is_sqlite(url):
            with _existing(url) as source, closing(_connect(part, "rw")) as target:
                _copy_pages(source, target, progress)
        else:
            _copy_from_postgresql(url, part, progress)
        contents = check(part, file)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.replace(file)
        _sync_folder(file)
    except BaseException:
        _remove(part)
        raise
    return contents


def restore(
    file: Path,
    database: str,
    progress: Progress,
    *,
    replace: bool = False,
    salvage: bool = False,
    checking: Progress = lambda done, total: None,
) -> Contents:
    """Copies every match and study from the file to the database; returns when it is on disk.

    The file is verified first, and each match is replayed by the rules; `checking` is called with
    the matches replayed and their total. If it raises, nothing was changed. It raises too if
    matches would be lost, unless `replace` is set, and if a match is damaged, unless `salvage` is
    set, which leaves out the damaged ones.
    """
    url = checked_url(database)
    if not file.is_file():
        raise Refused("backup.no_file", file=_shown(file))
    if _is_sqlite(url) and _is_same(_path(url), file):
        raise Refused("backup.same", file=_shown(file))
    contents = check(file, salvage=salvage)
    left_out = _bad_logs(file, checking, salvage)
    if not left_out:
        _restore_file(file, url, progress, replace)
        return contents
    with tempfile.TemporaryDirectory(prefix="fivefold-") as folder:
        copy = Path(folder) / "backup.db"
        shutil.copyfile(file, copy)
        leave_out(copy, left_out)
        contents = replace_fields(check(copy, file), left_out=tuple(left_out))
        _restore_file(copy, url, progress, replace)
    return contents


def _restore_file(file: Path, url: URL, progress: Progress, replace: bool) -> None:
    if _is_sqlite(url):
        with _exclusive(url) as target:
            _check_target(target, url, replace)
            with _reading_backup(file, file) as source:
                _copy_pages(source, target, progress)
    else:
        _copy_to_postgresql(file, url, progress, replace)


def _bad_logs(file: Path, checking: Progress, salvage: bool) -> list[BadLog]:
    """Returns what is damaged. Raises `StorageUnavailable` for the first, unless salvaging."""
    found = []
    with _reading_backup(file, file) as backup:
        for each in bad_logs(backup, checking):
            if not salvage and each.table == "studies":
                raise StorageUnavailable("backup.bad_study", file=_shown(file), **each.facts)
            if not salvage:
                raise StorageUnavailable("backup.bad_game", file=_shown(file), **each.facts)
            found.append(each)
    return found


def shown_url(url: URL) -> str:
    """Returns the URL of a database without the driver and the password."""
    plain = url.set(drivername=url.get_backend_name())
    return quoted(plain.render_as_string(hide_password=True), 200)


def check(file: Path, named: Path | None = None, *, salvage: bool = False) -> Contents:
    """Returns the contents of a backup; raises `StorageUnavailable` if it is damaged.

    With `salvage`, missing events are allowed: their matches are left out later.
    """
    named = named or file
    with _reading_backup(file, named) as backup:
        found = [row[0] for row in backup.execute("PRAGMA integrity_check(1)")]
        if found != ["ok"]:
            raise _damaged(named, say("backup.unsound", reason=quoted(str(found[0]), 200)))
        tables = _tables(backup)
        if not tables >= FIRST_TABLES:
            raise _damaged(named, say("backup.no_tables"))
        steps = {row[0] for row in backup.execute("SELECT version_num FROM alembic_version")}
        not_newer(steps)
        if steps != {FIRST_STEP} and not tables >= TABLES:
            raise _damaged(named, say("backup.no_tables"))
        logs = [names for names in _LOGS if names["logs"] in tables]
        gaps = sum(_count(backup, text.format(**each)) for text in (_GAPS, _EMPTY) for each in logs)
        strays = len(backup.execute("PRAGMA foreign_key_check").fetchall())
        if (gaps or strays) and not salvage:
            raise _damaged(named, say("backup.gaps", count=gaps or strays))
        games, kept, shared = (_rows(backup, name) if name in tables else 0 for name in COUNTED)
    return Contents(games, kept, file.stat().st_size, studies=shared)


# SQLite


def _copy_pages(source: sqlite3.Connection, target: sqlite3.Connection, progress: Progress) -> None:
    """Copies the whole database as it is now, even while others write to it."""
    # An open read transaction pins the snapshot; otherwise each change would restart the backup.
    source.execute("BEGIN")
    source.execute("SELECT count(*) FROM sqlite_master").fetchone()

    def tell(_status: int, remaining: int, total: int) -> None:
        progress(total - remaining, total)

    source.backup(target, pages=PAGES_AT_ONCE, progress=tell, sleep=0)
    source.execute("ROLLBACK")
    # Leaves no -wal and -shm files.
    target.execute("PRAGMA journal_mode = DELETE")


@contextmanager
def _existing(url: URL) -> Iterator[sqlite3.Connection]:
    """Opens the database of a server, which may be running."""
    path, shown = _path(url), shown_url(url)
    if not path.is_file():
        raise StorageUnavailable("backup.no_database", url=shown)
    try:
        with closing(_connect(path, "rw")) as connection:
            yield connection
    except sqlite3.Error as error:
        raise open_error(error, shown) from error


@contextmanager
def _exclusive(url: URL) -> Iterator[sqlite3.Connection]:
    """Opens a database exclusively, creating it if it is missing."""
    path, shown = _path(url), shown_url(url)
    try:
        path.absolute().parent.mkdir(parents=True, exist_ok=True)
        with closing(_connect(path, "rwc")) as connection:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            # Leaving WAL mode fails if any other connection is open, even an idle one.
            connection.execute("PRAGMA journal_mode = DELETE")
            connection.execute("BEGIN EXCLUSIVE")
            connection.execute("COMMIT")
            yield connection
    except sqlite3.Error as error:
        if "locked" in str(error):
            raise Refused("backup.in_use", url=shown) from error
        raise open_error(error, shown) from error


@contextmanager
def _reading_backup(file: Path, named: Path) -> Iterator[sqlite3.Connection]:
    try:
        with closing(_connect(file, "ro")) as connection:
            yield connection
    except sqlite3.Error as error:
        raise _damaged(named, say("backup.unsound", reason=quoted(str(error), 200))) from error


def _check_target(target: sqlite3.Connection, url: URL, replace: bool) -> None:
    tables = _tables(target)
    if tables - TABLES:
        raise Refused("backup.foreign", url=shown_url(url))
    count = sum(_rows(target, name) for name in ("matches", "studies") if name in tables)
    _check_count(count, url, replace)


def _check_count(count: int, url: URL, replace: bool) -> None:
    if count and not replace:
        shown = shown_url(url)
        raise Refused("backup.holds_games", url=shown, count=count)


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    address = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(address, uri=True, isolation_level=None, timeout=BUSY_SECONDS)


def _tables(connection: sqlite3.Connection) -> set[str]:
    found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    return {name for (name,) in found if not name.startswith("sqlite_")}


def _rows(connection: sqlite3.Connection, table: str) -> int:
    return _count(connection, f"SELECT count(*) FROM {table}")


def _count(connection: sqlite3.Connection, statement: str) -> int:
    return int(connection.execute(statement).fetchone()[0])


# PostgreSQL


def _copy_from_postgresql(url: URL, part: Path, progress: Progress) -> None:
    with _connected(url) as source:
        source.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"))
        present = source.execute(text("SELECT to_regclass('alembic_version')")).scalar()
        if present is None:
            shown = shown_url(url)
            raise StorageUnavailable("backup.no_database", url=shown)
        steps = set(source.execute(text("SELECT version_num FROM alembic_version")).scalars())
        not_newer(steps)
        if steps != {HEAD}:
            raise StorageUnavailable("backup.older")
        with _opened_backup(part) as target:
            _copy_rows(source, target, progress)


def _copy_to_postgresql(file: Path, url: URL, progress: Progress, replace: bool) -> None:
    # Creates or migrates the tables, as the start of a server does.
    open_engine(url.render_as_string(hide_password=False)).dispose()
    with _connected(url) as target:
        if target.execute(text(_OTHERS)).scalar():
            shown = shown_url(url)
            raise Refused("backup.in_use", url=shown)
        names = ", ".join(table.name for table in metadata.sorted_tables)
        target.execute(text(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE"))
        found = 0
        for table in (matches, studies):
            found += target.execute(select(func.count()).select_from(table)).scalar() or 0
        _check_count(found, url, replace)
        for table in reversed(metadata.sorted_tables):
            target.execute(delete(table))
        # An old backup is migrated first, in a copy.
        with tempfile.TemporaryDirectory(prefix="fivefold-") as folder:
            copy = Path(folder) / "backup.db"
            with closing(_connect(copy, "rwc")) as made, _reading_backup(file, file) as source:
                _copy_pages(source, made, lambda *_: None)
            with _opened_backup(copy) as rows:
                _copy_rows(rows, target, progress)


@contextmanager
def _connected(url: URL) -> Iterator[Connection]:
    """Opens a transaction without a time limit."""
    shown = shown_url(url)
    try:
        engine = postgresql_engine(url)
    except ImportError as error:
        raise StorageUnavailable("store.driver", url=shown) from error
    try:
        with engine.begin() as connection:
            connection.execute(text("SET LOCAL statement_timeout = 0"))
            yield connection
    except (SQLAlchemyError, OSError) as error:
        raise open_error(error, shown) from error
    finally:
        engine.dispose()


@contextmanager
def _opened_backup(file: Path) -> Iterator[Connection]:
    """Opens a backup, creating or migrating its tables."""
    url = URL.create("sqlite", database=str(file.absolute()))
    engine = open_engine(url.render_as_string())
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()
    with closing(_connect(file, "rw")) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


def _copy_rows(source: Connection, target: Connection, progress: Progress) -> None:
    done, total = 0, 0
    for table in metadata.sorted_tables:
        total += source.execute(select(func.count()).select_from(table)).scalar() or 0
    for table in metadata.sorted_tables:
        rows = source.execution_options(yield_per=ROWS_AT_ONCE).execute(select(table))
        for some in rows.mappings().partitions():
            target.execute(insert(table), [dict(row) for row in some])
            done += len(some)
            progress(done, total)


# Files


def _is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def _path(url: URL) -> Path:
    return Path(url.database or "")


def _is_same(one: Path, other: Path) -> bool:
    return one.exists() and other.exists() and one.samefile(other)


def _shown(file: Path) -> str:
    return quoted(str(file), 200)


def _damaged(file: Path, reason: Message) -> FivefoldError:
    return StorageUnavailable("backup.damaged", file=_shown(file), reason=reason)


def _remove(part: Path) -> None:
    for suffix in ("", "-journal", "-wal", "-shm"):
        with suppress(OSError):
            part.with_name(f"{part.name}{suffix}").unlink(missing_ok=True)


def _sync_folder(file: Path) -> None:
    """Flushes the folder's entry to disk, where the system supports it."""
    with suppress(OSError):
        folder = os.open(file.absolute().parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
