"""Servers for the promises: in a thread of the test, or forked to be killed; intact or faulty.

Databases, the server in a thread, and the tab come from the server's own tests.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.promises.faults import FAULTS
from tests.server.app.conftest import Served, serve
from tests.server.conftest import full_disk, postgres_server, postgres_url, sqlite_url

__all__ = ["full_disk", "postgres_server", "postgres_url", "serve", "sqlite_url"]

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0
"""Seconds to wait for something quick: the machine may be busy."""

Break = Callable[[str], None]


@pytest.fixture
def break_it(monkeypatch: pytest.MonkeyPatch) -> Break:
    """Injects a fault into this process until the test ends."""
    return lambda fault: FAULTS[fault](monkeypatch.setattr)


def bench(name: str) -> ModuleType:
    """Returns a script of bench/."""
    folder = str(ROOT / "bench")
    sys.path.insert(0, folder)
    try:
        return import_module(name)
    finally:
        sys.path.remove(folder)


class Forked:
    """A forked server with the interface of a `subprocess` process."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._end = os.pidfd_open(pid)

    def poll(self) -> int | None:
        return 0 if select.select([self._end], [], [], 0)[0] else None

    def wait(self, timeout: float | None = None) -> int:
        if not select.select([self._end], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired("a forked server", timeout or 0)
        return 0

    def kill(self) -> None:
        signal.pidfd_send_signal(self._end, signal.SIGKILL)

    def terminate(self) -> None:
        signal.pidfd_send_signal(self._end, signal.SIGTERM)


class Forks:
    """The process that forks servers."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.promises.forks"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
        )

    def launch(self, *faults: str) -> Callable[[int, str, Path], Forked]:
        """Returns a function that starts a server with these faults, as the benchmarks expect."""

        def launch(port: int, database: str, log: Path) -> Forked:
            wanted = {"port": port, "database": database, "log": str(log), "faults": faults}
            assert self._process.stdin
            assert self._process.stdout
            self._process.stdin.write(json.dumps(wanted).encode() + b"\n")
            self._process.stdin.flush()
            return Forked(int(self._process.stdout.readline()))

        return launch

    def close(self) -> None:
        self._process.communicate(timeout=PATIENCE)


@pytest.fixture(scope="session")
def forks() -> Iterator[Forks]:
    started = Forks()
    yield started
    started.close()


def two_people(server: Served, **more: Any) -> tuple[str, str, str]:
    """Returns a match between two people on separate screens, and their secrets."""
    made = server.new(second="open", **more)
    match: str = made["match"]["id"]
    joined = server.post(f"/api/matches/{match}/join", {}).json()
    return match, made["secret"], joined["secret"]
