"""Starts a process in a cage, and ends it with everything it has started."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from fivefold.cage import SYSTEM
from fivefold.cage.settings import Cage, Level, default_cage
from fivefold.cage.shown import outside_the_system, program_files, python_folders, secrets_in
from fivefold.words import Message, say

LEVELS: tuple[Level, ...] = ("namespaces", "subreaper", "group")
END_SECONDS = 3.0
"""Seconds in which a launcher ends its cage; then it is killed."""
PROBE_SECONDS = 30.0
LAUNCHER = "fivefold.cage.launcher"
_PACKAGES = str(Path(__file__).parents[2])


class Unfit(Exception):
    """This kind of cage is not available here; the text says why."""


@dataclass(frozen=True)
class Job:
    """What runs in a cage: `main(command)` of a module of ours, or a program."""

    command: list[str]
    module: str | None = None
    folder: str | None = None
    """The working folder; None for the scratch folder."""
    keep: tuple[int, ...] = ()
    """Descriptors that the code inherits."""
    read: tuple[str, ...] = ()
    """The bot's own files."""


class CagedProcess:
    """A launcher and the socket that controls it; `process` ends as the caged code ends."""

    def __init__(self, cage: Cage, job: Job, level: Level, **streams: int) -> None:
        self.level = level
        if level != "namespaces" and sys.platform == "linux":
            _keep_the_environment_private()
        self.news: list[dict[str, Any]] = []
        """What the launcher has told so far."""
        self._unread = b""
        self._base = tempfile.mkdtemp(prefix="fivefold-")
        self.control, theirs = socket.socketpair()
        try:
            with theirs:
                number = theirs.fileno()
                self.process: subprocess.Popen[bytes] = subprocess.Popen(
                    _launcher(job.module is not None, number),
                    pass_fds=[number, *job.keep],
                    bufsize=0,
                    env=cage.environment(),
                    start_new_session=True,
                    stdin=streams.get("stdin"),
                    stdout=streams.get("stdout"),
                    stderr=streams.get("stderr"),
                )
            text = json.dumps(_as_data(cage, job, level, self._base))
            self.control.sendall(text.encode() + b"\n")
        except BaseException:
            self.control.close()
            self._remove_scratch()
            raise
        self.control.setblocking(False)

    def hear(self, data: bytes) -> bool:
        """Takes what came over the socket; tells whether the code runs.

        Raises `Unfit` if this kind of cage is not available, `OSError` if the code cannot start.
        A kind that has worked before is available: code must not get a weaker cage by exhausting
        the machine.
        """
        self._unread += data
        *lines, self._unread = self._unread.split(b"\n")
        self.news += [json.loads(line) for line in lines]
        for news in self.news:
            if "unfit" in news:
                raise (OSError if self.level in _Known.working else Unfit)(news["unfit"])
            if "failed" in news:
                raise OSError(news["failed"], news["reason"])
        if not data:
            raise OSError(0, "the launcher has ended")
        is_running = any("running" in news for news in self.news)
        if is_running:
            _Known.working.add(self.level)
        return is_running

    def told(self, key: str) -> Any:
        """Returns what the launcher told under that key, or None."""
        with contextlib.suppress(OSError, Unfit):
            while self.control.fileno() >= 0:
                self.hear(self.control.recv(4096))
        return next((news[key] for news in self.news if key in news), None)

    def end(self) -> None:
        """Ends the code and everything it has started, and empties its scratch folder."""
        self.told("left")
        self.control.close()
        try:
            self.process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(END_SECONDS)
        self._remove_scratch()

    def _remove_scratch(self) -> None:
        shutil.rmtree(self._base, ignore_errors=True)


def _keep_the_environment_private() -> None:
    """Keeps processes of the same user from reading this one's environment and memory in `/proc`.

    Namespaces hide `/proc`; the weaker cage does not.
    """
    from fivefold.cage import kernel

    with contextlib.suppress(OSError):
        kernel.set_dumpable(False)


def _launcher(is_module: bool, control: int) -> list[str]:
    """Returns the command of the launcher."""
    if is_module:
        # -P: a student's random.py in the current folder must not hide the library's.
        return [sys.executable, "-P", "-m", LAUNCHER, str(control)]
    # A program needs no packages of Python, whose search takes half of the start.
    find = f"import sys; sys.path.append({_PACKAGES!r})"
    start = f"{find}; from {LAUNCHER} import main; main(sys.argv[1:])"
    return [sys.executable, "-I", "-S", "-c", start, str(control)]


def _as_data(cage: Cage, job: Job, level: Level, base: str) -> dict[str, Any]:
    """Returns what the launcher reads."""
    folder = Path(job.folder or ".").absolute()
    own = list(job.read)
    if job.module is None:
        own += map(str, program_files(job.command, folder))
    shown = outside_the_system(map(Path, own))
    files = outside_the_system([*map(Path, shown), *python_folders(), *map(Path, cage.read)])
    system = [each for each in SYSTEM if not Path(each).is_symlink()]
    return {
        **asdict(job),
        "folder": str(folder) if job.module is None else job.folder,
        "level": level,
        "base": base,
        "read": files,
        "write": list(cage.write),
        "hide": secrets_in(shown),
        "apart": _apart(cage, [*system, *files, *cage.write]),
        "network": cage.network,
        **{name: getattr(cage, name) for name in ("memory", "processes", "files", "disk", "cpu")},
    }


def _apart(cage: Cage, shown: Iterable[str]) -> list[dict[str, Any]]:
    """Returns the folders that the cage shows entry by entry, because they have hidden files.

    A hidden file may be created later, such as the log of a database. A folder may be seen under
    several paths; `root` is the shown one that contains it.
    """
    names: defaultdict[str, list[str]] = defaultdict(list)
    for path in cage.hide:
        folder, name = os.path.split(os.path.realpath(path))
        names[folder].append(name)
    found = []
    for root in shown:
        real = os.path.realpath(root)
        for folder, hidden in names.items():
            if Path(folder).is_relative_to(real):
                seen = str(Path(root, Path(folder).relative_to(real)))
                found.append({"seen": seen, "folder": folder, "hidden": hidden, "root": root})
    return found


class _Known:
    """The best kind of cage that is not known to fail here, and why no better one is used."""

    level: Level = "namespaces" if sys.platform == "linux" else "group"
    reason = ""
    working: ClassVar[set[Level]] = set()


def level_to_try(cage: Cage) -> Level:
    """Returns the kind of cage to start with."""
    return max(cage.level, _Known.level, key=LEVELS.index)


def lower(level: Level, reason: str) -> None:
    """Notes that a kind of cage is not available here."""
    _Known.level = LEVELS[LEVELS.index(level) + 1]
    _Known.reason = reason


@cache
def level_of(cage: Cage) -> Level:
    """Returns the kind of cage that this system allows, after trying it."""
    while True:
        level = level_to_try(cage)
        caged = CagedProcess(cage, Job([sys.executable, "-I", "-S", "-c", ""]), level)
        try:
            caged.control.settimeout(PROBE_SECONDS)
            while not caged.hear(caged.control.recv(4096)):
                pass
            caged.control.setblocking(False)
            return level
        except Unfit as reason:
            lower(level, str(reason))
        finally:
            caged.end()


def describe(level: Level) -> Message:
    """Returns a sentence on what this kind of cage keeps, with the reason why it is no better."""
    if default_cage().whole_environment:
        return say("cage.off")
    reason = f" ({_Known.reason})" if _Known.reason else ""
    return say(f"cage.{level}", reason=reason)
