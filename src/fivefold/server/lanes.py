"""A lane: whoever wants something done waits here for one of a few hands.

    urgent      o o          a machine's move in a live match: goes first
    questions   o o o o o    at most so many may wait; the next is refused
    hands       [A] [ ]      with two or more, one is never taken by questions

Where machines play all day somebody urgent always waits: after so many of them that were let go
first, one question is next.

Pure waiting: what a hand does is none of the lane's business.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Generic, TypeVar

from fivefold.errors import Refused

Hand = TypeVar("Hand")

LET_GO_FIRST = 4
"""So many of the urgent go before a question that could be answered."""


class Lane(Generic[Hand]):
    """Hands out each hand to one at a time, the urgent first, otherwise in order."""

    def __init__(self, hands: list[Hand], most_waiting: int) -> None:
        self._idle = list(hands)
        self._for_questions = max(1, len(hands) - 1)
        self._most_waiting = most_waiting
        self._urgent: deque[asyncio.Future[Hand]] = deque()
        self._questions: deque[asyncio.Future[Hand]] = deque()
        self._let_go_first = 0
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many wait."""
        return len(self._urgent) + len(self._questions)

    async def take(self, *, urgent: bool) -> Hand:
        """Returns a hand when it is this one's turn; it must be given back.

        Raises `Refused` when too many questions wait already, or the lane is closed.
        """
        full = not urgent and len(self._questions) >= self._most_waiting
        if self._closed or full:
            raise Refused("question.busy")
        line = self._urgent if urgent else self._questions
        turn: asyncio.Future[Hand] = asyncio.get_running_loop().create_future()
        line.append(turn)
        self._serve()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn in line:
                line.remove(turn)
            elif turn.done() and not turn.cancelled() and turn.exception() is None:
                self.give_back(turn.result(), urgent=urgent)
            raise

    def give_back(self, hand: Hand, *, urgent: bool) -> None:
        """Lets the next have the hand."""
        self._idle.append(hand)
        if not urgent:
            self._for_questions += 1
        self._serve()

    def close(self) -> None:
        """Sends everybody away who waits or comes later."""
        self._closed = True
        for turn in (*self._urgent, *self._questions):
            if not turn.done():
                turn.set_exception(Refused("question.busy"))
        self._urgent.clear()
        self._questions.clear()

    def _serve(self) -> None:
        while self._idle:
            is_urgent = _anybody(self._urgent)
            is_question = self._for_questions > 0 and _anybody(self._questions)
            if is_urgent and not (is_question and self._let_go_first >= LET_GO_FIRST):
                self._let_go_first += is_question
                self._urgent.popleft().set_result(self._idle.pop())
            elif is_question:
                self._let_go_first = 0
                self._for_questions -= 1
                self._questions.popleft().set_result(self._idle.pop())
            else:
                return


def _anybody(line: deque[asyncio.Future[Hand]]) -> bool:
    """Tells whether anybody waits: one who has just left may not have heard of it yet."""
    while line and line[0].done():
        line.popleft()
    return bool(line)
