"""The benchmarks of the web application, small: nothing is lost by kill -9, no move is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

BENCH = Path(__file__).parents[2] / "bench"


def run(script: str, *arguments: str) -> Any:
    """Returns what the script prints as JSON."""
    command = [sys.executable, str(BENCH / script), "--json", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def check_kills(result: Any) -> None:
    assert result["acknowledged"] > 0
    faults = {name: result[name] for name in ("lost", "doubled", "extra", "gaps", "integrity")}
    assert faults == {"lost": 0, "doubled": 0, "extra": 0, "gaps": 0, "integrity": "ok"}


@pytest.mark.long
def test_no_acknowledged_move_is_lost_in_ten_kills() -> None:
    check_kills(run("web_kills.py", "--kills", "10", "--games", "20", "--rate", "100"))


def test_games_at_a_steady_pace_are_all_acknowledged() -> None:
    result = run("web_load.py", "--games", "5", "--rate", "20", "--seconds", "1")
    assert (result["moves"], result["errors"]) == (20, 0)


@pytest.mark.long
def test_a_hundred_games_are_all_acknowledged() -> None:
    result = run("web_load.py", "--games", "100", "--rate", "50", "--seconds", "30")
    assert (result["moves"], result["errors"]) == (1500, 0)
