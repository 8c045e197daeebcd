"""`fivefold serve --workers 2`: starting, stopping, and the death of a worker."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import psycopg
import pytest

from fivefold.cli import main
from fivefold.server import supervisor as supervisor
from fivefold.server.peers.shared_state import FILE
from fivefold.server.settings import Settings

if TYPE_CHECKING:
    from tests.server.app.conftest import Running

Run = Callable[..., "Running"]
PATIENCE = 60
GATE = """
import time
from pathlib import Path
from fivefold import Decision, Strategy

class Gate(Strategy):
    def choose(self, state, limit=None, stop=None):
        while not Path(__file__).with_name("open").exists():
            time.sleep(0.01)
        return Decision(state.legal_moves()[0])
"""


def children_of(pid: int) -> list[int]:
    """Returns the child processes of a process."""
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def until(wanted: Callable[[], Any]) -> Any:
    """Returns the first truthy result of `wanted`."""
    end = time.monotonic() + PATIENCE
    while not (found := wanted()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return found


def open_files(pid: int) -> Iterator[Path]:
    """Yields the files that a process has open."""
    for each in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):
            yield each.readlink()


class SharedFile:
    """The state that the workers share, read from outside."""

    def __init__(self, running: Running) -> None:
        worker = children_of(running.process.pid)[0]
        self.file = next(file for file in open_files(worker) if file.name == FILE)

    def rows(self, query: str, *facts: Any) -> list[Any]:
        with closing(sqlite3.connect(f"file:{self.file}?mode=ro", uri=True)) as board:
            return board.execute(query, facts).fetchall()

    def worker_of(self, match: str, table: str) -> int | None:
        """Returns the process of the only worker that has the match in that table."""
        query = f"SELECT pid FROM {table} JOIN workers USING (worker) WHERE match = ?"
        rows = self.rows(query, match)
        return rows[0][0] if len(rows) == 1 else None


def test_a_killed_worker_loses_nothing_and_its_machine_moves_at_the_other(
    run: Run, postgres_url: str, tmp_path: Path
) -> None:
    bot = tmp_path / "gate.py"
    bot.write_text(GATE)
    running = run("--workers", "2", "--strategy", f"{bot}:Gate", database=postgres_url)
    parent = running.process.pid
    workers = children_of(parent)
    assert len(workers) == 2
    assert httpx.get(f"{running.address}/api/health", timeout=PATIENCE).json()["workers"] == 2
    board = SharedFile(running)
    order = {"game": "gomoku", "first": "me", "second": "gate:Gate", "time": "60+0"}
    made = httpx.post(f"{running.address}/api/matches", json=order, timeout=PATIENCE).json()
    match, secret = made["match"]["id"], made["secret"]
    ended: list[Any] = []

    async def play() -> None:
        async with running.watch(match, secret) as tab:
            await tab.until("snapshot")
            await tab.send(type="move", id="a", version=1, move="h8")
            await tab.until("thinking")
            await tab.until("ack", version=2)
            thinking = board.worker_of(match, "claims")
            assert thinking in workers
            os.kill(thinking, signal.SIGKILL)
        # Reconnect to the other worker with the last version seen, and go on.
        async with running.watch(match, secret, since=1) as tab:
            missed = await tab.next()
            assert [event["version"] for event in missed["events"]] == [2]
            (tmp_path / "open").touch()
            answer = await tab.until("event", version=3)
            assert answer["event"]["move"] == "a15"
            assert answer["clocks"]["O"]["left"] <= 3600
            new = await asyncio.to_thread(until, lambda: replaced(parent, workers))
            assert thinking not in new
            stopping = asyncio.create_task(asyncio.to_thread(running.stop, signal.SIGINT))
            assert (await tab.until("bye"))["type"] == "bye"
            ended.append(await stopping)

    asyncio.run(play())
    code, errors, _ = ended[0]
    assert code == 130
    assert " cage" in errors.splitlines()[0]  # the one that the strategy runs in
    assert "(SIGKILL). Starting another." in errors.splitlines()[1]
    assert len(errors.splitlines()) == 2, errors
    assert not any(is_alive(pid) for pid in workers)
    assert not board.file.parent.exists()
    with psycopg.connect(postgres_url) as connection:
        kept = connection.execute("SELECT version, kind FROM events ORDER BY version").fetchall()
    assert kept == [(1, "created"), (2, "moved"), (3, "moved")]


def replaced(parent: int, before: list[int]) -> list[int]:
    """Returns the workers once there are two again, one of them new."""
    now = children_of(parent)
    return now if len(now) == 2 and now != before else []


def test_an_impossible_combination_is_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for database, workers, words in (
        (f"sqlite:///{tmp_path}/games.db", "2", "PostgreSQL"),
        ("postgresql://me@/games", "0", "1 to 64"),
        ("postgresql://me@/games", "65", "1 to 64"),
        (f"postgresql://me:secret@/games?host={tmp_path}", "2", "Cannot open the database"),
    ):
        arguments = ["serve", "--port", "0", "--database", database, "--workers", workers]
        assert main(arguments) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert len(err.splitlines()) == 1, err
        assert words in err
        assert "secret" not in err
    assert not list(tmp_path.glob("*.db"))


class Clock:
    """A clock that the test advances."""

    def __init__(self, now: float) -> None:
        self.now = now

    def monotonic(self) -> float:
        return self.now


def never(*_: object) -> bool:
    raise AssertionError("no worker is forked in this test")


class Fakes:
    """A supervisor of two processes that do nothing, instead of forked workers."""

    def __init__(self, folder: Path) -> None:
        settings = Settings("postgresql://unused", workers=2, shared=folder)
        self._listening = socket.socket()
        self.parent = supervisor.Supervisor(settings, self._listening, never)
        self.ends: dict[int, int] = {}
        for number in (1, 2):
            pipe, self.ends[number] = os.pipe()
            sleeper = os.posix_spawnp("sleep", ["sleep", "600"], os.environ)
            self.parent._children[number] = supervisor._Child(number, sleeper, pipe, 0.0)

    def say_alive(self, number: int) -> None:
        supervisor._send_heartbeat(self.ends[number])

    def close(self) -> None:
        self.parent._send(signal.SIGKILL)
        for end in self.ends.values():
            os.close(end)
        for child in tuple(self.parent._children.values()):
            self.parent._collect(child)
        self.parent.close()
        self._listening.close()


def test_a_worker_that_is_stuck_is_killed_and_one_that_speaks_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    clock = Clock(100.0)
    monkeypatch.setattr(supervisor, "time", clock)
    fakes = Fakes(tmp_path)
    one, two = (child.pid for child in fakes.parent._children.values())

    def look() -> None:
        fakes.parent._wait(0)
        fakes.parent._kill_the_silent()

    try:
        clock.now += supervisor.SILENT_SECONDS + 1
        look()  # neither is ready: no heartbeat is expected yet
        for number in (1, 2):
            fakes.say_alive(number)
        look()
        clock.now += supervisor.SILENT_SECONDS
        look()
        assert is_alive(one)
        assert is_alive(two)
        fakes.say_alive(2)
        look()
        clock.now += 1
        look()
        until(lambda: not is_alive(one))
        clock.now += supervisor.SILENT_SECONDS
        fakes.say_alive(2)
        fakes.parent._kill_the_silent()  # has sent a heartbeat that is not read yet
        look()
        assert is_alive(two)
    finally:
        fakes.close()
    assert capfd.readouterr().err == (
        f"Worker 1 (process {one}) has not responded for 20 seconds. Killing it.\n"
    )


@pytest.mark.long
def test_a_stopped_worker_is_replaced_and_the_others_play_on(run: Run, postgres_url: str) -> None:
    running = run("--workers", "2", database=postgres_url)
    before = children_of(running.process.pid)
    os.kill(before[0], signal.SIGSTOP)
    after = until(lambda: replaced(running.process.pid, before))
    assert before[0] not in after
    assert before[1] in after
    order = {"game": "othello", "first": "me", "second": "me"}
    assert post(f"{running.address}/api/matches", order, None)["match"]["id"]
    code, errors, _ = running.stop()
    assert code == 0
    silent, ended = errors.splitlines()
    assert silent.endswith("has not responded for 20 seconds. Killing it.")
    assert ended.endswith("(SIGKILL). Starting another.")


@pytest.mark.long
def test_workers_end_when_their_parent_is_killed(run: Run, postgres_url: str) -> None:
    running = run("--workers", "3", database=postgres_url)
    workers = children_of(running.process.pid)
    assert len(workers) == 3
    board = SharedFile(running)
    running.process.kill()
    running.process.communicate()
    until(lambda: not any(is_alive(pid) for pid in workers))
    until(lambda: not board.file.parent.exists())


@pytest.mark.long
def test_a_server_that_cannot_start_says_why(
    postgres_url: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """The parent gets a connection; the workers exceed the role's limit."""
    role = f"role_{os.urandom(6).hex()}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {role} LOGIN CONNECTION LIMIT 1".encode())
        connection.execute(f"GRANT ALL ON SCHEMA public TO {role}".encode())
    url = postgres_url.replace("postgres@", f"{role}@")
    assert main(["serve", "--port", "0", "--workers", "2", "--database", url]) == 2
    reason, sentence = capfd.readouterr().err.splitlines()
    assert "too many connections" in reason
    assert sentence.endswith("failed to start.")


ROUNDS = 10
CELLS = [f"{column}{row}" for row in range(1, 16, 3) for column in "abcdefghijklmno"]
"""Two rows stay empty between rows of stones, and colours alternate: no five."""


@pytest.mark.long
def test_workers_are_killed_again_and_again_and_every_acknowledged_move_is_there_once(
    run: Run, postgres_url: str
) -> None:
    running = run("--workers", "3", database=postgres_url)
    parent = running.process.pid
    kept: dict[str, list[str]] = {}
    stop = threading.Event()
    troubles: list[str] = []

    def play() -> None:
        """Plays until stopped; sends a move without an answer again."""
        order = {"game": "gomoku", "first": "me", "second": "me"}
        made = post(f"{running.address}/api/matches", order, None)
        match, secret = made["match"]["id"], made["secret"]
        moves = kept.setdefault(match, [])
        while not stop.is_set() and len(moves) < len(CELLS):
            number = len(moves)
            body = {"id": f"m{number}", "version": number + 1, "move": CELLS[number]}
            answer = post(f"{running.address}/api/matches/{match}/move", body, secret)
            if answer != {"version": number + 2}:
                troubles.append(str(answer))
                return
            moves.append(CELLS[number])

    def has_come_to(moves: int) -> bool:
        return sum(map(len, kept.values())) >= moves or bool(troubles)

    players = [threading.Thread(target=play) for _ in range(8)]
    for player in players:
        player.start()
    for number in range(ROUNDS):
        until(partial(has_come_to, sum(map(len, kept.values())) + 8))
        victim = until(partial(full, parent))[number % 3]
        os.kill(victim, signal.SIGKILL)
        until(partial(is_collected, parent, victim))
    stop.set()
    for player in players:
        player.join(PATIENCE)
    assert troubles == []
    with psycopg.connect(postgres_url) as connection:
        for match, moves in kept.items():
            rows = connection.execute(
                "SELECT version, data::json->>'move' FROM events WHERE match = %s AND version > 1"
                " ORDER BY version",
                (match,),
            ).fetchall()
            assert rows == list(enumerate(moves, start=2))
    code, errors, _ = running.stop()
    assert code == 0
    assert len(errors.splitlines()) == ROUNDS


def is_collected(parent: int, worker: int) -> bool:
    return worker not in children_of(parent)


def full(parent: int) -> list[int]:
    """Returns the workers once there are three."""
    workers = children_of(parent)
    return workers if len(workers) == 3 else []


def post(address: str, body: Any, secret: str | None) -> Any:
    """Sends a request until it is answered; returns the answer."""
    headers = {} if secret is None else {"Authorization": f"Bearer {secret}"}
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return httpx.post(address, json=body, headers=headers, timeout=PATIENCE).json()
        except httpx.HTTPError:
            assert time.monotonic() < end
            time.sleep(0.05)
