"""Measures the cost of a game besides playing it: in the runner, the scheduler and on the disk.

    .venv/bin/python bench/arena_scaling.py --measure tcp://127.0.0.1:8786

Processor time is measured, so other programs matter little; the disk sync is the median of many.
Half of the runner's and the scheduler's work is attributed to the way out, half to the way back.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, wait
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from arena_scaling import Costs

from fivefold.arena.running.cluster import ClusterExecutor, open_cluster
from fivefold.arena.running.runner import Runner
from fivefold.arena.running.scheduled_game import play_fixture, task_of
from fivefold.results.journal_writer import append, create, event
from fivefold.results.schedules.schedule import Schedule
from fivefold.results.tournament import Entrant, Tournament

GAMES = 1_000
SYNCS = 200
P = ParamSpec("P")
T = TypeVar("T")


def measure(address: str) -> Costs:
    """Returns the costs with the cluster at that address; its workers should be idle."""
    tournament = Tournament(
        "costs", "othello", "match", (Entrant("A", "random"), Entrant("B", "random")), GAMES // 2
    )
    line = play_fixture(task_of(tournament, Schedule(tournament).known[0]))
    executor = open_cluster(address, tournament)
    try:
        sending, scheduler = measure_cluster(executor, line)
    finally:
        executor.shutdown()
    runner = measure_runner(tournament, line) + sending
    return Costs(
        submit=rounded(runner / 2),
        result=rounded(runner / 2),
        sync=rounded(measure_sync(tournament, line)),
        scheduler=rounded(scheduler / 2),
    )


def rounded(seconds: float) -> float:
    return round(seconds, 6)


def measure_cluster(executor: ClusterExecutor, line: dict[str, Any]) -> tuple[float, float]:
    """Returns the processor seconds of a call here and in the scheduler."""
    wait([executor.submit(dict, line) for _ in range(50)])  # a warm-up: everything is imported
    # afterwards
    scheduler = executor._client.run_on_scheduler(time.process_time)
    here = time.process_time()
    wait([executor.submit(dict, line) for _ in range(GAMES)])
    here = time.process_time() - here
    scheduler = executor._client.run_on_scheduler(time.process_time) - scheduler
    return here / GAMES, scheduler / GAMES


class Instant(Executor):
    """An executor whose games are already played."""

    places = 100

    def __init__(self, line: dict[str, Any]) -> None:
        self._line = line

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[Any] = Future()
        task: Any = args[0]
        first, second = (entrant["name"] for entrant in task["players"])
        own = {"key": task["key"], "first": first, "second": second}
        future.set_result({**self._line, **own})
        return future


def measure_runner(tournament: Tournament, line: dict[str, Any]) -> float:
    """Returns the runner's processor seconds per game, without submitting it."""
    with tempfile.TemporaryDirectory() as folder:
        create(Path(folder), tournament)
        runner = Runner(Path(folder), open_executor=lambda _: Instant(line))
        began = time.process_time()
        table = runner.run()
        passed = time.process_time() - began
    assert len(table.counted) == GAMES
    return passed / GAMES


def measure_sync(tournament: Tournament, line: dict[str, Any]) -> float:
    """Returns the seconds to sync a line to the disk of this folder."""
    times = []
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        create(Path(folder), tournament)
        for _ in range(SYNCS):
            began = time.perf_counter()
            append(Path(folder), [event("finished", **line)])
            times.append(time.perf_counter() - began)
    return statistics.median(times)
