"""`fivefold play` over a pipe: whole games from scripts, no escape codes, clean ends."""

from __future__ import annotations

import json
import random
import signal
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fivefold.names import game_from

if TYPE_CHECKING:
    from tests.cli.conftest import Start

PATIENCE = 60


@pytest.fixture
def play(start: Start, tmp_path: Path) -> Play:
    """Runs `fivefold play ARGUMENTS` with these lines as standard input."""

    def run(*arguments: str, lines: str = "", **changes: str) -> tuple[int, str, str]:
        process = start("play", *arguments, XDG_STATE_HOME=str(tmp_path / "state"), **changes)
        out, err = process.communicate(lines.encode(), timeout=PATIENCE)
        assert b"\x1b" not in out + err
        assert b"Traceback" not in err
        return process.returncode, out.decode(), err.decode()

    return run
