"""Numbers about the running server, in the text form that Prometheus reads.

Where several processes serve, whichever is asked answers for all of them: each leaves its numbers
in a file every other second, and every line says whose it is.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import time
from collections import Counter
from collections.abc import Iterable, MutableMapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fivefold.server.house import House

MEDIA_TYPE = "text/plain; version=0.0.4"
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds of a commit: the upper ends of the histogram's bars."""
EVERY_SECONDS = 2.0
STALE_SECONDS = 20.0
"""A process that has not told its numbers for so long is no longer there."""

Family = tuple[str, str, list[tuple[dict[str, str], float]]]
"""The name, its type, and for each set of labels the value."""


class Metrics:
    """Counts since the start. Nothing in it names a person, a match or a secret."""

    def __init__(self) -> None:
        self.moves = 0
        self.matches = 0
        self.dropped = 0
        self.heard = 0
        """Events that another process wrote and this one took in."""
        self.listener_lost = 0
        self.errors: Counter[str] = Counter()
        self._commits = [0] * (len(BOUNDS) + 1)
        self._commit_seconds = 0.0

    def committed(self, seconds: float) -> None:
        """Counts one change that was kept, and how long whoever made it waited for the disk."""
        place = next((i for i, bound in enumerate(BOUNDS) if seconds <= bound), len(BOUNDS))
        self._commits[place] += 1
        self._commit_seconds += seconds

    def refused(self, scope: MutableMapping[str, Any], code: str) -> None:
        """Counts an error; the request remembers it for the log."""
        self.errors[code] += 1
        scope["fivefold.code"] = code

    def families(self) -> list[Family]:
        """Returns every count."""
        bars, total = [], 0
        for bound, count in zip((*BOUNDS, "+Inf"), self._commits, strict=True):
            total += count
            bars.append(({"le": str(bound)}, float(total)))
        return [
            _one("fivefold_moves_total", "counter", self.moves),
            _one("fivefold_matches_total", "counter", self.matches),
            _one("fivefold_watchers_dropped_total", "counter", self.dropped),
            _one("fivefold_events_heard_total", "counter", self.heard),
            _one("fivefold_listener_lost_total", "counter", self.listener_lost),
            (
                "fivefold_errors_total",
                "counter",
                [({"code": code}, float(count)) for code, count in sorted(self.errors.items())],
            ),
            ("fivefold_commit_seconds_bucket", "histogram", bars),
            _one("fivefold_commit_seconds_sum", "", round(self._commit_seconds, 6)),
            _one("fivefold_commit_seconds_count", "", total),
        ]


def _one(name: str, kind: str, value: float) -> Family:
    return name, kind, [({}, float(value))]


def numbers_of(house: House) -> list[Family]:
    """Returns everything that is counted in this process, and how things stand in it."""
    gauges = {
        "fivefold_matches_in_memory": len(house.tables),
        "fivefold_matches_live": sum(table.room.live for table in house.tables.values()),
        "fivefold_sockets": len(house.sockets),
        "fivefold_questions_waiting": house.thinkers.waiting,
        "fivefold_thinkers": house.settings.thinkers,
        "fivefold_storage_ready": not house.store.failed,
        **_of_the_process(),
    }
    found = [_one(name, "gauge", value) for name, value in gauges.items()]
    found += house.metrics.families()
    found.append(_one("fivefold_transactions_total", "counter", house.store.transactions))
    found.append(_one("process_cpu_seconds_total", "counter", time.process_time()))
    return found


def _of_the_process() -> dict[str, float]:
    """Returns what the system knows about this process, where it tells, by the usual names."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        files = sum(1 for _ in Path("/proc/self/fd").iterdir())
    except OSError:
        return {}
    memory = pages * os.sysconf("SC_PAGE_SIZE")
    return {"process_resident_memory_bytes": memory, "process_open_fds": files}


async def keep_telling(house: House) -> None:
    """Leaves this process's numbers for the others, again and again."""
    while house.settings.shared is not None:
        with contextlib.suppress(OSError):  # a full disk: they will find none
            await asyncio.to_thread(_leave, _file(house), numbers_of(house))
        await asyncio.sleep(EVERY_SECONDS)


def _file(house: House) -> Path:
    assert house.settings.shared is not None
    return house.settings.shared / f"metrics-{house.settings.worker}.json"


def _leave(file: Path, numbers: list[Family]) -> None:
    beside = file.with_suffix(".new")
    beside.write_text(json.dumps(numbers))
    beside.replace(file)


async def text_of(house: House) -> str:
    """Returns the numbers of every process as text."""
    mine = numbers_of(house)
    if house.settings.shared is None:
        return written([("", mine)])
    others = await asyncio.to_thread(_others, house.settings.shared, _file(house))
    return written([(str(house.settings.worker), mine), *others])


def _others(folder: Path, mine: Path) -> list[tuple[str, list[Family]]]:
    found = []
    for file in sorted(folder.glob("metrics-*.json")):
        with contextlib.suppress(OSError, ValueError):
            if file != mine and time.time() - file.stat().st_mtime < STALE_SECONDS:
                numbers = [
                    (name, kind, values) for name, kind, values in json.loads(file.read_text())
                ]
                found.append((file.stem.removeprefix("metrics-"), numbers))
    return found


def written(processes: Iterable[tuple[str, list[Family]]]) -> str:
    """Returns the numbers as text; those of several processes have the label `worker`."""
    together: dict[str, list[str]] = {}
    count = 0
    for worker, numbers in processes:
        count += 1
        whose = {"worker": worker} if worker else {}
        for name, kind, values in numbers:
            head = [f"# TYPE {name.removesuffix('_bucket')} {kind}"] if kind else []
            lines = together.setdefault(name, head)
            lines += [_line(name, {**labels, **whose}, value) for labels, value in values]
    workers = ["# TYPE fivefold_workers gauge", _line("fivefold_workers", {}, count)]
    return "\n".join([*workers, *(line for lines in together.values() for line in lines)]) + "\n"


def _line(name: str, labels: dict[str, str], value: float) -> str:
    named = ",".join(f'{key}="{said}"' for key, said in labels.items())
    return f"{name}{{{named}}} {value:.15g}" if named else f"{name} {value:.15g}"
