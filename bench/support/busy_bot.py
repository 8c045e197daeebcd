"""A player for benchmarks: busy for an exact time, then a random move."""

from __future__ import annotations

import random
import time

from fivefold.core import Limit, State
from fivefold.strategies.base import Decision, Stop, Strategy


class Busy(Strategy):
    """Uses an exact number of milliseconds of processor time, which reveals a shared core.

    With `by_the_clock` it is wall time instead, which passes even while the machine is busy
    elsewhere: the rest of a game's time is then overhead.
    """

    def __init__(
        self, milliseconds: float = 5.0, by_the_clock: bool = False, seed: int | None = None
    ) -> None:
        self._seconds = milliseconds / 1000
        self._now = time.perf_counter if by_the_clock else time.thread_time
        self._chance = random.Random(seed)

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        until = self._now() + self._seconds
        while self._now() < until:
            pass
        return Decision(self._chance.choice(state.legal_moves()))
