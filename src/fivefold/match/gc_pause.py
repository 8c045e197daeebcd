"""Pauses Python's garbage collection during short moves.

A full collection takes milliseconds, too long for a move of a few hundredths of a second. It runs
between moves instead, when no clock runs.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from fivefold.core import Limit

SHORT = 0.2
"""Moves with a limit up to this many seconds pause the collection."""

_short_moves = 0
"""Number of current short moves: games may run in parallel."""


@contextmanager
def left_alone(limit: Limit) -> Iterator[None]:
    """Pauses the collection in the block if the limit is short."""
    global _short_moves
    if limit.seconds is None or limit.seconds > SHORT or not (_short_moves or gc.isenabled()):
        yield
        return
    _short_moves += 1
    gc.disable()
    try:
        yield
    finally:
        _short_moves -= 1
        if not _short_moves:
            gc.enable()
