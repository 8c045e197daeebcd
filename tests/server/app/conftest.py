"""A real server on a free port, in a thread of the test or in a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from fivefold.server import serve as running
from fivefold.server.analysis.host_strategies import HostStrategies
from fivefold.server.app import create_app
from fivefold.server.matches.service import MatchService
from fivefold.server.settings import Settings

PATIENCE = 60
Result = TypeVar("Result")
COMMAND = [sys.executable, "-c", "import sys; from fivefold.cli import main; sys.exit(main())"]


class Served:
    """A server in a thread: its address, its service, and a client for its API."""

    def __init__(self, database: str, **choices: Any) -> None:
        self._listening = running.listen("127.0.0.1", 0, any_port=False)
        port = self._listening.getsockname()[1]
        choices = {"limited": False, "analysis_processes": 1, "check_answers": True, **choices}
        self.settings = Settings(database, port=port, **choices)
        self.address = f"http://127.0.0.1:{port}"
        self.app = create_app(self.settings, HostStrategies(self.settings.host_strategies))
        ready = threading.Event()

        def is_ready() -> None:
            self.loop = asyncio.get_running_loop()
            ready.set()

        self._server = running.Server(self.app, self.settings, is_ready)
        self._thread = threading.Thread(target=self._server.run, args=([self._listening],))
        self._thread.start()
        assert ready.wait(PATIENCE)
        self.client = httpx.Client(base_url=self.address, timeout=PATIENCE)

    @property
    def service(self) -> MatchService:
        service: MatchService = self.app.state.service
        return service

    def post(self, path: str, body: Any, secret: str | None = None) -> httpx.Response:
        return self.client.post(path, json=body, headers=bearer(secret))

    def get(self, path: str, secret: str | None = None) -> httpx.Response:
        return self.client.get(path, headers=bearer(secret))

    def new(self, first: str = "me", second: str = "me", game: str = "gomoku", **more: Any) -> Any:
        """Creates a match; returns the answer."""
        response = self.post(
            "/api/matches", {"game": game, "first": first, "second": second, **more}
        )
        assert response.status_code == 201, response.text
        return response.json()

    def watch(self, match: str | None, secret: str | None = None, since: int | None = None) -> Tab:
        """Returns a tab that subscribes to the match when it is entered."""
        return Tab(self.address, match, secret, since)

    def in_loop(self, work: Callable[[], Result]) -> Result:
        """Runs the work in the server's event loop; returns its result."""
        done: list[Result] = []
        ready = threading.Event()

        def run() -> None:
            done.append(work())
            ready.set()

        self.loop.call_soon_threadsafe(run)
        assert ready.wait(PATIENCE)
        return done[0]

    def close(self) -> None:
        self.client.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


def bearer(secret: str | None) -> dict[str, str]:
    return {} if secret is None else {"Authorization": f"Bearer {secret}"}


class Tab:
    """A browser tab: a socket, and the frames it received."""

    def __init__(self, address: str, match: str | None, secret: str | None, since: int | None):
        self._url = address.replace("http", "ws", 1) + "/api/live"
        wanted = {"type": "watch", "match": match, "secret": secret, "since": since}
        self._wanted = None if match is None else {k: v for k, v in wanted.items() if v is not None}
        self.frames: list[dict[str, Any]] = []

    async def __aenter__(self) -> Tab:
        self.socket: ClientConnection = await connect(self._url, max_size=None)
        if self._wanted is not None:
            await self.send(**self._wanted)
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.socket.close()

    async def send(self, **frame: Any) -> None:
        await self.socket.send(json.dumps(frame))

    async def next(self) -> dict[str, Any]:
        async with asyncio.timeout(PATIENCE):
            frame: dict[str, Any] = json.loads(await self.socket.recv())
        self.frames.append(frame)
        return frame

    async def until(self, kind: str, **facts: Any) -> dict[str, Any]:
        """Returns the next frame with that type and those values; keeps the others in `frames`."""
        while True:
            frame = await self.next()
            if frame["type"] == kind and all(frame.get(k) == v for k, v in facts.items()):
                return frame


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server shared by the tests of a file."""
    served = Served(f"sqlite:///{tmp_path_factory.mktemp('served')}/games.db")
    yield served
    served.close()


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def either(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    """A server on each kind of database, shared by the tests of a file."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path_factory.mktemp('either')}/games.db"
    else:
        postgres = request.getfixturevalue("postgres_server")
        url = postgres.new_database(f"test_{os.urandom(6).hex()}")
    served = Served(url)
    yield served
    served.close()


Serve = Callable[..., Served]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts a server for one test, with its own settings."""
    started: list[Served] = []

    def start(database: str = f"sqlite:///{tmp_path}/games.db", **choices: Any) -> Served:
        started.append(Served(database, **choices))
        return started[-1]

    yield start
    for served in started:
        served.close()


@pytest.fixture(scope="module")
def serve_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serve]:
    """Starts a server shared by the tests of a file, with its own settings."""
    started: list[Served] = []

    def start(database: str | None = None, **choices: Any) -> Served:
        database = database or f"sqlite:///{tmp_path_factory.mktemp('served')}/games.db"
        started.append(Served(database, **choices))
        return started[-1]

    yield start
    for served in started:
        served.close()


class Running:
    """`fivefold serve` in a process of its own."""

    def __init__(self, database: str, *arguments: str) -> None:
        self.database = database
        self._arguments = arguments
        self._environment = {**os.environ, "FIVEFOLD_LIMITS": "off"}
        self.start()

    def start(self) -> None:
        command = [*COMMAND, "serve", "--port", "0", "--database", self.database]
        self.process = subprocess.Popen(
            [*command, *self._arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=self._environment,
        )
        assert self.process.stdout
        self.line = self.process.stdout.readline()
        assert "http://" in self.line, self.process.stderr and self.process.stderr.read()
        self.address = self.line.split("http://")[1].split()[0]
        self.address = f"http://{self.address}"

    def watch(self, match: str, secret: str | None = None, since: int | None = None) -> Tab:
        """Returns a tab that subscribes to the match when it is entered."""
        return Tab(self.address, match, secret, since)

    def stop(self, number: int = signal.SIGTERM) -> tuple[int, str, float]:
        """Sends the signal; returns exit code, stderr, and the seconds until the end."""
        started = time.monotonic()
        self.process.send_signal(number)
        _, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, err, time.monotonic() - started


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Starts `fivefold serve ARGUMENTS`, and kills it after the test."""
    started: list[Running] = []

    def start(*arguments: str, database: str = f"sqlite:///{tmp_path}/games.db") -> Running:
        started.append(Running(database, *arguments))
        return started[-1]

    yield start
    for each in started:
        if each.process.poll() is None:
            each.process.kill()
            each.process.communicate()
