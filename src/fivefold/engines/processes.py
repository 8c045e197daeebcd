"""Starts processes with a mark in their environment, and kills them with all descendants."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import signal
import subprocess
from pathlib import Path
from typing import Any

from fivefold.engines.wire import called, readable
from fivefold.errors import EngineCrashed
from fivefold.words import quoted

MARK = "FIVEFOLD_CHILD"
"""Environment variable that marks a child and its descendants, in any session."""
REAP = 2.0
"""Seconds to wait for a killed process."""
LOOKS = 20
"""Maximum number of searches for remaining descendants."""


def launch(name: str, command: list[str], **settings: Any) -> tuple[subprocess.Popen[bytes], bytes]:
    """Starts the command; returns the process and the mark in its environment."""
    token = secrets.token_hex(16)
    try:
        process = subprocess.Popen(
            command,
            stderr=subprocess.PIPE,
            bufsize=0,
            env={**os.environ, MARK: token},
            start_new_session=True,
            **settings,
        )
    except (OSError, ValueError) as error:
        raise _not_started(name, error, command[0], settings.get("cwd")) from error
    return process, f"{MARK}={token}\0".encode()


def _not_started(
    name: str, error: OSError | ValueError, program: str, folder: str | os.PathLike[str] | None
) -> EngineCrashed:
    """Returns the error for a process that could not be started."""
    if folder is not None and not Path(folder).is_dir():
        return EngineCrashed(
            "program.no_folder", name=called(name), folder=quoted(os.fspath(folder), 200)
        )
    if isinstance(error, FileNotFoundError):
        return EngineCrashed("program.missing", name=called(name), program=quoted(program, 200))
    if isinstance(error, OSError) and error.errno in (errno.EACCES, errno.ENOEXEC):
        key = "program.not_executable"
        return EngineCrashed(key, name=called(name), program=quoted(program, 200))
    return EngineCrashed("engine.not_started", name=called(name), reason=readable(str(error)))


def guard(group: int) -> subprocess.Popen[bytes] | None:
    """Starts a process that kills the group if this process dies first; None without a shell.

    It waits for the end of a pipe that only this process holds open.
    """
    try:
        return subprocess.Popen(
            ["/bin/sh", "-c", f"read _; kill -KILL -{group}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return None


def kill_all(process: subprocess.Popen[bytes], mark: bytes) -> None:
    """Kills the process, its group and all other processes with the mark."""
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(REAP)
    # A process may fork during the search: repeat it until nothing is found.
    for _ in range(LOOKS):
        if not _kill_marked(mark):
            return


def _kill_marked(mark: bytes) -> bool:
    """Kills all processes with the mark; tells whether there was one."""
    found = marked(mark)
    for pid in found:
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)
    return bool(found)


def marked(mark: bytes) -> list[int]:
    """Returns the ids of the processes with the mark; zombies have none."""
    found = []
    for file in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if mark in file.read_bytes() + b"\0":
                found.append(int(file.parent.name))
    return found
