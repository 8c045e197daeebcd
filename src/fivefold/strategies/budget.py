"""The account of a search: nodes looked at, time left, somebody asking to stop."""

from __future__ import annotations

import copy
import time

from fivefold.core import Limit
from fivefold.strategies.base import Stop


class OutOfBudget(Exception):
    """The limit is reached: unwind and answer with what is known."""


class Budget:
    """Counts nodes and raises `OutOfBudget` when the limit is reached or `stop` is set.

    Without seconds the clock is never read, so node- and depth-limited searches repeat exactly.
    """

    def __init__(self, limit: Limit, stop: Stop | None = None) -> None:
        self.nodes = 0
        self._stop = stop
        self._most = limit.nodes
        self._deadline = None if limit.seconds is None else time.perf_counter() + limit.seconds
        self._latest = None if limit.longest is None else time.perf_counter() + limit.longest

    def part(self, nodes: int | None) -> Budget:
        """Returns what is left of this budget, of at most that many nodes more."""
        left = copy.copy(self)
        if nodes is not None:
            most = self.nodes + nodes
            left._most = most if self._most is None else min(most, self._most)
        return left

    def left(self, share: float = 1.0) -> Limit | None:
        """Returns that share of what is left as the limit of another search; None if nothing is.

        Only with all of it the other search may take longer where the position is hard.
        """
        seconds = nodes = longest = None
        if self._deadline is not None:
            seconds = (self._deadline - time.perf_counter()) * share
        if self._latest is not None and share == 1.0:
            longest = self._latest - time.perf_counter()
        if self._most is not None:
            nodes = int((self._most - self.nodes) * share)
        is_stopped = self._stop is not None and self._stop.is_set()
        if (
            is_stopped
            or (seconds is not None and seconds <= 0)
            or (nodes is not None and nodes < 1)
        ):
            return None
        return Limit(seconds=seconds, nodes=nodes, longest=longest)

    def charge(self, nodes: int) -> None:
        """Counts the nodes of a search that kept its own account."""
        self.nodes += nodes

    @property
    def stop(self) -> Stop | None:
        """The flag that ends it, for a search of its own."""
        return self._stop

    def spend(self) -> None:
        """Counts one node; raises `OutOfBudget` if it is one too many."""
        if self._most is not None and self.nodes >= self._most:
            raise OutOfBudget
        self.nodes += 1
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            raise OutOfBudget
        if self._stop is not None and not self.nodes & 15 and self._stop.is_set():
            raise OutOfBudget
