"""Backup and restore while people play: no acknowledged move is lost."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import psycopg
import pytest

from fivefold.cli import main
from fivefold.games.othello import OthelloGame
from fivefold.server.storage.backup import PAGES_AT_ONCE, back_up, check, restore
from fivefold.server.storage.connection import open_engine

if TYPE_CHECKING:
    from tests.server.app.conftest import Serve, Served

GAMES = 3
PATIENCE = 60
TABLES = ("matches", "events")
CELLS = [f"{column}{row}" for row in (1, 4, 7, 10, 13) for column in "adgjm"]
"""Far from each other, so that no move wins."""
PERSON = {"kind": "person", "name": None, "holder": "ann"}
CREATED = {
    "game": "othello",
    "start": OthelloGame().format_position(OthelloGame().start),
    "seats": {"X": PERSON, "O": PERSON},
    "time": None,
    "public": True,
    "pace": None,
    "owner": "ann",
}
LOG: list[tuple[str, dict[str, Any]]] = [
    ("created", CREATED),
    ("moved", {"ply": 1, "move": "f5", "seat": "X", "seconds": 1.0}),
    ("moved", {"ply": 2, "move": "d6", "seat": "O", "seconds": 1.0}),
]
"""A short match by the rules."""


def quietly(_done: int, _total: int) -> None:
    """Ignores the progress."""


class Play:
    """Games in progress, and the number of acknowledged moves of each."""

    def __init__(self, server: Served) -> None:
        self._server = server
        made = [server.new() for _ in range(GAMES)]
        self.secrets = {each["match"]["id"]: each["secret"] for each in made}
        self.acknowledged = dict.fromkeys(self.secrets, 0)
        self._changed = threading.Condition()
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._play, args=(id,)) for id in self.secrets]

    def __enter__(self) -> Play:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join(PATIENCE)

    def _play(self, match: str) -> None:
        headers = {"Authorization": f"Bearer {self.secrets[match]}"}
        with httpx.Client(base_url=self._server.address, headers=headers, timeout=PATIENCE) as mine:
            # The last cells stay free for later moves.
            for number, cell in enumerate(CELLS[:-4]):
                if self._over.is_set():
                    return
                body = {"id": cell, "version": number + 1, "move": cell}
                answer = mine.post(f"/api/matches/{match}/move", json=body)
                assert answer.json() == {"version": number + 2}
                with self._changed:
                    self.acknowledged[match] = number + 1
                    self._changed.notify_all()

    def until(self, moves: int) -> dict[str, int]:
        """Returns the acknowledged moves once each game has that many."""
        with self._changed:
            enough = self._changed.wait_for(
                lambda: min(self.acknowledged.values()) >= moves, PATIENCE
            )
            assert enough
            return dict(self.acknowledged)


def missing(file: Path, acknowledged: dict[str, int]) -> list[str]:
    """Returns the acknowledged moves that an SQLite file lacks, read directly."""
    faults = []
    with closing(sqlite3.connect(file)) as kept:
        if kept.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
            faults.append("integrity")
        for match, moves in acknowledged.items():
            try:
                query = "SELECT version FROM events WHERE match = ? ORDER BY version"
                versions = [version for (version,) in kept.execute(query, (match,))]
            except sqlite3.Error as error:
                faults.append(str(error))
                continue
            if versions != list(range(1, len(versions) + 1)):
                faults.append(f"{match} has a gap")
            if len(versions) < moves + 1:
                faults.append(f"{match} lacks {moves + 1 - len(versions)} of {moves} moves")
    return faults


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_backup_during_play_has_every_acknowledged_move_and_is_played_on(
    kind: str, serve: Serve, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    url: str = request.getfixturevalue(f"{kind}_url")
    file = tmp_path / "backup.db"
    with Play(serve(url)) as play:
        before = play.until(4)
        contents = back_up(url, file, quietly)
        if kind == "sqlite":
            # The control: the file without its write-ahead log lacks the latest moves.
            plain = tmp_path / "copy.db"
            shutil.copy(url.removeprefix("sqlite:///"), plain)
        play.until(6)  # nothing was blocked
    assert missing(file, before) == []
    assert contents.matches == GAMES
    assert file.stat().st_mode & 0o777 == 0o600
    if kind == "sqlite":
        assert missing(plain, before)
    assert sorted(path.name for path in tmp_path.iterdir() if "backup" in path.name) == [file.name]

    again = f"sqlite:///{tmp_path}/restored.db"
    assert restore(file, again, quietly) == contents
    restored = serve(again)
    for match, secret in play.secrets.items():
        shown = restored.get(f"/api/matches/{match}").json()["match"]
        assert shown["moves"] == CELLS[: len(shown["moves"])]
        body = {"id": "on", "version": shown["version"], "move": CELLS[-1]}
        on = restored.post(f"/api/matches/{match}/move", body, secret)
        assert on.json() == {"version": shown["version"] + 1}


def rows(url: str) -> list[Any]:
    """Returns the content of a database, read with its driver."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as lite:
            matches, events = (lite.execute(f"SELECT * FROM {name}") for name in TABLES)
            known = [(*row[:2], bool(row[2]), *row[3:]) for row in matches]
            return [sorted(known), sorted(events)]
    with psycopg.connect(url) as post:
        return [sorted(post.execute(f"SELECT * FROM {name}".encode())) for name in TABLES]


def filled(url: str, matches: int = 2, size: int = 10) -> str:
    """Returns the database with matches of three events each."""
    open_engine(url).dispose()
    keep: Callable[..., Any]
    if url.startswith("sqlite"):
        connection: Any = sqlite3.connect(url.removeprefix("sqlite:///"))
        mark = "?"
    else:
        connection, mark = psycopg.connect(url), "%s"
    with closing(connection):
        keep = connection.execute
        for number in range(matches):
            id, row = f"Match-{number}_é"[:64], ",".join([mark] * 7)
            keep(f"INSERT INTO matches VALUES ({row})", (id, "othello", True, 1.25, 1.25, None, 2))
            for version, (kind, data) in enumerate(LOG, start=1):
                text = json.dumps(data) + " " * size
                event = (id, version, kind, 1.25, text, f"id{version}")
                keep(f"INSERT INTO events VALUES ({','.join([mark] * 6)})", event)
        connection.commit()
    return url


@pytest.mark.parametrize(("source", "target"), [("sqlite", "postgres"), ("postgres", "sqlite")])
def test_a_backup_of_one_kind_of_database_is_restored_to_the_other(
    source: str, target: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    origin = filled(request.getfixturevalue(f"{source}_url"))
    file = tmp_path / "backup.db"
    assert back_up(origin, file, quietly).events == 6
    if target == "sqlite":
        goal = f"sqlite:///{tmp_path}/goal.db"
    else:
        server = request.getfixturevalue("postgres_server")
        goal = server.new_database(f"test_{os.urandom(6).hex()}")
    restore(file, goal, quietly)
    assert rows(goal) == rows(origin)
    assert len(rows(goal)[1]) == 6


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Returns the error sentence of a command that fails."""
    assert main(list(arguments)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    return err


def half(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def overwritten(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[4096:8192] = bytes(4096)
    file.write_bytes(content)


def no_database(file: Path) -> None:
    file.write_text("f5 d6 c3\n" * 300)


def nothing(file: Path) -> None:
    file.write_bytes(b"")


def changed(statement: str) -> Callable[[Path], None]:
    def change(file: Path) -> None:
        with closing(sqlite3.connect(file)) as backup:
            backup.execute(statement)
            backup.commit()

    return change


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (half, "malformed"),
        (overwritten, "the database reports"),
        (no_database, "not a database"),
        (nothing, "Fivefold's tables are missing"),
        (changed("DELETE FROM events WHERE version = 2"), "games have missing events"),
        (changed("DELETE FROM events WHERE match LIKE '%0%'"), "1 game has missing events"),
        (changed("DROP TABLE events"), "tables are missing"),
        (changed("UPDATE alembic_version SET version_num = '9999'"), "newer Fivefold"),
    ],
    ids=["half", "overwritten", "text", "empty", "gap", "no log", "no table", "newer"],
)
def test_a_damaged_backup_is_refused_with_the_reason_and_changes_nothing(
    damage: Callable[[Path], None],
    reason: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    file = tmp_path / "backup.db"
    back_up(filled(f"sqlite:///{tmp_path}/games.db"), file, quietly)
    check(file)  # intact until then
    damage(file)
    database = tmp_path / "goal.db"
    filled(f"sqlite:///{database}", matches=1)
    before = database.read_bytes()
    said = refusal(capsys, "restore", str(file), "--database", f"sqlite:///{database}", "--replace")
    assert reason in said
    assert database.read_bytes() == before


def test_games_are_only_replaced_when_that_is_said(
    database_url: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = str(tmp_path / "backup.db")
    source = filled(f"sqlite:///{tmp_path}/games.db", matches=3)
    goal = filled(database_url, matches=1)
    assert main(["backup", file, "--database", source]) == 0
    assert "3 games with 9 events" in capsys.readouterr().out
    before = rows(goal)
    assert "already has 1 game." in refusal(capsys, "restore", file, "--database", goal)
    assert rows(goal) == before
    assert main(["restore", file, "--database", goal, "--replace"]) == 0
    assert "Restored 3 games with 9 events" in capsys.readouterr().out
    assert rows(goal) == rows(source)


def test_a_database_that_is_served_is_not_restored_to(
    database_url: str, serve: Serve, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "backup.db"
    back_up(filled(f"sqlite:///{tmp_path}/other.db"), file, quietly)
    server = serve(database_url)
    made = server.new()
    said = refusal(capsys, "restore", str(file), "--database", database_url, "--replace")
    assert "Stop the server first" in said
    assert server.get(f"/api/matches/{made['match']['id']}").status_code == 200
    server.new()


def test_other_files_and_databases_are_left_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, postgres_url: str
) -> None:
    url, file = filled(f"sqlite:///{tmp_path}/games.db"), tmp_path / "kept.txt"
    file.write_text("mine")
    assert "already exists" in refusal(capsys, "backup", str(file), "--database", url)
    assert file.read_text() == "mine"
    games = str(tmp_path / "games.db")
    for command in ("backup", "restore"):
        said = refusal(capsys, command, games, "--database", url, "--replace")
        assert "is the database itself" in said
    backup = str(tmp_path / "backup.db")
    back_up(url, Path(backup), quietly)
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as foreign:
        foreign.execute("CREATE TABLE cake (crumbs)")
    into = ("--database", f"sqlite:///{other}", "--replace")
    assert "another program" in refusal(capsys, "restore", backup, *into)
    absent = f"sqlite:///{tmp_path}/absent.db"
    assert "no games" in refusal(capsys, "backup", f"{backup}2", "--database", absent)
    assert "no games" in refusal(capsys, "backup", f"{backup}2", "--database", postgres_url)
    assert "does not exist" in refusal(capsys, "restore", f"{backup}2", "--database", url)
    nowhere = str(tmp_path / "no" / "folder.db")
    assert "No such file" in refusal(capsys, "backup", nowhere, "--database", url)
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"games.db", "kept.txt", "backup.db", "other.db"}


KILLED = """
import os, signal, sys
from pathlib import Path
from fivefold.server.storage.backup import back_up, restore
def die(done, total):
    assert done < total, "all of it was copied at once: nothing was interrupted"
    os.kill(os.getpid(), signal.SIGKILL)
kind, one, other = sys.argv[1:]
if kind == "backup":
    back_up(one, Path(other), die, replace=True)
else:
    restore(Path(one), other, die, replace=True)
"""


def killed(*arguments: str) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, *arguments], capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr


@pytest.fixture
def large(tmp_path: Path) -> str:
    """A database with more pages than are copied at once."""
    return filled(
        f"sqlite:///{tmp_path}/large.db", matches=2, size=(PAGES_AT_ONCE + 200) * 4096 // 6
    )


def test_a_kill_in_the_middle_leaves_the_old_or_the_new(large: str, tmp_path: Path) -> None:
    file, old = tmp_path / "backup.db", f"sqlite:///{tmp_path}/old.db"
    killed("backup", large, str(file))
    assert not file.exists()
    back_up(large, file, quietly)  # leftovers of the killed process do not matter
    before = rows(filled(old))
    killed("restore", str(file), old)
    assert rows(old) == before
    restore(file, old, quietly, replace=True)
    assert rows(old) == rows(large)
