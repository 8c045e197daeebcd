"""The parent of the caged process: watches it, collects its orphans, and ends everything.

With namespaces it is process 1 of the cage; without, a subreaper, which inherits every orphan.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import socket
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fivefold.cage import kernel

TICK = 0.1
"""Seconds between looks at the memory and the number of processes."""
_COUNTED = (b"RssAnon:", b"RssShmem:", b"VmSwap:")
LAST_BREATH = 0.05
"""Seconds in which the children of a process may end after it."""
KILLED = int(signal.SIGKILL)


def tell(control: socket.socket, **news: Any) -> None:
    """Sends news to the program that asked for the cage; it may be gone."""
    with contextlib.suppress(OSError):
        control.sendall(json.dumps(news).encode() + b"\n")


class Warden:
    """Watches the process `child` until it ends, and returns its wait status."""

    def __init__(self, child: int, control: socket.socket, limits: dict[str, Any], alone: bool):
        """`alone`: everything in `/proc` belongs to the cage, because this is its process 1."""
        self._child = child
        self._control = control
        self._limits = limits
        self._alone = alone

    def watch(self) -> int:
        """Returns the wait status of the process; nothing that it started runs any more."""
        wakeup, written = os.pipe()
        os.set_blocking(written, False)
        signal.set_wakeup_fd(written, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, _nothing)
        watched = select.poll()
        watched.register(wakeup, select.POLLIN)
        watched.register(self._control, select.POLLIN)
        look = time.monotonic() + TICK
        while (status := self._reap()) is None:
            wait = max(0.0, look - time.monotonic())
            ready = [number for number, _ in watched.poll(wait * 1000)]
            if wakeup in ready:
                os.read(wakeup, 4096)
            if self._control.fileno() in ready:  # the program that asked has closed it, or died
                status = KILLED
                break
            if time.monotonic() >= look:
                look = time.monotonic() + TICK
                if (limit := self._exceeded()) is not None:
                    tell(self._control, stopped=limit)
                    status = KILLED
                    break
        patient_until = time.monotonic() + LAST_BREATH
        while (left := len(self._others())) and time.monotonic() < patient_until:
            time.sleep(0.002)
            self._reap()
        if left:
            tell(self._control, left=left)
        self._end_all()
        return status

    def _reap(self) -> int | None:
        """Collects what has ended; returns the status of the child once it has."""
        found = None
        with contextlib.suppress(ChildProcessError):
            while True:
                pid, status = os.waitpid(-1, os.WNOHANG)
                if pid == 0:
                    break
                if pid == self._child:
                    found = status
        return found

    def _end_all(self) -> None:
        """Kills every process of the cage and waits for its end."""
        while True:
            if self._alone:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(-1, signal.SIGKILL)
            else:
                self._kill_descendants()
            try:
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            except ChildProcessError:
                return
            select.select([], [], [], 0.001)

    def _kill_descendants(self) -> None:
        """Stops all first, so that nothing can be started while they are killed."""
        if sys.platform != "linux":  # neither orphans nor descendants can be found
            with contextlib.suppress(OSError):
                os.killpg(self._child, signal.SIGKILL)
        stopped: set[int] = set()
        while new := set(descendants(os.getpid())) - stopped:
            for pid in new:
                _signal(pid, signal.SIGSTOP)
            stopped |= new
        for pid in stopped:
            _signal(pid, signal.SIGKILL)

    def _others(self) -> list[int]:
        """Returns the running processes of the cage, except its first."""
        return [pid for pid in self._inside() if pid != self._child and is_running(pid)]

    def _inside(self) -> list[int]:
        if not self._alone:
            return descendants(os.getpid())
        numbers = (file.name for file in Path("/proc").iterdir() if file.name.isdigit())
        return [pid for pid in map(int, numbers) if pid != os.getpid()]

    def _exceeded(self) -> str | None:
        """Returns the name of a limit of the whole cage that is exceeded."""
        memory = threads = 0
        for pid in self._inside():
            used, count = usage(pid)
            memory += used
            threads += count
        for name, value in (("memory", memory), ("processes", threads)):
            most = self._limits[name]
            if most is not None and value > most:
                return name
        return None


def _nothing(*_: object) -> None:
    pass


def _signal(pid: int, number: signal.Signals) -> None:
    with contextlib.suppress(OSError):
        os.kill(pid, number)


def usage(pid: int) -> tuple[int, int]:
    """Returns the bytes of memory and the number of threads of a process; zeros if it has ended."""
    memory, threads = 0, 0
    with contextlib.suppress(OSError, ValueError):
        for line in Path(f"/proc/{pid}/status").read_bytes().splitlines():
            if line.startswith(_COUNTED):
                memory += int(line.split()[1]) * 1024
            elif line.startswith(b"Threads:"):
                threads = int(line.split()[1])
    return memory, threads


def is_running(pid: int) -> bool:
    """Tells whether the process runs; one that waits to be collected does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return False
    return stat.rpartition(b")")[2].split()[0] not in b"ZX"


def descendants(pid: int) -> list[int]:
    """Returns the children of a process, their children and so on."""
    found: list[int] = []
    waiting = [pid]
    children_of: Callable[[int], list[int]] = _children_of
    if not Path(f"/proc/{pid}/task/{pid}/children").exists():
        children_of = _all_children().__getitem__
    while waiting:
        children = children_of(waiting.pop())
        found += children
        waiting += children
    return found


def _children_of(pid: int) -> list[int]:
    found: list[int] = []
    with contextlib.suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            with contextlib.suppress(OSError):
                found += map(int, (thread / "children").read_bytes().split())
    return found


def _all_children() -> defaultdict[int, list[int]]:
    """Returns the children of every process, for kernels that do not list them."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            found[int(stat.read_bytes().rpartition(b")")[2].split()[1])].append(
                int(stat.parent.name)
            )
    return found


def become_reaper() -> None:
    """Makes this process inherit the orphans of its descendants, where the system can do that."""
    with contextlib.suppress(OSError, AttributeError):
        kernel.become_subreaper()
