"""Reaching a Dask cluster, and making sure that its workers can play. Needs the extra `cluster`."""

from __future__ import annotations

import contextlib
import logging
import threading
import warnings
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from fivefold.arena.cluster_worker import ClusterUnavailable, unfit
from fivefold.arena.needs import Needs, lacks
from fivefold.engines.wire import readable
from fivefold.words import quoted, say

CONNECT_SECONDS = 5.0
"""How long a scheduler may take to answer, and may be gone before the tournament stops."""
WORKER_SECONDS = 10.0
"""How long the first worker may take to come, and all of them to say what they have."""

Client = Any
"""A `distributed.Client`, which has no types."""
_T = TypeVar("_T")


def connect(address: str) -> Client:
    """Returns a client of the scheduler at that address, or raises why there is none."""
    try:
        import distributed
        from distributed.versions import VersionMismatchWarning
    except ImportError as error:
        raise ClusterUnavailable("cluster.missing") from error
    _silence()
    # What must be equal, and is not, is said by `lacks`.
    warnings.filterwarnings("ignore", category=VersionMismatchWarning)

    try:
        return within(CONNECT_SECONDS + 1, lambda: _new_client(distributed, address))
    except Exception as error:
        facts = {"address": quoted(address, 200), "reason": reason_in(error)}
        raise ClusterUnavailable("cluster.unreachable", **facts) from error


def _new_client(distributed: Any, address: str) -> Client:
    kind = distributed.Client
    client = kind.__new__(kind)
    try:
        client.__init__(
            address, timeout=CONNECT_SECONDS, set_as_default=False, name="fivefold-arena"
        )
    except BaseException:
        # Left alone, half a client complains on stderr when it is collected.
        with contextlib.suppress(Exception):
            client.close(timeout=1)
        client.status = "closed"
        raise
    return client


def _silence() -> None:
    """Keeps Dask's log off the terminal: what matters of it is said in our words."""
    for name in list(logging.Logger.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def reason_in(error: BaseException) -> str:
    """Returns what an error of Dask's says, fit for a sentence."""
    if isinstance(error, TimeoutError) and not str(error):
        return str(say("cluster.no_answer", seconds=CONNECT_SECONDS))
    return readable(str(error) or type(error).__name__, 200).rstrip(".")


def wait_for_a_worker(client: Client, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=WORKER_SECONDS)
    except Exception as error:
        shown = quoted(address, 200)[1:-1]
        raise ClusterUnavailable("cluster.no_workers", address=shown) from error


def check_workers(client: Client, needs: Needs) -> None:
    """Raises what the first unfit worker lacks."""
    try:
        found = within(WORKER_SECONDS, lambda: client.run(lacks, needs, on_error="return"))
    except Exception as error:
        raise ClusterUnavailable("cluster.silent", seconds=WORKER_SECONDS) from error
    for worker, missing in sorted(found.items()):
        if isinstance(missing, BaseException):
            missing = (say("cluster.unloadable", reason=reason_in(missing)),)
        if missing:
            raise unfit(worker, missing)


def within(seconds: float, call: Callable[[], _T]) -> _T:
    """Returns what the call returns, or raises `TimeoutError`: some of Dask's wait without end."""
    answer: Future[_T] = Future()

    def run() -> None:
        try:
            answer.set_result(call())
        except BaseException as error:
            answer.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return answer.result(seconds)
