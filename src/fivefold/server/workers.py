"""Several processes that serve one address: a parent that starts them, and replaces the dead.

             parent     bound the port, has no loop and no threads, waits
            /  |   \\
    worker 1   2    3   each a whole server on the same listening socket

Workers are forked, so that a new one is there in milliseconds and nothing about the database
stands in a list of processes. On a pipe a worker tells its parent every second that it lives; one
that falls silent is stuck and is killed, and the pipe's end says that a worker is dead. Another
pipe tells the workers that the parent is.
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
from fivefold.server import running
from fivefold.server.database import open_engine
from fivefold.server.garbage import put_aside
from fivefold.server.logs import Lines
from fivefold.server.noticeboard import bury, hang_up
from fivefold.server.own import OwnStrategies
from fivefold.server.settings import Settings
from fivefold.words import say

STOP_SECONDS = 4.5
"""How long workers may take to say goodbye before they are killed."""
YOUNG = 5.0
"""A worker that dies before it is as old is replaced after a pause only."""
PAUSE = 1.0
SILENT = 20.0
"""A worker that has said nothing for so many seconds is stuck."""
BACKLOG = 2048
ENDING = (signal.SIGTERM, signal.SIGINT)

log = logging.getLogger("fivefold.server")


@dataclass
class _Child:
    """A worker as its parent knows it."""

    number: int
    pid: int
    pipe: int
    """Says again and again that it lives, and ends when the worker does."""
    started: float
    heard: float | None = None
    """When it last said that it lives; None before it is ready."""


def serve(
    settings: Settings, listening: socket.socket, ready: Callable[[], None], own: OwnStrategies
) -> bool:
    """Serves with several processes until it is stopped; tells whether that was by Ctrl-C."""
    # Here, so that a database that cannot be used is one sentence for whoever starts it.
    open_engine(settings.database).dispose()
    folder = Path(tempfile.mkdtemp(prefix="fivefold-workers-"))
    parent = Parent(replace(settings, shared=folder), listening, own)
    try:
        hang_up(folder)
        with parent.hearing_signals():
            return parent.run(ready)
    finally:
        parent.close()
        shutil.rmtree(folder, ignore_errors=True)


class Parent:
    """Starts workers, replaces those that die, and ends them all."""

    def __init__(self, settings: Settings, listening: socket.socket, own: OwnStrategies) -> None:
        assert settings.shared is not None
        self._settings, self._folder = settings, settings.shared
        self._listening, self._own = listening, own
        self._children: dict[int, _Child] = {}
        self._due: dict[int, float] = {}
        """When each worker that is missing is to be started."""
        self._alarm, self._alarmed = os.pipe()
        self._lifeline, self._lifeline_end = os.pipe()
        self._signals: list[int] = []

    def run(self, ready: Callable[[], None]) -> bool:
        """Keeps all workers alive until a signal comes; tells whether that was Ctrl-C."""
        self._listening.listen(BACKLOG)
        put_aside()  # what is loaded by now all workers share
        self._due = dict.fromkeys(range(1, self._settings.workers + 1), 0.0)
        told = False
        try:
            while not self._signals:
                self._start_those_due()
                for dead in self._wait(self._next_due()):
                    if not told and dead.heard is None:
                        raise StorageUnavailable("serve.worker_failed", worker=dead.number)
                    self._replace(dead)
                self._kill_the_silent()
                if not told and self._are_ready():
                    told = True
                    ready()
        finally:
            self._end_all()
        return signal.SIGINT in self._signals

    @contextlib.contextmanager
    def hearing_signals(self) -> Iterator[None]:
        """Notes the signals that end everything, and wakes up by them."""
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
        """Closes what is the parent's."""
        for each in (self._alarm, self._alarmed, self._lifeline, self._lifeline_end):
            os.close(each)

    # Workers

    def _are_ready(self) -> bool:
        ready = [child for child in self._children.values() if child.heard is not None]
        return len(ready) == self._settings.workers

    def _next_due(self) -> float:
        """Returns the seconds until a worker is to be started, or looked for."""
        now = time.monotonic()
        return min(SILENT, max(0.0, min(self._due.values(), default=now + SILENT) - now))

    def _start_those_due(self) -> None:
        now = time.monotonic()
        for number in [number for number, due in self._due.items() if due <= now]:
            del self._due[number]
            self._children[number] = self._start(number)

    def _start(self, number: int) -> _Child:
        """Returns a new worker; in the worker itself this never returns."""
        pipe, report = os.pipe()
        os.set_blocking(report, False)
        sys.stdout.flush()
        sys.stderr.flush()
        # A signal for the worker must not reach it while it is still its parent's image.
        signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
        pid = os.fork()
        if pid == 0:
            os.close(pipe)
            self._be_worker(number, report)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
        os.close(report)
        return _Child(number, pid, pipe, time.monotonic())

    def _be_worker(self, number: int, report: int) -> None:
        """Serves, and ends the process."""
        code = 1
        try:
            # Ctrl-C in a terminal is for the parent, which says goodbye to everybody in order.
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
            lost = running.serve_as_worker(
                settings, self._listening, lambda: _say_alive(report), self._own, self._lifeline
            )
            if lost:
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
        """Waits for something to happen, and returns the workers that died of it."""
        pipes = {child.pipe: child for child in self._children.values()}
        happened, _, _ = select.select([self._alarm, *pipes], [], [], seconds)
        dead = []
        for each in happened:
            said = os.read(each, 1000)
            if each == self._alarm:
                continue
            if said:
                pipes[each].heard = time.monotonic()
            else:
                dead.append(pipes[each])
        return dead

    def _kill_the_silent(self) -> None:
        """Kills those that are stuck; that they have ended is heard as of any other."""
        now = time.monotonic()
        for child in self._children.values():
            if child.heard is None or now - child.heard <= SILENT:
                continue
            if select.select([child.pipe], [], [], 0)[0]:
                continue  # it was the parent that did not listen
            child.heard = now
            facts = {"worker": child.number, "pid": child.pid, "seconds": round(SILENT)}
            self._log(str(say("serve.worker_silent", **facts)))
            with contextlib.suppress(ProcessLookupError):
                os.kill(child.pid, signal.SIGKILL)

    def _replace(self, dead: _Child) -> None:
        """Strikes out what a dead worker left, and has another started in its place."""
        how = self._collect(dead)
        bury(self._folder, dead.number)
        now = time.monotonic()
        self._due[dead.number] = now if now - dead.started > YOUNG else now + PAUSE
        self._log(str(say("serve.worker_died", worker=dead.number, pid=dead.pid, how=how)))

    def _log(self, text: str) -> None:
        """Writes a line at once: the log of a worker has a thread, and the parent none."""
        if (kind := self._settings.log) is not None:
            record = log.makeRecord(log.name, logging.WARNING, "", 0, text, (), None)
            text = Lines(kind, None).format(record)
        print(text, file=sys.stderr, flush=True)

    def _collect(self, dead: _Child) -> str:
        """Returns how the worker ended."""
        os.close(dead.pipe)
        del self._children[dead.number]
        _, status = os.waitpid(dead.pid, 0)
        code = os.waitstatus_to_exitcode(status)
        return f"exit {code}" if code >= 0 else signal.Signals(-code).name

    def _end_all(self) -> None:
        """Tells everybody to end, and returns when they have; a second Ctrl-C waits no longer."""
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


def _say_alive(report: int) -> None:
    """Tells the parent; whether it listens, or has ended, is not this worker's business here."""
    with contextlib.suppress(BlockingIOError, BrokenPipeError):
        os.write(report, b".")
