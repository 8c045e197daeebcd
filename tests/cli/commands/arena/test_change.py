"""`fivefold arena change`, beside a running tournament."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fivefold.results.journal import Journal
from fivefold.results.journal_writer import create
from fivefold.results.tournament import Entrant, Tournament

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold

COMMAND = [sys.executable, "-c", "import sys; from fivefold.cli import main; sys.exit(main())"]
PATIENCE = 60.0
LEAGUE = Tournament(
    "t",
    "othello(size=4)",
    "round-robin",
    (Entrant("patient", "patient"), Entrant("h1", "h1")),
    pairs=10,
)
PATIENT = """
import os, time
from fivefold import Decision, Strategy

class Patient(Strategy):
    def choose(self, state, limit=None, stop=None):
        while os.path.exists(os.environ["HOLD"]):
            time.sleep(0.01)
        return Decision(state.legal_moves()[0])
"""


@pytest.fixture
def hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file; while it exists, the strategy `patient` of processes started now keeps searching."""
    home = tmp_path / "strategies"
    (home / "patient-1.0.dist-info").mkdir(parents=True)
    (home / "patient.py").write_text(PATIENT)
    described = "Metadata-Version: 2.1\nName: patient\nVersion: 1.0\n"
    (home / "patient-1.0.dist-info" / "METADATA").write_text(described)
    offered = "[fivefold.strategies]\npatient = patient:Patient\n"
    (home / "patient-1.0.dist-info" / "entry_points.txt").write_text(offered)
    monkeypatch.setenv("PYTHONPATH", str(home))
    monkeypatch.setenv("HOLD", str(tmp_path / "hold"))
    (tmp_path / "hold").touch()
    return tmp_path / "hold"


def wait_until(condition: Any) -> None:
    patient_until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < patient_until
        time.sleep(0.01)


@pytest.mark.system
def test_a_running_tournament_is_paused_joined_and_let_go(
    fivefold: Fivefold, tmp_path: Path, hold: Path
) -> None:
    create(tmp_path, LEAGUE)
    folder = str(tmp_path)
    options = ["--concurrency", "1", "--json"]
    playing = subprocess.Popen(
        [*COMMAND, "arena", "resume", folder, *options],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    journal = Journal.open(tmp_path)
    wait_until(lambda: journal.refresh() and journal.started)
    paused = fivefold("arena", "change", folder, "--pause")
    assert (paused.code, paused.err) == (0, "")
    assert "applies it within a second" in paused.out
    # Not all games are submitted, and no more are without a check of the journal.
    hold.unlink()

    def still() -> bool:
        before = len(journal.finished)
        time.sleep(0.4)
        journal.refresh()
        return len(journal.finished) == before

    wait_until(lambda: still() and journal.finished)
    assert playing.poll() is None
    assert len(journal.finished) < 20
    answer = fivefold("arena", "change", folder, "--add", "h2", "--concurrency", "2", "--json")
    document = answer.document
    assert (document["running"], document["concurrency"]) == (True, 2)
    assert document["added"][0]["name"] == "h2"
    assert fivefold("arena", "change", folder, "--go-on").code == 0
    _, err = playing.communicate(timeout=PATIENCE)
    assert playing.returncode == 0, err
    journal.refresh()
    assert len(journal.finished) == 60


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "There is nothing to change"),
        (("--concurrency", "0"), "concurrency"),
        (("--add", "h1"), "Two players are called “h1”"),
        (("--add", "h3"), "There is no strategy called “h3”"),
    ],
)
def test_a_change_that_makes_no_sense_is_one_sentence(
    fivefold: Fivefold, tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    create(tmp_path, LEAGUE)
    before = (tmp_path / "journal.jsonl").read_bytes()
    answer = fivefold("arena", "change", str(tmp_path), *arguments)
    assert answer.code == 2
    assert sentence in answer.err
    assert (tmp_path / "journal.jsonl").read_bytes() == before


def test_a_stopped_tournament_changes_at_the_next_resume(
    fivefold: Fivefold, tmp_path: Path
) -> None:
    create(tmp_path, LEAGUE)
    answer = fivefold("arena", "change", str(tmp_path), "--concurrency", "3")
    assert answer.code == 0
    assert "takes effect at the next resume" in answer.out
    assert Journal.open(tmp_path).concurrency == 3
