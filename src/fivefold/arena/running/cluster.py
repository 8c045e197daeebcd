"""Games on many machines: a Dask cluster as an `Executor`. Needs the extra `cluster`.

    runner ── submit ──> ClusterExecutor ── tcp:// ──> scheduler ──> workers, one game each

Dask restarts a game when its worker dies, so it may play one twice: the journal counts the first
result of each key. A faulty worker (another fivefold version, a missing bot or program) raises an
error; it never costs the player that was sent there a game.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import CancelledError, Executor, Future, InvalidStateError
from concurrent.futures import wait as wait_for
from queue import Empty, SimpleQueue
from typing import Any, ParamSpec, TypeVar

from fivefold.arena.players.requirements import requirements_of
from fivefold.arena.running.cluster_client import (
    CONNECT_SECONDS,
    Client,
    check_workers,
    connect,
    reason_in,
    wait_for_a_worker,
    within,
)
from fivefold.arena.running.cluster_task import ClusterUnavailable, run_on_worker
from fivefold.arena.running.pool import ProcessDied
from fivefold.errors import FivefoldError, InvalidNotation
from fivefold.results.tournament import Entrant, Tournament
from fivefold.words import quoted, say

LOOK_SECONDS = 1.0
"""Maximum age in seconds of the count of the cluster's threads."""
SPARE = 2
"""Minimum calls waiting at the scheduler, so that no worker is idle."""
TRIES = 5
"""How often a game lost in transit is sent again."""

_ADDRESS = re.compile(r"(tcp|tls|ws|wss)://[^\s/]+/?")
_ALIVE = ("running", "connecting")
_P = ParamSpec("_P")
_T = TypeVar("_T")


def open_cluster(address: str, tournament: Tournament | None = None) -> ClusterExecutor:
    """Returns an executor whose calls run on the workers of a Dask scheduler.

    Raises if Dask, the scheduler or its workers are missing, or if a worker lacks this fivefold or
    what the players need. Shutting the executor down leaves the cluster as it was.
    """
    if not _ADDRESS.fullmatch(address):
        raise InvalidNotation("cluster.address", address=quoted(address, 200))
    client = connect(address)
    try:
        wait_for_a_worker(client, address)
        entrants = () if tournament is None else tournament.entrants
        check_workers(client, requirements_of(entrants))
    except BaseException:
        client.close()
        raise
    return ClusterExecutor(client, address, entrants)


class ClusterExecutor(Executor):
    """Sends calls to the cluster. They must be picklable and importable."""

    def __init__(self, client: Client, address: str, entrants: Iterable[Entrant] = ()) -> None:
        self._client = client
        self._address = address
        self._players = {(each.player, each.folder): each for each in entrants}
        self._needs = requirements_of(self._players.values())
        self._waiting: deque[_Call] = deque()
        self._sent: dict[Future[Any], _Call] = {}
        self._lock = threading.Lock()
        self._most: int | None = None
        self._done: SimpleQueue[_Call | None] = SimpleQueue()
        self._closed = False
        self._counted = (0.0, 0)
        self._collector = threading.Thread(target=self._collect, daemon=True)
        self._collector.start()

    def resize(self, most: int | None) -> None:
        """Limits the number of calls sent at a time, however many workers there are."""
        self._most = most
        self._pump()

    @property
    def places(self) -> int:
        """Number of calls that can run now; workers come and go."""
        threads = self._threads()
        return threads if self._most is None else min(threads, self._most)

    def _threads(self) -> int:
        looked, count = self._counted
        if looked and time.monotonic() - looked < LOOK_SECONDS:
            return count
        try:
            count = sum(within(CONNECT_SECONDS, self._client.nthreads).values())
        except Exception:  # the connection may just be breaking; `_collect` reports it if so
            count = 0
        self._counted = (time.monotonic(), count)
        return count

    def submit(
        self, function: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs
    ) -> Future[_T]:
        if self._closed:
            raise RuntimeError("cannot schedule new futures after shutdown")
        self._expect_players(args)
        future: Future[_T] = Future()
        with self._lock:
            self._waiting.append(_Call(future, (function, args, kwargs)))
        future.add_done_callback(self._forget)
        if self._client.status not in _ALIVE:
            raise self._gone()
        self._pump()
        return future

    def _pump(self) -> None:
        """Sends as many calls as there are places, plus a few if there is no limit.

        Calls not yet sent can still be cancelled.
        """
        most = max(1, self.places)
        if self._most is None:
            most += max(SPARE, most // 10)
        while (call := self._next_call(most)) is not None:
            try:
                self._send(call)
            except Exception as error:
                alive = self._client.status in _ALIVE
                _settle(call.future, error=error if alive else self._gone())

    def _next_call(self, most: int) -> _Call | None:
        with self._lock:
            while self._waiting and len(self._sent) < most:
                call = self._waiting.popleft()
                if not call.future.done() and call.future.set_running_or_notify_cancel():
                    self._sent[call.future] = call
                    return call
        return None

    def _expect_players(self, args: Sequence[Any]) -> None:
        """Adds the requirements of players who joined later, from the task of a game."""
        task = args[0] if args else None
        for data in task.get("players", ()) if isinstance(task, dict) else ():
            known = (data["player"], data["folder"])
            if known not in self._players:
                self._players[known] = Entrant(data["name"], *known)
                self._needs = requirements_of(self._players.values())

    def _send(self, call: _Call) -> None:
        """Submits the call under a new name, so that an earlier answer cannot be taken for it."""
        call.tries += 1
        call.remote = self._client.submit(
            run_on_worker,
            self._needs,
            *call.work,
            key=f"fivefold-{uuid.uuid4().hex}",
            pure=False,
        )
        call.remote.add_done_callback(lambda _: self._done.put(call))

    def _forget(self, future: Future[Any]) -> None:
        """Releases a settled call at the scheduler."""
        if future.cancelled():
            future.set_running_or_notify_cancel()  # wakes the waiters
        with self._lock:
            call = self._sent.pop(future, None)
        if call is not None and call.remote is not None:
            call.remote.release()

    def _collect(self) -> None:
        """Settles the futures of finished calls, in batches."""
        while not self._closed or self._unsettled():
            calls = self._await_calls()
            try:
                self._settle(calls)
            except Exception as error:  # such as a broken connection
                for call in calls:
                    _settle(call.future, error=self._explained(error))
            if self._client.status not in _ALIVE:
                for future in self._unsettled():
                    _settle(future, error=self._gone())
            else:
                self._pump()

    def _unsettled(self) -> list[Future[Any]]:
        with self._lock:
            waiting = [call.future for call in self._waiting if not call.future.done()]
            return [*self._sent, *waiting]

    def _await_calls(self) -> list[_Call]:
        """Returns the finished calls; after a timeout possibly none."""
        calls: list[_Call | None] = []
        with contextlib.suppress(Empty):
            calls.append(self._done.get(timeout=LOOK_SECONDS))
            while True:
                calls.append(self._done.get_nowait())
        return [call for call in calls if call is not None]

    def _settle(self, calls: Sequence[_Call]) -> None:
        finished = [call for call in calls if call.remote.status == "finished"]
        for call, answer in zip(finished, self._fetch(finished), strict=True):
            if isinstance(answer, CancelledError | asyncio.CancelledError):
                self._send_again(call)
            elif isinstance(answer, BaseException):
                _settle(call.future, error=self._explained(answer))
            else:
                _settle(call.future, answer)
        for call in calls:
            if call.remote.status == "error":
                _settle(call.future, error=self._explained(call.remote.exception()))
            elif call.remote.status in ("cancelled", "lost"):
                self._send_again(call)

    def _fetch(self, calls: Sequence[_Call]) -> list[Any]:
        """Returns each call's answer, or the error of fetching it."""
        try:
            return list(self._client.gather([call.remote for call in calls]))
        except BaseException:
            return [self._fetch_one(call) for call in calls]

    def _fetch_one(self, call: _Call) -> Any:
        try:
            return call.remote.result()
        except BaseException as error:
            return error

    def _send_again(self, call: _Call) -> None:
        """Resends a lost call, unless it was cancelled or no worker is left."""
        if call.future.done():
            return
        if self._closed or call.tries >= TRIES or self._client.status not in _ALIVE:
            _settle(call.future, error=self._gone())
        else:
            self._send(call)

    def _gone(self) -> ClusterUnavailable:
        return ClusterUnavailable("cluster.gone", address=quoted(self._address, 200))

    def _explained(self, error: BaseException) -> BaseException:
        """Returns the error to raise for one from the cluster."""
        from distributed import KilledWorker

        if isinstance(error, KilledWorker):
            return ProcessDied()
        if isinstance(error, FivefoldError):
            return error
        if isinstance(error, ImportError) or "deserialize" in str(error):
            reason = say("cluster.unloadable", reason=reason_in(error))
            return ClusterUnavailable("cluster.somewhere", reason=reason)
        return error

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Rejects new calls, and disconnects once those sent are done.

        With `wait=False` everything is cancelled and running games are stopped on the workers, as
        they are when this process dies.
        """
        if self._closed:
            return
        self._closed = True
        unsettled = self._unsettled()
        for future in unsettled:
            if (cancel_futures or not wait) and not future.cancel() and not wait:
                _settle(future, error=CancelledError())
        wait_for(unsettled)
        self._done.put(None)  # wakes the collector
        self._collector.join(CONNECT_SECONDS)
        self._client.close()


class _Call:
    """A call, its future, and its name at the scheduler."""

    def __init__(self, future: Future[Any], work: tuple[Any, ...]) -> None:
        self.future = future
        self.work = work
        self.tries = 0
        self.remote: Any = None


def _settle(future: Future[Any], answer: Any = None, error: BaseException | None = None) -> None:
    """Sets a future's result, unless it is done or cancelled."""
    with contextlib.suppress(InvalidStateError):
        if error is None:
            future.set_result(answer)
        else:
            future.set_exception(error)
