"""Saved matches with wrong content: a restore names them, a server answers 410."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fivefold.cli import main
from fivefold.server.storage import backup as backups
from fivefold.server.storage.backup import back_up, restore

if TYPE_CHECKING:
    from tests.server.app.conftest import Serve, Served

DAMAGE = {
    "no JSON": (2, "data = '{\"ply\": 1'"),
    "no object": (2, "data = '3'"),
    "a number too large": (2, 'data = replace(data, \'"seconds":\', \'"seconds":1e999,"x":\')'),
    "not UTF-8": (2, "data = CAST(X'FF' AS TEXT)"),
    "a blob": (2, "data = X'00'"),
    "deep": (2, f"data = '{'[' * 100_000}'"),
    "half a character": (1, 'data = replace(data, \'"name":null\', \'"name":"\\ud800"\')'),
    "an unknown event": (2, "kind = 'danced'"),
    "an unknown game": (1, "data = json_set(data, '$.game', 'go')"),
    "an illegal move": (3, "data = replace(data, '\"i8\"', '\"h8\"')"),
    "a move off the board": (3, "data = replace(data, '\"i8\"', '\"z99\"')"),
    "a time that is text": (2, "at = 'soon'"),
}
"""The event that is damaged, and how. A server cannot show any of these."""
WRONG = {
    "the other side's move": (2, 'data = replace(data, \'"seat":"X"\', \'"seat":"O"\')'),
    "a move counted twice": (3, "data = replace(data, '\"ply\":2', '\"ply\":1')"),
    "negative time": (2, 'data = replace(data, \'"seconds":\', \'"seconds":-1.0,"x":\')'),
    "a pace of text": (1, "data = json_set(data, '$.pace', 'x')"),
}
"""What the rules do not allow, although a server could show it."""


def play(server: Served) -> str:
    """Returns a match of three moves."""
    made = server.new()
    match: str = made["match"]["id"]
    for version, move in enumerate(("h8", "i8", "h9"), start=1):
        body = {"id": move, "version": version, "move": move}
        assert server.post(f"/api/matches/{match}/move", body, made["secret"]).is_success
    return match


def damage(file: Path, match: str, event: int, change: str) -> None:
    with closing(sqlite3.connect(file)) as games:
        games.text_factory = bytes
        where = "WHERE match = ? AND version = ?"
        before = games.execute(f"SELECT * FROM events {where}", (match, event)).fetchone()
        games.execute(f"UPDATE events SET {change} {where}", (match, event))
        after = games.execute(f"SELECT * FROM events {where}", (match, event)).fetchone()
        assert before != after
        games.commit()


def quietly(_done: int, _total: int) -> None:
    """Ignores the progress."""


@pytest.fixture(scope="module")
def played(
    serve_once: Serve, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, list[str], Any]:
    """A backup of two matches, their ids, and what the server showed of the second."""
    server = serve_once()
    matches = [play(server), play(server)]
    file = tmp_path_factory.mktemp("backup") / "backup.db"
    back_up(server.settings.database, file, quietly)
    return file, matches, server.get(f"/api/matches/{matches[1]}").json()["match"]["plies"]


@pytest.fixture
def damaged(
    request: pytest.FixtureRequest, played: tuple[Path, list[str], Any], tmp_path: Path
) -> Path:
    """A copy of the backup with the damage in its first match."""
    file = tmp_path / "damaged.db"
    file.write_bytes(played[0].read_bytes())
    damage(file, played[1][0], *request.param)
    return file


@pytest.mark.parametrize("damaged", DAMAGE.values(), ids=DAMAGE, indirect=True)
def test_a_server_answers_410_with_a_sentence(
    damaged: Path, played: tuple[Path, list[str], Any], serve: Serve, caplog: Any
) -> None:
    bad, good = played[1]
    server = serve(f"sqlite:///{damaged}")
    for path in ("", "/replay", "/export/sgf", "/events", "/hindsight"):
        answer = server.get(f"/api/matches/{bad}{path}")
        assert answer.status_code == 410, (path, answer.text)
        assert answer.json()["error"]["code"] == "match.unreadable"
        assert "damaged" in answer.json()["error"]["message"]
    move = {"id": "x", "version": 4, "move": "a1"}
    assert server.post(f"/api/matches/{bad}/move", move, "secret").status_code == 410
    assert server.get(f"/game/{bad}").status_code == 410
    assert server.get(f"/api/matches/{good}").status_code == 200
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize(
    "damaged", [*DAMAGE.values(), *WRONG.values()], ids=[*DAMAGE, *WRONG], indirect=True
)
def test_a_restore_names_the_game_and_its_event_or_leaves_it_out(
    damaged: Path,
    played: tuple[Path, list[str], Any],
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    bad, good = played[1]
    event = {**DAMAGE, **WRONG}[request.node.callspec.id][0]
    goal = tmp_path / "goal.db"
    command = ["restore", str(damaged), "--database", f"sqlite:///{goal}"]
    assert main(command) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert f"{bad}”, event {event}." in err
    assert not goal.exists()
    assert main([*command, "--salvage"]) == 0
    out, err = capsys.readouterr()
    assert f"{bad}”, event {event}:" in out
    assert "Restored 1 game with 4 events" in out
    with closing(sqlite3.connect(goal)) as games:
        assert games.execute("SELECT DISTINCT match FROM events").fetchall() == [(good,)]
        assert games.execute("SELECT id FROM matches").fetchall() == [(good,)]


@pytest.mark.parametrize("damaged", [DAMAGE["an illegal move"]], indirect=True)
def test_the_others_are_salvaged_to_each_kind_of_database(
    damaged: Path,
    played: tuple[Path, list[str], Any],
    database_url: str,
    serve: Serve,
    capsys: pytest.CaptureFixture[str],
) -> None:
    bad, good = played[1]
    command = ["restore", str(damaged), "--database", database_url, "--salvage", "--json"]
    assert main(command) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["matches"], told["events"]) == (1, 4)
    assert [(each["match"], each["event"]) for each in told["left_out"]] == [(bad, 3)]
    server = serve(database_url)
    assert server.get(f"/api/matches/{good}").json()["match"]["plies"] == played[2]
    assert server.get(f"/api/matches/{bad}").status_code == 404


def test_missing_events_are_left_out_too(
    played: tuple[Path, list[str], Any], tmp_path: Path
) -> None:
    file = tmp_path / "gap.db"
    file.write_bytes(played[0].read_bytes())
    with closing(sqlite3.connect(file)) as games:
        games.execute("DELETE FROM events WHERE match = ? AND version = 2", (played[1][0],))
        games.execute("INSERT INTO events VALUES ('stray', 1, 'created', 1.0, '{}', NULL)")
        games.commit()
    done = restore(file, f"sqlite:///{tmp_path}/goal.db", quietly, salvage=True)
    assert (done.matches, done.events) == (1, 4)
    assert [(each.match, each.event) for each in done.left_out] == [(played[1][0], 2)]


@pytest.mark.parametrize("damaged", [DAMAGE["an illegal move"]], indirect=True)
def test_a_restore_that_does_not_replay_is_caught(
    damaged: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(backups, "bad_logs", lambda backup, checking: [])
    assert restore(damaged, f"sqlite:///{tmp_path}/goal.db", quietly).matches == 2


def test_a_backup_of_version_0_1_is_restored(tmp_path: Path) -> None:
    file = Path(__file__).parents[3] / "data" / "version-0.1" / "server.db"
    assert restore(file, f"sqlite:///{tmp_path}/goal.db", quietly).left_out == ()
