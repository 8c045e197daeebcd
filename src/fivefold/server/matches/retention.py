"""Deletes finished matches that are older than `serve --keep`, in small batches."""

from __future__ import annotations

import asyncio
import contextlib
import time

from fivefold.errors import StorageUnavailable
from fivefold.server.metrics import Metrics
from fivefold.server.storage.retention import Cursor
from fivefold.server.storage.store import Store

MATCHES_AT_ONCE = 20
PAUSE_SECONDS = 0.2
"""Pause between two batches, so that the writer has time for moves."""
PASS_SECONDS = 3_600.0
"""Pause between two passes through the matches."""


class Retention:
    """The sweep of one server; with several workers only the first one sweeps."""

    def __init__(self, store: Store, metrics: Metrics, keep_seconds: float | None) -> None:
        self._store = store
        self._metrics = metrics
        self._keep_seconds = keep_seconds

    async def run(self) -> None:
        """Sweeps until cancelled."""
        while True:
            with contextlib.suppress(StorageUnavailable):  # the next pass begins anew
                await self.sweep(time.time())
            await asyncio.sleep(PASS_SECONDS)

    async def sweep(self, now: float) -> None:
        """Passes once through the old matches."""
        if self._keep_seconds is None:
            return
        after: Cursor | None = Cursor()
        while after is not None:
            batch = await self._store.sweep(now - self._keep_seconds, MATCHES_AT_ONCE, after)
            self._metrics.deleted += batch.matches
            after = batch.after
            if after is not None:
                await asyncio.sleep(PAUSE_SECONDS)
