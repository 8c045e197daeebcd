"""What players with a native search have in common: its table, its threads, and their chance."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from math import ceil, inf, log2
from typing import Generic, Protocol, TypeVar

from fivefold.core import Limit

NODES_A_MIB, MIB_A_SECOND = 10_000, 100
"""How many positions a MiB of table is enough for, and how many MiB a second fills."""
LARGEST = 65_536
"""MiB, the largest table of all."""


class NativeSearch(Protocol):
    """A search with a table of so many MiB."""

    memory: int
    threads: int

    def forget(self) -> None:
        """Forgets all it has learned."""
        ...


Search = TypeVar("Search", bound=NativeSearch)


class SearchPlayer(ABC, Generic[Search]):
    """A player whose search is made when it is first asked, and kept from move to move."""

    def __init__(
        self,
        memory: int,
        threads: int = 1,
        every_value: bool = False,
        variety: float = 1.0,
        chance: random.Random | None = None,
    ) -> None:
        self._memory = memory
        self._threads = threads
        self._every_value = every_value
        self._variety = variety
        self._chance = chance or random.Random()
        self._search: Search | None = None

    @abstractmethod
    def _new_search(self, memory: int, threads: int) -> Search: ...

    def search_for(self, limit: Limit) -> Search:
        """Returns the native search, with a table that is large enough for the limit."""
        memory = min(self._memory, memory_for(limit))
        search = self._search
        if (
            search is None
            or not memory <= search.memory <= self._memory
            or search.threads != self._threads
        ):
            # The old table goes first: there may not be room for both.
            self._search = search = None
            self._search = search = self._new_search(memory, self._threads)
        return search

    def use(self, memory: int, threads: int) -> None:
        """Keeps to so many MiB of table and so many threads from the next move on."""
        self._memory, self._threads = memory, threads

    def forget(self) -> None:
        """Forgets what it has learned of positions."""
        if self._search is not None:
            self._search.forget()


def memory_for(limit: Limit) -> int:
    """Returns how many MiB of table are enough, a power of two.

    To clear a large table takes longer than to look at a few thousand positions.
    """
    enough = inf
    if limit.nodes is not None:
        enough = limit.nodes / NODES_A_MIB
    if limit.seconds is not None:
        enough = min(enough, limit.seconds * MIB_A_SECOND)
    return 1 << ceil(log2(max(1, min(enough, LARGEST))))
