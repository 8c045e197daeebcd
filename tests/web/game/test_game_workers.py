"""Two people at two workers of one server; one of the workers is killed."""

from __future__ import annotations

import importlib.util
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

if TYPE_CHECKING:
    from tests.web.game.conftest import Sit

COMMAND = [sys.executable, "-c", "import sys; from fivefold.cli import main; sys.exit(main())"]
DATABASES = Path(__file__).parents[2] / "server" / "conftest.py"


@dataclass
class Served:
    """`fivefold serve --workers 2`: its address, and the folder of its workers' shared state."""

    address: str
    board: Path

    def watched_by(self, match: str) -> list[int]:
        """Returns the worker processes with subscribers to the match."""
        with closing(sqlite3.connect(f"file:{self.board}?mode=ro", uri=True)) as board:
            rows = board.execute(
                "SELECT pid FROM matches JOIN workers USING (worker) WHERE match = ? AND watching",
                (match,),
            ).fetchall()
        return [pid for (pid,) in rows]


@pytest.fixture
def served() -> Iterator[Served]:
    spec = importlib.util.spec_from_file_location("databases", DATABASES)
    assert spec is not None
    assert spec.loader is not None
    databases: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(databases)
    server = databases.PostgresServer(databases.system_binaries() or databases.bundled_binaries())
    process = subprocess.Popen(
        [*COMMAND, "serve", "--port", "0", "--workers", "2"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "FIVEFOLD_DATABASE": server.new_database("games")},
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://[\w.:]+", process.stdout.readline())
        assert found is not None
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        links = [each.readlink() for each in Path(f"/proc/{children[0]}/fd").iterdir()]
        board = next(link for link in links if link.name == "shared_state.db")
        yield Served(found[0], board)
    finally:
        process.terminate()
        process.communicate()
        server.stop()


@contextmanager
def stopped(process: int) -> Iterator[None]:
    """Stops a process, so that new connections reach the other workers."""
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


@pytest.mark.long
def test_they_play_across_two_workers_and_one_of_them_dies(served: Served, sit: Sit) -> None:
    black = sit(f"{served.address}/play/gomoku?size=9&second=open&time=5%2B3")
    expect(black.page).to_have_title("Waiting · Gomoku 9")
    link = black.page.get_by_label("Link to this game").input_value()
    match = link.rpartition("/")[2]
    (first,) = served.watched_by(match)
    with stopped(first):
        white = sit(link, strict=False)
        white.page.get_by_role("button", name="Play White").click()
        white.page.locator(".opp").wait_for()
    expect(black.page.locator(".opp")).to_contain_text("Guest")
    both = served.watched_by(match)
    assert len(both) == 2
    black.play("e5")
    white.sees("e5", "black")
    white.play("e6")
    black.sees("e6", "white")
    (second,) = set(both) - {first}
    os.kill(second, signal.SIGKILL)
    black.play("d5")
    white.sees("d5", "black")
    white.play("d6")
    black.sees("d6", "white")
    assert served.watched_by(match)[0] == first
    moves = black.page.request.get(f"{served.address}/api/matches/{match}").json()["match"]["moves"]
    assert moves == ["e5", "e6", "d5", "d6"]
