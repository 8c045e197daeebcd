"""Opening databases: which are accepted, their settings, and the errors for the others."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from fivefold.errors import FivefoldError, InvalidNotation, StorageUnavailable
from fivefold.server.storage.connection import open_engine, reading
from fivefold.server.storage.migrations import HEAD
from fivefold.server.storage.migrations.upgrade import last_step
from fivefold.server.storage.schema import metadata
from fivefold.server.storage.store import Store

if TYPE_CHECKING:
    from tests.server.conftest import PostgresServer


def open_and_close(url: str) -> None:
    async def run() -> None:
        store = await Store.open(url)
        await store.ping()
        await store.close()

    asyncio.run(run())


def test_the_tables_are_those_the_program_expects(database_url: str) -> None:
    engine = open_engine(database_url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        assert connection.execute(text("SELECT version_num FROM alembic_version")).all() == [
            ("0002",)
        ]
    engine.dispose()


def test_the_step_that_is_taken_for_the_last_is_the_last() -> None:
    assert last_step() == HEAD


def test_opening_again_changes_nothing(database_url: str) -> None:
    open_and_close(database_url)
    open_and_close(database_url)


def test_every_sqlite_connection_waits_for_the_disk(sqlite_url: str) -> None:
    engine = open_engine(sqlite_url)
    with reading(engine) as first, reading(engine) as second, engine.begin() as writing:
        for connection in (first, second, writing):

            def pragma(name: str, connection: object = connection) -> object:
                return connection.exec_driver_sql(f"PRAGMA {name}").scalar()  # type: ignore

            assert (pragma("journal_mode"), pragma("synchronous")) == ("wal", 2)
            assert (pragma("foreign_keys"), pragma("busy_timeout")) == (1, 5000)
    engine.dispose()


@pytest.mark.system
def test_postgresql_waits_for_its_disk_though_it_is_set_not_to(postgres_url: str) -> None:
    with psycopg.connect(postgres_url) as plain:
        assert plain.execute("SHOW synchronous_commit").fetchone() == ("off",)
    engine = open_engine(postgres_url)
    with engine.begin() as connection:
        assert connection.execute(text("SHOW synchronous_commit")).scalar() == "on"
    engine.dispose()


@pytest.mark.system
def test_every_usual_name_of_postgresql_is_known(postgres_url: str) -> None:
    for name in ("postgres", "postgresql", "postgresql+psycopg", "postgresql+psycopg2"):
        open_and_close(postgres_url.replace("postgresql", name, 1))


def test_a_path_may_hold_any_character(tmp_path: Path) -> None:
    folder = tmp_path / "50% of é"
    open_and_close(f"sqlite:///{folder}/my matches.db")
    assert [file.name for file in folder.iterdir()] == ["my matches.db"]


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("", "is not a database URL"),
        ("matches.db", "is not a database URL"),
        ("sqlite", "is not a database URL"),
        ("mysql://me:secret@host/matches", "is not a database URL. Write sqlite:///"),
        ("postgresql://me:secret@host:port/matches", "is not a database URL"),
        ("sqlite://", "saved in a file"),
        ("sqlite:///", "saved in a file"),
        ("sqlite:///:memory:", "saved in a file"),
        ("sqlite:///file:a?mode=memory&uri=true", "saved in a file"),
    ],
)
def test_a_url_that_names_no_database_is_refused(url: str, reason: str) -> None:
    with pytest.raises(InvalidNotation, match=reason) as refusal:
        open_and_close(url)
    assert "secret" not in str(refusal.value)


def refusal_of(url: str) -> FivefoldError:
    with pytest.raises(StorageUnavailable) as refusal:
        open_and_close(url)
    assert str(refusal.value).endswith(".")
    assert str(refusal.value).isprintable()
    return refusal.value


def test_a_database_of_a_newer_program_is_refused_and_left_alone(database_url: str) -> None:
    open_and_close(database_url)
    engine = open_engine(database_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        connection.execute(text("DROP TABLE events"))
    engine.dispose()
    refusal = refusal_of(database_url)
    assert (refusal.code, refusal.revision) == ("store.newer", "9999")


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("f5 d6 c3\n" * 300)
    assert refusal_of(f"sqlite:///{file}").code == "store.no_database"
    assert file.read_text() == "f5 d6 c3\n" * 300


def test_a_database_of_something_else_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE matches (number INTEGER)")
        other.commit()
    assert refusal_of(f"sqlite:///{file}").code == "store.unopenable"
    with closing(sqlite3.connect(file)) as other:
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("matches",)]


def test_a_folder_or_a_path_through_a_file_is_refused(tmp_path: Path) -> None:
    assert refusal_of(f"sqlite:///{tmp_path}").code == "store.unopenable"
    (tmp_path / "file").write_text("")
    assert refusal_of(f"sqlite:///{tmp_path}/file/matches.db").code == "store.unopenable"


def test_a_server_that_is_not_there_is_refused_without_its_password(tmp_path: Path) -> None:
    refusal = refusal_of(f"postgresql://me:secret@/matches?host={tmp_path}")
    assert refusal.code == "store.unopenable"
    assert "secret" not in str(refusal)


@pytest.mark.system
def test_a_database_that_is_not_there_is_refused(postgres_server: PostgresServer) -> None:
    refusal = refusal_of(f"postgresql://postgres@/absent?host={postgres_server.folder}")
    assert "does not exist" in str(refusal)


def test_nothing_stays_open_after_closing(sqlite_url: str) -> None:
    open_and_close(sqlite_url)
    name = Path(sqlite_url.removeprefix("sqlite:///")).name
    links = list(Path("/proc/self/fd").iterdir())
    assert not [link for link in links if link.exists() and name in str(link.readlink())]
