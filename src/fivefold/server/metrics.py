"""Metrics of the running server, in the text format of Prometheus.

With several workers any of them reports the metrics of all: each writes its own to a file every two
seconds, and each line has the number of its worker.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, MutableMapping
from pathlib import Path
from typing import Any

MEDIA_TYPE = "text/plain; version=0.0.4"
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Upper bounds of the histogram of commits, in seconds."""
PUBLISH_SECONDS = 2.0
STALE_SECONDS = 20.0
"""Metrics this old are those of a worker that has ended."""

Family = tuple[str, str, list[tuple[dict[str, str], float]]]
"""The name of a metric, its type, and a value for each set of labels."""


class Metrics:
    """Counters since the start. They contain no person, match or secret."""

    def __init__(self) -> None:
        self.moves = 0
        self.matches = 0
        self.deleted = 0
        self.studies = 0
        self.edits = 0
        self.deleted_studies = 0
        self.dropped = 0
        self.peer_events = 0
        """Events applied here that another process wrote."""
        self.listener_lost = 0
        self.errors: Counter[str] = Counter()
        self._commits = [0] * (len(BOUNDS) + 1)
        self._commit_seconds = 0.0

    def committed(self, seconds: float) -> None:
        """Counts a commit and the seconds it took."""
        place = next((i for i, bound in enumerate(BOUNDS) if seconds <= bound), len(BOUNDS))
        self._commits[place] += 1
        self._commit_seconds += seconds

    def refused(self, scope: MutableMapping[str, Any], code: str) -> None:
        """Counts an error, and notes it in the request for the log."""
        self.errors[code] += 1
        scope["fivefold.code"] = code

    def families(self) -> list[Family]:
        """Returns every counter."""
        buckets, total = [], 0
        for bound, count in zip((*BOUNDS, "+Inf"), self._commits, strict=True):
            total += count
            buckets.append(({"le": str(bound)}, float(total)))
        return [
            single("fivefold_moves_total", "counter", self.moves),
            single("fivefold_matches_total", "counter", self.matches),
            single("fivefold_matches_deleted_total", "counter", self.deleted),
            single("fivefold_studies_total", "counter", self.studies),
            single("fivefold_study_edits_total", "counter", self.edits),
            single("fivefold_studies_deleted_total", "counter", self.deleted_studies),
            single("fivefold_watchers_dropped_total", "counter", self.dropped),
            single("fivefold_events_heard_total", "counter", self.peer_events),
            single("fivefold_listener_lost_total", "counter", self.listener_lost),
            (
                "fivefold_errors_total",
                "counter",
                [({"code": code}, float(count)) for code, count in sorted(self.errors.items())],
            ),
            ("fivefold_commit_seconds_bucket", "histogram", buckets),
            single("fivefold_commit_seconds_sum", "", round(self._commit_seconds, 6)),
            single("fivefold_commit_seconds_count", "", total),
        ]


def single(name: str, kind: str, value: float) -> Family:
    """Returns a metric with one value and no labels."""
    return name, kind, [({}, float(value))]


def process_gauges() -> dict[str, float]:
    """Returns memory and open files of this process, where the system provides them."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        files = sum(1 for _ in Path("/proc/self/fd").iterdir())
    except OSError:
        return {}
    memory = pages * os.sysconf("SC_PAGE_SIZE")
    return {"process_resident_memory_bytes": memory, "process_open_fds": files}


class MetricsReport:
    """The metrics of every worker as one text: each leaves its own in the shared folder."""

    def __init__(
        self, families: Callable[[], list[Family]], folder: Path | None, worker: int
    ) -> None:
        self._families = families
        self._folder = folder
        self._worker = worker

    async def publish_forever(self) -> None:
        """Writes this process's metrics for the other workers every two seconds."""
        while self._folder is not None:
            with contextlib.suppress(OSError):  # a full disk: the others do without
                file = _file(self._folder, self._worker)
                await asyncio.to_thread(_write, file, self._families())
            await asyncio.sleep(PUBLISH_SECONDS)

    async def text(self) -> str:
        """Returns the metrics of every worker as text."""
        mine = self._families()
        if self._folder is None:
            return as_text([("", mine)])
        others = await asyncio.to_thread(_others, self._folder, self._worker)
        return as_text([(str(self._worker), mine), *others])


def _file(folder: Path, worker: int) -> Path:
    return folder / f"metrics-{worker}.json"


def _write(file: Path, families: list[Family]) -> None:
    beside = file.with_suffix(".new")
    beside.write_text(json.dumps(families))
    beside.replace(file)


def _others(folder: Path, worker: int) -> list[tuple[str, list[Family]]]:
    found = []
    for file in sorted(folder.glob("metrics-*.json")):
        with contextlib.suppress(OSError, ValueError):
            is_fresh = time.time() - file.stat().st_mtime < STALE_SECONDS
            if file != _file(folder, worker) and is_fresh:
                families = [
                    (name, kind, values) for name, kind, values in json.loads(file.read_text())
                ]
                found.append((file.stem.removeprefix("metrics-"), families))
    return found


def as_text(processes: Iterable[tuple[str, list[Family]]]) -> str:
    """Returns metrics in Prometheus' text format; those of several workers are labelled."""
    together: dict[str, list[str]] = {}
    count = 0
    for worker, families in processes:
        count += 1
        whose = {"worker": worker} if worker else {}
        for name, kind, values in families:
            head = [f"# TYPE {name.removesuffix('_bucket')} {kind}"] if kind else []
            lines = together.setdefault(name, head)
            lines += [_line(name, {**labels, **whose}, value) for labels, value in values]
    workers = ["# TYPE fivefold_workers gauge", _line("fivefold_workers", {}, count)]
    return "\n".join([*workers, *(line for lines in together.values() for line in lines)]) + "\n"


def _line(name: str, labels: dict[str, str], value: float) -> str:
    named = ",".join(f'{key}="{said}"' for key, said in labels.items())
    return f"{name}{{{named}}} {value:.15g}" if named else f"{name} {value:.15g}"
