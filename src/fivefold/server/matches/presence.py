"""The connections to each match, here and at other workers, and how long players are away.

Also which matches are idle. Everything is kept in memory, and all of it has a bound.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field

from fivefold.core import Player
from fivefold.errors import Refused
from fivefold.match.clock import Now
from fivefold.server.matches.active_match import ActiveMatch
from fivefold.server.peers.peers import MatchStatus, Peers
from fivefold.server.room.seats import Seat


@dataclass
class _Entry:
    """The connections to one match: for each socket, who holds a seat behind it."""

    since: float
    """Before this time nothing is known about who was connected."""
    touched: float
    sockets: dict[Hashable, str | None] = field(default_factory=dict)
    last_seen: OrderedDict[str, float] = field(default_factory=OrderedDict)


class Presence:
    """The connections to every match in memory; other workers are told of each change."""

    def __init__(
        self,
        now: Now = time.monotonic,
        peers: Peers | None = None,
        *,
        max_matches: int = 1_000,
        max_spectators: int = 500,
        max_remembered: int = 16,
    ) -> None:
        self._now = now
        self._peers = peers or Peers()
        self._max_matches, self.max_spectators = max_matches, max_spectators
        self._max_remembered = max_remembered
        self._matches: OrderedDict[str, _Entry] = OrderedDict()

    def __len__(self) -> int:
        return len(self._matches)

    # Matches

    def opened(self, match: str) -> list[str]:
        """Adds the match; returns the ones to drop for it, the longest idle first."""
        self.touched(match)
        surplus = len(self._matches) - self._max_matches
        idle = (name for name in self._matches if name != match and not self.watching(name))
        return [name for _, name in zip(range(surplus), idle, strict=False)]

    def touched(self, match: str) -> None:
        """Records that the match was used just now."""
        now = self._now()
        self._matches.setdefault(match, _Entry(now, now)).touched = now
        self._matches.move_to_end(match)

    def idle(self, seconds: float) -> list[str]:
        """Returns the matches without connections that were not used for this long."""
        before = self._now() - seconds
        return [
            name
            for name, entry in self._matches.items()
            if not entry.sockets and entry.touched <= before
        ]

    def dropped(self, match: str) -> None:
        """Forgets the match and everyone who was connected to it."""
        self._matches.pop(match, None)

    def publish(self, active: ActiveMatch) -> None:
        """Tells the other workers how the match stands here."""
        room = active.room
        if not self._peers.several or not active.is_open:
            return
        status = MatchStatus(
            room.version,
            room.clock.began,
            self._since(room.id),
            len(active.subscribers),
            self._spectators(room.id),
            active.hidden_key,
        )
        self._peers.publish(room.id, status)

    # People

    def arrived(self, match: str, holder: str | None, socket: Hashable) -> None:
        """Adds a connection; `holder` is None for a spectator.

        Raises `Refused` when there are too many spectators; players always get in.
        """
        spectators = self._spectators(match) + self._peers.elsewhere(match).spectators
        if holder is None and spectators >= self.max_spectators:
            raise Refused("match.full_house", most=self.max_spectators)
        self.touched(match)
        self._matches[match].sockets[socket] = holder
        self.seen(match, holder)

    def left(self, match: str, socket: Hashable) -> None:
        """Removes a connection; a player without another one is away from now on."""
        entry = self._matches.get(match)
        if entry is not None and socket in entry.sockets:
            self.seen(match, entry.sockets.pop(socket))
            self.touched(match)

    def seen(self, match: str, holder: str | None) -> None:
        """Records a sign of life, such as a move by a player without a socket."""
        entry = self._matches.get(match)
        if holder is None or entry is None:
            return
        now = self._now()
        entry.last_seen[holder] = now
        entry.last_seen.move_to_end(holder)
        if len(entry.last_seen) > self._max_remembered:
            entry.last_seen.popitem(last=False)
            entry.since = now  # the forgotten player must not seem to be away for longer
        self._peers.seen(match, holder, now, here=holder in entry.sockets.values())

    def watching(self, match: str) -> int:
        """Returns the number of connections in this process."""
        entry = self._matches.get(match)
        return 0 if entry is None else len(entry.sockets)

    def _spectators(self, match: str) -> int:
        entry = self._matches.get(match)
        return 0 if entry is None else list(entry.sockets.values()).count(None)

    def _since(self, match: str) -> float:
        entry = self._matches.get(match)
        return self._now() if entry is None else entry.since

    def away(self, match: str, seats: Mapping[str, Seat]) -> dict[Player, float]:
        """Returns the seconds that each absent player has been away from every worker.

        A player who was never seen counts as away since the first worker loaded the match.
        """
        entry = self._matches.get(match)
        if entry is None:
            return {}
        elsewhere = self._peers.elsewhere(match)
        now, here = self._now(), {*entry.sockets.values(), *elsewhere.here}
        first = min(entry.since, elsewhere.since or entry.since)
        last_seen = dict(entry.last_seen)
        for holder, seen in elsewhere.seen.items():
            last_seen[holder] = max(seen, last_seen.get(holder, seen))
        return {
            Player(name): now - last_seen.get(seat.holder, first)
            for name, seat in seats.items()
            if seat.holder is not None and seat.holder not in here
        }
