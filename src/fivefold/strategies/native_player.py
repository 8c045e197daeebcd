"""The base class of players with a native search: table memory, threads and randomness."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from math import ceil, inf, log2
from typing import Generic, Protocol, TypeVar

from fivefold.core import Limit

NODES_PER_MIB = 10_000
"""The number of positions for which a MiB of table is enough."""
MIB_PER_SECOND = 100
"""The size of table that a second of search fills, in MiB."""
LARGEST_TABLE = 65_536
"""The largest allowed table, in MiB."""


class NativeSearch(Protocol):
    """A native search; `memory` is the size of its table in MiB."""

    memory: int
    threads: int

    def forget(self) -> None:
        """Clears everything learned."""
        ...


Search = TypeVar("Search", bound=NativeSearch)


class NativePlayer(ABC, Generic[Search]):
    """A player that creates its search on first use and keeps it between moves."""

    def __init__(
        self,
        memory: int,
        threads: int = 1,
        every_value: bool = False,
        variety: float = 1.0,
        rng: random.Random | None = None,
        lines: int = 1,
    ) -> None:
        self._memory = memory
        self._threads = threads
        self._every_value = every_value
        self._variety = variety
        self._rng = rng or random.Random()
        self._lines = lines
        self._search: Search | None = None

    @property
    def search(self) -> Search | None:
        """The search of the last position, or None before the first."""
        return self._search

    @abstractmethod
    def _new_search(self, memory: int, threads: int) -> Search: ...

    def search_for(self, limit: Limit) -> Search:
        """Returns the native search, with a table large enough for the limit."""
        memory = min(self._memory, memory_for(limit))
        search = self._search
        if (
            search is None
            or not memory <= search.memory <= self._memory
            or search.threads != self._threads
        ):
            # Free the old table first: there may not be memory for both.
            self._search = search = None
            self._search = search = self._new_search(memory, self._threads)
        return search

    def use(self, memory: int, threads: int) -> None:
        """Sets table memory (MiB) and threads from the next move on."""
        self._memory, self._threads = memory, threads

    def forget(self) -> None:
        """Clears everything learned from earlier positions."""
        if self._search is not None:
            self._search.forget()


def memory_for(limit: Limit) -> int:
    """Returns a sufficient table size in MiB, a power of two.

    Small limits get small tables: clearing a large one takes longer than searching a few thousand
    positions.
    """
    enough = inf
    if limit.nodes is not None:
        enough = limit.nodes / NODES_PER_MIB
    if limit.seconds is not None:
        enough = min(enough, limit.seconds * MIB_PER_SECOND)
    return 1 << ceil(log2(max(1, min(enough, LARGEST_TABLE))))
