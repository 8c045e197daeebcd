"""The budget of a search: node count, deadline and stop flag."""

from __future__ import annotations

import copy
import time

from fivefold.core import Limit
from fivefold.strategies.base import Stop


class OutOfBudget(Exception):
    """The limit is reached: unwind the search and answer with what is known."""


class Budget:
    """Counts nodes and raises `OutOfBudget` when the limit is reached or `stop` is set.

    Without a time limit the clock is never read, so searches limited by nodes or depth are
    reproducible.
    """

    def __init__(self, limit: Limit, stop: Stop | None = None) -> None:
        self.nodes = 0
        self._stop = stop
        self._max_nodes = limit.nodes
        self._deadline = None if limit.seconds is None else time.perf_counter() + limit.seconds
        self._hard_deadline = None if limit.longest is None else time.perf_counter() + limit.longest

    def part(self, nodes: int | None) -> Budget:
        """Returns a copy of this budget with at most `nodes` nodes left."""
        part = copy.copy(self)
        if nodes is not None:
            max_nodes = self.nodes + nodes
            part._max_nodes = (
                max_nodes if self._max_nodes is None else min(max_nodes, self._max_nodes)
            )
        return part

    def left(self, share: float = 1.0) -> Limit | None:
        """Returns this share of the remaining budget as a limit; None if nothing remains.

        Only the full share keeps `longest`, the extra time for hard positions.
        """
        seconds = nodes = longest = None
        if self._deadline is not None:
            seconds = (self._deadline - time.perf_counter()) * share
        if self._hard_deadline is not None and share == 1.0:
            longest = self._hard_deadline - time.perf_counter()
        if self._max_nodes is not None:
            nodes = int((self._max_nodes - self.nodes) * share)
        is_stopped = self._stop is not None and self._stop.is_set()
        if (
            is_stopped
            or (seconds is not None and seconds <= 0)
            or (nodes is not None and nodes < 1)
        ):
            return None
        return Limit(seconds=seconds, nodes=nodes, longest=longest)

    def charge(self, nodes: int) -> None:
        """Adds the nodes of a search that counted its own."""
        self.nodes += nodes

    @property
    def stop(self) -> Stop | None:
        """The stop flag, to pass on to a native search."""
        return self._stop

    def spend(self) -> None:
        """Counts one node; raises `OutOfBudget` if that exceeds the budget."""
        if self._max_nodes is not None and self.nodes >= self._max_nodes:
            raise OutOfBudget
        self.nodes += 1
        if self._deadline is not None and time.perf_counter() >= self._deadline:
            raise OutOfBudget
        if self._stop is not None and not self.nodes & 15 and self._stop.is_set():
            raise OutOfBudget
