"""Runs a training program, job by job, several at a time.

A job is one call that makes one file and is done once its file exists, so an interrupted plan
resumes. Used by all trainings.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

NATIVE = Path(__file__).resolve().parent.parent / "native"


class Job:
    """One call of the training program, which makes one file."""

    def __init__(self, out: Path, *words: object) -> None:
        self.out = out
        self.words = [str(word) for word in words]


class Jobs:
    """Runs the jobs of a plan, several at a time, skipping those whose file exists."""

    def __init__(self, game: str, work: Path, processes: int, seed: int) -> None:
        self.work = work
        self.processes = processes
        self.seed = seed
        self.sources = NATIVE / game / "training"
        self.program = work / "build" / f"{game}_training"
        self.running: set[subprocess.Popen[str]] = set()
        work.mkdir(parents=True, exist_ok=True)

    def build(self) -> None:
        """Compiles the training program for this machine."""
        cmake = shutil.which("cmake", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
        if cmake is None:
            sys.exit("The training program needs cmake and a C++20 compiler.")
        for words in (
            ["-S", str(self.sources), "-B", str(self.program.parent)],
            ["--build", str(self.program.parent)],
        ):
            done = subprocess.run([cmake, *words], capture_output=True, text=True, check=False)
            if done.returncode:
                sys.exit(f"The training program could not be built:\n{done.stdout}{done.stderr}")

    def call(self, job: Job) -> list[dict[str, Any]]:
        """Runs one job unless its file exists; returns the facts it printed."""
        log = job.out.with_suffix(".json")
        if not (job.out.exists() and log.exists()):
            job.out.parent.mkdir(parents=True, exist_ok=True)
            unfinished = job.out.with_suffix(".part")
            words = [str(self.program), job.words[0], "--out", str(unfinished), *job.words[1:]]
            log.write_text(self.output(words))
            unfinished.rename(job.out)
        return [json.loads(line) for line in log.read_text().splitlines()]

    def output(self, words: list[str]) -> str:
        """Returns a program's output; its children end with this process."""
        child = subprocess.Popen(
            words,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,  # only this process handles Ctrl-C, and ends the children
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
        """Runs jobs in parallel with a progress line; returns the last fact of each."""
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
        """Returns a distinct seed for every file."""
        seed = self.seed
        for number in place:
            seed = seed * 1_000_003 + number + 1
        return seed % 2**63


def tell(text: str) -> None:
    """Shows progress on one line of standard error."""
    print(f"\r{text:<78}", end="", file=sys.stderr, flush=True)
