"""A player for measurements: it keeps its core busy for an exact time, then plays by chance."""

from __future__ import annotations

import random
import time

from fivefold.core import Limit, State
from fivefold.strategies.base import Decision, Stop, Strategy


class Busy(Strategy):
    """Thinks so many milliseconds of processor time, by which a shared core shows.

    With `by_the_clock` they pass even while the machine does something else: what is left of a
    game's time is then not the player's.
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
