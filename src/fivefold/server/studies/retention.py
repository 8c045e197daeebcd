"""Deletes studies that nobody edited for as long as `serve --keep` says."""

from __future__ import annotations

import asyncio
import contextlib
import time

from fivefold.errors import StorageUnavailable
from fivefold.server.metrics import Metrics
from fivefold.server.storage.studies import StudyStore

STUDIES_AT_ONCE = 20
PAUSE_SECONDS = 0.2
"""Pause between two batches, so that the writer has time for moves."""
PASS_SECONDS = 3_600.0
"""Pause between two passes."""


class StudyRetention:
    """The sweep of one server; with several workers only the first one sweeps."""

    def __init__(self, store: StudyStore, metrics: Metrics, keep_seconds: float) -> None:
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
        """Deletes all that are too old, a few at a time."""
        before = now - self._keep_seconds
        while (count := await self._store.sweep(before, STUDIES_AT_ONCE)) > 0:
            self._metrics.deleted_studies += count
            if count < STUDIES_AT_ONCE:
                return
            await asyncio.sleep(PAUSE_SECONDS)
