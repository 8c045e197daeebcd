"""Journals of tournaments, written line by line as docs/reference/arena.md describes them.

They are written by hand, so that whoever reads journals is not checked against whoever writes them.
Beside them the command `fivefold` without the time it takes to start. And no example of hypothesis
has a deadline: no test is about the clock on the wall.
"""

from __future__ import annotations

import contextlib
import fcntl
import functools
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import hypothesis
import pytest

hypothesis.settings.register_profile("fivefold", deadline=None)
hypothesis.settings.load_profile("fivefold")

# Whatever a shell starts in the background ignores Ctrl-C, and hands that on to what it starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Keeps the collector of garbage away from modules and tests: they stay until the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()


EMPTY = "." * 81 + " X"
X_WINS = ["c3", "c5", "d3", "d5", "e3", "e5", "f3", "f5", "g3"]
O_WINS = ["a1", "c5", "a3", "d5", "a5", "e5", "a7", "f5", "b9", "g5"]
REASONS = {"X": "Black has five in a row.", "O": "White has five in a row."}


class JournalFile:
    """A tournament's folder with its journal; games are played on a board of 9 x 9."""

    def __init__(self, folder: Path, *names: str, **settings: Any) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.file = folder / "journal.jsonl"
        self.seconds = 0
        self._lock: int | None = None
        tournament = {
            "name": "A small tournament",
            "game": "gomoku(size=9, rules=freestyle)",
            "format": "match" if len(names) == 2 else "round-robin",
            "entrants": [{"name": name, "player": "random"} for name in names],
            **settings,
        }
        self.file.write_text("")
        self.write(event="tournament", version=1, tournament=tournament)

    def write(self, end: str = "\n", **line: Any) -> None:
        """Appends a line; each is a second later than the one before."""
        self.seconds += 1
        minutes, seconds = divmod(self.seconds, 60)
        line.setdefault("at", f"2026-11-16T04:{minutes:02}:{seconds:02}Z")
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + end)

    def started(self, pair: str, game: int, first: str, second: str) -> str:
        """Appends that a game began and returns its key."""
        key = f"{pair}.{game}"
        names = {"first": first, "second": second}
        rules = "gomoku(size=9, rules=freestyle)"
        self.write(event="started", key=key, game=rules, **names, start=EMPTY, moves=[])
        return key

    def finished(
        self, pair: str, game: int, first: str, second: str, winner: str | None, **more: Any
    ) -> str:
        """Appends the result of a game and returns its key; a draw is one of the longest length."""
        key = f"{pair}.{game}"
        moves = {"X": X_WINS, "O": O_WINS, None: X_WINS[:4]}[winner]
        line = {
            "event": "finished",
            "key": key,
            "fault": None,
            "game": "gomoku(size=9, rules=freestyle)",
            "first": first,
            "second": second,
            "start": EMPTY,
            "moves": moves,
            "winner": winner,
            "ending": "normal" if winner else "maximum",
            "reason": REASONS[winner] if winner else "The longest length is reached.",
            **more,
        }
        line.setdefault("seconds", [0.5 if ply % 2 else 0.25 for ply in range(len(line["moves"]))])
        self.write(**line)
        return key

    def run(self) -> None:
        """Holds the lock that a runner holds."""
        self._lock = os.open(self.folder / "runner.lock", os.O_RDWR | os.O_CREAT)
        fcntl.flock(self._lock, fcntl.LOCK_EX)

    def stop(self) -> None:
        """Lets the lock go, as the end of a runner does."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


NewJournal = Callable[..., JournalFile]


@pytest.fixture(scope="session")
def new_journal() -> Iterator[NewJournal]:
    """Makes a tournament: `new_journal(folder, "a", "b", pairs=2)`."""
    made: list[JournalFile] = []

    def make(folder: Path, *names: str, **settings: Any) -> JournalFile:
        made.append(JournalFile(folder, *names, **settings))
        return made[-1]

    yield make
    for each in made:
        each.stop()


class Run:
    """A process of the warm command, to be used like one of `subprocess`."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self.pid = int(connection.recv(100))
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Returns the exit code, None as long as there is none."""
        with contextlib.suppress(TimeoutError):
            self.wait(0.0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Returns the exit code; raises `TimeoutError` if there is none by then."""
        if self.returncode is None:
            if not select.select([self._connection], [], [], timeout)[0]:
                raise TimeoutError
            self.returncode = int(self._connection.recv(100))
            self._connection.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)


class WarmCommand:
    """`fivefold` in a process that is loaded already, see warm_command.py."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        """Has a program `fivefold` in it; whoever has the folder in PATH uses this command."""
        program = Path(__file__).with_name("warm_command.py")
        client = f"#!{sys.executable} -SE\n" + program.read_text(encoding="utf-8")
        (folder / "fivefold").write_text(client, encoding="utf-8")
        (folder / "fivefold").chmod(0o755)
        self._socket = folder / "socket"
        heard, self._lifeline = os.pipe()
        self._process = subprocess.Popen(
            [sys.executable, program, self._socket, str(heard)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[heard],
            start_new_session=True,
        )
        os.close(heard)

    def wait_until_ready(self) -> None:
        while not self._socket.exists():
            assert self._process.poll() is None
            time.sleep(0.01)

    def start(self, arguments: Sequence[str], stream: int, environment: dict[str, str]) -> Run:
        """Runs the command on a terminal of its own, which is all three streams."""
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        connection.connect(str(self._socket))
        request = {"arguments": arguments, "environment": environment, "folder": str(Path.cwd())}
        data = json.dumps({**request, "terminal": True}).encode()
        socket.send_fds(connection, [data], [stream] * 3)
        return Run(connection)

    def close(self) -> None:
        os.close(self._lifeline)
        self._process.wait()


@pytest.fixture(scope="session")
def warm_command() -> Iterator[WarmCommand]:
    with tempfile.TemporaryDirectory(prefix="fivefold-") as folder:
        command = WarmCommand(Path(folder))
        try:
            command.wait_until_ready()
            yield command
        finally:
            command.close()


@pytest.fixture(scope="session")
def outcomes() -> Callable[[Sequence[str]], dict[str, bool]]:
    """Returns of each legal pentomino move whether it wins: everything is played out.

    It shares nothing with the program but the notation of the moves.
    """

    def play_out(legal: Sequence[str]) -> dict[str, bool]:
        pieces = [(text[0], set(text.split()[1:])) for text in legal]
        rest = [
            sum(
                1 << number
                for number, (other, taken) in enumerate(pieces)
                if other != letter and not cells & taken
            )
            for letter, cells in pieces
        ]

        @functools.cache
        def wins(left: int) -> bool:
            here = (number for number in range(len(pieces)) if left >> number & 1)
            return any(not wins(left & rest[number]) for number in here)

        return {text: not wins(after) for text, after in zip(legal, rest, strict=True)}

    return play_out
