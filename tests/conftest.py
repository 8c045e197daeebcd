"""Shared fixtures: tournament journals, a preloaded `fivefold` command, a pentomino oracle.

The journals are written line by line as docs/reference/arena.md describes them, so that readers are
not tested against our own writer. Hypothesis has no deadlines: no test depends on wall-clock time.
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

# A background process of a shell ignores Ctrl-C, and its children inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


SYSTEM_FOLDERS = ("web", "promises", "server/app", "examples", "packaging")
"""Every test in these folders is a system test."""
STARTS_A_PROCESS = {"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn", "os.exec"}


def pytest_configure(config: pytest.Config) -> None:
    """Keeps `make quick` quick: a test without the mark `system` may not start a process."""
    if "not system" not in config.getoption("markexpr"):
        return

    def refuse_processes(event: str, arguments: tuple[object, ...]) -> None:
        if event in STARTS_A_PROCESS and "PYTEST_CURRENT_TEST" in os.environ:
            raise RuntimeError(f"{event}: mark the test with pytest.mark.system")

    sys.addaudithook(refuse_processes)


def pytest_itemcollected(item: pytest.Item) -> None:
    folder = item.path.relative_to(Path(__file__).parent).as_posix()
    parameters = getattr(item, "callspec", None)
    on_postgres = parameters is not None and "postgres" in parameters.params.values()
    if on_postgres or folder.startswith(tuple(f"{name}/" for name in SYSTEM_FOLDERS)):
        item.add_marker("system")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Freezes modules and collected tests out of garbage collection: they live until the end."""
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
    """A tournament folder with its journal; games are on a 9x9 board."""

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
        """Appends a line, one second later than the previous one."""
        self.seconds += 1
        minutes, seconds = divmod(self.seconds, 60)
        line.setdefault("at", f"2026-11-16T04:{minutes:02}:{seconds:02}Z")
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + end)

    def started(self, pair: str, game: int, first: str, second: str) -> str:
        """Appends the start of a game and returns its key."""
        key = f"{pair}.{game}"
        names = {"first": first, "second": second}
        rules = "gomoku(size=9, rules=freestyle)"
        self.write(event="started", key=key, game=rules, **names, start=EMPTY, moves=[])
        return key

    def finished(
        self, pair: str, game: int, first: str, second: str, winner: str | None, **more: Any
    ) -> str:
        """Appends the result of a game and returns its key; a draw ends at the maximum length."""
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
        """Takes the lock of a runner."""
        self._lock = os.open(self.folder / "runner.lock", os.O_RDWR | os.O_CREAT)
        fcntl.flock(self._lock, fcntl.LOCK_EX)

    def stop(self) -> None:
        """Releases the lock, as a runner does when it ends."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


NewJournal = Callable[..., JournalFile]


@pytest.fixture(scope="session")
def new_journal() -> Iterator[NewJournal]:
    """Creates a tournament: `new_journal(folder, "a", "b", pairs=2)`."""
    made: list[JournalFile] = []

    def make(folder: Path, *names: str, **settings: Any) -> JournalFile:
        made.append(JournalFile(folder, *names, **settings))
        return made[-1]

    yield make
    for each in made:
        each.stop()


class Run:
    """A run of the preloaded command, with the interface of `subprocess.Popen`."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self.pid = int(connection.recv(100))
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Returns the exit code, or None while it runs."""
        with contextlib.suppress(TimeoutError):
            self.wait(0.0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Waits for the exit code; raises `TimeoutError` after `timeout` seconds."""
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
    """The preloaded command `fivefold`; see warm_command.py."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        """Contains a program `fivefold`; with this folder in PATH it is the command."""
        program = Path(__file__).with_name("warm_command.py")
        client = f"#!{sys.executable} -SE\n" + program.read_text(encoding="utf-8")
        (folder / "fivefold").write_text(client, encoding="utf-8")
        (folder / "fivefold").chmod(0o755)
        self._socket = folder / "socket"
        lifeline_end, self._lifeline = os.pipe()
        self._process = subprocess.Popen(
            [sys.executable, program, self._socket, str(lifeline_end)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[lifeline_end],
            start_new_session=True,
        )
        os.close(lifeline_end)

    def wait_until_ready(self) -> None:
        while not self._socket.exists():
            assert self._process.poll() is None
            time.sleep(0.01)

    def start(self, arguments: Sequence[str], stream: int, environment: dict[str, str]) -> Run:
        """Runs the command with the terminal `stream` as all three standard streams."""
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
    """Returns a function that tells by exhaustive search which legal pentomino moves win.

    It shares nothing with the program except the notation of moves.
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
