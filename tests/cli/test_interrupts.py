"""Ctrl-C: exit code 130, no partial files, one JSON document or none, no traceback."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.cli.conftest import COMMAND, environment

import fivefold

if TYPE_CHECKING:
    from tests.cli.conftest import Start

pytestmark = pytest.mark.system

PATIENCE = 60


def interrupt(process: subprocess.Popen[bytes]) -> tuple[int, str, str]:
    """Sends Ctrl-C during the work; returns the exit code and both streams."""
    wait_for_thread(process)
    time.sleep(0.3)
    return interrupt_now(process)


def interrupt_now(process: subprocess.Popen[bytes]) -> tuple[int, str, str]:
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out.decode(), err.decode()


def wait_for_thread(process: subprocess.Popen[bytes]) -> None:
    """Waits until the process has a second thread, which searches."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if len(list(Path(f"/proc/{process.pid}/task").iterdir())) > 1:
            return
        time.sleep(0.01)
    raise AssertionError("the work did not start")


def wait_until_busy(process: subprocess.Popen[bytes]) -> None:
    """Waits until the process has used much more CPU time than its start takes."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        if int(fields[11]) + int(fields[12]) > os.sysconf("SC_CLK_TCK"):
            return
        time.sleep(0.02)
    raise AssertionError("the work did not start")


def test_solve_prints_the_results_so_far_as_one_document(start: Start) -> None:
    code, out, err = interrupt(start("solve", "othello", "--json"))
    assert code == 130
    data = json.loads(out)
    assert (data["value"], data["exact"]) == (None, False)
    assert "Traceback" not in err


def test_solve_prints_the_results_so_far_as_text(start: Start) -> None:
    code, out, err = interrupt(start("solve", "othello"))
    assert code == 130
    assert out.startswith("Not proven.")
    assert "Traceback" not in err


def test_analyse_reports_what_is_known_so_far(start: Start, tmp_path: Path) -> None:
    game = tmp_path / "game.txt"
    game.write_text("f5d6c3d3c4")
    forever = ("--seconds", "3600")
    code, out, err = interrupt(start("analyse", str(game), "--game", "othello", *forever, "--json"))
    assert code == 130
    found = json.loads(out)
    assert found["complete"] is False
    assert [each["move"] for each in found["moves"]] == ["f5", "d6", "c3", "d3", "c4"]
    assert "what is known so far" in err
    assert "Traceback" not in err


def test_the_search_for_a_forced_win_ends_without_a_claim(start: Start) -> None:
    """After these moves it searches millions of positions without a win."""
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
    assert b" of 100000 games: " in process.stderr.readline()
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
from fivefold.cli.support.interrupt import Work
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
        time.sleep(0.3)  # two signals at once count as one
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


def test_an_endless_strategy_is_killed(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "stubborn.py"
    file.write_text(STUBBORN)
    cage = f"write={tmp_path}"
    process = start("choose", "othello", str(file), "--json", "--cage", cage)
    deadline = time.monotonic() + PATIENCE
    while not (tmp_path / "begun").exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (130, b"", b"")


AT_AN_IMPORT = """
import os, signal, sys
place, passed = int(sys.argv.pop(1)), 0
def interrupt(event, arguments):
    global passed
    if event == "import":
        passed += 1
        if passed == place:
            os.kill(os.getpid(), signal.SIGINT)
from fivefold.cli import main
sys.addaudithook(interrupt)
code = main()
raise SystemExit(code if passed >= place else "there are fewer imports")
"""


@pytest.mark.parametrize("place", [1, 2, 5, 9, 14, 30, 60, 120, 200, 300])
def test_ctrl_c_while_the_command_is_loaded_is_quiet(place: int) -> None:
    command = [sys.executable, "-c", AT_AN_IMPORT, str(place), "show", "gomoku"]
    run = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (130, b"", b"")


BEFORE_MAIN = """
import os, signal, sys
sys.argv[0] = "/usr/bin/fivefold"
import fivefold
def interrupt(event, arguments):
    if event == "import" and arguments[0] == "fivefold.cli":
        os.kill(os.getpid(), signal.SIGINT)
sys.addaudithook(interrupt)
from fivefold.cli import main
sys.exit(main())
"""


def test_ctrl_c_before_main_is_quiet() -> None:
    """The installed script imports `main` outside any `try`: Ctrl-C there printed a traceback."""
    run = subprocess.run(
        [sys.executable, "-c", BEFORE_MAIN], capture_output=True, timeout=PATIENCE, check=False
    )
    assert (run.returncode, run.stdout, run.stderr) == (130, b"", b"")


IMPORTED = """
import sys
before = set(sys.modules)
import fivefold.cli
print(sorted(set(sys.modules) - before))
"""


def test_nothing_is_imported_before_ctrl_c_is_handled() -> None:
    """Ctrl-C during those imports printed a traceback: nobody can catch it but the script."""
    command = [sys.executable, "-S", "-c", IMPORTED]
    path = {**os.environ, "PYTHONPATH": str(Path(fivefold.__file__).parents[1])}
    run = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=True, env=path)
    assert run.stdout.decode().strip() == "['fivefold', 'fivefold.cli']"


IN_ANOTHER_THREAD = """
import signal, sys, threading, time
threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
from fivefold.cli import main
sys.exit(main())
"""


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        ([], b"Press 1, 2 or 3"),
        (["play", "gomoku", "--second", "human"], b"> "),
    ],
)
@pytest.mark.parametrize("terminal", ["xterm", "dumb"])
def test_ctrl_c_that_interrupts_no_system_call_is_noticed(
    arguments: list[str], shown: bytes, terminal: str
) -> None:
    """A signal that comes after Python looks for one and before `read` blocks wakes nothing.

    The same every time: another thread gets the signal, so the waiting call is not interrupted.
    The menu hung, and so did `play` on a terminal without a screen of its own.
    """
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", IN_ANOTHER_THREAD, *arguments]
    process = subprocess.Popen(
        command,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment(TERM=terminal),
        start_new_session=True,
    )
    os.close(theirs)
    try:
        read_until(ours, shown)
        time.sleep(0.5)  # until it waits for a key
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def read_until(descriptor: int, expected: bytes) -> None:
    """Reads from a terminal until these bytes have come."""
    data, deadline = b"", time.monotonic() + PATIENCE
    while expected not in data:
        ready = select.select([descriptor], [], [], deadline - time.monotonic())[0]
        assert ready, f"{expected!r} did not come: {data!r}"
        data += os.read(descriptor, 65536)


def test_ctrl_c_while_the_processes_of_a_tournament_start_is_quiet(tmp_path: Path) -> None:
    """Ctrl-C in a terminal reaches them too; while they loaded, they printed a traceback."""
    tournament = ["othello", "random", "random", "--pairs", "50000", "-d", str(tmp_path / "t")]
    process = subprocess.Popen(
        [*COMMAND, "arena", "run", *tournament],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    wait_for_fork_server(process)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert b"Traceback" not in err


def wait_for_fork_server(process: subprocess.Popen[bytes]) -> None:
    """Waits until the process from which games are forked has begun to load what they need."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                ancestor = (folder / "stat").read_text().rpartition(")")[2].split()[1]
                if (
                    ancestor == str(process.pid)
                    and b"forkserver" in (folder / "cmdline").read_bytes()
                ):
                    time.sleep(0.1)
                    return
        time.sleep(0.005)
    process.kill()
    raise AssertionError("the fork server did not start")
