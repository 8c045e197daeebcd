"""Native searches that outlive their owners.

A tournament makes a new player for every game. To read the weights again takes longer than many a
question, and memory that is new to the process is slow when it is used for the first time.
"""

from __future__ import annotations

import atexit
import weakref
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

WORTH_KEEPING = 32
"""Up to so many MiB a search is kept when its owner is gone."""


class Forgetful(Protocol):
    """A native search."""

    def forget(self) -> None:
        """Forgets all it has learned."""
        ...


Searcher = TypeVar("Searcher", bound=Forgetful)


class Resting(Generic[Searcher]):
    """Lends searches of one kind, and takes them back when their owner is gone."""

    def __init__(self, make: Callable[[int, int], Searcher]) -> None:
        """Takes what makes a search, from the MiB of its table and its threads."""
        self._make = make
        self._free: dict[tuple[int, int], list[Searcher]] = {}
        # The native module must not outlive what it made, or it complains of a leak at the end.
        atexit.register(self._free.clear)

    def lend(self, owner: object, memory: int, threads: int) -> Searcher:
        """Returns a search that knows nothing; it comes back with the end of the owner."""
        if memory > WORTH_KEEPING:
            return self._make(memory, threads)
        free = self._free.setdefault((memory, threads), [])
        try:
            search = free.pop()
        except IndexError:
            search = self._make(memory, threads)
        search.forget()
        weakref.finalize(owner, free.append, search).atexit = False
        return search
