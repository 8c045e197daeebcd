"""Streams: pipes, encodings, colours, and the few imports of `--help`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold, Start

pytestmark = pytest.mark.system

FINISHED = "X" * 40 + "O" * 24 + " X"


def test_without_arguments_it_suggests_commands(fivefold: Fivefold) -> None:
    answer = fivefold()
    assert (answer.code, answer.err) == (0, "")
    assert "fivefold games" in answer.out
    assert "fivefold --help" in answer.out


def test_the_suggested_commands_work(fivefold: Fivefold) -> None:
    lines = [line for line in fivefold().out.splitlines() if line.startswith("  fivefold")]
    assert len(lines) >= 5
    for line in lines:
        command = line.split("  ")[1].partition(" a move,")[0]
        assert fivefold(*command.split()[1:]).code == 0, command


def test_the_version_is_that_of_the_package(fivefold: Fivefold) -> None:
    from importlib.metadata import version

    assert fivefold("--version").out == f"fivefold {version('fivefold')}\n"


COMMANDS = ["show", "choose", "solve", "match", "perft", "bench", "convert", "games", "strategies"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(fivefold: Fivefold, command: str) -> None:
    answer = fivefold(command, "--help")
    assert (answer.code, answer.err) == (0, "")
    assert f"Usage: fivefold {command}" in answer.out
    assert f"Examples:\n    fivefold {command}" in answer.out
    assert answer.out.isascii()
    assert command in fivefold("--help").out


def test_help_loads_nothing_heavy() -> None:
    script = (
        "import sys; from fivefold.cli import main; main(['--help'])\n"
        "heavy = {'asyncio', 'numpy', 'matplotlib', 'rich', 'pydantic', 'fivefold.names'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stderr.strip() == "[]"


@pytest.mark.parametrize(
    "variables",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "latin-1"},
    ],
)
def test_streams_without_unicode_get_plain_characters(
    start: Start, variables: dict[str, str]
) -> None:
    process = start("show", "othello", "-p", FINISHED, **variables)
    out, err = process.communicate()
    assert (process.returncode, err) == (0, b"")
    assert b"Black wins 40-24." in out or "Black wins 40–24.".encode() in out
    process = start("show", "othello", "-p", FINISHED, "--json", **variables)
    out, err = process.communicate()
    assert json.loads(out)["outcome"]["reason"] == "Black wins 40–24."
    process = start("show", "gömoku", **variables)
    out, err = process.communicate()
    assert (process.returncode, out) == (2, b"")
    assert b"Traceback" not in err


def test_ascii_asks_for_plain_characters(fivefold: Fivefold) -> None:
    answer = fivefold("show", "othello", "-p", FINISHED, "--ascii")
    assert "Black wins 40-24." in answer.out
    assert answer.out.isascii()
    answer = fivefold("choose", "pentomino", "random", "--seed", "1", "--explain", "--ascii")
    assert "... and 2288 more" in answer.out
    assert answer.out.isascii()
    answer = fivefold("match", "othello", "h1", "h2", "--games", "2", "--ascii")
    assert answer.out.isascii()


def test_a_reader_that_leaves_early_is_not_an_error(start: Start) -> None:
    process = start("show", "pentomino", "--json")
    assert process.stdout
    process.stdout.close()
    assert process.stderr
    assert process.stderr.read() == b""
    assert process.wait() == 141
    process.stderr.close()
    assert process.stdin
    process.stdin.close()


@pytest.mark.parametrize(
    ("command", "code", "err"),
    [
        ("show othello >&-", 0, ""),
        ("show othello -m a1 2>&-", 1, ""),
        ("show othello > /dev/full", 2, "The output cannot be written: No space left on device.\n"),
    ],
)
def test_streams_that_are_closed_or_full_are_no_bug(command: str, code: int, err: str) -> None:
    script = f"import sys; from fivefold.cli import main; sys.exit(main())' {command}"
    shell = ["bash", "-c", f"{sys.executable} -c '{script}"]
    done = subprocess.run(shell, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (code, "", err)


def test_a_dash_reads_standard_input(start: Start) -> None:
    process = start("show", "othello", "-i", "-", "--json")
    out, err = process.communicate(b"f5d6c3")
    assert (process.returncode, err) == (0, b"")
    assert json.loads(out)["to_move"] == "O"


def test_pipes_get_no_escape_codes(start: Start) -> None:
    process = start("match", "othello", "h1", "h2", "--games", "3", TERM="xterm")
    out, err = process.communicate()
    assert b"\x1b" not in out + err


def run_in_terminal(*arguments: str, **variables: str) -> bytes:
    """Returns the output of the command on a terminal, both streams together."""
    import pty

    command = "import sys; from fivefold.cli import main; sys.exit(main())"
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", command, *arguments],
        stdout=follower,
        stderr=follower,
        env={**os.environ, "TERM": "xterm", **variables},
    )
    os.close(follower)
    printed = b""
    while True:
        try:
            chunk = os.read(leader, 65536)
        except OSError:
            break
        if not chunk:
            break
        printed += chunk
    os.close(leader)
    assert process.wait() == 0
    return printed


def test_a_terminal_gets_a_progress_bar_and_the_table() -> None:
    printed = run_in_terminal("match", "othello", "h1", "h2", "--games", "20")
    assert b"of 20 games: " in printed
    assert b"win rate" in printed


def test_no_color_leaves_a_terminal_uncoloured() -> None:
    printed = run_in_terminal("match", "othello", "h1", "h2", "--games", "4", NO_COLOR="1")
    assert b"\x1b[3" not in printed


def test_completion_offers_games_and_strategies(start: Start) -> None:
    def complete(line: str) -> str:
        words = line.split(" ")
        process = start(
            _FIVEFOLD_COMPLETE="complete_bash",
            COMP_WORDS=line,
            COMP_CWORD=str(len(words) - 1),
        )
        out, err = process.communicate()
        assert err == b""
        return out.decode()

    assert complete("fivefold show o").split() == ["othello"]
    offered = complete("fivefold choose gomoku ").split()
    assert "reactive" in offered
    assert "openspace" not in offered
    assert complete("fivefold match othello h2 meth").split() == ["methodical"]


def test_an_unexpected_error_is_one_sentence_and_a_traceback_on_request(start: Start) -> None:
    broken = (
        "import sys, fivefold.cli.commands.show as show\n"
        "show.evaluations = lambda state: 1 / 0\n"
        "from fivefold.cli import main; sys.exit(main(['show', 'othello', '--evaluate']))"
    )
    for debug in ("", "1"):
        environment = {**os.environ, "FIVEFOLD_DEBUG": debug}
        done = subprocess.run(
            [sys.executable, "-c", broken], capture_output=True, text=True, env=environment
        )
        assert ("Traceback" in done.stderr) == bool(debug)
        if not debug:
            assert done.returncode == 3
            assert done.stderr.count("\n") == 1
            assert "bug" in done.stderr
