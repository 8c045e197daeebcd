"""Lends a few shared resources, such as processes, in the order of a `FairSchedule`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Generic, TypeVar

from fivefold.errors import Refused
from fivefold.server.analysis.fair_schedule import FairSchedule, Work

Resource = TypeVar("Resource")


class PriorityQueue(Generic[Resource]):
    """Lends each resource to one piece of work at a time."""

    def __init__(
        self,
        resources: list[Resource],
        schedule: FairSchedule,
        busy: Callable[[], Refused] = lambda: Refused("question.busy"),
    ) -> None:
        self._idle = list(resources)
        self._schedule = schedule
        self._busy = busy
        """Returns the error when work is refused."""
        self._turns: dict[Work, asyncio.Future[Resource]] = {}
        self._closed = False

    @property
    def waiting(self) -> int:
        """Number of requests waiting."""
        return self._schedule.waiting

    @property
    def next_idle(self) -> Resource | None:
        """The resource that the next request gets; None if all are lent."""
        return self._idle[-1] if self._idle else None

    async def acquire(self, work: Work) -> Resource:
        """Returns a resource once it is the work's turn; it must be released.

        Raises `Refused` if too much is waiting or the queue is closed.
        """
        if self._closed or not self._schedule.add(work):
            raise self._busy()
        turn: asyncio.Future[Resource] = asyncio.get_running_loop().create_future()
        self._turns[work] = turn
        self._hand_out()
        try:
            return await turn
        except asyncio.CancelledError:
            if self._turns.pop(work, None) is not None:
                self._schedule.remove(work)
            elif turn.done() and not turn.cancelled() and turn.exception() is None:
                self.release(turn.result(), work)
            raise

    def release(self, resource: Resource, work: Work) -> None:
        """Gives the work's resource back, for the next request."""
        self._idle.append(resource)
        self._schedule.end(work)
        self._hand_out()

    def close(self) -> None:
        """Rejects all pending and future requests."""
        self._closed = True
        for work, turn in self._turns.items():
            self._schedule.remove(work)
            if not turn.done():
                turn.set_exception(self._busy())
        self._turns.clear()

    def _hand_out(self) -> None:
        while self._idle and (work := self._schedule.start()) is not None:
            turn = self._turns.pop(work)
            if turn.done():  # cancelled, but its task has not run since
                self._schedule.end(work)
            else:
                turn.set_result(self._idle.pop())
