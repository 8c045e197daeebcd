"""Runs the training program, job by job: positions, games, fits.

A job is done when its file is there, so that the same plan goes on where it was stopped. Used by
training/othello.py.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).resolve().parent.parent / "native" / "othello" / "training"


@dataclass(frozen=True)
class Round:
    """Self-play with the weights so far, then a fit of all that was played since a round."""

    games: int
    depth: int
    """Of the searches that choose the moves and value the positions."""
    exact: int
    """From this many empty cells on, positions are solved."""
    learns_from: int


@dataclass(frozen=True)
class Plan:
    """How much is done. Positions of the bootstrap are for each step of four empty cells."""

    solved: int
    searched: int
    rounds: tuple[Round, ...]
    games_per_file: int
    contest_pairs: int
    test: Round

    def scaled(self, factor: float) -> Plan:
        """Returns the plan with so many times the games."""
        rounds = [replace(each, games=max(1, round(each.games * factor))) for each in self.rounds]
        return replace(self, rounds=tuple(rounds))


class Job:
    """One call of the training program that makes one file."""

    def __init__(self, out: Path, *words: object) -> None:
        self.out = out
        self.words = [str(word) for word in words]


class Trainer:
    """Runs the jobs of a plan, several at a time, and skips those whose file is there."""

    def __init__(self, work: Path, processes: int, seed: int) -> None:
        self.work = work
        self.processes = processes
        self.seed = seed
        self.program = work / "build" / "othello_training"
        self.running: set[subprocess.Popen[str]] = set()
        work.mkdir(parents=True, exist_ok=True)

    def build(self) -> None:
        """Compiles the training program for this machine."""
        cmake = shutil.which("cmake", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
        if cmake is None:
            sys.exit("The training program needs cmake and a C++20 compiler.")
        for words in (
            ["-S", str(SOURCES), "-B", str(self.program.parent)],
            ["--build", str(self.program.parent)],
        ):
            done = subprocess.run([cmake, *words], capture_output=True, text=True, check=False)
            if done.returncode:
                sys.exit(f"The training program could not be built:\n{done.stdout}{done.stderr}")

    def call(self, job: Job) -> list[dict[str, Any]]:
        """Runs one job, unless its file is there; returns the facts it printed."""
        log = job.out.with_suffix(".json")
        if not (job.out.exists() and log.exists()):
            job.out.parent.mkdir(parents=True, exist_ok=True)
            unfinished = job.out.with_suffix(".part")
            words = [str(self.program), job.words[0], "--out", str(unfinished), *job.words[1:]]
            log.write_text(self.output(words))
            unfinished.rename(job.out)
        return [json.loads(line) for line in log.read_text().splitlines()]

    def output(self, words: list[str]) -> str:
        """Returns what a program prints; its children are ended with this process."""
        child = subprocess.Popen(
            words,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,  # Ctrl-C is for this process, which ends them itself
        )
        self.running.add(child)
        try:
            out, error = child.communicate()
        finally:
            self.running.discard(child)
        if child.returncode:
            raise RuntimeError(error.strip() or f"{words[1]} ended with {child.returncode}")
        return out

    def call_all(self, title: str, jobs: list[Job]) -> list[dict[str, Any]]:
        """Runs jobs side by side with a line of progress; returns the last fact of each."""
        began, done = time.monotonic(), 0
        facts: dict[Future[list[dict[str, Any]]], Job] = {}
        pool = ThreadPoolExecutor(self.processes)
        try:
            facts = {pool.submit(self.call, job): job for job in jobs}
            for future in as_completed(facts):
                future.result()
                done += 1
                spent = time.monotonic() - began
                left = spent / done * (len(jobs) - done)
                tell(f"{title}: {done} of {len(jobs)}, {spent:.0f} s, {left:.0f} s to go")
        except BaseException:
            for future in facts:
                future.cancel()
            for child in list(self.running):
                child.terminate()
            raise
        finally:
            pool.shutdown()
        print(file=sys.stderr)
        by_job = {id(job): future for future, job in facts.items()}
        return [by_job[id(job)].result()[-1] for job in jobs]

    def seed_of(self, *place: int) -> int:
        """Returns a seed of its own for every file."""
        seed = self.seed
        for number in place:
            seed = seed * 1_000_003 + number + 1
        return seed % 2**63

    def fit(
        self, out: Path, records: list[Path], start: Path | None, *words: object
    ) -> list[dict[str, Any]]:
        """Fits weights to records, starting from those of an earlier fit."""
        begin = ["--weights", start] if start else []
        threads = ["--threads", self.processes]
        tell(f"fit {out.name}")
        return self.call(Job(out, "fit", *begin, *threads, *words, *sorted(records)))

    def bootstrap(self, plan: Plan) -> Path:
        """Returns weights learnt from random positions, from the end of the game to its start."""
        folder = self.work / "bootstrap"
        share = 4
        steps = [(4, 12, 0, plan.solved)]
        steps += [(low, low + 3, 4, plan.searched) for low in range(13, 57, 4)]
        records: list[Path] = []
        weights: Path | None = None
        for step, (fewest, most, depth, count) in enumerate(steps):
            jobs = []
            for part in range(share):
                out = folder / f"{step:02}-{part}.records"
                words = ["--fewest", fewest, "--most", most, "--depth", depth]
                words += ["--count", count // share, "--seed", self.seed_of(0, step, part)]
                words += ["--weights", weights] if weights else []
                jobs.append(Job(out, "random", *words))
            self.call_all(f"positions with {fewest} to {most} empty cells", jobs)
            records += [job.out for job in jobs]
            out = folder / f"weights-{step:02}.bin"
            self.fit(out, records, weights, "--iterations", 20)
            weights = out
        assert weights
        return weights

    def play(self, plan: Plan, number: int, weights: Path) -> list[dict[str, Any]]:
        """Plays the games of a round."""
        return self.play_round(plan.rounds[number - 1], plan, self.records(number), number, weights)

    def play_round(
        self, this: Round, plan: Plan, folder: Path, number: int, weights: Path
    ) -> list[dict[str, Any]]:
        """Plays games into a folder, several to a file."""
        jobs = []
        for part in range(-(-this.games // plan.games_per_file)):
            count = min(plan.games_per_file, this.games - part * plan.games_per_file)
            words = ["--weights", weights, "--depth", this.depth, "--exact", this.exact]
            words += ["--count", count, "--seed", self.seed_of(number, part)]
            jobs.append(Job(folder / f"{part:05}.records", "games", *words))
        return self.call_all(f"{folder.name}, games of depth {this.depth}", jobs)

    def records(self, number: int) -> Path:
        return self.work / f"round-{number}"


def tell(text: str) -> None:
    """Shows progress on one line of standard error."""
    print(f"\r{text:<78}", end="", file=sys.stderr, flush=True)
