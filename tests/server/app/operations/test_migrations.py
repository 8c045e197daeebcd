"""Every released schema can be migrated; a killed step leaves the old or the new one.

`schemas/` has a database for each step, with games in it, as SQL for both
kinds. Its first line has the id of a match to continue, and its secret.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from fivefold.server.storage import migrations
from fivefold.server.storage.connection import open_engine
from fivefold.server.storage.schema import metadata

if TYPE_CHECKING:
    from tests.server.app.conftest import Serve, Served

HERE = Path(__file__).parent
SCHEMAS = HERE / "schemas"
STEPS = Path(migrations.__file__).parent
REVISIONS = sorted(file.name[1:5] for file in (STEPS / "versions").glob("r*.py"))
LATER = '''
"""A step that nobody will ever take but this test: new columns, a new table, every row changed."""
import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "0999", "{last}", None, None

def upgrade():
    op.add_column("matches", sa.Column("note", sa.Text))
    op.create_table("notes", sa.Column("id", sa.Integer, primary_key=True))
    op.execute("UPDATE events SET data = data || ' '")
    op.execute("UPDATE matches SET note = 'seen'")
'''


def filled(revision: str, url: str) -> dict[str, Any]:
    """Creates the database of a step; returns the match and the secret in its first line."""
    kind = "sqlite" if url.startswith("sqlite") else "postgresql"
    script = (SCHEMAS / f"{revision}-{kind}.sql").read_text(encoding="utf-8")
    if kind == "sqlite":
        file = Path(url.removeprefix("sqlite:///"))
        file.parent.mkdir(exist_ok=True)
        with closing(sqlite3.connect(file)) as lite:
            lite.executescript(script)
    else:
        with psycopg.connect(url) as post:
            post.execute(script.encode())
    known: dict[str, Any] = json.loads(script.splitlines()[0].removeprefix("--"))
    return known


def test_there_is_a_database_of_every_step() -> None:
    names = {f"{step}-{kind}.sql" for step in REVISIONS for kind in ("sqlite", "postgresql")}
    assert {file.name for file in SCHEMAS.iterdir()} == names
    assert REVISIONS[-1] == migrations.HEAD


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_game_of_every_released_schema_is_played_on(
    revision: str, database_url: str, serve: Serve
) -> None:
    known = filled(revision, database_url)
    server = serve(database_url)
    shown = server.get(f"/api/matches/{known['match']}").json()["match"]
    assert (shown["moves"], shown["version"]) == (known["moves"], known["version"])
    body = {"id": "on", "version": known["version"], "move": "c3"}
    on = server.post(f"/api/matches/{known['match']}/move", body, known["secret"])
    assert on.json() == {"version": known["version"] + 1}
    assert len(server.get("/api/matches").json()["matches"]) == 1
    if "study" in known:
        _edit_on(server, known)
    engine = open_engine(database_url)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine.dispose()


def _edit_on(server: Served, known: dict[str, Any]) -> None:
    """Reads the study of a database, and edits it."""
    path, version = f"/api/studies/{known['study']}", known["study_version"]
    study = server.get(path).json()["study"]
    assert (study["version"], study["headers"]["title"]) == (version, "A study")
    lines = {node["id"]: node.get("move") for node in study["nodes"]}
    assert lines == {0: None, 1: "h8", 2: "i7", 3: "h9", 4: "g7", 5: "j10"}
    body = {"id": "on", "version": version, "op": "add", "node": 5, "moves": ["a1"]}
    on = server.post(f"{path}/edits", body, known["study_secret"])
    assert on.json() == {"version": version + 1, "node": 6}


@pytest.fixture
def later(tmp_path: Path) -> Path:
    """The existing steps, and one more."""
    folder = tmp_path / "later"
    shutil.copytree(STEPS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    step = LATER.format(last=REVISIONS[-1])
    (folder / "versions" / "r0999_later.py").write_text(step)
    return folder


def killed(*jobs: tuple[str, Path, bool]) -> list[list[str]]:
    """Returns the states of each database: at first, after each kill, and at the end."""
    given = json.dumps([(url, str(folder), each) for url, folder, each in jobs])
    command = [sys.executable, str(HERE / "migrating_child.py")]
    done = subprocess.run(command, input=given, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    pictures: list[list[str]] = json.loads(done.stdout)
    return pictures


def is_old_or_new(pictures: list[str]) -> bool:
    """Whether each kill left the old schema, and the step succeeded at the end."""
    old, *after, end = pictures
    return set(after) == {old} and end.startswith("done") and old not in end


def test_a_step_that_is_killed_leaves_the_old_and_can_be_taken_again(
    tmp_path: Path, later: Path, postgres_url: str
) -> None:
    """One test for all, because loading alembic takes long."""
    lite, control = (f"sqlite:///{tmp_path}/{name}/games.db" for name in ("lite", "control"))
    for url in (lite, postgres_url, control):
        filled(REVISIONS[-1], url)
    nothing = f"sqlite:///{tmp_path}/nothing.db"
    *sound, first, broken = killed(
        (lite, later, False), (postgres_url, later, False), (nothing, STEPS, False),
        (control, later, True),
    )  # fmt: skip
    for pictures in sound:
        assert len(pictures) >= 7
        assert is_old_or_new(pictures), pictures
    assert is_old_or_new(first), "the first tables are made all or none"
    assert not is_old_or_new(broken), "one statement a commit has to be noticed"
    assert broken[-1] == "stuck"
