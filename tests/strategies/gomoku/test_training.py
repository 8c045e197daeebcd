"""The weights of the Gomoku evaluation, and their training command."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from fivefold.strategies.gomoku.weights import installed_weights

PROJECT = Path(__file__).resolve().parents[3]
TRAINING = PROJECT / "training" / "train_gomoku.py"


def train(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(TRAINING), *words], capture_output=True, text=True, check=False
    )


def test_the_weights_come_with_the_package_and_are_small() -> None:
    weights = installed_weights()
    assert weights is not None
    assert weights.startswith(b"fivefold gomoku")
    assert len(weights) <= 2_000_000


@pytest.mark.system
def test_the_training_command_says_what_it_needs() -> None:
    done = train()
    assert done.returncode == 2
    assert "--work" in done.stderr


def test_the_report_in_the_documents_says_that_the_weights_won() -> None:
    text = (PROJECT / "docs" / "explanation" / "gomoku-evaluation.md").read_text()
    _, _, report = text.partition("<!-- made: training report -->")
    rows = [line for line in report.splitlines() if "| by hand | 5,000 |" in line]
    assert len(rows) == 2
    for row in rows:
        wins, _, losses = map(int, row.split("|")[4].split())
        assert wins > losses


def test_the_report_in_the_documents_says_that_the_network_won() -> None:
    text = (PROJECT / "docs" / "explanation" / "gomoku-evaluation.md").read_text()
    _, _, report = text.partition("<!-- made: network report -->")
    report, _, _ = report.partition("<!-- end -->")
    rows = [line.split("|") for line in report.splitlines() if " ± " in line]
    assert {row[1].strip() for row in rows} == {"freestyle", "standard", "renju"}
    for row in rows:
        elo, error = map(int, row[5].split("±"))
        assert elo > error, row


@pytest.mark.long
def test_the_quick_training_completes_and_a_second_run_changes_nothing(tmp_path: Path) -> None:
    words = ("--work", str(tmp_path), "--quick")
    done = train(*words)
    assert done.returncode == 0, done.stderr
    report = json.loads((tmp_path / "report.json").read_text())
    assert report["games"] == 120
    by_hand, *fitted = report["errors"]
    assert by_hand["weights"] == "by hand"
    assert fitted[-1]["move_loss"] < by_hand["move_loss"]
    for contest in report["contests"]:
        assert contest["wins"] + contest["draws"] + contest["losses"] == 8
    for part in ("values", "moves"):
        assert (tmp_path / f"gomoku-training-{part}.svg").exists()
    before = (tmp_path / "weights.bin").read_bytes()
    assert train(*words).stdout == done.stdout
    assert (tmp_path / "weights.bin").read_bytes() == before
