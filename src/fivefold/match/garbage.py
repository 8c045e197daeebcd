"""Keeps Python from looking for garbage in the middle of a short move.

To look through all that is in memory takes milliseconds, which a move of some hundredths of a
second does not have. What was put off is done between two moves, when nobody's clock runs.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from fivefold.core import Limit

SHORT = 0.2
"""Seconds of a move in which a few milliseconds matter."""

_short_moves = 0
"""How many are being thought about: games may be played side by side."""


@contextmanager
def left_alone(limit: Limit) -> Iterator[None]:
    """Puts off the garbage while a move with that limit is made, if it is a short one."""
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
