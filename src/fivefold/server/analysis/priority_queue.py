"""A queue for a few shared resources: moves in live matches go before questions.

    urgent      o o          a machine's move in a live match
    questions   o o o o o    at most `max_waiting`; further ones are rejected
    resources   [A] [ ]      questions never occupy all of them, if there are two or more

So that questions are answered even when machines play all day, one question follows every
`MAX_URGENT_IN_A_ROW` urgent requests.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Generic, TypeVar

from fivefold.errors import Refused

Resource = TypeVar("Resource")

MAX_URGENT_IN_A_ROW = 4
"""Urgent requests served in a row while a question could be."""


class PriorityQueue(Generic[Resource]):
    """Lends each resource to one requester at a time: urgent ones first, otherwise in order."""

    def __init__(self, resources: list[Resource], max_waiting: int) -> None:
        self._idle = list(resources)
        self._free_for_questions = max(1, len(resources) - 1)
        self._max_waiting = max_waiting
        self._urgent: deque[asyncio.Future[Resource]] = deque()
        self._questions: deque[asyncio.Future[Resource]] = deque()
        self._urgent_in_a_row = 0
        self._closed = False

    @property
    def waiting(self) -> int:
        """Number of requests waiting."""
        return len(self._urgent) + len(self._questions)

    async def acquire(self, *, urgent: bool) -> Resource:
        """Returns a resource once one is free; it must be released.

        Raises `Refused` if too many questions are waiting or the queue is closed.
        """
        full = not urgent and len(self._questions) >= self._max_waiting
        if self._closed or full:
            raise Refused("question.busy")
        line = self._urgent if urgent else self._questions
        turn: asyncio.Future[Resource] = asyncio.get_running_loop().create_future()
        line.append(turn)
        self._hand_out()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn in line:
                line.remove(turn)
            elif turn.done() and not turn.cancelled() and turn.exception() is None:
                self.release(turn.result(), urgent=urgent)
            raise

    def release(self, resource: Resource, *, urgent: bool) -> None:
        """Gives the resource back, for the next request."""
        self._idle.append(resource)
        if not urgent:
            self._free_for_questions += 1
        self._hand_out()

    def close(self) -> None:
        """Rejects all pending and future requests."""
        self._closed = True
        for turn in (*self._urgent, *self._questions):
            if not turn.done():
                turn.set_exception(Refused("question.busy"))
        self._urgent.clear()
        self._questions.clear()

    def _hand_out(self) -> None:
        while self._idle:
            is_urgent = _is_anyone_waiting(self._urgent)
            is_question = self._free_for_questions > 0 and _is_anyone_waiting(self._questions)
            if is_urgent and not (is_question and self._urgent_in_a_row >= MAX_URGENT_IN_A_ROW):
                self._urgent_in_a_row += is_question
                self._urgent.popleft().set_result(self._idle.pop())
            elif is_question:
                self._urgent_in_a_row = 0
                self._free_for_questions -= 1
                self._questions.popleft().set_result(self._idle.pop())
            else:
                return


def _is_anyone_waiting(line: deque[asyncio.Future[Resource]]) -> bool:
    """Tells whether a request is waiting, after dropping the cancelled ones at the front."""
    while line and line[0].done():
        line.popleft()
    return bool(line)
