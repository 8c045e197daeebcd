"""The weights of the Othello evaluation, and their training command."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[3]
TRAINING = PROJECT / "training" / "train_othello.py"


def train(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(TRAINING), *words], capture_output=True, text=True, check=False
    )


def test_the_weights_come_with_the_package_and_are_small() -> None:
    weights = (files("fivefold") / "data" / "othello" / "weights.bin").read_bytes()
    assert weights.startswith(b"fivefold othello")
    assert len(weights) <= 4_000_000


def test_the_picture_shows_the_shapes_of_the_evaluation() -> None:
    header = (PROJECT / "native" / "othello" / "evaluation" / "patterns.hpp").read_text()
    picture = (PROJECT / "docs" / "pictures" / "othello-patterns.svg").read_text()
    sizes = [len(names.split()) for names in re.findall(r'shape\("([a-h1-8 ]+)"\)', header)]
    assert sizes
    assert [int(text) for text in re.findall(r">(\d+) cells", picture)] == sizes


@pytest.mark.system
def test_the_training_command_says_what_it_needs() -> None:
    done = train()
    assert done.returncode == 2
    assert "--work" in done.stderr


@pytest.mark.long
def test_the_quick_training_gives_weights_that_beat_the_classical_evaluation(
    tmp_path: Path,
) -> None:
    words = ("--work", str(tmp_path), "--quick")
    done = train(*words)
    assert done.returncode == 0, done.stderr
    report = json.loads((tmp_path / "report.json").read_text())
    classical = report["contests"][0]
    assert classical["wins"] > classical["losses"]
    for lines in report["fits"].values():
        assert lines[-1]["held_out"] < lines[1]["held_out"]
    assert (tmp_path / "othello-training-error.svg").exists()
    assert (tmp_path / "othello-training-fits.svg").exists()
    # Everything exists already: the same command measures again and changes nothing.
    before = (tmp_path / "weights.bin").read_bytes()
    assert train(*words).stdout == done.stdout
    assert (tmp_path / "weights.bin").read_bytes() == before
