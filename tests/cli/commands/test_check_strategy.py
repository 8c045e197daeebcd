"""`fivefold check-strategy`: faults of a strategy, with helpful messages."""

from __future__ import annotations

import json
import re
import shlex
import signal
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.left_processes import LeftProcesses, watched_processes

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold, Start

pytestmark = pytest.mark.system

HEAD = """
import random, sys, time
from fivefold import Candidate, Decision, Overlay, Strategy
class Bot(Strategy):
    {init}
    def choose(self, state, limit=None, stop=None):
        moves = state.legal_moves()
"""


@pytest.fixture
def bot(tmp_path: Path) -> Callable[..., str]:
    """Writes a file whose bot has that body of `choose`, and returns its path."""

    def write(body: str, init: str = "pass", name: str = "bot.py") -> str:
        file = tmp_path / name
        file.write_text(HEAD.format(init=init) + textwrap.indent(textwrap.dedent(body), " " * 8))
        return str(file)

    return write


@pytest.fixture
def left() -> Iterator[LeftProcesses]:
    """Returns the processes of this test that still run."""
    with watched_processes() as watched:
        yield watched


def failures(fivefold: Fivefold, *arguments: str) -> dict[str, Any]:
    """Returns the failed checks by name, after comparing the exit code."""
    answer = fivefold("check-strategy", *arguments, "--json")
    data = json.loads(answer.out)
    failed = {check["name"]: check for check in data["checks"] if not check["passed"]}
    assert data["passed"] == (not failed)
    assert answer.code == (1 if failed else 0)
    return failed


def test_a_good_strategy_passes_line_by_line(fivefold: Fivefold, bot: Callable[..., str]) -> None:
    path = bot("return Decision(moves[-1], text='The last one.')")
    answer = fivefold("check-strategy", "othello", path)
    assert answer.code == 0
    *lines, verdict = answer.out.splitlines()
    assert len(lines) == 11
    assert all(line.startswith("ok      ") for line in lines)
    assert verdict == f"All 11 checks passed: “{path}” plays othello."


def test_the_document_has_the_promised_keys(fivefold: Fivefold, bot: Callable[..., str]) -> None:
    path = bot("return moves[0]")
    answer = fivefold("check-strategy", "gomoku", f"{path}:Bot", "--size", "9", "--json")
    data = json.loads(answer.out)
    assert (data["game"], data["strategy"], data["passed"]) == ("gomoku", f"{path}:Bot", True)
    assert [check["name"] for check in data["checks"]] == [
        *("loads", "start", "time", "positions", "single"),
        *("set_up", "end", "reasons", "seed", "sentence"),
    ]
    assert {"name", "passed", "reason"} <= data["checks"][0].keys()
    advice = data["checks"][-1]
    assert advice["passed"]
    assert advice["reason"] == "It gives no explanation with its move."
    assert answer.code == 0


EVERYWHERE = {"start", "positions", "single", "set_up", "end"}


@pytest.mark.parametrize(
    ("body", "failed", "reason"),
    [
        ("return None", EVERYWHERE | {"pass"}, "answered “None”, which is not a move"),
        ("return moves[0] + 0.0", EVERYWHERE | {"pass"}, "answered “19.0”, which is not a move"),
        ("return -1", EVERYWHERE, "Black cannot pass while there is a legal move: d3"),
    ],
)
def test_an_invalid_answer_fails_with_the_reason(
    fivefold: Fivefold, bot: Callable[..., str], body: str, failed: set[str], reason: str
) -> None:
    found = failures(fivefold, "othello", bot(body))
    assert found.keys() == failed
    assert reason in found["start"]["reason"]
    assert "legal_moves()" in found["start"]["hint"]


@pytest.mark.parametrize(
    ("body", "failed", "reason", "hint"),
    [
        (
            "return random.Random(1).choice([move for move in moves if move >= 0])",
            "pass",
            "IndexError: Cannot choose from an empty sequence (bot.py, line 8)",
            "must pass",
        ),
        (
            "return moves[0] if len(state.cells.replace('.', '')) == 4 else"
            " moves[0 * state.last_move]",
            "set_up",
            "TypeError",
            "last_move is None",
        ),
        (
            "return Decision(moves[0], candidates=[Candidate(999)], text='a')",
            "reasons",
            "candidates: IllegalMove",
            "legal moves",
        ),
        (
            "return Decision(moves[0], overlay=(Overlay('values', 'v', values=(1,)),))",
            "reasons",
            "1 value, but the board has 64 cells",
            "one value per cell",
        ),
    ],
)
def test_one_broken_promise_fails_one_check(
    fivefold: Fivefold, bot: Callable[..., str], body: str, failed: str, reason: str, hint: str
) -> None:
    found = failures(fivefold, "othello", bot(body))
    assert found.keys() == {failed}
    assert reason in found[failed]["reason"]
    assert hint in found[failed]["hint"]


def test_a_position_with_one_move_is_a_check_of_its_own(
    fivefold: Fivefold, bot: Callable[..., str]
) -> None:
    path = bot("return moves[0] if moves[1:] or moves == [-1] else moves[1]")
    assert "single" in failures(fivefold, "othello", path)


def test_a_failure_can_be_looked_at(fivefold: Fivefold, bot: Callable[..., str]) -> None:
    answer = fivefold("check-strategy", "othello", bot("return moves[0] if moves[0] >= 0 else 0"))
    assert answer.code == 1
    lines = answer.out.splitlines()
    failed = lines.index("FAILED  passes when it must")
    assert "illegal move" in lines[failed + 1]
    label, _, command = lines[failed + 2].partition(": ")
    assert label.strip() == "Show the position"
    assert lines[failed + 3].strip().startswith("Hint: A player without a move must pass")
    assert lines[-1] == "1 of 11 checks failed."
    shown = fivefold(*shlex.split(command)[1:])
    assert shown.code == 0
    assert "1 legal move: --" in shown.out


def test_a_small_board_is_shown_with_its_size(fivefold: Fivefold, bot: Callable[..., str]) -> None:
    answer = fivefold("check-strategy", "pentomino(4x5)", bot("return None"))
    command = next(line for line in answer.out.splitlines() if "Show the position" in line)
    assert fivefold(*shlex.split(command.partition(": ")[2])[1:]).code == 0


SEEDED = "def __init__(self, seed: int = 0): self.chance = random.Random(seed)"


def test_a_seed_that_is_not_used_fails(fivefold: Fivefold, bot: Callable[..., str]) -> None:
    path = bot("return Decision(random.choice(moves), text='a')", init=SEEDED)
    found = failures(fivefold, "othello", path)
    assert found.keys() == {"seed"}
    assert "Asked the same question twice, it played" in found["seed"]["reason"]
    assert failures(fivefold, "othello", bot("return self.chance.choice(moves)", SEEDED)) == {}


def test_chance_without_a_seed_is_only_advised_against(
    fivefold: Fivefold, bot: Callable[..., str]
) -> None:
    answer = fivefold("check-strategy", "gomoku", bot("return random.choice(moves)"))
    assert answer.code == 0
    assert "advice  plays the same moves when asked again" in answer.out
    assert "Take a parameter seed" in answer.out
    assert answer.out.splitlines()[-1].startswith("8 checks passed, 2 give advice: ")


def test_the_same_failure_is_told_once_with_the_command_to_debug_it(
    fivefold: Fivefold, start: Start, bot: Callable[..., str]
) -> None:
    path = bot("print('aloud'); return moves[99]")
    answer = fivefold("check-strategy", "othello", path)
    assert answer.code == 1
    assert answer.out.count("IndexError") == 1
    assert answer.out.count("For the same reason as “moves from the start position”.") == 5
    assert answer.out.splitlines()[-1] == "6 of 7 checks failed, for 1 reason."
    assert answer.err.count("IndexError") == 1
    assert f"[{path}] aloud" in answer.err
    hints = [line for line in answer.out.splitlines() if "Hint: " in line]
    assert len(hints) == 1
    assert "breakpoint()" in hints[0]
    command = next(line for line in answer.out.splitlines() if "Debug it there: " in line)
    debugged = fivefold(*shlex.split(command.partition(": ")[2])[1:])
    assert debugged.code == 3
    assert "IndexError" in debugged.err
    data = json.loads(fivefold("check-strategy", "othello", path, "--json").out)
    same = {check["name"]: check["same_as"] for check in data["checks"] if not check["passed"]}
    assert same.pop("start") is None
    assert set(same.values()) == {"start"}


@pytest.mark.parametrize(
    ("body", "init", "hint"),
    [
        ("pass", "pass", "choose returned nothing"),
        ("return 0", "pass", "of the state that choose was given"),
        ("import os; os._exit(1)", "pass", "ended without an answer"),
        ("return moves[0]", "def __init__(self): 1 / 0", "__init__ raised the error"),
    ],
)
def test_the_hint_fits_the_failure(
    fivefold: Fivefold, bot: Callable[..., str], body: str, init: str, hint: str
) -> None:
    found = failures(fivefold, "othello", bot(body, init=init))
    assert hint in next(iter(found.values()))["hint"]


def test_a_debugger_examines_it_in_this_process(start: Start, bot: Callable[..., str]) -> None:
    path = bot("breakpoint() if state.last_move is None else 0; return moves[0]")
    process = start("check-strategy", "othello", path, "--debugger")
    out, err = process.communicate(b"continue\n" * 100, timeout=120)
    assert process.returncode == 0, err
    assert b"(Pdb)" in out
    assert b"keeps to" not in out


def test_one_that_never_returns_costs_seconds_and_leaves_nothing(
    left: LeftProcesses, start: Start, bot: Callable[..., str]
) -> None:
    process = start("check-strategy", "othello", bot("time.sleep(600)"))
    out, err = (stream.decode() for stream in process.communicate(timeout=120))
    assert process.returncode == 1
    assert "did not answer" in out
    assert "time.monotonic()" in out
    assert out.splitlines()[-1] == "2 checks failed; 8 more were not run."
    assert err.startswith("Checking: ")
    assert left() == []


def test_one_that_is_late_fails_the_check_of_time_alone(
    fivefold: Fivefold, bot: Callable[..., str]
) -> None:
    path = bot("time.sleep(1.3 if limit.seconds > 0.3 else 0); return moves[0]")
    found = failures(fivefold, "othello", path)
    assert found.keys() == {"time"}
    # The delay depends on the machine: at least the sleep.
    late = re.search(r"had 0\.5 s for a move and took (\d+\.\d) s", found["time"]["reason"])
    assert late is not None
    assert float(late[1]) >= 1.3


@pytest.mark.parametrize(
    ("text", "reason", "hint"),
    [
        ("def (", "SyntaxError", "python FILE"),
        ("import no_such_thing", "ModuleNotFoundError", "python FILE"),
        ("x = 1", "contains no strategy", "class MyBot(Strategy)"),
        (HEAD.format(init="def __init__(self, depth: int): pass"), "depth", "a default"),
        (HEAD.format(init="pass") * 2 + "class Other(Bot): pass", "several", "after a colon"),
    ],
)
def test_a_file_that_cannot_be_loaded_says_why(
    fivefold: Fivefold, tmp_path: Path, text: str, reason: str, hint: str
) -> None:
    file = tmp_path / "bot.py"
    file.write_text(text)
    found = failures(fivefold, "othello", str(file))
    assert found.keys() == {"loads"}
    assert reason in found["loads"]["reason"]
    assert hint in found["loads"]["hint"]


def test_a_class_that_is_not_there_is_a_failure(
    fivefold: Fivefold, bot: Callable[..., str]
) -> None:
    found = failures(fivefold, "othello", bot("return moves[0]") + ":Nobody")
    assert "Choose from Bot" in found["loads"]["reason"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["othello", "./nowhere.py"], "There is no file “./nowhere.py”."),
        (["othello", "./nowhere.py:Bot(depth=3)"], "There is no file “./nowhere.py”."),
        (["othello", "rndom"], "Did you mean random?"),
        (["chess", "random"], "There is no game called “chess”"),
        (["othello"], "Missing argument"),
        (["gomoku", "random", "--size", "huge"], "not a size"),
    ],
)
def test_wrong_usage_gets_one_sentence(
    fivefold: Fivefold, arguments: list[str], words: str
) -> None:
    answer = fivefold("check-strategy", *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert words in answer.err
    assert len(answer.err.splitlines()) == 1


@pytest.mark.parametrize(("game", "who"), [("gomoku", "reactive"), ("pentomino", "random")])
def test_our_own_strategies_pass(fivefold: Fivefold, game: str, who: str) -> None:
    assert failures(fivefold, game, who) == {}


def test_ctrl_c_ends_it_with_130(
    left: LeftProcesses, start: Start, bot: Callable[..., str]
) -> None:
    process = start("check-strategy", "othello", bot("time.sleep(600)"))
    assert process.stdout
    assert process.stdout.readline().startswith(b"ok ")
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert left() == []


def test_plain_characters_on_request(fivefold: Fivefold, bot: Callable[..., str]) -> None:
    answer = fivefold("check-strategy", "othello", bot("("), "--ascii")
    assert answer.out.startswith("FAILED  loads")
    assert answer.out.isascii()


def test_the_help_has_an_example_that_works(
    fivefold: Fivefold, bot: Callable[..., str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    bot("return moves[0]", name="my_bot.py")
    help_text = fivefold("check-strategy", "--help").out
    first = help_text.partition("Examples:")[2].split("\n")[1].strip()
    assert fivefold(*shlex.split(first.replace("MyBot", "Bot"))[1:]).code == 0
