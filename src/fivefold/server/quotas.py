"""How much one client may ask of a server that others use too."""

from __future__ import annotations

from fivefold.server.lobby import Quota

NO_LIMIT = 1e12


class Quotas:
    """For each kind of request so many a second in the long run, and so many at once."""

    def __init__(self, limited: bool = True) -> None:
        def quota(rate: float, burst: float) -> Quota:
            return Quota(rate, burst) if limited else Quota(NO_LIMIT, NO_LIMIT)

        self.matches = quota(1.0, 60)
        self.questions = quota(4.0, 40)
        self.judgements = quota(8.0, 80)
        self.readings = quota(10.0, 60)
        self.pictures = quota(2.0, 20)
        self.commands = quota(100.0, 1_000)
