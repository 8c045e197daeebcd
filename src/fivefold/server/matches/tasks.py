"""Background tasks: work that outlives the request that started it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

from fivefold.errors import FivefoldError

Result = TypeVar("Result")
log = logging.getLogger("fivefold.server")


class BackgroundTasks:
    """Tasks that run to their end unless the server stops; unexpected errors are logged."""

    def __init__(self) -> None:
        self.closing = asyncio.Event()
        """Set when the server begins to stop."""
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Result]) -> asyncio.Task[Result]:
        """Returns a running task for the work."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, FivefoldError):
            log.error("unexpected error", exc_info=error)

    async def wait(self, seconds: float) -> None:
        """Returns when every task has ended, after that many seconds at the latest."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)
