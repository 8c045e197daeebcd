"""What is said after a pentomino game at the table: the win that its loser let go."""

from __future__ import annotations

import asyncio
import threading

from fivefold.cli.terminal.table import Table
from fivefold.core import Limit
from fivefold.errors import NativeUnavailable
from fivefold.games.pentomino import PentominoState
from fivefold.strategies.pentomino_hindsight import missed_win

PATIENCE = Limit(seconds=2.0)
"""How long people wait for it; all but the first moves are looked at in a moment."""


async def look_back(table: Table) -> str | None:
    """Returns the sentence on the last win that was let go, if there was one."""
    start, record = table.states[0], table.record
    if not isinstance(start, PentominoState) or record is None or record.winner is None:
        return None
    loser, stop = record.winner.other, threading.Event()
    looking = asyncio.to_thread(missed_win, start.game, table.moves, loser, PATIENCE, stop, start)
    try:
        missed = await looking
    except NativeUnavailable:
        return None
    finally:
        stop.set()
    return None if missed is None else str(missed.words(start.game, loser))
