"""Every metric of this process: counters of the service, and its state now."""

from __future__ import annotations

import time

from fivefold.server.matches.service import MatchService
from fivefold.server.metrics import Family, process_gauges, single


def families_of(service: MatchService) -> list[Family]:
    """Returns the metrics of this process."""
    gauges = {
        "fivefold_matches_in_memory": len(service.matches),
        "fivefold_matches_dormant": service.matches.dormant,
        "fivefold_matches_live": sum(active.room.live for active in service.matches),
        "fivefold_sockets": len(service.connections),
        "fivefold_questions_waiting": service.pool.waiting,
        "fivefold_thinkers": service.settings.analysis_processes,
        "fivefold_storage_ready": not service.store.failed,
        **process_gauges(),
    }
    found = [single(name, "gauge", value) for name, value in gauges.items()]
    found += service.metrics.families()
    transactions = service.store.transactions
    found.append(single("fivefold_transactions_total", "counter", transactions))
    found.append(single("process_cpu_seconds_total", "counter", time.process_time()))
    return found
