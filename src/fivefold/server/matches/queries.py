"""Questions to strategies, over HTTP and over the socket: limits, cancellation, who may ask."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any

from fivefold.core import Limit, State
from fivefold.errors import NotFound, Refused
from fivefold.server.analysis.catalogue import checked
from fivefold.server.analysis.host_strategies import HostStrategies
from fivefold.server.analysis.pool import AnalysisPool
from fivefold.server.matches.active_match import ActiveMatch
from fivefold.server.matches.live_positions import LivePositions
from fivefold.server.matches.tasks import BackgroundTasks
from fivefold.server.peers.peers import Peers
from fivefold.server.peers.rate_limits import RateLimits
from fivefold.server.room.view import moves_in

DEFAULT_SECONDS = 5.0
"""How long a strategy may think about a question without a limit."""
MAX_SECONDS = 10.0
MAX_PLIES = 16
"""Positions of a graph in one request."""
MAX_AT_ONCE = 8
"""Questions of one client that may wait at the same time."""
POLL_SECONDS = 0.2
"""How often withdrawals at other workers are looked up."""


class AnalysisQueries:
    """The questions in progress, by client and by the id that the client gave."""

    def __init__(
        self,
        pool: AnalysisPool,
        host_strategies: HostStrategies,
        limits: RateLimits,
        peers: Peers,
        live_positions: LivePositions,
        tasks: BackgroundTasks,
    ) -> None:
        self._pool = pool
        self._host_strategies = host_strategies
        self._limits = limits
        self._peers = peers
        self._live_positions = live_positions
        self._tasks = tasks
        self._asked: dict[str, dict[str, asyncio.Task[Any]]] = {}
        self._polling: asyncio.Task[None] | None = None

    async def ask(
        self,
        client: str,
        id: str | None,
        strategy: str,
        states: Sequence[State],
        seconds: float | None = None,
        depth: int | None = None,
    ) -> dict[str, Any]:
        """Returns the strategy's decision in the last state; cancelling the task stops it.

        Raises `Refused` if two people are playing one of these positions now.
        """
        state = states[-1]
        strategy = checked(strategy, state.game, self._host_strategies)
        self._live_positions.check(states)
        if not self._limits.questions.take(client):
            raise Refused("question.quota")
        waiting = self._asked.get(client, {})
        if len(waiting) + self._peers.asking(client) >= MAX_AT_ONCE:
            raise Refused("question.quota")
        name = secrets.token_hex(16) if id is None else _named(id)
        if name in waiting or not self._peers.ask(client, name):
            raise Refused("question.twice")
        limit = Limit(seconds=min(seconds or DEFAULT_SECONDS, MAX_SECONDS), depth=depth)
        game = state.game
        start = game.format_position(states[0])
        task = asyncio.ensure_future(
            self._pool.think(
                strategy,
                game,
                start,
                moves_in(states),
                limit,
                client=client,
                urgent=False,
                outcomes=True,
            )
        )
        waiting = self._asked.setdefault(client, {})
        waiting[name] = task
        if self._peers.several and self._polling is None:
            self._polling = self._tasks.start(self._poll_withdrawn())
        try:
            return await task
        except asyncio.CancelledError:
            me = asyncio.current_task()
            if me is not None and me.cancelling():
                raise
            raise Refused("question.cancelled") from None
        finally:
            task.cancel()
            waiting.pop(name, None)
            self._peers.answered(client, name)
            if not waiting:
                self._asked.pop(client, None)

    def cancel(self, client: str, id: str) -> None:
        """Stops a question at any worker. Raises `NotFound`."""
        task = self._asked.get(client, {}).get(_named(id))
        if task is not None:
            task.cancel()
        elif not self._peers.withdraw(client, _named(id)):
            raise NotFound("question.missing")

    async def _poll_withdrawn(self) -> None:
        """Stops what was withdrawn at another worker, while any question is in progress here."""
        while self._asked and not self._tasks.closing.is_set():
            await asyncio.sleep(POLL_SECONDS)
            for client, waiting in tuple(self._asked.items()):
                for name in self._peers.withdrawn(client):
                    if name in waiting:
                        waiting[name].cancel()
        self._polling = None


def _named(id: str) -> str:
    """Returns the name of a client's question; no generated name has a space."""
    return f"{id} "


def states_of(active: ActiveMatch, ply: int | None) -> list[State]:
    """Returns the positions of a match up to a ply. Raises `Refused` while two people play it."""
    room = active.room
    if room.live and room.between_people:
        raise Refused("question.live")
    plies = len(room.plies)
    if ply is not None and ply > plies:
        raise NotFound("match.ply", ply=ply, plies=plies)
    return room.states[: (plies if ply is None else ply) + 1]
