"""Games on this machine: child processes that each play one game at a time, as an `Executor`.

    runner ── submit ──> a queue ──> one thread per place ── pipe ──> its process

If a process dies, only the future of its game raises `ProcessDied`, and its place gets a new
process. When the runner dies, every pipe closes, and each process ends with everything it has
started. (`ProcessPoolExecutor` breaks as a whole when one process dies, and cannot say which call
killed it.)
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from typing import Any, ParamSpec, TypeVar

from fivefold.errors import EngineCrashed

P = ParamSpec("P")
T = TypeVar("T")

END_SECONDS = 5.0
"""Seconds a process may take to end once it is not needed."""


class ProcessDied(Exception):
    """The process that played the game ended before the game did."""


class LocalPool(Executor):
    """Runs calls in one process per place; the number of places can change at any time."""

    def __init__(self, places: int, *, needs_main: bool = True) -> None:
        """`needs_main=False` keeps the processes from importing the script that is running.

        A script without `if __name__ == "__main__"` would otherwise run again in each.
        """
        # Neither method copies this process with its threads and locks; the fork server loads the
        # modules once for all its children.
        self._context = get_context("forkserver")
        self._context.set_forkserver_preload(["fivefold.arena.running.scheduled_game"])
        self._calls: deque[_Call] = deque()
        self._changed = threading.Condition()
        self._slots: list[_Slot] = []
        self._given_up: list[_Slot] = []
        self._closed = False
        self._needs_main = needs_main
        self.resize(places)

    @property
    def places(self) -> int:
        """Number of calls that can run at a time."""
        return len(self._slots)

    def resize(self, places: int) -> None:
        """Changes the number of places; a removed one ends after its current call."""
        if places == len(self._slots):
            return
        with self._changed:
            self._given_up = [slot for slot in self._given_up if slot.thread.is_alive()]
            while len(self._slots) > places:
                self._given_up.append(self._slots.pop())
                self._given_up[-1].leaving = True
            while len(self._slots) < places and not self._closed:
                self._slots.append(_Slot(self._context, self._next_call, self._needs_main))
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
        """Returns the next call that was not cancelled; None if the place was removed."""
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
        """Rejects new calls and ends the processes once the earlier calls are done."""
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
            slot.thread.join(END_SECONDS)


_hiding = threading.Lock()


@contextlib.contextmanager
def _main_hidden() -> Iterator[None]:
    """Hides from `multiprocessing` where the running script is, so that no child imports it."""
    main = sys.modules["__main__"]
    with _hiding:
        known = {name: vars(main).pop(name, None) for name in ("__file__", "__spec__")}
        main.__spec__ = None
        try:
            yield
        finally:
            vars(main).update({name: each for name, each in known.items() if each is not None})


class _Call:
    """A call and its future."""

    def __init__(self, future: Future[Any], work: tuple[Any, ...]) -> None:
        self.future = future
        self.work = work


class _Slot:
    """One place: a thread that hands calls to a process of its own."""

    def __init__(
        self, context: Any, next_call: Callable[[_Slot], _Call | None], needs_main: bool
    ) -> None:
        self.leaving = False
        self._needs_main = needs_main
        self._killed = False
        self._context = context
        self._next_call = next_call
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def _serve(self) -> None:
        while (call := self._next_call(self)) is not None:
            answer: Any = None
            error: BaseException | None = None
            try:
                answer, error = self._ask(call)
            except (EOFError, OSError):
                self._clean_up()
                error = ProcessDied()
            except BaseException as trouble:  # such as a call that cannot be pickled
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
        # Wait for the process to end too: what it has started may hold the pipe open.
        if self._pipe not in wait([self._pipe, self._process.sentinel]):
            raise EOFError
        answer: tuple[Any, BaseException | None] = self._pipe.recv()
        return answer

    def _start(self) -> None:
        self._pipe, theirs = self._context.Pipe()
        process = self._context.Process(target=_work, args=(theirs,), daemon=True)
        # Ctrl-C in a terminal reaches new processes too, and until `_work` runs they would print a
        # traceback. So they inherit SIGINT blocked; the resource tracker unblocks it.
        resource_tracker.ensure_running()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            with contextlib.nullcontext() if self._needs_main else _main_hidden():
                process.start()
        except OSError as error:  # the system cannot start processes: no player's fault
            reason = error.strerror or str(error)
            raise EngineCrashed("arena.no_process", reason=reason) from error
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            theirs.close()
        self._process = process

    def _clean_up(self) -> None:
        """Ends what is left of a dead process; its cages end with it."""
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if pipe is not None:
            pipe.close()
        if process is not None:
            process.kill()
            process.join(END_SECONDS)

    def _end(self) -> None:
        """Closes the pipe, at which the process ends."""
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.join(END_SECONDS)
            if self._process.exitcode is None:
                self._clean_up()

    def kill(self) -> None:
        """Ends the process in the middle of its call."""
        self._killed = True
        process = self._process
        if process is not None:
            with contextlib.suppress(ValueError, AttributeError):
                process.kill()


def _work(pipe: Connection) -> None:
    """Runs one call after another, until the runner closes the pipe or dies."""
    # Ctrl-C in a terminal reaches every process; the runner decides when games stop.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    os.set_inheritable(pipe.fileno(), False)
    calls: SimpleQueue[tuple[Any, ...]] = SimpleQueue()
    threading.Thread(target=_listen, args=(pipe, calls), daemon=True).start()
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
            os._exit(0)


def _listen(pipe: Connection, calls: SimpleQueue[tuple[Any, ...]]) -> None:
    """Passes calls on; when the other end is closed, ends this process, even during a game.

    Its cages end with it.
    """
    with contextlib.suppress(EOFError, OSError):
        while True:
            calls.put(pipe.recv())
    os._exit(0)
