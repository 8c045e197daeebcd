"""`fivefold arena doctor`: output, exit codes and leftover processes."""

from __future__ import annotations

import json
import shlex
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold, Start

pytestmark = pytest.mark.system

ENGINES = Path(__file__).parents[3] / "arena" / "doctor"


def program(protocol: str, fault: str = "") -> str:
    return shlex.join([sys.executable, "-ES", str(ENGINES / f"{protocol}_engine.py"), fault])


@pytest.fixture
def script(tmp_path: Path) -> Callable[[str], str]:
    """Writes a program and returns the command that runs it."""

    def write(text: str) -> str:
        path = tmp_path / "program.py"
        path.write_text(text)
        return shlex.join([sys.executable, "-ES", str(path)])

    return write


def left_behind(folder: Path) -> list[str]:
    """Returns the command lines of running processes that name the folder."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(file.read_bytes().replace(b"\0", b" ").decode(errors="replace"))
        except OSError:
            continue
    return [line for line in found if str(folder) in line]


def test_a_good_program_passes_line_by_line(fivefold: Fivefold) -> None:
    answer = fivefold("arena", "doctor", program("gtp"), "--protocol", "gtp")
    assert answer.code == 0, answer.out
    *lines, verdict = answer.out.splitlines()
    assert len(lines) == 21
    assert all(line.startswith("ok      ") for line in lines)
    assert "ok      takes moves back at undo (recommended)" in lines
    assert verdict.startswith("All 21 checks passed: “")
    assert verdict.endswith(" speaks gtp.")


def test_a_fault_is_shown_with_the_conversation_and_a_fix(fivefold: Fivefold) -> None:
    command = program("gtp", "no number")
    answer = fivefold("arena", "doctor", f"gtp:{command}", "--only", "numbers", "--only", "names")
    assert answer.code == 1
    assert answer.out.splitlines() == [
        "ok      gives its name and version",
        "FAILED  repeats a command's number in its answer",
        "        It answered “42 name” with “= Mine”; expected =42.",
        "          > boardsize 8",
        "          < =",
        "          <",
        "          > clear_board",
        "          < =",
        "          <",
        "          > 42 name",
        "          < = Mine",
        "          <",
        "        Hint: A command may begin with a number: print it right after = or ?, without a"
        " space. Without a number, print none.",
        "1 of 2 checks failed.",
    ]


def test_advice_is_not_a_failure(fivefold: Fivefold) -> None:
    command = program("gtp", "undoes nothing")
    answer = fivefold("arena", "doctor", command, "--protocol", "gtp", "--only", "undo")
    assert answer.code == 0
    first, second, *_, last = answer.out.splitlines()
    assert first == "advice  takes moves back at undo (recommended)"
    assert second.startswith("        It answered “")
    assert "1 of them with advice" in last


def test_the_document_has_the_promised_keys(fivefold: Fivefold) -> None:
    command = program("ugi", "says goodbye")
    options = ("--game", "gomoku", "--size", "9", "--only", "quit", "--json")
    answer = fivefold("arena", "doctor", command, "--protocol", "ugi", *options)
    assert (answer.code, answer.err) == (1, "")
    data = json.loads(answer.out)
    assert data["command"] == command
    assert (data["protocol"], data["passed"], data["not_run"]) == ("ugi", False, [])
    assert data["game"] == "gomoku(size=9, rules=freestyle)"
    (check,) = data["checks"]
    assert check["name"] == "quit"
    assert (check["duty"], check["verdict"]) == ("mandatory", "failed")
    assert check["reason"] == "After “quit” it printed “bye”."
    assert check["conversation"][-2:] == ["> quit", "< bye"]
    assert {"title", "hint"} <= check.keys()


def test_a_program_that_dies_at_once_is_reported(
    fivefold: Fivefold, script: Callable[[str], str]
) -> None:
    command = script("import sys; sys.exit('no weights found')")
    answer = fivefold("arena", "doctor", command, "--protocol", "nboard")
    assert answer.code == 1
    assert "its last words: “no weights found”" in answer.out
    assert answer.out.splitlines()[-1] == "1 check failed; 17 more were not run."


def test_garbage_is_shown_harmlessly(fivefold: Fivefold, script: Callable[[str], str]) -> None:
    command = script("import os; os.write(1, b'\\x1b[2J\\xff\\x00 hello\\n' * 50); input()")
    answer = fivefold("arena", "doctor", command, "--protocol", "gomocup", "--ascii")
    assert answer.code == 1
    assert answer.out.isascii()
    assert "\x1b" not in answer.out


@pytest.mark.parametrize("command", ["./no-such-program", "/", __file__])
def test_a_program_that_cannot_be_started_ends_with_3(fivefold: Fivefold, command: str) -> None:
    answer = fivefold("arena", "doctor", command, "--protocol", "gtp")
    assert (answer.code, answer.out) == (3, "")
    assert "cannot be started" in answer.err
    assert len(answer.err.splitlines()) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["cat"], "Which protocol does it speak?"),
        (["cat", "--protocol", "gpt"], "Did you mean gtp?"),
        (["", "--protocol", "gtp"], "No program to check was given"),
        (["gtp:  "], "No program to check was given"),
        (["gtp:''"], "No program to check was given"),
        (["cat 'a", "--protocol", "gtp"], "quotation marks"),
        (["cat", "--protocol", "nboard", "--game", "gomoku"], "gomoku"),
        (["cat", "--protocol", "nboard", "--size", "6"], "8x8"),
        (["cat", "--protocol", "gtp", "--game", "chess"], "no game called “chess”"),
        (["cat", "--protocol", "gtp", "--seconds", "0"], "seconds"),
        (["cat", "--protocol", "gtp", "--seconds", "nan"], "seconds"),
        (["cat", "--protocol", "gtp", "--seconds", "61"], "at most 60"),
        (["cat", "--protocol", "gtp", "--folder", "/no/such/folder"], "There is no folder"),
        (["cat", "--protocol", "gtp", "--only", "flying"], "no check called “flying”"),
        (["cat", "--protocol", "gtp", "--log", "/no/such/folder/log"], "/no/such/folder/log"),
        (["--protocol", "gtp"], "Missing argument"),
    ],
)
def test_wrong_usage_gets_one_sentence(
    fivefold: Fivefold, arguments: list[str], words: str
) -> None:
    answer = fivefold("arena", "doctor", *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert words in answer.err
    assert len(answer.err.splitlines()) == 1


def test_the_program_starts_in_its_folder_and_the_talk_is_written_down(
    fivefold: Fivefold, tmp_path: Path
) -> None:
    home, log = tmp_path / "home", tmp_path / "talk.txt"
    home.mkdir()
    for name in ("gtp_engine.py", "plain_othello.py"):
        (home / name).write_text((ENGINES / name).read_text())
    options = ("--folder", str(home), "--log", str(log), "--only", "names")
    command = f"gtp:{sys.executable} -ES gtp_engine.py"
    assert fivefold("arena", "doctor", command, *options).code == 0
    lines = log.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "# gives its name and version"
    assert any(line.endswith(" > boardsize 8") for line in lines)
    assert any(line.endswith(" < = Mine") for line in lines)


HANGS = """
import os, time
if not os.fork():
    os.setsid()
time.sleep(600)
"""


def test_ctrl_c_ends_it_with_130_and_leaves_nothing(
    start: Start, script: Callable[[str], str], tmp_path: Path
) -> None:
    process = start("arena", "doctor", script(HANGS), "--protocol", "gtp")
    assert process.stderr
    assert process.stderr.readline().startswith(b"Checking: 0 of 21 checks done.")
    assert left_behind(tmp_path) != []
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert left_behind(tmp_path) == []
