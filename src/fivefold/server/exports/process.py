"""The export process: renders files outside the server, because drawing holds the GIL.

It is started for the first file, killed when a file takes too long, replaced after
`FILES_PER_PROCESS` files, and ends with the server even if that is killed. The clients that wait
for files take turns, so nobody waits for all the files of another.
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
from fivefold.errors import NotFound, Refused
from fivefold.server.analysis.fair_schedule import FairSchedule, Shares, Work
from fivefold.server.analysis.priority_queue import PriorityQueue
from fivefold.server.exports.formats import Exported, export
from fivefold.server.peers.peers import Peers

MAX_WAITING = 16
CLIENT_SHARE = 4
"""A client may have this fraction of the waiting files."""
MAX_SECONDS = 60.0
"""Seconds per file, including the start of the process."""
FILES_PER_PROCESS = 200
SLOW = ("png", "gif", "card")
"""The slow formats; the others take a few milliseconds in a thread."""


class ExportProcess:
    """Renders files one at a time, outside the event loop."""

    def __init__(
        self,
        max_waiting: int = MAX_WAITING,
        max_seconds: float = MAX_SECONDS,
        *,
        limited: bool = False,
        peers: Peers | None = None,
    ) -> None:
        self._max_seconds = max_seconds
        self._schedule = FairSchedule(
            Shares.of(1),
            max_waiting,
            max_questions_of_client=max(1, max_waiting // CLIENT_SHARE) if limited else None,
        )
        self._queue = PriorityQueue(["the process"], self._schedule, lambda: Refused("export.busy"))
        self._peers = peers or Peers()
        self._asked: dict[tuple[str, str], Work] = {}
        """The files whose client gave an id, until they are complete."""
        self._drawn: Work | None = None
        self._pool: ProcessPoolExecutor | None = None

    async def export(
        self,
        start: State,
        moves: Sequence[str],
        format: str,
        *,
        client: str = "",
        id: str | None = None,
        **options: Any,
    ) -> Exported:
        """Returns the file, as `formats.export` does; cancelling the task stops it.

        Raises `Refused` if the client, or everyone, waits for too many files or if this one takes
        too long.
        """
        if format not in SLOW:
            return await asyncio.to_thread(export, start, moves, format, **options)
        work, key = Work(client), None if id is None else (client, id)
        if key is not None:
            self._asked[key] = work
        try:
            return await self._in_turn(work, start, tuple(moves), format, options)
        finally:
            if key is not None and self._asked.get(key) is work:
                del self._asked[key]
                self._peers.export_waits(*key, None)

    async def _in_turn(
        self,
        work: Work,
        start: State,
        moves: tuple[str, ...],
        format: str,
        options: Mapping[str, Any],
    ) -> Exported:
        asyncio.get_running_loop().call_soon(self._publish)  # it is in the queue by then
        process = await self._queue.acquire(work)
        self._drawn = work
        self._publish()
        try:
            return await self._render(start, moves, format, options)
        finally:
            self._drawn = None
            self._queue.release(process, work)

    def before(self, client: str, id: str) -> int:
        """Returns how many files are created before this one is complete, at any worker.

        Raises `NotFound` unless the client waits for a file with that id.
        """
        work = self._asked.get((client, id))
        before = self._peers.export_before(client, id) if work is None else self._before(work)
        if before is None:
            raise NotFound("export.missing")
        return before

    def _before(self, work: Work) -> int:
        if work is self._drawn:
            return 0
        return self._schedule.place(work) + (self._drawn is not None)

    def _publish(self) -> None:
        """Tells the other workers how the files wait here."""
        if self._peers.several:
            for key, work in self._asked.items():
                self._peers.export_waits(*key, self._before(work))

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
        """Ends the process at once and rejects all pending requests."""
        self._queue.close()
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
