"""A pool of native searchers, reused by one player after another.

A tournament creates a new player for every game. Reloading the weights can take longer than a
search, and freshly allocated memory is slow on first use.
"""

from __future__ import annotations

import atexit
import weakref
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

LARGEST_POOLED = 32
"""Searchers with tables of up to this many MiB are pooled."""


class Poolable(Protocol):
    """A native searcher."""

    def forget(self) -> None:
        """Clears everything learned."""
        ...


Searcher = TypeVar("Searcher", bound=Poolable)


class SearcherPool(Generic[Searcher]):
    """Hands out searchers of one kind and takes each back when its owner is garbage-collected."""

    def __init__(self, make: Callable[[int, int], Searcher]) -> None:
        """`make(memory, threads)` creates a searcher; memory is in MiB."""
        self._make = make
        self._free: dict[tuple[int, int], list[Searcher]] = {}
        # nanobind reports a leak if native objects are still alive when the interpreter exits.
        atexit.register(self._free.clear)

    def acquire(self, owner: object, memory: int, threads: int) -> Searcher:
        """Returns a cleared searcher; it returns to the pool when `owner` is collected."""
        if memory > LARGEST_POOLED:
            return self._make(memory, threads)
        free = self._free.setdefault((memory, threads), [])
        try:
            search = free.pop()
        except IndexError:
            search = self._make(memory, threads)
        search.forget()
        weakref.finalize(owner, free.append, search).atexit = False
        return search
