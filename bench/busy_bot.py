"""A player for measurements: it keeps its core busy for an exact time, then plays by chance."""

from __future__ import annotations

import random
import time

from fivefold.core import Limit, State
from fivefold.strategies.base import Decision, Stop, Strategy


class Busy(Strategy):
    """Thinks so many milliseconds of processor time, not of the clock: a shared core shows."""

    def __init__(self, milliseconds: float = 5.0, seed: int | None = None) -> None:
        self._seconds = milliseconds / 1000
        self._chance = random.Random(seed)

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        until = time.thread_time() + self._seconds
        while time.thread_time() < until:
            pass
        return Decision(self._chance.choice(state.legal_moves()))
