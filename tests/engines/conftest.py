"""Bot files, and a check for leftover processes."""

from __future__ import annotations

import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest

PATIENCE = 60.0
"""Generous timeout in seconds, for a busy machine."""

HEAD = """
import os, sys, threading, time, subprocess
from pathlib import Path
from fivefold.strategies.base import Candidate, Decision, Strategy
PIDS = Path(__file__).with_name("pids")
def note(pid):
    with PIDS.open("a") as file:
        file.write(f"{pid}\\n")
note(os.getpid())
"""


@pytest.fixture
def bot(tmp_path: Path) -> Callable[[str], str]:
    """Writes a file whose bot has that body of `choose`, and returns the bot's name."""

    def write(body: str, before: str = "") -> str:
        method = "class Bot(Strategy):\n    def choose(self, state, limit=None, stop=None):\n"
        code = HEAD + textwrap.dedent(before) + "\n" + method
        file = tmp_path / "bot.py"
        file.write_text(code + textwrap.indent(textwrap.dedent(body), " " * 8))
        return str(file)

    return write


def is_alive(pid: int) -> bool:
    """Tells whether a process runs; a zombie does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


@pytest.fixture
def no_process_left(tmp_path: Path) -> Callable[[], int]:
    """Returns the number of processes that a bot noted, once all have ended."""

    def check() -> int:
        noted = tmp_path / "pids"
        pids = {int(line) for line in noted.read_text().split()} if noted.exists() else set[int]()
        # Signals are delivered with a delay.
        patient_until = time.monotonic() + PATIENCE
        while alive := sorted(filter(is_alive, pids)):
            assert time.monotonic() < patient_until, f"still alive: {alive}"
            time.sleep(0.01)
        return len(pids)

    return check
