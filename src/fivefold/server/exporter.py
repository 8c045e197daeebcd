"""The process in which files are made, because drawing holds the interpreter for a second or more.

One process, started with the first file; a file that takes too long is given up with it. It ends
with the server, also when that is killed, and is replaced now and then.
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
from fivefold.server.exports import Exported, export

MOST_WAITING = 16
LONGEST = 60.0
"""Seconds for one file, the start of the process included."""
FILES_A_PROCESS = 200
SLOW = ("png", "gif")
"""What takes long; the rest is a few milliseconds in a thread."""


class Exporter:
    """Makes files one after the other, beside everything else."""

    def __init__(self, most_waiting: int = MOST_WAITING, longest: float = LONGEST) -> None:
        self._most_waiting = most_waiting
        self._longest = longest
        self._waiting = 0
        self._turn = asyncio.Lock()
        self._pool: ProcessPoolExecutor | None = None

    async def export(
        self, start: State, moves: Sequence[str], format: str, **options: Any
    ) -> Exported:
        """Returns the file, as `exports.export` does.

        Raises `Refused` when too many wait, or when this one takes too long.
        """
        if format not in SLOW:
            return await asyncio.to_thread(export, start, moves, format, **options)
        if self._waiting >= self._most_waiting:
            raise Refused("export.busy")
        self._waiting += 1
        try:
            async with self._turn:
                return await self._made(start, tuple(moves), format, options)
        finally:
            self._waiting -= 1

    async def _made(
        self, start: State, moves: tuple[str, ...], format: str, options: Mapping[str, Any]
    ) -> Exported:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                1,
                multiprocessing.get_context("spawn"),
                _prepare,
                max_tasks_per_child=FILES_A_PROCESS,
            )
        try:
            asked = self._pool.submit(_export, start, moves, format, dict(options))
            return await asyncio.wait_for(asyncio.wrap_future(asked), self._longest)
        except (TimeoutError, BrokenProcessPool):
            self._kill()
            raise Refused("export.failed") from None
        except asyncio.CancelledError:
            self._kill()  # whoever asked has left, and the next in line need not wait
            raise

    async def close(self) -> None:
        """Ends the process, whatever it does."""
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
    """Makes the process polite, and its end certain: the queue it reads never tells of one."""
    os.nice(10)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
    os._exit(0)
