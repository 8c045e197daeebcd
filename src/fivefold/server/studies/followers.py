"""Who follows each study: their sockets, and how many they are."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any
from weakref import WeakKeyDictionary

from fivefold.errors import Refused
from fivefold.server.matches.socket_quota import ConnectionQuota
from fivefold.server.matches.subscribers import Subscriber
from fivefold.server.matches.tasks import BackgroundTasks
from fivefold.server.peers.peers import Peers
from fivefold.server.studies.active_studies import ActiveStudies
from fivefold.server.studies.active_study import ActiveStudy
from fivefold.server.studies.frames import following_frame, study_frame

MAX_FOLLOWERS = 500
CLIENT_SHARE, NETWORK_SHARE = 10, 2
"""A client gets 1/10 of the followers' places of a study, a network 1/2."""
ANNOUNCE_SECONDS = 0.2
"""Arrivals and departures within this time are announced together."""


class Followers:
    """Adds and removes followers, and tells all of a study how many they are.

    `notify_peers` tells the other processes that somebody came or left.
    """

    def __init__(
        self,
        studies: ActiveStudies,
        peers: Peers,
        tasks: BackgroundTasks,
        notify_peers: Callable[[str], Coroutine[Any, Any, None]],
        *,
        limited: bool,
    ) -> None:
        self._studies = studies
        self._peers = peers
        self._tasks = tasks
        self._notify_peers = notify_peers
        client, network = (CLIENT_SHARE, NETWORK_SHARE) if limited else (1, 1)

        def refusal(most: int) -> Refused:
            return Refused("request.sockets", most=most)

        most = MAX_FOLLOWERS // client, MAX_FOLLOWERS // network
        self._quota = ConnectionQuota(*most, refusal, peers)
        self._clients: dict[Subscriber, str] = {}
        self._pending: dict[ActiveStudy, asyncio.TimerHandle] = {}
        self._announced: WeakKeyDictionary[ActiveStudy, int] = WeakKeyDictionary()

    async def follow(
        self, active: ActiveStudy, subscriber: Subscriber, client: str, since: int | None
    ) -> None:
        """Sends the study, or the events after `since`, and every change from now on.

        Raises `Refused` if too many follow it, or too many of this client.
        """
        if self._watching(active) >= MAX_FOLLOWERS:
            raise Refused("study.full_house", most=MAX_FOLLOWERS)
        self._quota.check(client, active.id)
        async with active.lock:
            frame = None if since is None else active.missed(since)
            if frame is None:
                frame = study_frame(active.study, await active.text(), subscriber.holder)
            self._quota.open(client, active.id)
            self._clients[subscriber] = client
            active.followers.add(subscriber)
            subscriber.offer(frame)
        self._studies.publish(active)
        self._announce_soon(active)

    def leave(self, active: ActiveStudy, subscriber: Subscriber) -> None:
        """Removes a follower."""
        active.followers.discard(subscriber)
        client = self._clients.pop(subscriber, None)
        if client is not None:
            self._quota.close(client, active.id)
        self._studies.publish(active)
        self._announce_soon(active)

    def announce_if_changed(self, active: ActiveStudy) -> None:
        """Tells the followers when somebody came to another worker, or left it."""
        if active.followers and self._watching(active) != self._announced.get(active):
            self._announce(active)

    def stop(self) -> None:
        """Cancels the announcements that are due."""
        for pending in self._pending.values():
            pending.cancel()

    def _watching(self, active: ActiveStudy) -> int:
        return len(active.followers) + self._peers.elsewhere(active.id).watching

    def _announce_soon(self, active: ActiveStudy) -> None:
        if active in self._pending or self._tasks.closing.is_set():
            return

        def announce() -> None:
            del self._pending[active]
            self._announce(active)
            if self._peers.several:
                self._tasks.start(self._notify_peers(active.id))

        loop = asyncio.get_running_loop()
        self._pending[active] = loop.call_later(ANNOUNCE_SECONDS, announce)

    def _announce(self, active: ActiveStudy) -> None:
        self._announced[active] = self._watching(active)
        active.send(following_frame(self._watching(active)))
