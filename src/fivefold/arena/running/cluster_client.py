"""Connecting to a Dask cluster, and checking that its workers can play. Needs `cluster`."""

from __future__ import annotations

import contextlib
import logging
import threading
import warnings
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from fivefold.arena.players.requirements import Requirements, lacks
from fivefold.arena.running.cluster_task import ClusterUnavailable, unfit
from fivefold.engines.wire import readable
from fivefold.words import quoted, say

CONNECT_SECONDS = 5.0
"""Seconds a scheduler may take to answer, or be unreachable during a tournament."""
WORKER_SECONDS = 10.0
"""Seconds for the first worker to appear, and for all workers to report what they have."""

Client = Any
"""A `distributed.Client`, which has no type hints."""
_T = TypeVar("_T")


def connect(address: str) -> Client:
    """Returns a client of the scheduler at that address; raises if it is unreachable."""
    try:
        import distributed
        from distributed.versions import VersionMismatchWarning
    except ImportError as error:
        raise ClusterUnavailable("cluster.missing") from error
    _silence()
    # `lacks` reports version differences in our own words.
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
        # Otherwise a half-open client complains on stderr when it is collected.
        with contextlib.suppress(Exception):
            client.close(timeout=1)
        client.status = "closed"
        raise
    return client


def _silence() -> None:
    """Silences Dask's log; our own messages report what matters."""
    for name in list(logging.Logger.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def reason_in(error: BaseException) -> str:
    """Returns the text of a Dask error, fit for a sentence."""
    if isinstance(error, TimeoutError) and not str(error):
        return str(say("cluster.no_answer", seconds=CONNECT_SECONDS))
    return readable(str(error) or type(error).__name__, 200).rstrip(".")


def wait_for_a_worker(client: Client, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=WORKER_SECONDS)
    except Exception as error:
        shown = quoted(address, 200)[1:-1]
        raise ClusterUnavailable("cluster.no_workers", address=shown) from error


def check_workers(client: Client, needs: Requirements) -> None:
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
    """Returns the call's result, or raises `TimeoutError`: some Dask calls wait forever."""
    answer: Future[_T] = Future()

    def run() -> None:
        try:
            answer.set_result(call())
        except BaseException as error:
            answer.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return answer.result(seconds)
