"""Supervises several worker processes on one address, and replaces those that die.

             parent     has bound the port; no event loop, no threads
            /  |   \\
    worker 1   2    3   each a whole server on the same listening socket

Workers are forked: a new one is ready in milliseconds, and the database URL appears in no list of
processes. Each worker writes a heartbeat to a pipe every second. A worker that stays silent is
stuck and is killed; the end of the pipe says that a worker has died. The end of another pipe tells
the workers that the parent has.
"""

from __future__ import annotations

import contextlib
import logging
import os
import select
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from fivefold.errors import FivefoldError, StorageUnavailable
from fivefold.server.gc_tuning import collect_and_freeze
from fivefold.server.logs import LogFormatter
from fivefold.server.peers.shared_state import create_shared_state, remove_worker
from fivefold.server.settings import Settings
from fivefold.server.storage.connection import open_engine
from fivefold.words import say

STOP_SECONDS = 4.5
"""How long workers may take to stop before they are killed."""
YOUNG_SECONDS = 5.0
"""A worker that dies younger than this is replaced after a pause."""
PAUSE_SECONDS = 1.0
SILENT_SECONDS = 20.0
"""A worker without a heartbeat for this long is stuck."""
BACKLOG = 2048
ENDING = (signal.SIGTERM, signal.SIGINT)

ServeAsWorker = Callable[[Settings, socket.socket, Callable[[], None], int], bool]
"""Takes settings, socket, heartbeat and the pipe that ends with the parent. Serves until stopped;
returns whether the parent has died."""

log = logging.getLogger("fivefold.server")


@dataclass
class _Child:
    """A worker process, as its parent sees it."""

    number: int
    pid: int
    pipe: int
    """Carries the heartbeat, and ends with the worker."""
    started: float
    heartbeat: float | None = None
    """The time of the last heartbeat; None before it is ready."""


def supervise(
    settings: Settings, listening: socket.socket, ready: Callable[[], None], serve: ServeAsWorker
) -> bool:
    """Serves with several processes until stopped; returns whether that was by Ctrl-C.

    Each worker process calls `serve`.
    """
    # Opened here first, so that an unusable database is reported once.
    open_engine(settings.database).dispose()
    folder = Path(tempfile.mkdtemp(prefix="fivefold-workers-"))
    supervisor = Supervisor(replace(settings, shared=folder), listening, serve)
    try:
        create_shared_state(folder)
        with supervisor.handling_signals():
            return supervisor.run(ready)
    finally:
        supervisor.close()
        shutil.rmtree(folder, ignore_errors=True)


class Supervisor:
    """Starts the workers, replaces those that die, and stops them all."""

    def __init__(self, settings: Settings, listening: socket.socket, serve: ServeAsWorker) -> None:
        assert settings.shared is not None
        self._settings, self._folder = settings, settings.shared
        self._listening, self._serve = listening, serve
        self._children: dict[int, _Child] = {}
        self._due: dict[int, float] = {}
        """When each missing worker is to be started."""
        self._alarm, self._alarmed = os.pipe()
        self._lifeline, self._lifeline_end = os.pipe()
        self._signals: list[int] = []

    def run(self, ready: Callable[[], None]) -> bool:
        """Keeps all workers running until a signal; returns whether that was Ctrl-C."""
        self._listening.listen(BACKLOG)
        collect_and_freeze()  # the workers share what is loaded by now
        self._due = dict.fromkeys(range(1, self._settings.workers + 1), 0.0)
        is_ready = False
        try:
            while not self._signals:
                self._start_those_due()
                for dead in self._wait(self._next_due()):
                    if not is_ready and dead.heartbeat is None:
                        raise StorageUnavailable("serve.worker_failed", worker=dead.number)
                    self._replace(dead)
                self._kill_the_silent()
                if not is_ready and self._are_ready():
                    is_ready = True
                    ready()
        finally:
            self._end_all()
        return signal.SIGINT in self._signals

    @contextlib.contextmanager
    def handling_signals(self) -> Iterator[None]:
        """Records the signals that stop the server, and lets them wake `select`."""
        before = {number: signal.signal(number, self._note) for number in ENDING}
        os.set_blocking(self._alarmed, False)
        wakeup = signal.set_wakeup_fd(self._alarmed, warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(wakeup)
            for number, handler in before.items():
                signal.signal(number, handler)

    def _note(self, number: int, frame: object) -> None:
        self._signals.append(number)

    def close(self) -> None:
        """Closes the parent's pipes."""
        for each in (self._alarm, self._alarmed, self._lifeline, self._lifeline_end):
            os.close(each)

    # Workers

    def _are_ready(self) -> bool:
        ready = [child for child in self._children.values() if child.heartbeat is not None]
        return len(ready) == self._settings.workers

    def _next_due(self) -> float:
        """Returns the seconds until a worker must be started or checked."""
        now = time.monotonic()
        return min(
            SILENT_SECONDS, max(0.0, min(self._due.values(), default=now + SILENT_SECONDS) - now)
        )

    def _start_those_due(self) -> None:
        now = time.monotonic()
        for number in [number for number, due in self._due.items() if due <= now]:
            del self._due[number]
            self._children[number] = self._start(number)

    def _start(self, number: int) -> _Child:
        """Returns a new worker. In the worker process itself, never returns."""
        pipe, report = os.pipe()
        os.set_blocking(report, False)
        sys.stdout.flush()
        sys.stderr.flush()
        # Until it has its own handlers, a signal must not reach the forked worker.
        signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
        pid = os.fork()
        if pid == 0:
            os.close(pipe)
            self._be_worker(number, report)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
        os.close(report)
        return _Child(number, pid, pipe, time.monotonic())

    def _be_worker(self, number: int, report: int) -> None:
        """Serves as a worker, then exits the process."""
        code = 1
        try:
            # Ctrl-C in a terminal must reach only the parent, which stops the workers in order.
            os.setpgid(0, 0)
            signal.set_wakeup_fd(-1)
            for each in ENDING:
                signal.signal(each, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
            for fd in (self._alarm, self._alarmed, self._lifeline_end):
                os.close(fd)
            for child in self._children.values():
                os.close(child.pipe)
            settings = replace(self._settings, worker=number)
            is_orphaned = self._serve(
                settings, self._listening, lambda: _send_heartbeat(report), self._lifeline
            )
            if is_orphaned:
                shutil.rmtree(self._folder, ignore_errors=True)
            code = 0
        except FivefoldError as error:
            print(error, file=sys.stderr)
            code = 2
        except BaseException:
            log.exception("unexpected error")
        finally:
            with contextlib.suppress(Exception):
                sys.stdout.flush()
                sys.stderr.flush()
            os._exit(code)

    def _wait(self, seconds: float | None) -> list[_Child]:
        """Waits for heartbeats, deaths or signals; returns the workers that died."""
        pipes = {child.pipe: child for child in self._children.values()}
        happened, _, _ = select.select([self._alarm, *pipes], [], [], seconds)
        dead = []
        for each in happened:
            said = os.read(each, 1000)
            if each == self._alarm:
                continue
            if said:
                pipes[each].heartbeat = time.monotonic()
            else:
                dead.append(pipes[each])
        return dead

    def _kill_the_silent(self) -> None:
        """Kills the workers that are stuck; `_wait` then returns them."""
        now = time.monotonic()
        for child in self._children.values():
            if child.heartbeat is None or now - child.heartbeat <= SILENT_SECONDS:
                continue
            if select.select([child.pipe], [], [], 0)[0]:
                continue  # it has written: the parent was busy
            child.heartbeat = now
            facts = {"worker": child.number, "pid": child.pid, "seconds": round(SILENT_SECONDS)}
            self._log(str(say("serve.worker_silent", **facts)))
            with contextlib.suppress(ProcessLookupError):
                os.kill(child.pid, signal.SIGKILL)

    def _replace(self, dead: _Child) -> None:
        """Removes a dead worker's shared state, and schedules its replacement."""
        how = self._collect(dead)
        remove_worker(self._folder, dead.number)
        now = time.monotonic()
        self._due[dead.number] = now if now - dead.started > YOUNG_SECONDS else now + PAUSE_SECONDS
        self._log(str(say("serve.worker_died", worker=dead.number, pid=dead.pid, how=how)))

    def _log(self, text: str) -> None:
        """Writes a line directly: the parent has no logging thread."""
        if (kind := self._settings.log) is not None:
            record = log.makeRecord(log.name, logging.WARNING, "", 0, text, (), None)
            text = LogFormatter(kind, None).format(record)
        print(text, file=sys.stderr, flush=True)

    def _collect(self, dead: _Child) -> str:
        """Returns how the worker ended."""
        os.close(dead.pipe)
        del self._children[dead.number]
        _, status = os.waitpid(dead.pid, 0)
        code = os.waitstatus_to_exitcode(status)
        return f"exit {code}" if code >= 0 else signal.Signals(-code).name

    def _end_all(self) -> None:
        """Stops all workers and returns when they have ended; a second Ctrl-C kills them."""
        signals, deadline = len(self._signals), time.monotonic() + STOP_SECONDS
        self._send(signal.SIGTERM)
        while self._children and time.monotonic() < deadline:
            if signal.SIGINT in self._signals[signals:]:
                break
            for dead in self._wait(max(0.0, deadline - time.monotonic())):
                self._collect(dead)
        self._send(signal.SIGKILL)
        for child in tuple(self._children.values()):
            self._collect(child)

    def _send(self, number: signal.Signals) -> None:
        for child in self._children.values():
            with contextlib.suppress(ProcessLookupError):
                os.kill(child.pid, number)


def _send_heartbeat(report: int) -> None:
    """Writes a heartbeat, if the parent reads it."""
    with contextlib.suppress(BlockingIOError, BrokenPipeError):
        os.write(report, b".")
