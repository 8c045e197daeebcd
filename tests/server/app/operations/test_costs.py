"""The figures of docs/explanation/scaling.md come from a command that runs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[4]
PAGE = (ROOT / "docs" / "explanation" / "scaling.md").read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.parametrize(("database", "workers"), [("sqlite", 1), ("postgres", 2)])
def test_what_a_move_costs_is_measured(database: str, workers: int) -> None:
    command = [sys.executable, str(ROOT / "bench" / "web_costs.py"), "--json"]
    command += ["--games", "4", "--rate", "8", "--seconds", "2"]
    command += ["--database", database, "--workers", str(workers)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["moves"] == 16
    assert (found["database_cpu_ms"] > 0) == (database == "postgres")
    # An event goes to two people and includes the board; a move is one short line.
    assert 50 < found["bytes_in"] < 500 < found["bytes_out"] < 20_000
    assert 0 < found["transactions"] <= 2
    assert found["server_cpu_ms"] >= 0


def test_every_line_of_figures_has_its_command() -> None:
    lines = set(re.findall(r"^\| (C\d) \|", PAGE, re.MULTILINE))
    commands = set(re.findall(r"^- (C\d): .*--|^- (C\d): the same", PAGE, re.MULTILINE))
    assert len(lines) >= 3
    assert {one or other for one, other in commands} == lines
    # Every computed figure refers to an existing line.
    assert set(re.findall(r"\bC\d\b", PAGE)) == lines
