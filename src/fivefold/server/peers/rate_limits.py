"""Per-client rate limits: token buckets in memory, or shared by all workers."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Protocol

from fivefold.match.clock import Now
from fivefold.server.peers.peers import Peers
from fivefold.server.peers.shared_state import SharedState

NO_LIMIT = 1e12
STORED_PER_SECOND, STORED_BURST = 10_000, 200_000_000
"""Bytes of matches that a client may store."""
SETTLED_SHARE = 0.001
"""A worker tells the others what a client owes once it is this share of the burst."""
MAX_OWING = 1_000


class Limiter(Protocol):
    """Limits one kind of request for each client."""

    def take(self, client: str, count: float = 1.0) -> bool:
        """Consumes `count` of the client's tokens if available; returns whether it did."""

    def charge(self, client: str, count: float) -> None:
        """Consumes `count` tokens even if there are fewer: the client owes the rest."""


class TokenBucket:
    """Allows bursts of up to `burst` tokens; refills at `rate` tokens per second."""

    def __init__(self, rate: float, burst: float, now: Now = time.monotonic) -> None:
        self.rate, self.burst = rate, burst
        self._now = now
        self._full, self._at = burst, now()

    def _level(self) -> float:
        return min(self.burst, self._full + max(0.0, self._now() - self._at) * self.rate)

    def take(self, count: float = 1.0) -> bool:
        """Consumes `count` tokens if available; returns whether it did."""
        level = self._level()
        self._at = self._now()
        self._full = level - count if level >= count else level
        return level >= count

    def charge(self, count: float) -> None:
        """Consumes `count` tokens even if there are fewer."""
        level = self._level()
        self._at = self._now()
        self._full = level - count

    def wait(self, count: float = 1.0) -> float:
        """Returns the seconds until `count` tokens are available."""
        return max(0.0, min(count, self.burst) - self._level()) / self.rate


class RateLimiter:
    """One token bucket per client; beyond `max_clients` the least recent client is evicted."""

    def __init__(
        self, rate: float, burst: float, now: Now = time.monotonic, max_clients: int = 10_000
    ) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._max_clients = max_clients
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, client: str, count: float = 1.0) -> bool:
        """Consumes `count` of the client's tokens if available; returns whether it did."""
        return self.of(client).take(count)

    def charge(self, client: str, count: float) -> None:
        """Consumes `count` tokens even if there are fewer: the client owes the rest."""
        self.of(client).charge(count)

    def of(self, client: str) -> TokenBucket:
        """Returns the client's bucket."""
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = TokenBucket(self._rate, self._burst, self._now)
            if len(self._buckets) > self._max_clients:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(client)
        return bucket


class SharedRateLimiter:
    """One token bucket per client, shared by all workers."""

    def __init__(self, kind: str, rate: float, burst: float, state: SharedState) -> None:
        self._kind, self._rate, self._burst = kind, rate, burst
        self._state = state
        self._owed: dict[str, float] = {}
        """What clients were charged and the other workers do not know yet."""

    def take(self, client: str, count: float = 1.0) -> bool:
        """Consumes `count` of the client's tokens if available; returns whether it did."""
        self._settle(client)
        return self._state.take(self._kind, client, self._rate, self._burst, count)

    def charge(self, client: str, count: float) -> None:
        """Consumes `count` tokens even if there are fewer: the client owes the rest."""
        self._owed[client] = self._owed.get(client, 0.0) + count
        if self._owed[client] >= self._burst * SETTLED_SHARE or len(self._owed) > MAX_OWING:
            for each in tuple(self._owed):
                self._settle(each)

    def _settle(self, client: str) -> None:
        if owed := self._owed.pop(client, 0.0):
            self._state.charge(self._kind, client, self._rate, self._burst, owed)


class RateLimits:
    """The limits of each kind of request: a rate per second and a burst."""

    def __init__(self, limited: bool = True, peers: Peers | None = None) -> None:
        def limiter(kind: str, rate: float, burst: float) -> Limiter:
            if not limited:
                return RateLimiter(NO_LIMIT, NO_LIMIT)
            if isinstance(peers, SharedState):
                return SharedRateLimiter(kind, rate, burst, peers)
            return RateLimiter(rate, burst)

        self.matches = limiter("matches", 1.0, 60)
        self.questions = limiter("questions", 4.0, 40)
        self.judgements = limiter("judgements", 8.0, 80)
        self.readings = limiter("readings", 10.0, 60)
        self.pictures = limiter("pictures", 2.0, 20)
        self.commands = limiter("commands", 100.0, 1_000)
        self.stored = limiter("stored", STORED_PER_SECOND, STORED_BURST)
        """Bytes of matches on disk: moves are charged, and new matches need a positive rest."""
