"""Notifications about what other processes wrote to a PostgreSQL database.

They are sent by the writing transaction, so they arrive if and only if it commits. A notification
names a match and its version; the events themselves are read from the log.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

from sqlalchemy import Engine

from fivefold.words import say

CHANNEL = "fivefold"
QUIET_SECONDS = 10.0
"""Seconds of silence after which the connection is checked."""
TIMEOUT = 5.0
RETRY_SECONDS = 0.5
"""Seconds before a lost connection is reopened."""

Notification = tuple[str, int]

log = logging.getLogger("fivefold.server")


def payload_of(match: str, version: int) -> str:
    """Returns the payload of a notification. Version 0 means only that presence has changed."""
    return f"{match} {version}"


def _read(text: str) -> Notification | None:
    match, _, version = text.partition(" ")
    return (match, int(version)) if version.isdecimal() and len(version) < 10 else None


async def notifications(engine: Engine) -> AsyncIterator[Notification | None]:
    """Yields what this and other processes wrote, forever.

    Yields None first, and whenever the connection was lost: anything may have changed.
    """
    import psycopg

    _, where = engine.dialect.create_connect_args(engine.url)
    where = {"connect_timeout": TIMEOUT, "keepalives_idle": 10, **where}
    lost = False
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(**where, autocommit=True) as session:
                await session.execute(f"LISTEN {CHANNEL}")
                lost = False
                yield None
                while True:
                    async for notify in session.notifies(timeout=QUIET_SECONDS):
                        if (one := _read(notify.payload)) is not None:
                            yield one
                    async with asyncio.timeout(TIMEOUT):
                        await session.execute("SELECT 1")
        except (psycopg.Error, OSError, TimeoutError):
            if not lost:
                log.warning(str(say("serve.listener_lost")))
            lost = True
        await asyncio.sleep(RETRY_SECONDS)
