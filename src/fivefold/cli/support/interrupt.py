"""Ctrl-C during long work: the first asks it to stop, the second ends the process."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, Generic, TypeVar

from fivefold.cli.support.loading import exit_now

Result = TypeVar("Result")

STOP_SECONDS = 2.0
"""How long work may take to stop after Ctrl-C."""


class Work(Generic[Result]):
    """A task in a thread, while the main thread waits for Ctrl-C."""

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
        """Returns the result and whether Ctrl-C stopped the work.

        Calls `tick` with the seconds passed, every 0.05 s. If the work does not stop within
        `STOP_SECONDS` of Ctrl-C, the process ends.
        """
        with stop_on_interrupt(self.stop):
            self._thread.start()
            stopped_at = None
            while self._thread.is_alive():
                self._thread.join(0.05)
                now = time.perf_counter()
                if self.stop.is_set():
                    stopped_at = stopped_at or now
                    if now - stopped_at > STOP_SECONDS:
                        exit_now()
                elif tick is not None:
                    tick(now - self.started)
        if self._errors:
            raise self._errors[0]
        return self._results[0], self.stop.is_set()


@contextlib.contextmanager
def stop_on_interrupt(stop: threading.Event) -> Iterator[None]:
    """Sets `stop` at the first Ctrl-C and ends the process at the second."""

    def handle(number: int, frame: Any) -> None:
        if stop.is_set():
            exit_now()
        stop.set()

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextlib.contextmanager
def wakeup_pipe() -> Iterator[int]:
    """Gives a descriptor that becomes readable when a signal arrives.

    Python runs a signal handler between two instructions only. A signal that arrives after it has
    looked for one and before a system call blocks interrupts neither: the call has to wait for
    this descriptor too.
    """
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    os.set_blocking(writer, False)
    before = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    try:
        yield reader
    finally:
        signal.set_wakeup_fd(before)
        os.close(reader)
        os.close(writer)


def run_async(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """Runs the coroutine as `asyncio.run` does; Ctrl-C always wakes its event loop."""
    import asyncio

    if threading.current_thread() is not threading.main_thread():
        return asyncio.run(coroutine)
    with asyncio.Runner() as runner, wakeup_pipe() as reader:
        loop = runner.get_loop()
        loop.add_reader(reader, os.read, reader, 4096)
        try:
            return runner.run(coroutine)
        finally:
            loop.remove_reader(reader)
