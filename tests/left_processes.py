"""Finds the processes that a test has left, whatever they did to hide.

A process can change its session, its name and its environment, and lose its parent. It cannot stop
being a descendant: with a subreaper, every orphan becomes a child of that process.
"""

from __future__ import annotations

import ctypes
import os
import signal
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 60.0
"""Generous timeout in seconds, for a busy machine."""
SUBREAPER = 36


def running_descendants() -> set[int]:
    """Returns the descendants of this process that run; zombies do not."""
    children: defaultdict[int, list[int]] = defaultdict(list)
    dead = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
        except (OSError, ValueError):
            continue
        pid = int(stat.parent.name)
        children[int(parent)].append(pid)
        if state in "ZX":
            dead.add(pid)
    found: set[int] = set()
    waiting = [os.getpid()]
    while waiting:
        below = children[waiting.pop()]
        found.update(below)
        waiting += below
    return found - dead


class LeftProcesses:
    """The running processes that did not exist when the test began."""

    def __init__(self) -> None:
        self._before = running_descendants()

    def __call__(self, patience: float = PATIENCE) -> list[int]:
        """Returns them, after giving them time to end: signals are delivered with a delay."""
        patient_until = time.monotonic() + patience
        while (found := running_descendants() - self._before) and time.monotonic() < patient_until:
            time.sleep(0.02)
        return sorted(found)


@contextmanager
def watched_processes() -> Iterator[LeftProcesses]:
    """Inherits all orphans meanwhile, and kills what is left in the end."""
    libc = ctypes.CDLL(None, use_errno=True)
    assert libc.prctl(SUBREAPER, 1, 0, 0, 0) == 0
    try:
        left = LeftProcesses()
        yield left
        for pid in left(0):
            os.kill(pid, signal.SIGKILL)
    finally:
        libc.prctl(SUBREAPER, 0, 0, 0, 0)
