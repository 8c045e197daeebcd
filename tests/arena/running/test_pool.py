"""The processes that play games on this machine."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from pathlib import Path

import pytest
from tests.left_processes import LeftProcesses, watched_processes

from fivefold.arena.running.pool import LocalPool, ProcessDied
from fivefold.cage.settings import Cage
from fivefold.cage.start import CagedProcess, Job, level_of
from fivefold.errors import InvalidNotation
from fivefold.names import parse_size

PATIENCE = 60.0


@pytest.fixture(name="pool")
def pool_of_two() -> Iterator[LocalPool]:
    with LocalPool(2) as pool:
        yield pool
        pool.kill()


def is_alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until_dead(process: int) -> None:
    patient_until = time.monotonic() + PATIENCE
    while is_alive(process):
        assert time.monotonic() < patient_until
        time.sleep(0.01)


def wait_until_running(future: Future[None]) -> None:
    patient_until = time.monotonic() + PATIENCE
    while not future.running():
        assert time.monotonic() < patient_until
        time.sleep(0.01)


def test_calls_are_answered_from_other_processes(pool: LocalPool) -> None:
    answers = [pool.submit(os.getpid) for _ in range(20)]
    workers = {answer.result(PATIENCE) for answer in answers}
    assert os.getpid() not in workers
    assert 1 <= len(workers) <= 2


def test_what_a_call_raises_is_raised_here(pool: LocalPool) -> None:
    with pytest.raises(ZeroDivisionError):
        pool.submit(divmod, 1, 0).result(PATIENCE)
    with pytest.raises(InvalidNotation, match="is not a size"):
        pool.submit(parse_size, "x").result(PATIENCE)


def test_a_process_that_dies_takes_one_call_with_it(pool: LocalPool) -> None:
    deaths = [pool.submit(os._exit, 1), pool.submit(os._exit, 2)]
    others = [pool.submit(pow, 2, number) for number in range(10)]
    for death in deaths:
        with pytest.raises(ProcessDied):
            death.result(PATIENCE)
    assert [other.result(PATIENCE) for other in others] == [2**number for number in range(10)]


CAGED: list[CagedProcess] = []
"""What this process has started, so that nothing closes it."""


def start_program() -> int:
    """Starts a program as a game does, in a cage; returns its process."""
    cage = Cage()
    CAGED.append(CagedProcess(cage, Job(["sleep", "3600"]), level_of(cage)))
    caged = CAGED[-1]
    caged.control.settimeout(PATIENCE)
    while not caged.hear(caged.control.recv(4096)):
        pass
    return caged.process.pid


def sleepers(left: LeftProcesses) -> list[int]:
    """Returns the programs of `start_program` that still run."""
    found = []
    for pid in left(0):
        with contextlib.suppress(OSError):
            if Path(f"/proc/{pid}/comm").read_text() == "sleep\n":
                found.append(pid)
    return found


@pytest.mark.system
def test_a_killed_process_leaves_nothing_it_has_started(pool: LocalPool) -> None:
    pool.resize(1)
    with watched_processes() as left:
        program = pool.submit(start_program).result(PATIENCE)
        assert is_alive(program)
        assert len(sleepers(left)) == 1
        with pytest.raises(ProcessDied):
            pool.submit(os._exit, 1).result(PATIENCE)
        wait_until_dead(program)
        assert sleepers(left) == []


def test_what_waits_can_be_cancelled_and_what_runs_cannot(pool: LocalPool) -> None:
    running = [pool.submit(time.sleep, 30) for _ in range(2)]
    waiting = pool.submit(time.sleep, 30)
    for future in running:
        wait_until_running(future)
    assert waiting.cancel()
    assert not running[0].cancel()
    began = time.monotonic()
    pool.kill()
    assert time.monotonic() - began < 25
    for future in running:
        with pytest.raises(ProcessDied):
            future.result(PATIENCE)
    with pytest.raises(CancelledError):
        waiting.result(PATIENCE)
    with pytest.raises(RuntimeError):
        pool.submit(os.getpid)


def test_places_come_and_go(pool: LocalPool) -> None:
    pool.resize(4)
    assert pool.places == 4
    barrier = [pool.submit(time.sleep, 30) for _ in range(4)]
    for future in barrier:
        wait_until_running(future)
    pool.resize(1)
    assert pool.places == 1
    pool.kill()
    for future in barrier:
        with pytest.raises(ProcessDied):
            future.result(PATIENCE)


def test_ctrl_c_in_the_terminal_does_not_reach_the_games(pool: LocalPool) -> None:
    worker = pool.submit(os.getpid).result(PATIENCE)
    assert pool.submit(signal.getsignal, signal.SIGINT).result(PATIENCE) is signal.SIG_IGN
    os.kill(worker, signal.SIGINT)
    assert pool.submit(pow, 2, 5).result(PATIENCE) == 32


@pytest.mark.system
def test_when_the_runner_is_killed_its_processes_end_with_all_they_started() -> None:
    script = """
import os, time
from tests.arena.running.test_pool import start_program
from fivefold.arena.running.pool import LocalPool
pool = LocalPool(1)
print(pool.submit(os.getpid).result(), flush=True)
print(pool.submit(start_program).result(), flush=True)
pool.submit(time.sleep, 3600)
time.sleep(3600)
"""
    runner = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert runner.stdout is not None
    lines: list[str] = []
    reading = threading.Thread(target=lambda: lines.extend(iter(runner.stdout.readline, "")))  # type: ignore[union-attr]
    reading.start()
    patient_until = time.monotonic() + PATIENCE
    while len(lines) < 2:
        assert time.monotonic() < patient_until
        time.sleep(0.01)
    worker, program = map(int, lines)
    assert is_alive(worker)
    assert is_alive(program)
    runner.kill()
    runner.wait()
    wait_until_dead(worker)
    wait_until_dead(program)
    reading.join()
    runner.stdout.close()
