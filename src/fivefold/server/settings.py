"""The server's settings, and the default place of its database."""

from __future__ import annotations

import ipaddress
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from fivefold.errors import InvalidNotation
from fivefold.words import quoted

FAIR_PROCESSES = 4
"""The fewest analysis processes that can be shared fairly between clients."""


def default_processes() -> int:
    """Returns two more than cores: one for instant answers, one for those within a second."""
    return min(10, max(FAIR_PROCESSES, (os.cpu_count() or 2) + 2))


def is_this_machine(host: str) -> bool:
    """Whether a host name or address can only mean this machine.

    >>> is_this_machine("127.0.0.1"), is_this_machine("::1"), is_this_machine("127.0.0.1.example")
    (True, True, False)
    """
    try:
        return host.lower() == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True)
class Settings:
    """What a server is started with; nothing here changes while it runs."""

    database: str
    host: str = "127.0.0.1"
    port: int = 8000
    host_strategies: tuple[str, ...] = ()
    """Paths of the host's own strategies: `./bot.py:Bot`."""
    arena: Path | None = None
    """A tournament's folder, or a folder of several, shown on the arena page."""
    origins: tuple[str, ...] = ()
    """Further origins of the pages, such as `https://games.example`."""
    proxies: tuple[str, ...] = ()
    """Trusted proxies: addresses and networks whose forwarding headers are believed."""
    log: str | None = None
    """The format of the request log, `text` or `json`; None logs only errors."""
    worker: int = 1
    """The number of this worker, counted from 1."""
    workers: int = 1
    shared: Path | None = None
    """The folder of the state that several workers share."""
    analysis_processes: int = field(default_factory=default_processes)
    max_sockets: int = 4_000
    max_matches: int = 4_000
    limited: bool = True
    """Whether clients have rate limits; off for measurements."""
    slow_seconds: float = 9.0
    """A client that takes longer to accept a frame is disconnected."""
    silent_seconds: float = 60.0
    """A socket that watches no match and sends nothing for this long is closed."""
    trial_seconds: float = 5.0
    """On a crowded server a new socket has this long to show that it holds a seat."""
    idle_seconds: float = 300.0
    """A match that is not used for this long is dropped from memory."""
    keep_seconds: float | None = None
    """Finished matches are deleted when nothing happened to them for this long; None keeps all."""
    check_answers: bool = False
    """Whether each JSON answer is checked against its model; on in tests."""

    @property
    def analysis_processes_here(self) -> int:
        """The analysis processes of this worker: its share, at least `FAIR_PROCESSES`."""
        if self.workers == 1:
            return self.analysis_processes
        return max(FAIR_PROCESSES, self.analysis_processes // self.workers)

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach the server."""
        return is_this_machine(self.host)


def keep_seconds_of(text: str) -> float:
    """Returns the seconds of a number of days.

    >>> keep_seconds_of("90d")
    7776000.0
    """
    found = re.fullmatch(r"([0-9]{1,5})d", text.strip(), re.IGNORECASE | re.ASCII)
    if found is None or int(found[1]) < 1:
        raise InvalidNotation("serve.keep", text=quoted(text, 100))
    return int(found[1]) * 86_400.0


def data_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Returns the folder for this user's Fivefold data; it need not exist yet."""
    home = Path(environment.get("HOME") or environment.get("USERPROFILE") or Path.cwd())
    if platform == "win32":
        base = Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        chosen = Path(environment.get("XDG_DATA_HOME") or "")
        # The XDG standard says to ignore a relative path.
        base = chosen if chosen.is_absolute() else home / ".local" / "share"
    return base / "fivefold"


def default_database() -> str:
    """Returns the URL of the default database."""
    return f"sqlite:///{data_folder() / 'games.db'}"
