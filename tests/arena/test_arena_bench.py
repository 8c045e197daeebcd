"""The arena's benchmarks: their arithmetic, and small runs of each."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from fivefold.arena.running.scheduled_game import play_fixture, task_of
from fivefold.results.journal_writer import append, create, event
from fivefold.results.schedules.schedule import Schedule
from fivefold.results.tournament import Entrant, Tournament

BENCH = Path(__file__).parents[2] / "bench"


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"bench_{name}", BENCH / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module  # dataclasses look up their module by name
    spec.loader.exec_module(module)
    return module


scaling = load("arena_scaling")
arena = load("arena")
FREE = scaling.Costs(submit=0, result=0, sync=0, scheduler=0)
COSTS = scaling.Costs(submit=0.01, result=0.02, sync=0.05, scheduler=0.1)
LENGTHS = [3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0]


def simulated(
    rounds: Sequence[Sequence[float]], cores: int, costs: Any = FREE, enough: int | None = None
) -> Any:
    return scaling.Simulation(rounds, cores, costs, enough).run()


def test_one_core_takes_as_long_as_all_games_together() -> None:
    run = simulated([LENGTHS], 1)
    assert run.seconds == sum(LENGTHS)
    assert (run.games, run.wasted, run.efficiency(1)) == (8, 0, 1)


def test_with_cores_for_all_the_longest_game_decides() -> None:
    assert simulated([LENGTHS], 1000).seconds == 9


def test_two_cores_share_the_games_in_the_order_of_the_schedule() -> None:
    # By hand: one core plays 3 1 5 2 6, the other 1 4 9.
    assert simulated([LENGTHS], 2).seconds == 3 + 1 + 5 + 2 + 6


def test_a_single_game_pays_every_cost_once() -> None:
    run = simulated([[7.0]], 1000, COSTS)
    assert run.seconds == pytest.approx(0.01 + 0.1 + 7 + 0.1 + 0.02 + 0.05)


def test_with_cores_for_all_the_longest_game_and_its_costs_remain() -> None:
    """The longest game, submitted last, waits only for the others to pass the scheduler."""
    run = simulated([[0.0, 0.0, 50.0]], 1000, COSTS)
    assert run.seconds == pytest.approx(0.01 + 3 * 0.1 + 50 + 0.1 + 0.02 + 0.05)


def test_no_number_of_cores_beats_the_scheduler() -> None:
    run = simulated([[0.0] * 500], 1000, COSTS)
    assert run.seconds == pytest.approx(500 * 2 * 0.1, rel=0.01)
    assert run.scheduler == pytest.approx(1, abs=0.01)


def test_a_round_begins_when_the_one_before_is_stored() -> None:
    assert simulated([[3.0, 1.0], [2.0, 5.0], [1.0, 1.0]], 1000).seconds == 3 + 5 + 1


def test_a_decided_test_has_begun_games_for_nothing() -> None:
    run = simulated([[1.0] * 100], 10, FREE, enough=10)
    assert (run.seconds, run.games) == (1, 10)
    assert run.thinking == 10
    assert 0 <= run.wasted <= 10


def test_more_cores_are_never_slower() -> None:
    times = [simulated([LENGTHS * 20], cores).seconds for cores in (1, 2, 3, 5, 8, 13, 1000)]
    assert times == sorted(times, reverse=True)


def test_the_standings_are_the_same_every_time() -> None:
    assert scaling.workloads(LENGTHS) == scaling.workloads(LENGTHS)
    assert simulated([LENGTHS], 3, COSTS) == simulated([LENGTHS], 3, COSTS)
    lines = scaling.table(LENGTHS, COSTS, (1000,))
    assert sum(line.startswith("| 1000 |") for line in lines) == 5


def test_a_result_that_differs_would_be_noticed(tmp_path: Path) -> None:
    entrants = (Entrant("a", "random"), Entrant("b", "greedy"))
    tournament = Tournament("test", "othello(size=4)", "match", entrants, pairs=2)
    lines = [play_fixture(task_of(tournament, each)) for each in Schedule(tournament).known]
    other = [*lines[:-1], {**lines[-1], "moves": [], "ending": "maximum", "seconds": []}]
    for name, each in {
        "calm": lines,
        "same": lines[::-1],
        "other": other,
        "few": lines[1:],
    }.items():
        create(tmp_path / name, tournament)
        append(tmp_path / name, [event("finished", **line) for line in each])
    assert arena.differences(tmp_path / "calm", tmp_path / "same") == 0
    assert arena.differences(tmp_path / "calm", tmp_path / "other") > 0
    assert arena.differences(tmp_path / "calm", tmp_path / "few") > 0


@pytest.mark.system
@pytest.mark.long
def test_small_versions_of_the_benchmarks_run() -> None:
    finished = subprocess.run(
        [sys.executable, BENCH / "arena.py", "--quick", "--json"],
        env={**os.environ, "PYTHONWARNINGS": "error"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (finished.returncode, finished.stderr) == (0, "")
    figures = json.loads(finished.stdout)
    assert list(figures) == ["overhead", "cores", "volume", "kills"]
    kills = {figure["name"]: figure["value"] for figure in figures["kills"]}
    assert kills["differences to the undisturbed one"] == 0
    assert kills["processes left behind"] == 0
