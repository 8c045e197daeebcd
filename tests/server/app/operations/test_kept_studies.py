"""Studies that are kept: backups, damaged logs, and what `serve --keep` deletes."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.server.app.operations.test_migrations import SCHEMAS
from tests.server.app.test_studies import create, edit, shown

from fivefold.cli import main
from fivefold.errors import NotFound, StorageUnavailable
from fivefold.formats.reading import Reading
from fivefold.formats.records import as_tree
from fivefold.names import game_from
from fivefold.server.metrics import Metrics
from fivefold.server.storage.backup import back_up, restore
from fivefold.server.storage.store import Store
from fivefold.server.studies import retention
from fivefold.server.studies.retention import StudyRetention
from fivefold.server.study.creation import created

if TYPE_CHECKING:
    from tests.server.app.conftest import Serve

DAY = 86_400.0
NOW = 1_800_000_000.0


def quietly(_done: int, _total: int) -> None:
    """Ignores the progress."""


def test_a_backup_holds_the_studies_of_either_database(
    database_url: str, serve: Serve, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = serve(database_url)
    study, secret = create(server, text="(;GM[4]SZ[15];B[hh]C[Hello.](;W[ii])(;W[jj]))")
    edit(server, study["id"], secret, 1, op="promote", node=3)
    before = shown(server, study["id"])
    file = tmp_path / "backup.db"
    assert main(["backup", str(file), "--database", database_url, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["studies"] == 1
    again = f"sqlite:///{tmp_path}/again.db"
    assert main(["restore", str(file), "--database", again]) == 0
    assert "1" in capsys.readouterr().out
    restored = serve(again)
    assert shown(restored, study["id"]) == before
    assert edit(restored, study["id"], secret, 2, op="undo", edit=2)["version"] == 3
    restore(file, again.replace("again", "other"), quietly)


def test_a_backup_from_before_there_were_studies_is_restored(tmp_path: Path) -> None:
    file, target = tmp_path / "old.db", f"sqlite:///{tmp_path}/new.db"
    with closing(sqlite3.connect(file)) as old:
        old.executescript((SCHEMAS / "0001-sqlite.sql").read_text(encoding="utf-8"))
    contents = restore(file, target, quietly)
    assert (contents.matches, contents.studies) == (3, 0)


def damaged(server: Any, tmp_path: Path, change: str) -> tuple[Path, dict[str, Any]]:
    """Returns a backup with two studies, of which the first is damaged, and the second."""
    first, secret = create(server)
    edit(server, first["id"], secret, 1, op="add", node=0, moves=["h8"])
    second, _ = create(server, game="othello")
    file = tmp_path / "backup.db"
    back_up(server.settings.database, file, quietly)
    with closing(sqlite3.connect(file)) as games:
        games.execute(
            f"UPDATE study_events SET {change} WHERE study = ? AND version = 2", (first["id"],)
        )
        games.commit()
    return file, second


DAMAGE = {
    "no JSON": "data = '{'",
    "an illegal move": "data = replace(data, 'h8', 'z99')",
    "an unknown edit": "kind = 'danced'",
    "not UTF-8": "data = CAST(X'FF' AS TEXT)",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_study_is_named_left_out_and_410(
    serve: Serve, tmp_path: Path, damage: str
) -> None:
    file, kept = damaged(serve(), tmp_path, DAMAGE[damage])
    target = f"sqlite:///{tmp_path}/target.db"
    with pytest.raises(StorageUnavailable) as caught:
        restore(file, target, quietly)
    assert (caught.value.code, caught.value.event) == ("backup.bad_study", 2)
    contents = restore(file, target, quietly, salvage=True)
    assert (contents.studies, len(contents.left_out)) == (1, 1)
    assert contents.left_out[0].event == 2
    assert shown(serve(target), kept["id"]) == kept
    server = serve(f"sqlite:///{file}")
    answer = server.get(f"/api/studies/{contents.left_out[0].match.strip('“”')}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (410, "study.unreadable")


def test_missing_events_are_noticed(serve: Serve, tmp_path: Path) -> None:
    file, _ = damaged(serve(), tmp_path, "version = 3")
    with pytest.raises(StorageUnavailable) as caught:
        restore(file, f"sqlite:///{tmp_path}/target.db", quietly)
    assert caught.value.code == "backup.damaged"


def test_old_studies_go_and_young_ones_stay(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "STUDIES_AT_ONCE", 3)
    monkeypatch.setattr(retention, "PAUSE_SECONDS", 0.0)
    tree = as_tree(Reading(game_from("gomoku").start))

    async def work() -> tuple[set[str], int]:
        store = await Store.open(database_url)
        try:
            for days in range(80, 100):
                event = created(tree, "hash", NOW - days * DAY)
                await store.studies.create(f"study-{days}", "gomoku", event)
            metrics = Metrics()
            await StudyRetention(store.studies, metrics, 90 * DAY).sweep(NOW)
            found = set()
            for days in range(80, 100):
                try:
                    await store.studies.load(f"study-{days}")
                    found.add(f"study-{days}")
                except NotFound:
                    pass
            return found, metrics.deleted_studies
        finally:
            await store.close()

    left, deleted = asyncio.run(work())
    assert left == {f"study-{days}" for days in range(80, 91)}
    assert deleted == 9
