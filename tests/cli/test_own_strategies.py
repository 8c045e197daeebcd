"""Strategies from files in `match` and `play`: whatever they do, they only lose their game."""

from __future__ import annotations

import json
import subprocess
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.left_processes import LeftProcesses, watched_processes

from fivefold.engines import process

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold, Start

pytestmark = pytest.mark.system

BOUND = 120
"""Seconds after which a program counts as hung."""
HEAD = """
import os, subprocess, sys, time
from pathlib import Path
from fivefold import Decision, Strategy
def note(pid):
    with Path(__file__).with_name("pids").open("a") as file:
        file.write(f"{pid}\\n")
note(os.getpid())
class Bot(Strategy):
    def choose(self, state, limit=None, stop=None):
        moves = state.legal_moves()
"""
FORK = """
if os.fork() == 0:
    note(os.getpid())
    time.sleep(600)
note(subprocess.Popen(["sleep", "600"]).pid)
"""
WILD = """
print("x" * 1_000_000)
sys.stderr.write("y" * 1_000_000)
sys.stderr.flush()
os.write(1, b'{"id": 1, "decision": null}\\n')
return moves[0]
"""
Bot = Callable[[str], str]


@pytest.fixture
def bot(tmp_path: Path) -> Bot:
    """Writes a file whose bot has that body of `choose`, and returns its name."""

    def write(body: str) -> str:
        file = tmp_path / "bot.py"
        file.write_text(HEAD + textwrap.indent(textwrap.dedent(body), " " * 8))
        return f"{file}:Bot"

    return write


@pytest.fixture(autouse=True)
def left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[LeftProcesses]:
    """Returns the processes of this test that still run. The bots may note theirs in a file."""
    monkeypatch.setenv("FIVEFOLD_CAGE", f"write={tmp_path}")
    with watched_processes() as watched:
        yield watched


def wait_for_none_left(folder: Path, left: LeftProcesses) -> int:
    """Returns the number of processes that the bot noted, once all have ended."""
    assert left() == []
    return len((folder / "pids").read_text().split())


def finish(program: subprocess.Popen[bytes], typed: str = "") -> tuple[int, str, str]:
    """Returns the exit code and both streams of a program that exits in time."""
    try:
        out, err = program.communicate(typed.encode(), timeout=BOUND)
    finally:
        program.kill()
    return program.returncode, out.decode(), err.decode()


MISDEEDS = {
    "raises": ("raise ValueError('no idea')", "crashed", "crashed: ValueError: no idea"),
    "nonsense": ("return 'the middle'", "illegal", "answered “'the middle'”, which is not a move"),
    "illegal": ("return 0", "illegal", "a1 is not legal: it flips no disc"),
    "forks": (FORK + "os._exit(3)", "crashed", "exited with code 3"),
    "dies": ("os.kill(os.getpid(), 9)", "crashed", "killed by signal 9"),
}


@pytest.mark.parametrize("misdeed", MISDEEDS)
def test_a_misbehaving_strategy_loses_its_game_in_a_match(
    fivefold: Fivefold, bot: Bot, tmp_path: Path, left: LeftProcesses, misdeed: str
) -> None:
    body, ending, reason = MISDEEDS[misdeed]
    name = bot(body)
    answer = fivefold("match", "othello", "h1", name, "--json")
    record = json.loads(answer.out)["games"][0]
    assert (answer.code, "ValueError: no idea" in answer.err) == (0, misdeed == "raises")
    assert "fivefold/engines" not in answer.err
    assert (record["winner"], record["ending"]) == ("X", ending)
    assert len(record["moves"]) == 1
    assert name in record["reason"]
    assert reason in record["reason"]
    assert wait_for_none_left(tmp_path, left) == (3 if misdeed == "forks" else 1)


@pytest.mark.parametrize("misdeed", ["raises", "nonsense", "forks"])
def test_a_misbehaving_strategy_loses_its_game_over_a_pipe(
    warm_start: Start, bot: Bot, tmp_path: Path, left: LeftProcesses, misdeed: str
) -> None:
    body, _, reason = MISDEEDS[misdeed]
    name = bot(body)
    code, out, err = finish(warm_start("play", "othello", "--second", name), "f5\nnew\nd3\n")
    assert (code, "The same error as before." in err) == (0, misdeed == "raises")
    # The command continues: a second game is played, and lost in the same way.
    assert out.count(reason) == 2
    assert name in out
    assert wait_for_none_left(tmp_path, left) >= (6 if misdeed == "forks" else 2)


def test_output_of_a_strategy_is_cut_and_named_on_standard_error(
    warm_start: Start, bot: Bot, tmp_path: Path, left: LeftProcesses
) -> None:
    name = bot(WILD)
    code, out, err = finish(warm_start("match", "othello", name, "h1", "--size", "4", "--json"))
    assert code == 0
    assert json.loads(out)["games"][0]["ending"] == "normal"
    code, out, errors = finish(warm_start("play", "othello", "--second", name), "f5\n")
    assert (code, "xxx" in out) == (0, False)
    for said in (err, errors):
        assert all(line.startswith(f"[{name}] ") for line in said.splitlines())
        assert len(said) < 100_000
        assert "xxx" in said
    assert wait_for_none_left(tmp_path, left) >= 2


def test_a_debugger_runs_a_strategy_in_this_process(
    warm_start: Start, bot: Bot, tmp_path: Path
) -> None:
    name = bot("print('before')\nbreakpoint()\nfound = 40 + 2\nreturn moves[0]")
    asked = warm_start("choose", "othello", name, "--json", "--debugger")
    code, out, err = finish(asked, "next\np 'found', found\ncontinue\n")
    assert code == 0
    assert json.loads(out)["move"] == "d3"
    assert "before" in err
    assert "('found', 42)" in err
    played = warm_start("match", "othello", name, "h1", "--size", "4", "--debugger")
    code, out, err = finish(played, "p state.to_move\nq\n")
    assert code == 130
    assert "Player.FIRST" in out
    assert "Traceback" not in out + err


def test_a_strategy_that_forks_leaves_no_process(
    warm_start: Start, bot: Bot, tmp_path: Path, left: LeftProcesses
) -> None:
    name = bot(FORK + "return moves[0]")
    arguments = ("match", "othello", name, "h1", "--size", "4", "--json")
    code, out, _ = finish(warm_start(*arguments))
    assert code == 0
    assert json.loads(out)["games"][0]["ending"] == "normal"
    assert wait_for_none_left(tmp_path, left) > 3


@pytest.mark.parametrize("body", ["time.sleep(600)", "os.close(0); time.sleep(600)"])
def test_one_that_never_returns_loses_on_time_over_a_pipe(
    warm_start: Start, bot: Bot, tmp_path: Path, left: LeftProcesses, body: str
) -> None:
    arguments = ("play", "othello", "--second", bot(body), "--time", "1s")
    code, out, err = finish(warm_start(*arguments), "f5\n")
    assert (code, err) == (0, "")
    assert "out of time" in out
    wait_for_none_left(tmp_path, left)


def test_a_strategy_that_never_returns_loses_without_a_time_limit(
    fivefold: Fivefold,
    bot: Bot,
    tmp_path: Path,
    left: LeftProcesses,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(process, "MOVE_SECONDS", 0.1)
    name = bot("time.sleep(600)")
    record = json.loads(fivefold("match", "othello", name, "random", "--json").out)["games"][0]
    assert (record["winner"], record["ending"]) == ("O", "time")
    assert record["reason"] == f"“{name}” had 0.10 s for a move and did not answer."
    wait_for_none_left(tmp_path, left)


def test_a_strategy_hears_of_the_usual_limit_and_of_one_that_was_set(
    fivefold: Fivefold, bot: Bot
) -> None:
    name = bot("return Decision(moves[0], text=str(limit.seconds))")
    assert fivefold("choose", "othello", name, "--json").document["text"] == "10.0"
    answer = fivefold("choose", "othello", name, "--seconds", "60", "--json")
    assert answer.document["text"] == "60.0"


def test_one_that_cannot_be_loaded_ends_the_program_with_the_reason(
    fivefold: Fivefold, warm_start: Start, bot: Bot
) -> None:
    name = bot("(")
    answer = fivefold("match", "othello", name, "random")
    assert (answer.code, answer.out) == (3, "")
    assert "SyntaxError" in answer.err
    code, _, err = finish(warm_start("play", "othello", "--second", name), "f5\n")
    *trace, reason = err.splitlines()
    assert (code, "SyntaxError" in reason) == (3, True)
    assert all(line.startswith(f"[{name}] ") for line in trace)


def test_one_that_fails_now_and_then_loses_only_those_games(fivefold: Fivefold, bot: Bot) -> None:
    name = bot("return moves[0] if state.to_move.value == 'X' else None")
    arguments = ("match", "othello", name, "h1", "--games", "4", "--size", "4", "--json")
    games = fivefold(*arguments).document["games"]
    assert [game["ending"] for game in games] == ["normal", "illegal", "normal", "illegal"]
