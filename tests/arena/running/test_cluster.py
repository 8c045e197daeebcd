"""A tournament on a cluster: scheduler and workers run as processes on this machine."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import pytest

from fivefold.arena.players.requirements import Bot, Program, Requirements, lacks, requirements_of
from fivefold.arena.running import cluster_client
from fivefold.arena.running.cluster import ClusterExecutor, open_cluster
from fivefold.arena.running.cluster_task import ClusterUnavailable
from fivefold.arena.running.pool import ProcessDied
from fivefold.arena.running.runner import Runner
from fivefold.arena.running.scheduled_game import play_fixture, task_of
from fivefold.errors import InvalidNotation
from fivefold.results.journal import Journal
from fivefold.results.journal_writer import append, create, event
from fivefold.results.schedules.schedule import Schedule
from fivefold.results.standings import Standings, standings_of
from fivefold.results.tournament import Entrant, Tournament

P = ParamSpec("P")
T = TypeVar("T")

BOT = """
from fivefold.strategies.base import Decision, Strategy

class Last(Strategy):
    def choose(self, state, limit=None, stop=None):
        return Decision(state.legal_moves()[-1])
"""


class Machines:
    """A scheduler and its workers."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        file = folder / "scheduler.json"
        scheduler = ("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", file)
        self._start(*scheduler, "--dashboard-address", "127.0.0.1:0", "--no-dashboard")
        self._file = file

    @property
    def address(self) -> str:
        await_that(lambda: self._file.is_file() and self._file.read_text("utf-8").endswith("}"))
        return str(json.loads(self._file.read_text("utf-8"))["address"])

    def _start(self, *arguments: object) -> subprocess.Popen[bytes]:
        with (self.folder / "log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", *map(str, arguments)],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        self.processes.append(process)
        return process

    def add_worker(self, *more: str) -> subprocess.Popen[bytes]:
        return self._start("worker", self.address, "--nthreads", "1", "--no-dashboard", *more)

    def stop(self) -> None:
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            process.wait(60)


def await_that(is_true: Callable[[], bool], seconds: float = 60) -> None:
    patient_until = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < patient_until
        time.sleep(0.02)


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """A cluster with one worker, started by a nanny as `dask worker` does; tests may add more."""
    machines = Machines(tmp_path_factory.mktemp("cluster"))
    try:
        machines.add_worker()
        await_that(lambda: b"Registered to" in (machines.folder / "log").read_bytes())
        yield machines
    finally:
        machines.stop()


@pytest.fixture
def executor(machines: Machines) -> Iterator[ClusterExecutor]:
    executor = open_cluster(machines.address)
    try:
        yield executor
    finally:
        executor.shutdown(wait=False)


@pytest.fixture(scope="module")
def tournament(tmp_path_factory: pytest.TempPathFactory) -> Tournament:
    bot = tmp_path_factory.mktemp("bots") / "last.py"
    bot.write_text(BOT, encoding="utf-8")
    players = {"random": "random", "greedy": "greedy", "last": f"{bot}:Last"}
    entrants = tuple(Entrant(name, player) for name, player in players.items())
    return Tournament("test", "othello(size=6)", "round-robin", entrants, pairs=1, seed=5)


@pytest.fixture(scope="module")
def played_here(tmp_path_factory: pytest.TempPathFactory, tournament: Tournament) -> Journal:
    """The same tournament, played without interruption on this machine."""
    folder = tmp_path_factory.mktemp("here")
    create(folder, tournament)
    Runner(folder, concurrency=1).run()
    return Journal.open(folder)


def moves(journal: Journal) -> dict[str, tuple[str, ...]]:
    return {key: journal.record(key).moves for key in journal.finished}


def assert_same(folder: Path, standings: Standings, played_here: Journal) -> None:
    assert standings.over
    assert standings == standings_of(played_here)
    assert moves(Journal.open(folder)) == moves(played_here)


class Twice(Executor):
    """Runs every call twice; the second result is kept but not reported."""

    def __init__(self, inner: ClusterExecutor) -> None:
        self.inner = inner
        self.again: list[Future[Any]] = []

    @property
    def places(self) -> int:
        return self.inner.places

    def resize(self, most: int | None) -> None:
        self.inner.resize(most)

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        self.again.append(self.inner.submit(function, *args, **kwargs))
        return self.inner.submit(function, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        return


@pytest.mark.system
def test_a_game_played_twice_counts_once_and_the_standings_are_those_of_one_machine(
    executor: ClusterExecutor, tournament: Tournament, played_here: Journal, tmp_path: Path
) -> None:
    create(tmp_path, tournament)
    twice = Twice(executor)
    standings = Runner(tmp_path, open_executor=lambda _: twice).run()
    assert_same(tmp_path, standings, played_here)
    assert len(twice.again) == len(standings.counted) == 6
    late = [{**future.result(), "winner": None, "reason": "twice"} for future in twice.again]
    append(tmp_path, [event("finished", **line) for line in late])
    assert_same(tmp_path, standings_of(Journal.open(tmp_path)), played_here)


@pytest.mark.system
def test_a_worker_killed_in_the_middle_changes_nothing(
    machines: Machines, tournament: Tournament, played_here: Journal, tmp_path: Path
) -> None:
    worker = machines.add_worker("--no-nanny")
    create(tmp_path, tournament)

    def open_both(tournament: Tournament) -> ClusterExecutor:
        executor = open_cluster(machines.address, tournament)
        await_that(lambda: executor.places == 2)  # it notices the new worker by itself
        return executor

    def kill(journal: Journal) -> None:
        if journal.finished and worker.poll() is None:
            worker.kill()

    standings = Runner(tmp_path, open_executor=open_both, on_tick=kill).run()
    assert worker.wait(60) == -signal.SIGKILL
    assert_same(tmp_path, standings, played_here)


@pytest.mark.system
def test_a_game_that_kills_its_process_leaves_the_worker_alone(
    executor: ClusterExecutor,
) -> None:
    before = executor.submit(os.getppid)
    with pytest.raises(ProcessDied):
        executor.submit(os._exit, 1).result(60)
    assert executor.submit(os.getppid).result(60) == before.result(60)
    with pytest.raises(ZeroDivisionError):
        executor.submit(divmod, 1, 0).result(60)


class Gate:
    """A pipe whose readers wait until the gate is opened."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.path = path
        self._end: int | None = None

    def is_reached(self) -> bool:
        """Tells whether a reader waits; from then on this end keeps the gate shut."""
        if self._end is None:
            with contextlib.suppress(OSError):  # no reader
                self._end = os.open(self.path, os.O_WRONLY | os.O_NONBLOCK)
        return self._end is not None

    def open(self) -> None:
        if self._end is not None:
            os.close(self._end)
            self._end = None


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    gate = Gate(tmp_path / "gate")
    yield gate
    gate.open()


@pytest.mark.system
def test_cancelled_games_are_stopped_on_the_workers(
    machines: Machines, executor: ClusterExecutor, gate: Gate
) -> None:
    process = executor.submit(os.getpid).result(60)
    # The same process gets the next game: the worker has one place, and nothing else runs.
    endless = open_cluster(machines.address)
    asked = endless.submit(gate.path.read_bytes)
    await_that(gate.is_reached)
    assert is_alive(process)
    assert not asked.done()
    endless.shutdown(wait=False)
    with pytest.raises(CancelledError):
        asked.result(60)
    await_that(lambda: not is_alive(process))
    assert executor.submit(os.getpid).result(60) != process


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.system
def test_calls_beyond_the_places_wait_here_and_can_be_cancelled(
    executor: ClusterExecutor, gate: Gate
) -> None:
    executor.resize(1)
    calls = [executor.submit(gate.path.read_bytes), *(executor.submit(bytes) for _ in range(3))]
    assert [call.running() for call in calls] == [True, False, False, False]
    assert calls[3].cancel()
    assert not calls[0].cancel()
    await_that(gate.is_reached)
    gate.open()
    assert [call.result(60) for call in calls[:3]] == [b""] * 3
    assert executor.places == 1


@pytest.mark.system
def test_a_player_whom_a_worker_does_not_have_is_told_before_any_game(
    machines: Machines, tmp_path: Path
) -> None:
    players = (Entrant("a", "random"), Entrant("b", "gomocup:./no_such_engine --fast"))
    create(tmp_path, Tournament("test", "gomoku", "match", players))
    with pytest.raises(ClusterUnavailable, match=r"cannot start the program “\./no_such_engine”"):
        Runner(tmp_path, open_executor=lambda each: open_cluster(machines.address, each)).run()
    assert not Journal.open(tmp_path).finished


@pytest.mark.system
def test_a_worker_that_comes_later_looks_at_itself(executor: ClusterExecutor) -> None:
    executor._needs = Requirements("0.0.9", "other code")
    with pytest.raises(
        ClusterUnavailable, match=r"“tcp://.*has fivefold .*, but 0\.0\.9 is needed"
    ):
        executor.submit(os.getpid).result(60)


@pytest.mark.system
def test_a_player_who_joins_later_is_looked_for_too(
    executor: ClusterExecutor, tmp_path: Path
) -> None:
    players = (Entrant("a", "random"), Entrant("b", str(tmp_path / "none.py")))
    tournament = Tournament("test", "othello", "match", players)
    task = task_of(tournament, Schedule(tournament).known[0])
    with pytest.raises(ClusterUnavailable, match=r"it has no file “.*none\.py”"):
        executor.submit(play_fixture, task).result(60)


def test_a_machine_says_what_it_lacks(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(BOT, encoding="utf-8")
    needs = requirements_of([Entrant("bot", "./bot.py:Last(x=b.py)", folder=str(tmp_path))])
    assert lacks(needs) == ()
    other = Bot(str(bot), "0" * 64)
    missing = Bot(str(tmp_path / "none.py"), None)
    programs = (
        Program("sh", None),
        Program("./bot.py", str(tmp_path)),
        Program("sh", str(tmp_path / "none")),
        Program("no-such-program", None),
    )
    found = [
        str(each)
        for each in lacks(Requirements(needs.version, needs.code, (other, missing), programs))
    ]
    assert found == [
        f"its file “{bot}” differs from the one here.",
        f"it has no file “{tmp_path / 'none.py'}”.",
        "it cannot start the program “./bot.py”.",
        f"it has no folder “{tmp_path / 'none'}”.",
        "it cannot start the program “no-such-program”.",
    ]
    assert "has different code" in str(lacks(Requirements(needs.version, "other"))[0])


def test_what_was_lacking_can_be_brought_while_the_worker_lives(tmp_path: Path) -> None:
    bot = tmp_path / "late.py"
    needs = requirements_of([Entrant("late", str(bot))])
    assert len(lacks(needs)) == 1
    bot.write_text(BOT, encoding="utf-8")
    assert lacks(needs) == ()


@pytest.mark.parametrize("address", ["", "somewhere", "http://host:8786", "tcp://", "tcp://a b:1"])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(InvalidNotation, match="must look like tcp://host:8786"):
        open_cluster(address)


@pytest.mark.slow
def test_a_scheduler_that_is_not_there_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster_client, "CONNECT_SECONDS", 0.3)
    with pytest.raises(
        ClusterUnavailable, match=r"The scheduler at “tcp://.*:1” cannot be reached: "
    ):
        open_cluster("tcp://127.0.0.1:1")
    assert capfd.readouterr() == ("", "")


def test_without_dask_the_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterUnavailable, match=r"pip install 'fivefold\[cluster\]'"):
        open_cluster("tcp://127.0.0.1:1")


@pytest.mark.system
def test_a_scheduler_that_goes_away_ends_the_wait_with_a_sentence(tmp_path: Path) -> None:
    machines = Machines(tmp_path)
    try:
        client = cluster_client.connect(machines.address)
        client._timeout = 0.5  # seconds it searches for a lost scheduler
        executor = ClusterExecutor(client, machines.address)
        waiting = executor.submit(time.sleep, 600)
        machines.processes[0].kill()
        with pytest.raises(ClusterUnavailable, match=r"is gone\. Every finished game"):
            waiting.result(60)
        executor.shutdown(wait=False)
    finally:
        machines.stop()
