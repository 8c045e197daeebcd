"""Ctrl-C in the middle of work: exit 130, nothing half-written, one document or none."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Start

PATIENCE = 60


def interrupt(process: subprocess.Popen[bytes]) -> tuple[int, str, str]:
    """Sends Ctrl-C once the work is under way; returns the exit code and both streams."""
    wait_for_thread(process)
    time.sleep(0.3)
    return interrupt_now(process)


def interrupt_now(process: subprocess.Popen[bytes]) -> tuple[int, str, str]:
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out.decode(), err.decode()


def wait_for_thread(process: subprocess.Popen[bytes]) -> None:
    """Waits until the process has a second thread, the one that thinks."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if len(list(Path(f"/proc/{process.pid}/task").iterdir())) > 1:
            return
        time.sleep(0.01)
    raise AssertionError("the work did not start")


def wait_until_busy(process: subprocess.Popen[bytes]) -> None:
    """Waits until the process has used far more CPU time than starting takes."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        if int(fields[11]) + int(fields[12]) > os.sysconf("SC_CLK_TCK"):
            return
        time.sleep(0.02)
    raise AssertionError("the work did not start")


def test_solve_tells_what_it_knows_as_one_document(start: Start) -> None:
    code, out, err = interrupt(start("solve", "othello", "--json"))
    assert code == 130
    data = json.loads(out)
    assert (data["value"], data["exact"]) == (None, False)
    assert "Traceback" not in err


def test_solve_tells_what_it_knows_to_people(start: Start) -> None:
    code, out, err = interrupt(start("solve", "othello"))
    assert code == 130
    assert out.startswith("Not proven.")
    assert "Traceback" not in err


def test_the_search_for_a_forced_win_ends_without_a_claim(start: Start) -> None:
    """After these moves it looks at millions of positions, and finds no win."""
    moves = "f3k15m6l6n6a5n5l7n7n4k7k5l8m8k4l5j5j4i3i6h3g3h6n9h4h5g5f6j6i5j7j8i8k6o10f4l3k2g7m7n8g6"
    code, out, err = interrupt(start("solve", "gomoku", "--rules", "renju", "-m", moves, "--json"))
    assert code == 130
    data = json.loads(out)
    assert (data["value"], data["exact"], data["move"]) == (None, False, None)
    assert (data["forced"]["found"], data["forced"]["complete"]) == (False, False)
    assert "Traceback" not in err


def test_choose_gives_the_best_move_so_far(start: Start) -> None:
    code, out, err = interrupt(start("choose", "othello", "negamax(depth=30)", "--json"))
    assert code == 130
    assert json.loads(out)["move"] in ("d3", "c4", "f5", "e6")
    assert err == ""


def test_match_leaves_nothing_behind(start: Start, tmp_path: Path) -> None:
    plot = tmp_path / "match.png"
    arguments = ("match", "othello", "h1", "h2", "--games", "100000", "--plot", str(plot))
    process = start(*arguments, "--json")
    assert process.stderr
    assert b"games played" in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (130, b"")
    assert err.splitlines()[-1].startswith(b"Interrupted after ")
    assert b"Traceback" not in err
    assert list(tmp_path.iterdir()) == []


def test_match_stops_in_the_middle_of_a_long_move(start: Start) -> None:
    code, out, err = interrupt(start("match", "othello", "negamax(depth=30)", "random"))
    assert (code, out) == (130, "")
    assert err.splitlines()[-1].startswith("Interrupted after 0 of 1 games")


@pytest.mark.parametrize("rules", ["native", "python"])
def test_perft_stops(start: Start, rules: str) -> None:
    process = start("perft", "othello", "30", "--rules-in", rules)
    wait_until_busy(process)
    code, out, err = interrupt_now(process)
    assert (code, out, err) == (130, "", "")


def test_bench_stops(start: Start, tmp_path: Path) -> None:
    suite = tmp_path / "suite.txt"
    suite.write_text(("." * 225 + " X\n") * 1000)
    process = start("bench", "gomoku", "--suite", str(suite))
    wait_until_busy(process)
    code, out, err = interrupt_now(process)
    assert (code, out, err) == (130, "", "")


DEAF = """
import time
from fivefold.cli.interrupt import Work
def sleep(stop):
    print("begun", flush=True)
    time.sleep(60)
Work(sleep).finish()
"""


@pytest.mark.parametrize("times", [1, 2])
def test_work_that_does_not_listen_is_left_behind(times: int) -> None:
    command = [sys.executable, "-c", DEAF]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout
    process.stdout.readline()
    for _ in range(times):
        process.send_signal(signal.SIGINT)
        time.sleep(0.3)  # two at once are one
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (130, b"", b"")


STUBBORN = """
from pathlib import Path
from fivefold.strategies.base import Decision, Strategy
class Stubborn(Strategy):
    def choose(self, state, limit=None, stop=None):
        Path(__file__).with_name("begun").touch()
        while True:
            pass
"""


def test_somebodys_endless_strategy_is_left_behind(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "stubborn.py"
    file.write_text(STUBBORN)
    process = start("choose", "othello", str(file), "--json")
    deadline = time.monotonic() + PATIENCE
    while not (tmp_path / "begun").exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (130, b"", b"")
