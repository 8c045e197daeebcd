"""What foreign code may use and see: the limits of a cage, and how they are written.

`memory=8G,processes=1000,network=no,read=~/weights` changes those limits and keeps the others.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, MutableMapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, get_args

from fivefold.errors import InvalidNotation
from fivefold.words import quoted

Level = Literal["namespaces", "subreaper", "group"]
"""Kinds of cage, best first; what each keeps is in `docs/how-to/cage.md`."""

VARIABLE = "FIVEFOLD_CAGE"
"""Environment variable with the limits of every cage that is not given its own."""
NAMED = (
    *("PATH", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LC_NUMERIC", "LC_TIME"),
    *("TZ", "LD_LIBRARY_PATH", "JAVA_HOME", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"),
    *("PYTHONPATH", "PYTHONHOME", "PYTHONHASHSEED", "PYTHONUTF8", "PYTHONUNBUFFERED"),
    "PYTHONDONTWRITEBYTECODE",
)
"""Environment variables that foreign code gets, if they are set."""
_NEEDED = (
    *("HOME", "USER", "LOGNAME", "TMPDIR", "XDG_", "FIVEFOLD_", "PG", "SSL_"),
    *("DISPLAY", "WAYLAND_", "XAUTHORITY", "DBUS_", "BROWSER"),
)
"""Beginnings of the environment variables that a server itself needs."""
OFF = "off"
GIGABYTE = 2**30


@dataclass(frozen=True)
class Cage:
    """The limits of a cage; None lifts a limit. Sizes are in bytes.

    The defaults leave room for a Java program, a hash table of 1 GB and 64 threads.
    """

    memory: int | None = 4 * GIGABYTE
    """Of all processes together; one process gets an error before, where the kernel counts."""
    processes: int | None = 512
    """Processes and threads together."""
    files: int | None = 4096
    """Open files of a process."""
    disk: int | None = GIGABYTE
    """Of a file, and of everything in the scratch folder."""
    cpu: int | None = 24 * 3600
    """Seconds of processor time of a process."""
    network: bool = True
    """Whether it may use the network; only namespaces can take it away."""
    read: tuple[str, ...] = ()
    """Further files and folders that it may read."""
    write: tuple[str, ...] = ()
    """Files and folders that it may change."""
    env: tuple[str, ...] = ()
    """Further environment variables that it gets."""
    hide: tuple[str, ...] = ()
    """Files and folders that it may not see although it sees the folder."""
    level: Level = "namespaces"
    """The best kind of cage to try."""
    whole_environment: bool = False
    """Whether it gets every environment variable."""

    @classmethod
    def parse(cls, text: str) -> Cage:
        """Returns the limits written as `memory=8G,network=no`; `off` lifts all."""
        if text.strip() == OFF:
            return OPEN
        found: dict[str, Any] = {}
        for part in filter(None, (each.strip() for each in text.split(","))):
            name, equals, value = (each.strip() for each in part.partition("="))
            if not name or not equals or not value:
                raise InvalidNotation("cage.unreadable", text=quoted(part))
            if name not in _READ:
                raise InvalidNotation("cage.unknown", name=quoted(name), names=list(_READ))
            try:
                read = _READ[name](value)
            except ValueError:
                values = _VALUES.get(name, _VALUES["memory"])
                facts = {"name": name, "value": quoted(value), "values": values}
                raise InvalidNotation("cage.value", **facts) from None
            found[name] = (*found.get(name, ()), *read) if isinstance(read, tuple) else read
        return cls(**found)

    def __str__(self) -> str:
        """Returns the text from which `parse` makes an equal value, except for `hide`."""
        if self.whole_environment:
            return OFF
        parts = []
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name in _READ and value != field.default:
                several = value if isinstance(value, tuple) else (value,)
                parts += [f"{field.name}={_shown(each)}" for each in several]
        return ",".join(parts)

    def hiding(self, *paths: str) -> Cage:
        """Returns the cage in which these paths cannot be seen either."""
        return replace(self, hide=(*self.hide, *paths))

    def environment(self, source: Mapping[str, str] = os.environ) -> dict[str, str]:
        """Returns the environment variables that foreign code gets."""
        if self.whole_environment:
            return dict(source)
        return {name: source[name] for name in (*NAMED, *self.env) if name in source}


OPEN = Cage(None, None, None, None, None, level="subreaper", whole_environment=True)
"""No limits: only what is left behind is ended."""


def forget_environment(cage: Cage, environment: MutableMapping[str, str] = os.environ) -> None:
    """Removes the environment variables that neither a server nor foreign code needs.

    In a weak cage, code can read the environment of every process that the server starts.
    """
    for name in set(environment) - {*NAMED, *cage.env}:
        if not name.startswith(_NEEDED):
            del environment[name]


def default_cage() -> Cage:
    """Returns the cage with the limits of the environment variable `FIVEFOLD_CAGE`."""
    return _parsed(os.environ.get(VARIABLE, ""))


_parsed = lru_cache(maxsize=8)(Cage.parse)


def _size(text: str) -> int | None:
    match = re.fullmatch(r"([0-9]{1,12})([KMGT]?)B?", text.upper())
    if text == "none":
        return None
    if match is None or not int(match[1]):
        raise ValueError(text)
    return int(match[1]) << 10 * " KMGT".index(match[2] or " ")


def _count(text: str) -> int | None:
    if text == "none":
        return None
    if not re.fullmatch(r"[0-9]{1,9}", text) or not int(text):
        raise ValueError(text)
    return int(text)


def _yes(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError(text)
    return text == "yes"


def _path(text: str) -> tuple[str, ...]:
    if not text.isprintable():
        raise ValueError(text)
    return (str(Path(text).expanduser().absolute()),)


def _name(text: str) -> tuple[str, ...]:
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", text):
        raise ValueError(text)
    return (text,)


def _level(text: str) -> str:
    if text not in get_args(Level):
        raise ValueError(text)
    return text


_READ: dict[str, Callable[[str], Any]] = {
    "memory": _size,
    "processes": _count,
    "files": _count,
    "disk": _size,
    "cpu": _count,
    "network": _yes,
    "read": _path,
    "write": _path,
    "env": _name,
    "level": _level,
}

_VALUES: dict[str, list[str]] = {
    "memory": ["512M", "8G", "none"],
    "disk": ["512M", "8G", "none"],
    **{name: ["1000", "none"] for name in ("processes", "files", "cpu")},
    "network": ["yes", "no"],
    "env": ["DISPLAY"],
    **{name: ["~/engines"] for name in ("read", "write")},
    "level": list(get_args(Level)),
}
"""Examples of what may be written."""


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)
