"""Bot files, and a check for leftover processes."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.left_processes import watched_processes

HEAD = """
import os, sys, threading, time, subprocess
from pathlib import Path
from fivefold.strategies.base import Candidate, Decision, Strategy
PIDS = Path(__file__).parent / "notes" / "pids"
def note(pid):
    with PIDS.open("a") as file:
        file.write(f"{pid}\\n")
note(os.getpid())
"""


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """Writes a file whose bot has that body of `choose`, and returns the bot's name.

    It may write in the folder `notes` beside it, where it notes its processes.
    """
    (tmp_path / "notes").mkdir()
    monkeypatch.setenv("FIVEFOLD_CAGE", f"write={tmp_path / 'notes'}")

    def write(body: str, before: str = "") -> str:
        method = "class Bot(Strategy):\n    def choose(self, state, limit=None, stop=None):\n"
        code = HEAD + textwrap.dedent(before) + "\n" + method
        file = tmp_path / "bot.py"
        file.write_text(code + textwrap.indent(textwrap.dedent(body), " " * 8))
        return str(file)

    return write


@pytest.fixture
def no_process_left(tmp_path: Path) -> Iterator[Callable[[], int]]:
    """Returns the number of processes that a bot noted, once all of this test have ended."""
    with watched_processes() as left:

        def check() -> int:
            assert left() == []
            noted = tmp_path / "notes" / "pids"
            return len(noted.read_text().split()) if noted.exists() else 0

        yield check
