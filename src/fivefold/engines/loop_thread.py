"""Runs coroutines from synchronous code, also where an event loop already runs, as in notebooks."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from types import TracebackType
from typing import Any, Self, TypeVar

T = TypeVar("T")


class LoopThread:
    """An event loop in a daemon thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    @property
    def is_open(self) -> bool:
        """Whether coroutines can still be run."""
        return self._thread.is_alive() and not self._loop.is_closed()

    def submit(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Starts the coroutine; cancelling the future cancels it."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Returns the coroutine's result; Ctrl-C cancels it and waits for its end."""
        tasks: list[asyncio.Task[T]] = []
        ended = threading.Event()

        def begin() -> None:
            tasks.append(self._loop.create_task(work))
            tasks[0].add_done_callback(lambda _: ended.set())

        def cancel() -> None:
            if tasks:
                tasks[0].cancel()
            else:  # interrupted before it began
                work.close()
                ended.set()

        try:
            self._loop.call_soon_threadsafe(begin)
            ended.wait()
        except KeyboardInterrupt:
            self._loop.call_soon_threadsafe(cancel)
            ended.wait()
            raise
        return tasks[0].result()

    def close(self) -> None:
        """Ends the thread. Closing twice is harmless."""
        if self.is_open:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def run(work: Coroutine[Any, Any, T]) -> T:
    """Returns the result of one coroutine, run in a thread of its own."""
    with LoopThread() as loop:
        return loop.run(work)
