"""Ctrl-C while the command is loaded and while the interpreter shuts down.

An exception in the middle of an import is not safe: some code swallows it, some prints it.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from types import FrameType

from fivefold.cli import INTERRUPTED


def exit_on_interrupt() -> None:
    """Makes Ctrl-C end the process at once instead of raising `KeyboardInterrupt`."""
    _replace(signal.default_int_handler, exit_now)
    # The package itself handles Ctrl-C until `main` runs.
    _replace(vars(sys.modules["fivefold"])["_exit_on_interrupt"], exit_now)


def raise_on_interrupt() -> None:
    """Makes Ctrl-C raise `KeyboardInterrupt` again."""
    _replace(exit_now, signal.default_int_handler)


def exit_now(number: int | None = None, frame: FrameType | None = None) -> None:
    """Writes out what was printed and ends the process with the exit code of Ctrl-C.

    No thread is waited for: one that runs native code cannot be stopped in any other way.
    """
    for stream in (sys.stdout, sys.stderr):
        # It may be missing, closed, or interrupted while it is being written.
        with suppress(AttributeError, OSError, RuntimeError, ValueError):
            stream.flush()
    os._exit(INTERRUPTED)


def _replace(before: object, handler: object) -> None:
    """Sets the handler if the present one is `before`; another one has its reasons."""
    if signal.getsignal(signal.SIGINT) is before:
        with suppress(ValueError):  # only the main thread may set handlers
            signal.signal(signal.SIGINT, handler)  # type: ignore[arg-type]
