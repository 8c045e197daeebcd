"""A game on a Dask worker: the worker checks its requirements, then a child process plays.

    scheduler ──> worker, one thread per place ── pipe ──> the process of that place

So the games of one worker cannot disturb each other. A game that crashes its process leaves the
worker alone; when the worker is killed, the pipe closes, and the process ends with everything it
has started.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import wait
from multiprocessing import current_process
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from fivefold.arena.players.requirements import Requirements, lacks
from fivefold.arena.running.pool import LocalPool
from fivefold.errors import EngineError
from fivefold.words import Message, quoted

WATCH = 0.5
"""Seconds between checks whether the result is still wanted."""

_T = TypeVar("_T")


class ClusterUnavailable(EngineError):
    """The cluster is unusable; the message says why and what to do."""


class NobodyWaits(Exception):
    """The game was cancelled, or the runner is gone."""


def run_on_worker(
    needs: Requirements, function: Callable[..., _T], args: Sequence[Any], kwargs: dict[str, Any]
) -> _T:
    """Returns the result of a call, run in a process of this worker.

    Each worker checks itself too, because it may have joined later.
    """
    from distributed import get_worker

    worker = get_worker()
    if missing := lacks(needs):
        raise unfit(str(worker.address), missing)
    key = worker.get_current_task()
    pool = _take_pool()
    future = pool.submit(function, *args, **kwargs)
    try:
        while not wait([future], WATCH).done:
            if not _is_wanted(worker, key):
                raise NobodyWaits
    except BaseException:
        pool.kill()
        raise
    _IDLE.put(pool)
    return future.result()


def unfit(worker: str, missing: Sequence[Message]) -> ClusterUnavailable:
    """Returns the error for a worker that lacks something."""
    return ClusterUnavailable("cluster.unfit", worker=quoted(worker, 200), reasons=list(missing))


_IDLE: SimpleQueue[LocalPool] = SimpleQueue()
"""Idle processes of this worker, each in a pool of its own."""


def _take_pool() -> LocalPool:
    try:
        return _IDLE.get_nowait()
    except Empty:
        # Dask starts workers as daemons, which may not have children unless the flag is cleared.
        # Our children end with their pipe.
        current_process().daemon = False
        return LocalPool(1)


def _is_wanted(worker: Any, key: Any) -> bool:
    """Tells whether the scheduler still wants the task under that key."""
    task = worker.state.tasks.get(key)
    return task is not None and task.state not in ("cancelled", "released", "forgotten")
