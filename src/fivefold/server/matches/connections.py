"""Sockets and event streams: which are open, and what each is subscribed to."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any
from weakref import WeakKeyDictionary

from fivefold.core import Player
from fivefold.errors import Refused
from fivefold.server.matches.active_match import ActiveMatch
from fivefold.server.matches.frames import bye_frame, events_frame, presence_frame, snapshot_frame
from fivefold.server.matches.presence import Presence
from fivefold.server.matches.socket_quota import ConnectionQuota, SocketLimits
from fivefold.server.matches.subscribers import Subscriber
from fivefold.server.matches.tasks import BackgroundTasks
from fivefold.server.matches.timers import MatchTimers
from fivefold.server.metrics import Metrics
from fivefold.server.peers.peers import Peers
from fivefold.server.room.rules import AWAY_BEFORE_CLAIM
from fivefold.server.room.seats import SEATS

ANNOUNCE_SECONDS = 0.2
"""Arrivals and departures within this time are announced together."""
GOODBYE_SECONDS = 1.0

Announced = tuple[int, frozenset[Player]]
"""The number of subscribers and the players who are away."""


class Connections:
    """Opens and closes connections, and announces who is connected to a match.

    `notify_peers` tells the other processes that somebody connected or left.
    """

    def __init__(
        self,
        presence: Presence,
        timers: MatchTimers,
        peers: Peers,
        tasks: BackgroundTasks,
        metrics: Metrics,
        notify_peers: Callable[[str], Coroutine[Any, Any, None]],
        limits: SocketLimits,
    ) -> None:
        self._presence = presence
        self._timers = timers
        self._peers = peers
        self._tasks = tasks
        self._metrics = metrics
        self._notify_peers = notify_peers
        self._limits = limits
        self._quota = ConnectionQuota.of_sockets(limits, peers)
        self._spectators = ConnectionQuota.of_spectators(
            presence.max_spectators, peers, limited=limits.client < limits.total
        )
        self._spectating: dict[Subscriber, str] = {}
        """The client of each subscriber that counts as a spectator."""
        self._sockets: dict[Subscriber, str] = {}
        """Each connection with its client."""
        self._pending: dict[ActiveMatch, asyncio.TimerHandle] = {}
        self._announced: WeakKeyDictionary[ActiveMatch, Announced] = WeakKeyDictionary()

    # Sockets

    def __len__(self) -> int:
        return len(self._sockets)

    @property
    def is_full(self) -> bool:
        """Whether new connections are rejected: too many are open, or the server stops."""
        return self._open >= self._limits.total or self._tasks.closing.is_set()

    @property
    def is_crowded(self) -> bool:
        """Whether the places that are left are for those who hold seats."""
        return self._open >= self._limits.total - self._limits.reserve

    @property
    def _open(self) -> int:
        return len(self) + sum(worker.sockets for worker in self._peers.others())

    def check_space(self, client: str) -> None:
        """Raises `Refused` if the server, the client or its network has too many open."""
        if self.is_full:
            raise Refused("request.too_many")
        self._quota.check(client)

    def open(self, subscriber: Subscriber, client: str) -> None:
        """Adds a connection."""
        self._sockets[subscriber] = client
        self._quota.open(client)
        self._peers.count_sockets(len(self._sockets))

    def close(self, subscriber: Subscriber) -> None:
        """Removes a connection."""
        client = self._sockets.pop(subscriber, None)
        if client is not None:
            self._quota.close(client)
        self._peers.count_sockets(len(self._sockets))

    async def say_goodbye(self) -> None:
        """Sends everyone the last frame; returns when all have left, after a second at most."""
        bye = bye_frame()
        for subscriber in tuple(self._sockets):
            subscriber.offer_last(bye)
        self._tasks.closing.set()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                while self._sockets:
                    await asyncio.sleep(0.02)

    def stop(self) -> None:
        """Cancels the announcements that are due."""
        for pending in self._pending.values():
            pending.cancel()

    # Subscriptions

    def subscribe(
        self, active: ActiveMatch, subscriber: Subscriber, since: int | None = None
    ) -> None:
        """Sends the match, or the events after `since`, and every change from now on."""
        room = active.room
        client = self._sockets.get(subscriber, "")
        active.used_by(subscriber.holder, client)
        holder = subscriber.holder if room.held_by(subscriber.holder) else None
        if holder is None:
            self._spectators.check(client, room.id)
        self._presence.arrived(room.id, holder, subscriber)
        if holder is None:
            self._spectators.open(client, room.id)
            self._spectating[subscriber] = client
        activity = self._timers.activity(active)
        if activity.turn is None:
            room.resume()
        missed = None if since is None else active.missed(since)
        if missed is None:
            subscriber.offer(snapshot_frame(room, subscriber.holder))
        else:
            subscriber.offer(events_frame(room, missed))
        active.subscribers.add(subscriber)
        if activity.thinking is not None:
            subscriber.offer(activity.thinking)
        self._timers.update(active)
        self._announce_soon(active)

    def unsubscribe(self, active: ActiveMatch, subscriber: Subscriber) -> None:
        """Stops sending the match to this subscriber."""
        if subscriber not in active.subscribers:
            return
        active.subscribers.discard(subscriber)
        spectator = self._spectating.pop(subscriber, None)
        if spectator is not None:
            self._spectators.close(spectator, active.id)
        self._metrics.dropped += subscriber.gone.is_set()
        self._presence.left(active.id, subscriber)
        self._timers.update(active)
        self._announce_soon(active)

    # Announcements

    def announce_if_changed(self, active: ActiveMatch) -> None:
        """Tells the subscribers when somebody connected to another worker, or left it."""
        if active.subscribers and self._present(active) != self._announced.get(active):
            self._announce(active)

    def _announce_soon(self, active: ActiveMatch) -> None:
        if active in self._pending:
            return

        def announce() -> None:
            del self._pending[active]
            self._announce(active)
            if self._peers.several:
                self._tasks.start(self._notify_peers(active.id))

        loop = asyncio.get_running_loop()
        self._pending[active] = loop.call_later(ANNOUNCE_SECONDS, announce)

    def _announce(self, active: ActiveMatch) -> None:
        self._announced[active] = self._present(active)
        active.send(self._frame(active))

    def _present(self, active: ActiveMatch) -> Announced:
        elsewhere = self._peers.elsewhere(active.id)
        away = self._presence.away(active.id, active.room.seats)
        return len(active.subscribers) + elsewhere.watching, frozenset(away)

    def _frame(self, active: ActiveMatch) -> str:
        """Returns the frame with the audience's size and the time each absent player has left."""
        room = active.room
        left: dict[str, float | None] = dict.fromkeys(SEATS)
        if room.live and room.between_people and not room.clock.in_days:
            for player, seconds in self._presence.away(active.id, room.seats).items():
                left[player.value] = round(max(0.0, AWAY_BEFORE_CLAIM - seconds), 1)
        watching, _ = self._present(active)
        return presence_frame(watching, left)
