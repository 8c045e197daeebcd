"""What a Dask worker does with a game: it looks whether it can, and lets a process play it.

    scheduler ──> worker, a thread for each of its places ── pipe ──> the process of that place

Games of one worker cannot disturb each other that way, whatever they do. One that takes its
process down leaves the worker alone; and when the worker is killed, the pipe closes, and the
process ends with everything it has started.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import wait
from multiprocessing import current_process
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from fivefold.arena.needs import Needs, lacks
from fivefold.arena.pool import LocalPool
from fivefold.errors import EngineError
from fivefold.words import Message, quoted

WATCH = 0.5
"""Seconds between looks at whether anybody still wants the result."""

_T = TypeVar("_T")


class ClusterUnavailable(EngineError):
    """The cluster cannot be used, or no longer; the message says why and what to do."""


class NobodyWaits(Exception):
    """The game was cancelled, or the runner is gone."""


def run_on_worker(
    needs: Needs, function: Callable[..., _T], args: Sequence[Any], kwargs: dict[str, Any]
) -> _T:
    """Runs a call in a process of this worker and returns its result.

    A worker may have come after the others were looked at, so it looks at itself.
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
"""Processes of this worker that have nothing to do, each the only one of its pool."""


def _take_pool() -> LocalPool:
    try:
        return _IDLE.get_nowait()
    except Empty:
        # Dask starts its workers as daemons, and those may have no children unless they are told
        # that they are none. Ours end with their pipe.
        current_process().daemon = False
        return LocalPool(1)


def _is_wanted(worker: Any, key: Any) -> bool:
    """Tells whether the scheduler still wants the task that is running under the key."""
    task = worker.state.tasks.get(key)
    return task is not None and task.state not in ("cancelled", "released", "forgotten")
