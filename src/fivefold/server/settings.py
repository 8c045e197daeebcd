"""What whoever starts the server decides, and where games are kept unless they say."""

from __future__ import annotations

import ipaddress
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


def is_this_machine(host: str) -> bool:
    """Tells whether a name or address in an URL can only mean the machine it is used on.

    >>> is_this_machine("127.0.0.1"), is_this_machine("::1"), is_this_machine("127.0.0.1.example")
    (True, True, False)
    """
    try:
        return host.lower() == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


@dataclass(frozen=True)
class Settings:
    """The choices a server starts with; nothing here changes while it runs."""

    database: str
    host: str = "127.0.0.1"
    port: int = 8000
    own: tuple[str, ...] = ()
    """Strategies of whoever starts the server, as paths."""
    arena: Path | None = None
    """A tournament's folder, or one of several, whose journals the arena page shows."""
    origins: tuple[str, ...] = ()
    """Other addresses the pages may be served from, as `https://games.example`."""
    proxies: tuple[str, ...] = ()
    """Addresses and networks whose word is taken for who the visitor is."""
    log: str | None = None
    """How each request is logged, as `text` or `json`; without it only what went wrong is."""
    worker: int = 1
    """Which of the processes this is, counted from 1."""
    workers: int = 1
    shared: Path | None = None
    """A folder in which the processes tell each other their numbers; none where one is alone."""
    thinkers: int = field(default_factory=lambda: min(8, max(2, os.cpu_count() or 2)))
    most_sockets: int = 4_000
    most_rooms: int = 4_000
    limited: bool = True
    """Whether clients have quotas; off for measurements."""
    slow_seconds: float = 9.0
    """Whoever has not taken a frame by then is let go."""
    idle_seconds: float = 300.0
    """A match nobody looked at for so long leaves the memory."""

    @property
    def thinkers_here(self) -> int:
        """How many processes think for this worker: its part, but two at least.

        One of them is never given to questions.
        """
        return self.thinkers if self.workers == 1 else max(2, self.thinkers // self.workers)

    @property
    def is_loopback(self) -> bool:
        """Tells whether only this machine can reach the server."""
        return is_this_machine(self.host)


def data_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Returns the folder for this user's Fivefold data; it need not exist yet."""
    home = Path(environment.get("HOME") or environment.get("USERPROFILE") or Path.cwd())
    if platform == "win32":
        base = Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif platform == "darwin":
        base = home / "Library" / "Application Support"
    else:
        said = Path(environment.get("XDG_DATA_HOME") or "")
        # The standard says that a path which is not absolute is to be ignored.
        base = said if said.is_absolute() else home / ".local" / "share"
    return base / "fivefold"


def default_database() -> str:
    """Returns the address of the database used unless another is named."""
    return f"sqlite:///{data_folder() / 'games.db'}"
