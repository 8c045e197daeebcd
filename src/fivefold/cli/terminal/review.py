"""The review after a pentomino game: the last win that the loser missed."""

from __future__ import annotations

import asyncio
import threading

from fivefold.cli.terminal.session import Session
from fivefold.core import Limit
from fivefold.errors import NativeUnavailable
from fivefold.games.pentomino import PentominoState
from fivefold.strategies.pentomino.review import missed_win

PATIENCE = Limit(seconds=2.0)
"""Limit for the search; only the first moves of a game need long."""


async def review_game(session: Session) -> str | None:
    """Returns a sentence about the last missed win, or None."""
    start, record = session.states[0], session.record
    if not isinstance(start, PentominoState) or record is None or record.winner is None:
        return None
    loser, stop = record.winner.other, threading.Event()
    looking = asyncio.to_thread(missed_win, start.game, session.moves, loser, PATIENCE, stop, start)
    try:
        missed = await looking
    except NativeUnavailable:
        return None
    finally:
        stop.set()
    return None if missed is None else str(missed.words(start.game, loser))
