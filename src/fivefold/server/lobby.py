"""Who is here, and how much each may ask: bookkeeping in memory, none of it without a bound."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field

from fivefold.core import Player
from fivefold.errors import Refused
from fivefold.match.clock import Now
from fivefold.server.neighbours import NOWHERE, Elsewhere
from fivefold.server.seats import Seat


class Bucket:
    """Takes `burst` requests at once, and `rate` a second in the long run."""

    def __init__(self, rate: float, burst: float, now: Now = time.monotonic) -> None:
        self.rate, self.burst = rate, burst
        self._now = now
        self._full, self._at = burst, now()

    def _level(self) -> float:
        return min(self.burst, self._full + max(0.0, self._now() - self._at) * self.rate)

    def take(self, count: float = 1.0) -> bool:
        """Takes as many out if they are in, and tells whether."""
        level = self._level()
        self._at = self._now()
        self._full = level - count if level >= count else level
        return level >= count

    def wait(self, count: float = 1.0) -> float:
        """Returns the seconds until as many can be taken."""
        return max(0.0, min(count, self.burst) - self._level()) / self.rate


class Quota:
    """A bucket for each client; of too many clients the one silent for longest is forgotten."""

    def __init__(
        self, rate: float, burst: float, now: Now = time.monotonic, most_clients: int = 10_000
    ) -> None:
        self._rate, self._burst, self._now = rate, burst, now
        self._most = most_clients
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, client: str, count: float = 1.0) -> bool:
        """Takes as many for the client, and tells whether it still had them."""
        return self.of(client).take(count)

    def of(self, client: str) -> Bucket:
        """Returns the client's bucket."""
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = Bucket(self._rate, self._burst, self._now)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(client)
        return bucket


@dataclass
class _Presence:
    """Who looks at a match: sockets with the holder of a seat behind them, or nobody's."""

    since: float
    """Nothing is known about who was here before."""
    touched: float
    sockets: dict[Hashable, str | None] = field(default_factory=dict)
    last_seen: OrderedDict[str, float] = field(default_factory=OrderedDict)


class Lobby:
    """The matches that are open, who watches them, and which can be closed."""

    def __init__(
        self,
        now: Now = time.monotonic,
        *,
        most_rooms: int = 1_000,
        most_watching: int = 500,
        most_holders: int = 16,
    ) -> None:
        self._now = now
        self._most_rooms, self._most_watching = most_rooms, most_watching
        self._most_holders = most_holders
        self._rooms: OrderedDict[str, _Presence] = OrderedDict()

    def __len__(self) -> int:
        return len(self._rooms)

    # Rooms

    def opened(self, match: str) -> list[str]:
        """Takes the match in, and returns those to be dropped for it: idle for longest first."""
        self.touched(match)
        spare = len(self._rooms) - self._most_rooms
        quiet = (name for name in self._rooms if name != match and not self.watching(name))
        return [name for _, name in zip(range(spare), quiet, strict=False)]

    def touched(self, match: str) -> None:
        """Notes that the match is in use."""
        now = self._now()
        self._rooms.setdefault(match, _Presence(now, now)).touched = now
        self._rooms.move_to_end(match)

    def idle(self, seconds: float) -> list[str]:
        """Returns the matches nobody watches and nobody has used for so long."""
        before = self._now() - seconds
        return [
            name
            for name, presence in self._rooms.items()
            if not presence.sockets and presence.touched <= before
        ]

    def dropped(self, match: str) -> None:
        """Forgets the match, and who was there."""
        self._rooms.pop(match, None)

    # People

    def arrived(
        self,
        match: str,
        holder: str | None,
        socket: Hashable,
        elsewhere: Elsewhere = NOWHERE,
    ) -> None:
        """Notes a socket; `holder` is None for whoever holds no seat.

        Raises `Refused` when too many look on; whoever holds a seat always gets in.
        """
        strangers = self.strangers(match) + elsewhere.strangers
        if holder is None and strangers >= self._most_watching:
            raise Refused("match.full_house", most=self._most_watching)
        self.touched(match)
        self._rooms[match].sockets[socket] = holder
        self.seen(match, holder)

    def left(self, match: str, socket: Hashable) -> None:
        """Notes that a socket is gone; its holder is away from now on, unless with another."""
        presence = self._rooms.get(match)
        if presence is not None and socket in presence.sockets:
            self.seen(match, presence.sockets.pop(socket))
            self.touched(match)

    def seen(self, match: str, holder: str | None) -> None:
        """Notes a sign of life, such as a move by somebody who needs no socket."""
        presence = self._rooms.get(match)
        if holder is None or presence is None:
            return
        presence.last_seen[holder] = self._now()
        presence.last_seen.move_to_end(holder)
        if len(presence.last_seen) > self._most_holders:
            presence.last_seen.popitem(last=False)
            presence.since = self._now()  # nobody is away since before we forgot somebody

    def watching(self, match: str) -> int:
        """Returns how many sockets look at the match."""
        presence = self._rooms.get(match)
        return 0 if presence is None else len(presence.sockets)

    def strangers(self, match: str) -> int:
        """Returns how many of them hold no seat."""
        presence = self._rooms.get(match)
        return 0 if presence is None else list(presence.sockets.values()).count(None)

    def since(self, match: str) -> float:
        """Returns since when it is known here who comes and goes."""
        presence = self._rooms.get(match)
        return self._now() if presence is None else presence.since

    def met(self, match: str, holder: str) -> tuple[float, bool] | None:
        """Returns when somebody was last seen, and whether they are here; None if never."""
        presence = self._rooms.get(match)
        if presence is None or holder not in presence.last_seen:
            return None
        return presence.last_seen[holder], holder in presence.sockets.values()

    def away(
        self, match: str, seats: Mapping[str, Seat], elsewhere: Elsewhere = NOWHERE
    ) -> dict[Player, float]:
        """Returns for how many seconds the person of a seat has been away; nobody who is here.

        Whoever is connected to another worker is here; whoever was never seen has been away since
        the first worker took the match into its memory.
        """
        presence = self._rooms.get(match)
        if presence is None:
            return {}
        now, here = self._now(), {*presence.sockets.values(), *elsewhere.here}
        first = min(presence.since, elsewhere.since or presence.since)
        last_seen = dict(presence.last_seen)
        for holder, seen in elsewhere.seen.items():
            last_seen[holder] = max(seen, last_seen.get(holder, seen))
        return {
            Player(name): now - last_seen.get(seat.holder, first)
            for name, seat in seats.items()
            if seat.holder is not None and seat.holder not in here
        }
