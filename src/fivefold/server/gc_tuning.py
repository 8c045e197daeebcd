"""Garbage collection without long pauses.

A full collection scans every object: with a few hundred matches it stops the server for a sixth of
a second, several times a minute. Objects that survive a few seconds usually live as long as their
match, so they are frozen and no longer scanned. A dropped match is almost entirely freed by
reference counting; the few reference cycles go in a full collection once an hour.
"""

from __future__ import annotations

import asyncio
import gc
import time

COLLECT_SECONDS = 5.0
THOROUGH_SECONDS = 3_600.0


def collect_and_freeze() -> None:
    """Collects new garbage, and excludes the survivors from later collections."""
    gc.collect()
    gc.freeze()


def collect_everything() -> None:
    """Collects all garbage; takes longer the more is in memory."""
    gc.unfreeze()
    collect_and_freeze()


async def collect_forever() -> None:
    """Collects garbage every few seconds, for as long as the server runs."""
    due = time.monotonic() + THOROUGH_SECONDS
    while True:
        await asyncio.sleep(COLLECT_SECONDS)
        if time.monotonic() >= due:
            collect_everything()
            due = time.monotonic() + THOROUGH_SECONDS
        else:
            collect_and_freeze()
