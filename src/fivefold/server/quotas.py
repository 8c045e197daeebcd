"""How much one client may ask of a server that others use too."""

from __future__ import annotations

from typing import Protocol

from fivefold.server.lobby import Quota
from fivefold.server.neighbours import Neighbours
from fivefold.server.noticeboard import Noticeboard

NO_LIMIT = 1e12


class Allowance(Protocol):
    """So much of something for each client."""

    def take(self, client: str, count: float = 1.0) -> bool:
        """Takes as many for the client, and tells whether it still had them."""


class SharedQuota:
    """A bucket for each client that all workers take from."""

    def __init__(self, kind: str, rate: float, burst: float, board: Noticeboard) -> None:
        self._kind, self._rate, self._burst = kind, rate, burst
        self._board = board

    def take(self, client: str, count: float = 1.0) -> bool:
        """Takes as many for the client, and tells whether it still had them."""
        return self._board.take(self._kind, client, self._rate, self._burst, count)


class Quotas:
    """For each kind of request so many a second in the long run, and so many at once."""

    def __init__(self, limited: bool = True, neighbours: Neighbours | None = None) -> None:
        def quota(kind: str, rate: float, burst: float) -> Allowance:
            if not limited:
                return Quota(NO_LIMIT, NO_LIMIT)
            if isinstance(neighbours, Noticeboard):
                return SharedQuota(kind, rate, burst, neighbours)
            return Quota(rate, burst)

        self.matches = quota("matches", 1.0, 60)
        self.questions = quota("questions", 4.0, 40)
        self.judgements = quota("judgements", 8.0, 80)
        self.readings = quota("readings", 10.0, 60)
        self.pictures = quota("pictures", 2.0, 20)
        self.commands = quota("commands", 100.0, 1_000)
