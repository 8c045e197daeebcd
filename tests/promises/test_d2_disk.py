"""D2: no player and no spectator is told of a move before it is on disk.

`kill -9` cannot show that: data written by a process survives its death without reaching the disk.
So the test checks system calls: under strace, every `sendto` with a version comes after the
`fdatasync` of its data. With PostgreSQL another process writes the disk: the
`sendto` comes after its answer to COMMIT, and the session requires it to wait for the disk.

The order inside the program is in tests/server/app/test_service.py as well.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.promises.conftest import ROOT

if TYPE_CHECKING:
    from tests.server.conftest import PostgresServer

CALLS = "fdatasync,fsync,pwrite64,write,sendto,recvfrom"
STARTED = re.compile(r"^(?P<thread>\d+) +(?P<call>\w+)\((?P<rest>.*)$")
RESUMED = re.compile(r"^(?P<thread>\d+) +<\.\.\. (?P<call>\w+) resumed>(?P<rest>.*)$")
EVENT = re.compile(r'\{\\"type\\":\\"event\\",\\"event\\":\{\\"version\\":(\d+),')
ACK = re.compile(r'\{\\"type\\":\\"ack\\",.*\\"version\\":(\d+)\}|"\{\\"version\\":(\d+)\}"')
WAITS = re.compile(r"SET synchronous_commit = (\w+)")


class Order:
    """Parses a trace: the versions on disk, and any that were sent earlier."""

    def __init__(self) -> None:
        self.on_disk = 0
        """Committed transactions, one per version."""
        self.unsynced = False
        self.told = 0
        self.early: list[str] = []
        self._began: dict[str, str] = {}

    def read(self, line: str) -> None:
        if begun := STARTED.match(line):
            self._begin(begun["call"], begun["rest"])
            if begun["rest"].endswith("<unfinished ...>"):
                self._began[begun["thread"]] = begun["rest"]
            else:
                self._end(begun["call"], begun["rest"])
        elif resumed := RESUMED.match(line):
            what = self._began.pop(resumed["thread"], "") + resumed["rest"]
            self._end(resumed["call"], what)

    def _begin(self, call: str, rest: str) -> None:
        if call == "pwrite64" and "-wal>" in rest:
            self.unsynced = True
        elif call == "sendto":
            if waits := WAITS.search(rest):
                self.unsynced = waits[1] != "on"
            for told in (EVENT.search(rest), ACK.search(rest)):
                if told:
                    self._tell(int(next(filter(None, told.groups()))), rest)

    def _end(self, call: str, rest: str) -> None:
        if call in ("fdatasync", "fsync") and "-wal>" in rest and rest.endswith("= 0"):
            self.on_disk += self.unsynced
            self.unsynced = False
        elif call == "recvfrom" and "COMMIT\\0" in rest:
            self.on_disk += 1

    def _tell(self, version: int, what: str) -> None:
        self.told += 1
        if self.unsynced or self.on_disk < version:
            self.early.append(f"version {version} with {self.on_disk} on the disk: {what[:100]}")


def traced(trace: Path, pairs: list[tuple[str, str]]) -> list[Order]:
    """Returns the order of writes and sends for each fault, each with its own database."""
    command = ["strace", "-f", "--seccomp-bpf", "-qq", "-y", "-s", "150", "-e", f"trace={CALLS}"]
    command += ["-e", "signal=none", "-o", str(trace)]
    command += [sys.executable, "-m", "tests.promises.d2_child"]
    arguments = [word for pair in pairs for word in pair]
    done = subprocess.run([*command, *arguments], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = [Order()]
    for line in trace.read_text(errors="replace").splitlines():
        if '"== end' in line:
            found.append(Order())
        elif '"== ' in line:
            found[-1].on_disk = 0  # the schema was created before
        found[-1].read(line)
    return found[:-1]


TOLD = 6 * 3 + 6
"""Six moves, each sent to three sockets and acknowledged once."""


def check(
    folder: Path, server: PostgresServer, on_sqlite: Sequence[str], on_postgresql: Sequence[str]
) -> None:
    """One run for the intact and the faulty servers: loading takes longest."""
    mark = os.urandom(6).hex()
    pairs = [(name, f"sqlite:///{folder}/{name}.db") for name in on_sqlite]
    pairs += [(name, server.new_database(f"{name[:20]}_{mark}")) for name in on_postgresql]
    for (name, url), order in zip(pairs, traced(folder / "trace", pairs), strict=True):
        assert order.told == TOLD
        if name == "none":
            assert order.early == [], url
        else:
            assert len(order.early) == TOLD, (name, url)


def test_a_move_is_on_disk_before_it_is_sent(
    tmp_path: Path, postgres_server: PostgresServer
) -> None:
    on_sqlite = ("none", "tells_before_it_writes", "synchronous_normal")
    check(tmp_path, postgres_server, on_sqlite, ("none", "synchronous_commit_off"))


@pytest.mark.long
def test_every_fault_on_either_database(tmp_path: Path, postgres_server: PostgresServer) -> None:
    on_sqlite = ("none", "tells_before_it_writes", "synchronous_normal", "synchronous_off")
    on_postgresql = ("none", "tells_before_it_writes", "synchronous_commit_off")
    for number in range(5):
        (tmp_path / str(number)).mkdir()
        check(tmp_path / str(number), postgres_server, on_sqlite, on_postgresql)
