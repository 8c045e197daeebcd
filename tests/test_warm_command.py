"""The preloaded command behaves like a freshly started one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import WarmCommand

pytestmark = pytest.mark.system


def answer(folder: Path, program: Path, *arguments: str) -> tuple[int, bytes, bytes]:
    environment = {**os.environ, "LANG": "ko_KR.UTF-8", "COLUMNS": "60"}
    done = subprocess.run(
        [program, *arguments], cwd=folder, env=environment, input=b"f5", capture_output=True
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["show", "othello", "-i", "-"], 0), (["convert", "nothing.txt", "-"], 2)],
)
def test_streams_folder_and_exit_code_are_the_same(
    warm_command: WarmCommand, tmp_path: Path, arguments: list[str], code: int
) -> None:
    installed = answer(tmp_path, Path(sys.executable).with_name("fivefold"), *arguments)
    assert answer(tmp_path, warm_command.folder / "fivefold", *arguments) == installed
    assert installed[0] == code


def test_a_run_ends_when_its_client_is_killed(warm_command: WarmCommand) -> None:
    command = [str(warm_command.folder / "fivefold"), "perft", "othello", "30"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as asking:
        asking.kill()
        assert asking.stdout
        assert asking.stdout.read() == b""  # ends once no process has the pipe open
    assert asking.returncode == -signal.SIGKILL
