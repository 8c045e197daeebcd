"""Simulates how a tournament scales from one core to a thousand, and what limits it.

    .venv/bin/python bench/arena_scaling.py                        the table, from recorded games
    .venv/bin/python bench/arena_scaling.py --journal DIR          with the games of a journal
    .venv/bin/python bench/arena_scaling.py --plot scaling.png     and a plot
    .venv/bin/python bench/arena_scaling.py --measure tcp://…      the costs of a task on a cluster

Game times come from a journal (`arena_durations.json` was made with `--journal DIR --record`), the
costs of a task from `--measure`. The simulation is deterministic.

    runner ── submit ──> scheduler ──> a core plays ──> scheduler ── result ──> runner ── sync

Runner and scheduler handle one task at a time, in order; every core plays one game at a time. The
runner stores all received results with one disk sync, then submits new games until a tenth more
games than cores, and at least two more, are in progress.
"""

from __future__ import annotations

import argparse
import heapq
import json
import random
import sys
from collections import deque
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

RECORDED = Path(__file__).with_name("arena_durations.json")
SPARE = 2
"""Minimum number of games queued at the scheduler, as in `ClusterExecutor`."""
CORES = (1, 2, 10, 50, 100, 200, 500, 1000)


@dataclass(frozen=True)
class Costs:
    """Costs in seconds, measured with `--measure` on two cores shared by all processes."""

    submit: float = 0.0009
    """The runner's work to submit a game."""
    result: float = 0.0009
    """The runner's work to receive a result."""
    sync: float = 0.0035
    """The time to sync the journal, for any number of lines."""
    scheduler: float = 0.0011
    """The scheduler's work per game, once on the way out and once on the way back."""


@dataclass(frozen=True)
class Run:
    """The result of a simulation."""

    seconds: float
    games: int
    """Games that count."""
    wasted: int
    """Games started in vain."""
    runner: float
    scheduler: float
    """Fractions of the time they were busy."""
    thinking: float
    """Total playing time of the games that count, in seconds."""

    def efficiency(self, cores: int) -> float:
        """Returns the fraction of all cores' time spent on games that count."""
        return self.thinking / (self.seconds * cores)


class Simulation:
    """Simulates rounds of games of known lengths; a round starts once the previous one is stored.

    With `enough`, a sequential test ends once that many games are stored.
    """

    def __init__(
        self,
        rounds: Sequence[Sequence[float]],
        cores: int,
        costs: Costs,
        enough: int | None = None,
    ) -> None:
        self._rounds = deque(deque(each) for each in rounds)
        self._costs = costs
        self._idle = cores
        self._most = cores + max(SPARE, cores // 10)
        self._enough = enough
        self._events: list[tuple[float, int, str, int]] = []
        self._counter = 0
        self._lengths: list[float] = []
        self._waiting: deque[int] = deque()
        self._inbox: list[int] = []
        self._stored: set[int] = set()
        self._begun = self._prefix = 0
        self._scheduler_free = self._scheduler_busy = 0.0
        self._runner_busy = 0.0
        self._runner_at_work = False

    def run(self) -> Run:
        now = 0.0
        self._work(now)
        while self._events and not self._is_decided():
            now, _, kind, game = heapq.heappop(self._events)
            if kind == "sent":  # the scheduler knows of it
                self._waiting.append(game)
                self._assign(now)
            elif kind == "played":
                self._idle += 1
                self._pass(now, "came", game)
                self._assign(now)
            elif kind == "came":
                self._inbox.append(game)
                if not self._runner_at_work:
                    self._work(now)
            elif kind == "leaves":
                self._pass(now, "sent", game)
            else:  # the runner is free again
                self._runner_at_work = False
                if self._inbox or self._can_send():
                    self._work(now)
        games = self._prefix if self._enough is None else self._enough
        return Run(
            now,
            games,
            self._begun - games,
            min(1.0, self._runner_busy / now),
            min(1.0, self._scheduler_busy / now),
            sum(self._lengths[:games]),
        )

    def _at(self, moment: float, kind: str, game: int = -1) -> None:
        self._counter += 1
        heapq.heappush(self._events, (moment, self._counter, kind, game))

    def _pass(self, now: float, kind: str, game: int) -> None:
        """Passes a task through the scheduler, behind all earlier ones."""
        self._scheduler_free = max(now, self._scheduler_free) + self._costs.scheduler
        self._scheduler_busy += self._costs.scheduler
        self._at(self._scheduler_free, kind, game)

    def _assign(self, now: float) -> None:
        while self._idle and self._waiting:
            self._idle -= 1
            self._begun += 1
            game = self._waiting.popleft()
            self._at(now + self._lengths[game], "played", game)

    def _work(self, now: float) -> None:
        """Stores the received results, then submits as many games as allowed."""
        began = now
        if self._inbox:
            now += len(self._inbox) * self._costs.result + self._costs.sync
            self._stored.update(self._inbox)
            self._inbox.clear()
            while self._prefix in self._stored:
                self._prefix += 1
        while self._can_send():
            now += self._costs.submit
            self._lengths.append(self._rounds[0].popleft())
            self._at(now, "leaves", len(self._lengths) - 1)
        if now > began:
            self._runner_busy += now - began
            self._runner_at_work = True
            self._at(now, "free")

    def _can_send(self) -> bool:
        while self._rounds and not self._rounds[0] and len(self._stored) == len(self._lengths):
            self._rounds.popleft()
        under_way = len(self._lengths) - len(self._stored)
        return bool(self._rounds and self._rounds[0]) and under_way < self._most

    def _is_decided(self) -> bool:
        return self._enough is not None and self._prefix >= self._enough


@dataclass(frozen=True)
class Workload:
    """A tournament to simulate."""

    name: str
    rounds: list[list[float]]
    enough: int | None = None


def workloads(recorded: Sequence[float], seed: int = 1) -> list[Workload]:
    """Returns tournaments with the recorded game times."""
    chance = random.Random(seed)

    def games(count: int, share: float = 1.0) -> list[float]:
        return [share * each for each in chance.choices(recorded, k=count)]

    return [
        Workload("round robin, 10,000 games", [games(10_000)]),
        Workload("the same, games 100 times shorter", [games(10_000, 0.01)]),
        Workload("Swiss, 200 players, 10 rounds", [games(200) for _ in range(10)]),
        Workload(
            "knockout, 256 players, 4 games each", [games(4 * 2**n) for n in range(7, -1, -1)]
        ),
        Workload("SPRT, decided after 2,000 games", [games(20_000)], 2_000),
    ]


def what_limits(workload: Workload, run: Run, cores: int) -> str:
    """Returns the causes of idle cores, the largest first."""
    if run.efficiency(cores) > 0.9:
        return "the cores"
    if max(run.runner, run.scheduler) > 0.8:
        return "the runner" if run.runner > run.scheduler else "the scheduler"
    if workload.enough is not None:
        return "games started before the test was decided"
    if len(workload.rounds) > 1:
        return "the end of each round"
    return "the last long games"


def table(recorded: Sequence[float], costs: Costs, cores: Sequence[int] = CORES) -> list[str]:
    """Returns the table as lines of Markdown."""
    lines = []
    for workload in workloads(recorded):
        lines += [f"**{workload.name}**", ""]
        lines += ["| cores | time | speed-up | cores' time used | runner busy | scheduler busy |"]
        lines[-1] += " games for nothing | limited by |"
        lines += ["|--:|--:|--:|--:|--:|--:|--:|---|"]
        alone: float | None = None
        for count in cores:
            run = Simulation(workload.rounds, count, costs, workload.enough).run()
            alone = run.seconds if alone is None else alone
            cells = [
                str(count),
                duration(run.seconds),
                f"{alone / run.seconds:.1f}",
                f"{run.efficiency(count):.0%}",
                f"{run.runner:.0%}",
                f"{run.scheduler:.0%}",
                str(run.wasted),
                what_limits(workload, run, count),
            ]
            lines.append(f"| {' | '.join(cells)} |")
        lines.append("")
    return lines


def duration(seconds: float) -> str:
    """Returns the time in readable units."""
    if seconds < 100:
        return f"{seconds:.1f} s"
    minutes, hours = seconds / 60, seconds / 3600
    return f"{minutes:.1f} min" if minutes < 100 else f"{hours:.1f} h"


def plot(file: str, recorded: Sequence[float], costs: Costs) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 5), layout="constrained")
    axes = figure.subplots()
    for workload in workloads(recorded):
        runs = [Simulation(workload.rounds, n, costs, workload.enough).run() for n in CORES]
        speed = [runs[0].seconds / run.seconds for run in runs]
        axes.loglog(CORES, speed, marker="o", label=workload.name)
    axes.loglog(CORES, CORES, color="grey", linestyle="--", label="linear")
    axes.set(xlabel="cores", ylabel="times as fast as one core")
    axes.legend()
    figure.savefig(file)


def from_journal(folder: Path) -> list[float]:
    """Returns the thinking time of each game of a journal, in seconds."""
    from fivefold.results.journal import Journal

    return [sum(each.seconds) for each in Journal.open(folder).finished.values()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--journal", type=Path, metavar="DIR")
    parser.add_argument("--record", action="store_true", help="keep the journal's game times")
    parser.add_argument("--plot", metavar="FILE")
    parser.add_argument("--measure", metavar="URL", help="measure the costs of a task instead")
    options = parser.parse_args()
    if options.measure:
        from support.arena_costs import measure

        print(json.dumps(asdict(measure(options.measure))))
        return
    if options.journal:
        recorded = from_journal(options.journal)
    else:
        recorded = json.loads(RECORDED.read_text(encoding="utf-8"))["seconds"]
    if options.record:
        if not options.journal:
            sys.exit("--record keeps the game times of --journal DIR")
        record(recorded, options.journal)
    costs = Costs()
    mean = sum(recorded) / len(recorded)
    print(f"{len(recorded)} recorded games: mean {mean:.2f} s, longest {max(recorded):.2f} s")
    print(", ".join(f"{name} {1000 * each:g} ms" for name, each in asdict(costs).items()))
    print()
    print("\n".join(table(recorded, costs)))
    if options.plot:
        plot(options.plot, recorded, costs)


def record(seconds: Sequence[float], folder: Path) -> None:
    """Records game times for runs without a journal."""
    from fivefold.results.journal import Journal

    tournament = Journal.open(folder).tournament
    data = {
        "game": tournament.game,
        "players": [entrant.name for entrant in tournament.entrants],
        "seconds a move": tournament.limit.seconds,
        "seconds": [round(each, 3) for each in seconds],
    }
    RECORDED.write_text(json.dumps(data) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
