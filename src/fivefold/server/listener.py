"""Hears of what other processes wrote to a PostgreSQL database: which match, which version.

The news is sent by the writer's own transaction, so it comes with the commit and never without
it. It says only where to look; what happened is read from the log.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

from sqlalchemy import Engine

from fivefold.words import say

CHANNEL = "fivefold"
QUIET_SECONDS = 10.0
"""After so long without news the server is asked whether it is still there."""
PATIENCE = 5.0
PAUSE = 0.5
"""Seconds before a lost connection is made again."""

News = tuple[str, int]

log = logging.getLogger("fivefold.server")


def as_text(match: str, version: int) -> str:
    """Returns the news as it is sent. Version 0 tells only that somebody came or left."""
    return f"{match} {version}"


def _read(text: str) -> News | None:
    match, _, version = text.partition(" ")
    return (match, int(version)) if version.isdecimal() and len(version) < 10 else None


async def news(engine: Engine) -> AsyncIterator[News | None]:
    """Yields what other processes and this one wrote, for ever.

    None comes first and after every loss of the connection: anything may have happened.
    """
    import psycopg

    _, where = engine.dialect.create_connect_args(engine.url)
    where = {"connect_timeout": PATIENCE, "keepalives_idle": 10, **where}
    lost = False
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(**where, autocommit=True) as line:
                await line.execute(f"LISTEN {CHANNEL}")
                lost = False
                yield None
                while True:
                    async for heard in line.notifies(timeout=QUIET_SECONDS):
                        if (one := _read(heard.payload)) is not None:
                            yield one
                    async with asyncio.timeout(PATIENCE):
                        await line.execute("SELECT 1")
        except (psycopg.Error, OSError, TimeoutError):
            if not lost:
                log.warning(str(say("serve.listener_lost")))
            lost = True
        await asyncio.sleep(PAUSE)
