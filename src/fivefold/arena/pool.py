"""Games on this machine: processes that each play one game at a time, as an `Executor`.

    runner ── submit ──> a queue ──> a thread for each place ── pipe ──> its process

A process that dies takes the game it was playing with it and no other: that game's future raises
`WorkerDied`, and the place gets a new process. When the runner dies, its end of every pipe closes,
and each process ends with everything it has started. (`ProcessPoolExecutor` breaks as a whole when
one process dies, and cannot say which of its calls killed it.)
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from typing import Any, ParamSpec, TypeVar

from fivefold.engines.processes import marked
from fivefold.errors import EngineCrashed

P = ParamSpec("P")
T = TypeVar("T")

MARK = "FIVEFOLD_ARENA"
"""The environment variable by which we know whatever a worker has started."""
FAREWELL = 5.0
"""Seconds a process may take to end once nobody needs it."""
MOMENT = 0.05


class WorkerDied(Exception):
    """The process that played the game ended before the game did."""


class LocalPool(Executor):
    """Runs calls in as many processes as it has places; the number can change at any time."""

    def __init__(self, places: int) -> None:
        # Neither copies this process with its threads and locks; the server is made only once and
        # its children have everything loaded.
        self._context = get_context("forkserver")
        self._context.set_forkserver_preload(["fivefold.arena.worker"])
        self._calls: deque[_Call] = deque()
        self._changed = threading.Condition()
        self._slots: list[_Slot] = []
        self._given_up: list[_Slot] = []
        self._closed = False
        self.resize(places)

    @property
    def places(self) -> int:
        """How many calls can run at a time."""
        return len(self._slots)

    def resize(self, places: int) -> None:
        """Changes the number of places; those given up end after the call they are at."""
        if places == len(self._slots):
            return
        with self._changed:
            self._given_up = [slot for slot in self._given_up if slot.thread.is_alive()]
            while len(self._slots) > places:
                self._given_up.append(self._slots.pop())
                self._given_up[-1].leaving = True
            while len(self._slots) < places and not self._closed:
                self._slots.append(_Slot(self._context, self._next_call))
            self._changed.notify_all()

    def submit(self, function: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        with self._changed:
            if self._closed:
                raise RuntimeError("cannot schedule new futures after shutdown")
            self._calls.append(_Call(future, (function, args, kwargs)))
            self._changed.notify()
        return future

    def _next_call(self, slot: _Slot) -> _Call | None:
        """Waits for a call that nobody has cancelled; None when the place is given up."""
        with self._changed:
            while True:
                if slot.leaving or (self._closed and not self._calls):
                    return None
                while self._calls:
                    call = self._calls.popleft()
                    if call.future.set_running_or_notify_cancel():
                        return call
                self._changed.wait()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Takes no more calls and ends the processes when those before are done."""
        with self._changed:
            self._closed = True
            if cancel_futures:
                for call in self._calls:
                    call.future.cancel()
            self._changed.notify_all()
        if wait:
            for slot in (*self._slots, *self._given_up):
                slot.thread.join()

    def kill(self) -> None:
        """Ends every process and what it has started, at once."""
        with self._changed:
            self._closed = True
            for call in self._calls:
                call.future.cancel()
            slots = (*self._slots, *self._given_up)
            for slot in slots:
                slot.leaving = True
            self._changed.notify_all()
        for slot in slots:
            slot.kill()
        for slot in slots:
            slot.thread.join(FAREWELL)


class _Call:
    """A call and where its answer goes."""

    def __init__(self, future: Future[Any], work: tuple[Any, ...]) -> None:
        self.future = future
        self.work = work


class _Slot:
    """One place: a thread here that hands calls to a process of its own."""

    def __init__(self, context: Any, next_call: Callable[[_Slot], _Call | None]) -> None:
        self.leaving = False
        self._killed = False
        self._context = context
        self._next_call = next_call
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._mark = secrets.token_hex(16)
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def _serve(self) -> None:
        while (call := self._next_call(self)) is not None:
            answer: Any = None
            error: BaseException | None = None
            try:
                answer, error = self._ask(call)
            except (EOFError, OSError):
                self._bury()
                error = WorkerDied()
            except BaseException as trouble:  # such as a call that cannot be sent
                error = trouble
            if error is None:
                call.future.set_result(answer)
            else:
                call.future.set_exception(error)
            del call
        self._end()

    def _ask(self, call: _Call) -> tuple[Any, BaseException | None]:
        if self._process is None:
            self._start()
        assert self._process is not None
        assert self._pipe is not None
        if self._killed:  # while the process was being started
            raise EOFError
        self._pipe.send(call.work)
        # The end of the process is waited for too: what it has started may hold its pipe open.
        if self._pipe not in wait([self._pipe, self._process.sentinel]):
            raise EOFError
        answer: tuple[Any, BaseException | None] = self._pipe.recv()
        return answer

    def _start(self) -> None:
        self._pipe, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs, self._mark), daemon=True)
        try:
            process.start()
        except OSError as error:  # no game's fault: the machine has no room for processes
            reason = error.strerror or str(error)
            raise EngineCrashed("arena.no_process", reason=reason) from error
        finally:
            theirs.close()
        self._process = process

    def _bury(self) -> None:
        """Ends what is left of a process that died, and what it had started."""
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if pipe is not None:
            pipe.close()
        if process is not None:
            process.kill()
            process.join(FAREWELL)
            kill_marked(self._mark)

    def _end(self) -> None:
        """Lets the process end by itself: it does when its pipe closes."""
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.join(FAREWELL)
            if self._process.exitcode is None:
                self._bury()

    def kill(self) -> None:
        """Ends the process in the middle of its call."""
        self._killed = True
        process = self._process
        if process is not None:
            with contextlib.suppress(ValueError, AttributeError):
                process.kill()


def _work(pipe: Connection, mark: str) -> None:
    """Does call after call in a process of its own, until the runner closes the pipe or dies."""
    # Ctrl-C in a terminal reaches every process; whether games stop is the runner's decision.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ[MARK] = mark
    os.set_inheritable(pipe.fileno(), False)
    calls: SimpleQueue[tuple[Any, ...]] = SimpleQueue()
    threading.Thread(target=_listen, args=(pipe, calls, mark), daemon=True).start()
    while True:
        function, args, kwargs = calls.get()
        answer: tuple[Any, BaseException | None]
        try:
            answer = (function(*args, **kwargs), None)
        except BaseException as error:
            answer = (None, error)
        try:
            pipe.send(answer)
        except OSError:
            _leave(mark)


def _listen(pipe: Connection, calls: SimpleQueue[tuple[Any, ...]], mark: str) -> None:
    """Passes calls on; when nobody is at the other end, ends this process and all it started."""
    with contextlib.suppress(EOFError, OSError):
        while True:
            calls.put(pipe.recv())
    _leave(mark)


def _leave(mark: str) -> None:
    """Ends this process, in which a game may still go on, and all it has started."""
    kill_marked(mark)
    os._exit(0)


def kill_marked(mark: str) -> None:
    """Kills every process with that mark in its environment, but not this one.

    It looks twice: a process that was being started bears the mark only a moment later.
    """
    wanted = f"{MARK}={mark}\0".encode()
    for pause in (MOMENT, 0.0):
        for number in marked(wanted):
            if number != os.getpid():
                with contextlib.suppress(OSError):
                    os.kill(number, signal.SIGKILL)
        time.sleep(pause)
