"""Ctrl-C during long work: the first asks it to stop, the second ends the process."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from fivefold.cli.exits import INTERRUPTED

Result = TypeVar("Result")

PATIENCE = 2.0
"""Seconds that work may take to stop after Ctrl-C before it is given up."""


class Work(Generic[Result]):
    """Something done in a thread, while the main thread listens for Ctrl-C."""

    def __init__(self, task: Callable[[threading.Event], Result]) -> None:
        self.stop = threading.Event()
        self.started = time.perf_counter()
        self._task = task
        self._results: list[Result] = []
        self._errors: list[BaseException] = []
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        try:
            self._results.append(self._task(self.stop))
        except BaseException as error:
            self._errors.append(error)

    def finish(self, tick: Callable[[float], None] | None = None) -> tuple[Result, bool]:
        """Returns the result and whether Ctrl-C cut the work short.

        Meanwhile `tick` is told the seconds passed. Work that does not stop within `PATIENCE` is
        left behind and the process ends.
        """
        with listening(self.stop):
            self._thread.start()
            stopped_at = None
            while self._thread.is_alive():
                self._thread.join(0.05)
                now = time.perf_counter()
                if self.stop.is_set():
                    stopped_at = stopped_at or now
                    if now - stopped_at > PATIENCE:
                        _leave()
                elif tick is not None:
                    tick(now - self.started)
        if self._errors:
            raise self._errors[0]
        return self._results[0], self.stop.is_set()


@contextlib.contextmanager
def listening(stop: threading.Event) -> Iterator[None]:
    """Sets `stop` at the first Ctrl-C and ends the process at the second."""

    def hear(number: int, frame: Any) -> None:
        if stop.is_set():
            _leave()
        stop.set()

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, hear)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _leave() -> None:
    """Ends the process at once: a thread deep in native code cannot be ended in any other way."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(INTERRUPTED)
