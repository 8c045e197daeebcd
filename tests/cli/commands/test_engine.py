"""`fivefold engine` as a process over pipes."""

from __future__ import annotations

import os
import pty
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold, Start

pytestmark = pytest.mark.system

PATIENCE = 60
STUBBORN = """from fivefold.strategies.base import Decision, Strategy
class Stubborn(Strategy):
    def choose(self, state, limit=None, stop=None):
        while True:
            pass
"""
TALKATIVE = """import os
from fivefold.strategies.base import Decision, Strategy
print("loading")
class Talkative(Strategy):
    def choose(self, state, limit=None, stop=None):
        print("=1 A1", flush=True)
        os.write(1, b"=1 A2\\n\\n")
        return Decision(state.legal_moves()[0])
"""


class Program:
    """A running engine."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process

    def send(self, text: str | bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(text.encode() if isinstance(text, str) else text)
        self.process.stdin.flush()

    def line(self) -> str:
        assert self.process.stdout
        return self.process.stdout.readline().decode().removesuffix("\n")

    def lines_until(self, beginning: str) -> list[str]:
        """Returns the lines up to the first with that start."""
        found = [self.line()]
        while not found[-1].startswith(beginning):
            assert found[-1] or self.process.poll() is None
            found.append(self.line())
        return found

    def end(self) -> tuple[int, str, str]:
        """Closes its input; returns the exit code and the remaining output of both streams."""
        assert self.process.stdout
        assert self.process.stderr
        if self.process.stdin:
            self.process.stdin.close()
        out, err = self.process.stdout.read(), self.process.stderr.read()
        return self.process.wait(PATIENCE), out.decode(), err.decode()


@contextmanager
def running(process: subprocess.Popen[bytes]) -> Iterator[Program]:
    try:
        yield Program(process)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream:
                stream.close()


def test_a_conversation_in_gtp(start: Start) -> None:
    with running(start("engine", "gtp", "--strategy", "greedy")) as engine:
        engine.send("1 name\r\n2 set_game Othello\r\n")
        assert [engine.line() for _ in range(4)] == ["=1 Fivefold greedy", "", "=2", ""]
        engine.send("3 play b f5\n4 genmove w\n")
        assert [engine.line() for _ in range(2)] == ["=3", ""]
        assert engine.line() in ("=4 D6", "=4 F4", "=4 F6")
        engine.send("5 quit\n")
        assert engine.end() == (0, "\n=5\n\n", "")


def test_a_conversation_in_gomocup(warm_start: Start) -> None:
    with running(
        warm_start("engine", "gomocup", "--strategy", "level(2)", "--seed", "1")
    ) as engine:
        engine.send("START 15\n")
        assert engine.lines_until("OK")[-1] == "OK"
        engine.send("INFO timeout_turn 1000\nTURN 7,7\n")
        answer = next(line for line in iter(engine.line, "") if not line.startswith("MESSAGE"))
        x, y = map(int, answer.split(","))
        assert (x, y) != (7, 7)
        assert 5 <= x <= 9
        assert 5 <= y <= 9
        engine.send("END\n")
        assert engine.end() == (0, "", "")


def test_a_conversation_in_ugi(warm_start: Start) -> None:
    arguments = ("--game", "pentomino", "--strategy", "level(2)", "--seed", "1")
    with running(warm_start("engine", "ugi", *arguments)) as engine:
        engine.send("ugi\nisready\n")
        assert "readyok" in engine.lines_until("readyok")
        engine.send("quit\n")
        assert engine.end()[0] == 0


def test_a_conversation_in_nboard_with_a_stopped_search(start: Start) -> None:
    with running(start("engine", "nboard", "--strategy", "negamax(depth=60)")) as engine:
        engine.send("nboard 2\nset depth 2\nping 1\n")
        name = "set myname Fivefold negamax(depth=60)"
        assert [engine.line() for _ in range(2)] == [name, "pong 1"]
        engine.send("move F5\ngo\n")
        answer = engine.lines_until("===")[-1]
        assert answer[4:6] in ("D6", "F4", "F6")
        assert engine.line() == "status"
        engine.send("set depth 60\ngo\n")
        assert engine.line() == "status Fivefold negamax(depth=60) is thinking."
        engine.send("ping 7\n")
        assert engine.line() == "pong 7"
        engine.send("hint 1\n")
        assert engine.line() == "status Fivefold negamax(depth=60) is thinking."
        engine.send("quit\n")
        code, out, err = engine.end()
        assert (code, err) == (0, "")
        assert out.startswith("search ")


def test_a_stubborn_strategy_does_not_keep_the_process(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "stubborn.py"
    file.write_text(STUBBORN)
    with running(start("engine", "gtp", "--strategy", str(file))) as engine:
        engine.send("name\ngenmove b\n")
        code, out, err = engine.end()
        assert code == 0
        assert out.startswith("= Fivefold ")
        assert err == ""


def test_garbage_gets_error_lines_and_the_engine_goes_on(warm_start: Start) -> None:
    arguments = ("--game", "gomoku", "--size", "9", "--strategy", "level(2)", "--seed", "1")
    with running(warm_start("engine", "gtp", *arguments)) as engine:
        engine.send(random.Random(1).randbytes(1_000).replace(b"#", b"") + b"\n")
        engine.send(b"genmove b" * 120_000 + b"\n\xff\x00\xfe\n\x00\n")
        engine.send("99 name\n")
        before = engine.lines_until("=99")[:-1]
        assert before
        assert {line[:1] for line in before} == {"?", ""}
        assert engine.line() == ""
        for column in "abcd":
            engine.send(f"play b {column}1\nplay w {column}5\n")
            assert [engine.line() for _ in range(4)] == ["=", "", "=", ""]
        engine.send("1 genmove b\n2 final_score\n")
        assert engine.end() == (0, "=1 E1\n\n=2 B+1\n\n", "")


def test_output_of_a_strategy_is_not_an_answer(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "talkative.py"
    file.write_text(TALKATIVE)
    with running(start("engine", "gtp", "--strategy", str(file))) as engine:
        engine.send("1 genmove b\n2 quit\n")
        code, out, err = engine.end()
        assert (code, out) == (0, "=1 D3\n\n=2\n\n")
        assert err.splitlines() == ["loading", "=1 A1", "=1 A2", ""]


def test_ctrl_c_while_it_thinks(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "stubborn.py"
    file.write_text(STUBBORN)
    with running(start("engine", "nboard", "--strategy", str(file))) as engine:
        engine.send("go\n")
        engine.lines_until("status")
        engine.process.send_signal(signal.SIGINT)
        assert engine.process.wait(PATIENCE) == 130
        assert engine.end() == (130, "", "")


def test_unless_said_the_strongest_plays_until_its_reader_is_gone(start: Start) -> None:
    with running(start("engine", "gtp")) as engine:
        engine.send("name\nlist_games\n")
        assert engine.lines_until("= Othello")[0] == "= Fivefold engine"
        assert engine.process.stdout
        engine.process.stdout.close()
        engine.send("name\n")
        assert engine.process.wait(PATIENCE) == 141
        assert engine.process.stderr
        assert engine.process.stderr.read() == b""


def test_in_a_terminal_a_note_explains_the_wait_and_ctrl_c_ends_it() -> None:
    ours, theirs = pty.openpty()
    command = "import sys; from fivefold.cli import main; sys.exit(main())"
    process = subprocess.Popen(
        [sys.executable, "-c", command, "engine", "gomocup", "--strategy", "random"],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    os.close(theirs)
    with running(process) as engine:
        assert process.stderr
        note = process.stderr.readline().decode()
        assert note.startswith("random is ready to play gomoku over gomocup")
        assert "type END" in note
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
        assert engine.end() == (130, "", "")
    os.close(ours)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nbord",), "There is no protocol called “nbord”. Did you mean nboard?"),
        (("GTP",), "Did you mean gtp?"),
        (("cecp",), "Choose from gomocup, nboard, gtp, ugi."),
        (("nboard", "--game", "gomoku"), "does not support gomoku, only othello."),
        (("gomocup", "--game", "othello"), "does not support othello, only gomoku."),
        (("gtp", "--game", "pentomino"), "only othello, gomoku."),
        (("nboard", "--size", "6"), "NBoard supports only Othello on 8x8"),
        (("gtp", "--game", "chess"), "no game called “chess”"),
        (("gtp", "--size", "9"), "othello cannot be played on 9x9"),
        (("gtp", "--game", "othello", "--strategy", "reactive"), "reactive does not play othello"),
        (("gtp", "--strategy", "none.py"), "none.py"),
        (("gtp", "--seconds", "0"), "The limit seconds"),
        ((), "PROTOCOL"),
    ],
)
def test_wrong_usage_is_one_sentence(
    fivefold: Fivefold, arguments: tuple[str, ...], sentence: str
) -> None:
    answer = fivefold("engine", *arguments)
    assert answer.code == 2
    assert answer.out == ""
    assert sentence in answer.err
    assert len(answer.err.splitlines()) == 1
