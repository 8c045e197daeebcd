"""Garbage without long waits: to find it Python looks at every object, while everybody waits.

With a few hundred games that takes a sixth of a second, several times a minute. What has lived for
some seconds mostly lives as long as its match, so it is put aside and not looked at again. When a
match is let go nearly all of it is freed at once, without any looking; the few things that hold
each other in a circle go when all of it is looked through, once in a while.
"""

from __future__ import annotations

import asyncio
import gc
import time

EVERY_SECONDS = 5.0
THOROUGHLY_EVERY = 3_600.0


def put_aside() -> None:
    """Frees what is garbage among what is new, and is done with the rest."""
    gc.collect()
    gc.freeze()


def look_through_everything() -> None:
    """Frees all garbage there is, which takes the longer the more is in memory."""
    gc.unfreeze()
    put_aside()


async def keep_tidy() -> None:
    """Looks for garbage for as long as the server runs."""
    due = time.monotonic() + THOROUGHLY_EVERY
    while True:
        await asyncio.sleep(EVERY_SECONDS)
        if time.monotonic() >= due:
            look_through_everything()
            due = time.monotonic() + THOROUGHLY_EVERY
        else:
            put_aside()
