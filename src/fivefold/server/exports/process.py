"""The export process: renders files outside the server, because drawing holds the GIL.

It is started for the first file, killed when a file takes too long, replaced after
`FILES_PER_PROCESS` files, and ends with the server even if that is killed.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import multiprocessing.connection
import os
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from fivefold.core import State
from fivefold.errors import Refused
from fivefold.server.exports.formats import Exported, export

MAX_WAITING = 16
MAX_SECONDS = 60.0
"""Seconds per file, including the start of the process."""
FILES_PER_PROCESS = 200
SLOW = ("png", "gif", "card")
"""The slow formats; the others take a few milliseconds in a thread."""


class ExportProcess:
    """Renders files one at a time, outside the event loop."""

    def __init__(self, max_waiting: int = MAX_WAITING, max_seconds: float = MAX_SECONDS) -> None:
        self._max_waiting = max_waiting
        self._max_seconds = max_seconds
        self._waiting = 0
        self._turn = asyncio.Lock()
        self._pool: ProcessPoolExecutor | None = None

    async def export(
        self, start: State, moves: Sequence[str], format: str, **options: Any
    ) -> Exported:
        """Returns the file, as `formats.export` does.

        Raises `Refused` if too many requests are waiting or this one takes too long.
        """
        if format not in SLOW:
            return await asyncio.to_thread(export, start, moves, format, **options)
        if self._waiting >= self._max_waiting:
            raise Refused("export.busy")
        self._waiting += 1
        try:
            async with self._turn:
                return await self._render(start, tuple(moves), format, options)
        finally:
            self._waiting -= 1

    async def _render(
        self, start: State, moves: tuple[str, ...], format: str, options: Mapping[str, Any]
    ) -> Exported:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                1,
                multiprocessing.get_context("spawn"),
                _prepare,
                max_tasks_per_child=FILES_PER_PROCESS,
            )
        try:
            future = self._pool.submit(_export, start, moves, format, dict(options))
            return await asyncio.wait_for(asyncio.wrap_future(future), self._max_seconds)
        except (TimeoutError, BrokenProcessPool):
            self._kill()
            raise Refused("export.failed") from None
        except asyncio.CancelledError:
            self._kill()  # the requester has left; the next one need not wait
            raise

    async def close(self) -> None:
        """Ends the process at once."""
        self._kill()

    def _kill(self) -> None:
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)


def _export(start: State, moves: tuple[str, ...], format: str, options: dict[str, Any]) -> Exported:
    return export(start, moves, format, **options)


def _prepare() -> None:
    """Lowers the priority of the process and makes sure it ends with the server."""
    os.nice(10)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
    os._exit(0)
