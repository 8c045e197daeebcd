"""The kinds of cage: where the system refuses the best, the next one runs, and says so."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.left_processes import LeftProcesses, watched_processes

from fivefold.cage import start
from fivefold.cage.settings import Cage
from fivefold.cage.shown import outside_the_system, program_files
from fivefold.cage.start import CagedProcess, Job, describe, level_of

pytestmark = pytest.mark.system

REFUSES = """
import json, socket, sys
control = socket.socket(fileno=int(sys.argv[1]))
control.recv(100_000)
control.send(json.dumps({"unfit": "unshare: Operation not permitted"}).encode() + b"\\n")
"""


@pytest.fixture
def left() -> Iterator[LeftProcesses]:
    with watched_processes() as watched:
        yield watched


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forgets which kinds of cage work, during the test."""
    monkeypatch.setattr(start._Known, "level", "namespaces")
    monkeypatch.setattr(start._Known, "reason", "")
    monkeypatch.setattr(start._Known, "working", set())
    level_of.cache_clear()


def run(command: list[str], cage: Cage, folder: Path) -> CagedProcess:
    """Returns the process once it runs."""
    level = level_of(cage)
    caged = CagedProcess(cage, Job(command, folder=str(folder)), level, stdout=subprocess.PIPE)
    caged.control.settimeout(60)
    while not caged.hear(caged.control.recv(4096)):
        pass
    caged.control.setblocking(False)
    return caged


def end(caged: CagedProcess) -> None:
    caged.end()
    assert caged.process.stdout
    caged.process.stdout.close()


@pytest.mark.usefixtures("fresh")
def test_where_namespaces_are_refused_the_subreaper_takes_over_and_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, left: LeftProcesses
) -> None:
    right = start._launcher
    commands = iter([[sys.executable, "-c", REFUSES]])

    def launcher(is_module: bool, control: int) -> list[str]:
        refusing = next(commands, None)
        return right(is_module, control) if refusing is None else [*refusing, str(control)]

    monkeypatch.setattr(start, "_launcher", launcher)
    caged = run(["sh", "-c", "setsid sleep 600 & echo $FIVEFOLD_CAGED"], Cage(), tmp_path)
    assert caged.process.stdout
    assert caged.process.stdout.readline() == b"subreaper\n"
    caged.process.wait(60)
    assert caged.told("left") == 1
    end(caged)
    assert left() == []
    assert "(unshare: Operation not permitted)" in str(describe(level_of(Cage())))
    level_of.cache_clear()


@pytest.mark.usefixtures("fresh")
def test_a_kind_that_has_worked_is_not_given_up(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    end(run(["true"], Cage(), tmp_path))
    before = level_of(Cage())
    monkeypatch.setattr(
        start, "_launcher", lambda _, number: [sys.executable, "-c", REFUSES, str(number)]
    )
    caged = CagedProcess(Cage(), Job(["true"]), before)
    caged.control.settimeout(60)
    with pytest.raises(OSError, match="unshare: Operation not permitted"):
        caged.hear(caged.control.recv(4096))
    caged.end()
    assert start.level_to_try(Cage()) == before
    level_of.cache_clear()


MAC = """
import sys
sys.platform = "darwin"
from fivefold.cage import warden
warden.descendants = lambda pid: []
warden.usage = lambda pid: (0, 0)
del warden.kernel
warden.kernel = object()
from fivefold.cage.launcher import main
main(sys.argv[1:])
"""
"""A launcher that has neither the calls nor the `/proc` of Linux."""


@pytest.mark.usefixtures("fresh")
def test_without_linux_group_limits_and_environment_remain_and_it_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, left: LeftProcesses
) -> None:
    monkeypatch.setattr(start._Known, "level", "group")
    monkeypatch.setenv("FIVEFOLD_DATABASE", "secret")

    def launcher(is_module: bool, control: int) -> list[str]:
        return [sys.executable, "-P", "-c", MAC, str(control)]

    monkeypatch.setattr(start, "_launcher", launcher)
    program = "sleep 600 & echo $FIVEFOLD_CAGED $FIVEFOLD_DATABASE $(ulimit -n); sleep 600"
    caged = run(["sh", "-c", program], Cage(files=77), tmp_path)
    assert caged.process.stdout
    assert caged.process.stdout.readline() == b"group 77\n"
    end(caged)
    assert left() == []
    assert "can read the files of this user and leave processes" in str(describe("group"))
    # The control, and what the sentence admits: another session is not found.
    caged = run(["sh", "-c", "setsid sleep 600 & sleep 1; echo"], Cage(), tmp_path)
    assert caged.process.stdout
    caged.process.stdout.readline()
    end(caged)
    assert left(0) != []
    level_of.cache_clear()


LANDLOCK = 444, 6
"""The system call that returns the version of Landlock, and the version that knows scopes."""
UNCONFINED = """
import sys
from fivefold.cage import kernel
kernel.confine = lambda: None
from fivefold.cage.launcher import main
main(sys.argv[1:])
"""


@pytest.mark.skipif(
    ctypes.CDLL(None).syscall(LANDLOCK[0], None, 0, 1) < LANDLOCK[1],
    reason="this kernel has no scopes for signals",
)
def test_without_namespaces_too_code_cannot_end_what_watches_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, left: LeftProcesses
) -> None:
    program = "guard=$PPID; setsid sh -c 'kill -9 '$guard'; sleep 600' & sleep 1; echo $?"
    cage = Cage(level="subreaper")
    caged = run(["sh", "-c", program], cage, tmp_path)
    assert caged.process.stdout
    assert caged.process.stdout.readline() == b"0\n"
    caged.process.wait(60)
    assert caged.told("left") == 2
    end(caged)
    assert left() == []
    # The control: without the restriction, the guard dies, and nobody ends what is left.
    monkeypatch.setattr(
        start, "_launcher", lambda _, number: [sys.executable, "-P", "-c", UNCONFINED, str(number)]
    )
    caged = run(["sh", "-c", program], cage, tmp_path)
    assert caged.process.wait(60) == -9
    end(caged)
    assert left(0) != []


def test_the_exit_of_the_code_is_the_exit_of_the_process(tmp_path: Path) -> None:
    for command, status in (("exit 7", 7), ("kill -11 $$", -11), ("true", 0)):
        caged = run(["sh", "-c", command], Cage(), tmp_path)
        assert caged.process.wait(60) == status
        end(caged)


def test_a_program_sees_the_files_that_its_command_names(tmp_path: Path) -> None:
    for name in ("engine", "books", "tools/bin", "elsewhere"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "books" / "opening.bin").touch()
    (tmp_path / "tools" / "pyvenv.cfg").touch()
    (tmp_path / "tools" / "bin" / "python").touch()
    script = tmp_path / "engine" / "run"
    script.write_text(f"#!{tmp_path}/tools/bin/python -u\n")
    command = ["./run", "--book=../books/opening.bin", "--level", "3"]
    files = outside_the_system(program_files(command, tmp_path / "engine"))
    names = {str(Path(file).relative_to(tmp_path)) for file in files}
    assert names == {"engine", "books", "tools", "tools/bin"}
