"""A server for the web benchmarks, started from the command line on a database of its own.

`--database` of every benchmark is `sqlite`, a new file; `postgres`, a new server of the installed
PostgreSQL with durable writes; or the URL of an empty database.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from websockets.asyncio.client import ClientConnection, connect

READY_SECONDS = 60.0
ROOT = Path(__file__).parents[2]
WRITTEN_THROUGH = ("fsync=on", "synchronous_commit=on", "max_connections=60")
"""Settings of a measured PostgreSQL; the one in the tests is faster but not durable."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def database_of(text: str, folder: Path) -> Iterator[str]:
    """Yields the URL of the database selected by `--database`."""
    if text != "postgres":
        yield f"sqlite:///{folder / 'games.db'}" if text == "sqlite" else text
        return
    sys.path.insert(0, str(ROOT))
    from tests.server import conftest

    conftest.FASTER = WRITTEN_THROUGH
    binaries = conftest.system_binaries() or conftest.bundled_binaries()
    if binaries is None:
        raise SystemExit("PostgreSQL is not installed on this machine.")
    server = conftest.PostgresServer(binaries)
    try:
        yield server.new_database("measured")
    finally:
        server.stop()
        shutil.rmtree(server.folder)


class Process(Protocol):
    """A started server: the part of `subprocess.Popen` used here."""

    pid: int

    def poll(self) -> int | None: ...
    def kill(self) -> None: ...
    def terminate(self) -> None: ...
    def wait(self, timeout: float | None = None) -> int: ...


Launch = Callable[[int, str, Path], Process]
"""Starts a server on a port and a database; its output goes to a file."""


def command_of(port: int, database: str, *more: str) -> list[str]:
    program = Path(sys.executable).with_name("fivefold")
    return [str(program), "serve", "--port", str(port), "--database", database, *more]


def launched(*more: str) -> Launch:
    """Returns a function that starts `fivefold serve` with extra arguments in its own process
    group.
    """

    def launch(port: int, database: str, log: Path) -> Process:
        # The default limits would reject a thousand players from one address.
        environment = {**os.environ, "FIVEFOLD_LIMITS": "off"}
        with log.open("ab") as file:
            return subprocess.Popen(
                command_of(port, database, *more),
                stdout=file,
                stderr=file,
                start_new_session=True,
                env=environment,
            )

    return launch


class Server:
    """A server that can be killed and restarted on its port."""

    def __init__(
        self, folder: Path, database: str | None = None, launch: Launch | None = None
    ) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.database = database or f"sqlite:///{folder / 'games.db'}"
        self._log = folder / f"server-{self.port}.log"
        self._launch = launch or launched()
        self._process: Process | None = None

    async def start(self) -> None:
        """Waits until the health check succeeds."""
        self._process = self._launch(self.port, self.database, self._log)
        until = asyncio.get_running_loop().time() + READY_SECONDS
        while True:
            try:
                await self.get("/api/health")
                return
            except OSError:
                if self._process.poll() is not None or asyncio.get_running_loop().time() > until:
                    raise RuntimeError(self._log.read_text(errors="replace")[-2000:]) from None
                await asyncio.sleep(0.02)

    def kill(self) -> None:
        """Kills the server like a power cut: no shutdown, no flush."""
        assert self._process
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        if self._process and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()

    @property
    def megabytes(self) -> float:
        """The memory of the serving process, without the analysis processes."""
        assert self._process
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        resident = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
        return int(resident.split()[1]) / 1024

    async def get(self, path: str) -> Any:
        return await asyncio.to_thread(_request, self.address + path, None)

    async def post(self, path: str, body: Any, secret: str | None = None) -> Any:
        return await asyncio.to_thread(_request, self.address + path, body, secret)

    async def new_match(self, **order: Any) -> tuple[str, str]:
        """Returns (match, secret) of a new match; default: two people on one screen."""
        body = {"game": "gomoku", "size": "15", "first": "me", "second": "me", **order}
        answer = await self.post("/api/matches", body)
        return answer["match"]["id"], answer["secret"]

    async def join(self, match: str) -> str:
        """Takes the open seat and returns its secret."""
        secret: str = (await self.post(f"/api/matches/{match}/join", {}))["secret"]
        return secret

    def live(self) -> connect:
        return connect(
            f"ws://127.0.0.1:{self.port}/api/live",
            origin=self.address,  # type: ignore[arg-type]
            compression=None,
            max_size=2**22,
            open_timeout=60,
        )


async def watch(socket: ClientConnection, match: str, secret: str, since: int | None = None) -> Any:
    """Returns the server's reply to subscribing to the match."""
    question: dict[str, Any] = {"type": "watch", "match": match, "secret": secret}
    if since is not None:
        question["since"] = since
    await socket.send(json.dumps(question))
    while True:
        frame = json.loads(await socket.recv())
        if frame["type"] in ("snapshot", "events", "error"):
            return frame


def _request(url: str, body: Any, secret: str | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"}
    if secret is not None:
        headers["Authorization"] = f"Bearer {secret}"
    request = urllib.request.Request(url, data, headers)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.load(answer)


def quantile(values: list[float], share: float) -> float:
    """Returns the quantile of the values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")
