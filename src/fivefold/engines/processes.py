"""Starts processes of our own, and says why a process cannot be started."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

from fivefold.engines.wire import called, readable
from fivefold.errors import EngineCrashed
from fivefold.words import quoted

REAP = 2.0
"""Seconds to wait for a killed process."""


class PlainProcess:
    """A process of our own code in its own session, without a cage."""

    def __init__(self, command: list[str], **settings: Any) -> None:
        self.process = subprocess.Popen(
            command, stderr=subprocess.PIPE, bufsize=0, start_new_session=True, **settings
        )

    def told(self, key: str) -> Any:
        """Returns None: nobody watches it."""
        return None

    def end(self) -> None:
        """Kills the process and its group."""
        if self.process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(REAP)


def not_started(
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
