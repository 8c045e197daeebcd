"""Questions to strategies: one place for those over HTTP and those over the socket."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any

from fivefold.core import Limit, State
from fivefold.errors import NotFound, Refused
from fivefold.server.house import House
from fivefold.server.lines import check_nobody_plays, moves_in
from fivefold.server.opponents import checked
from fivefold.server.table import Table

SECONDS = 5.0
"""How long a strategy may think about a question that does not say."""
MOST_SECONDS = 10.0
MOST_PLIES = 16
"""Judged in one request."""
MOST_AT_ONCE = 8
"""Questions of one client that may wait at a time."""
LOOK_SECONDS = 0.2
"""How soon a question is given up that was withdrawn at another worker."""


class Questions:
    """The questions that are being thought about, by who asked and the id they gave."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._asked: dict[str, dict[str, asyncio.Task[Any]]] = {}
        self._looking: asyncio.Task[None] | None = None

    async def ask(
        self,
        client: str,
        id: str | None,
        strategy: str,
        states: Sequence[State],
        seconds: float | None = None,
        depth: int | None = None,
    ) -> dict[str, Any]:
        """Returns what the strategy would play at the end of the line; cancelling stops it."""
        house = self._house
        state = states[-1]
        strategy = checked(strategy, state.game, house.own)
        if not house.quotas.questions.take(client):
            raise Refused("question.quota")
        waiting = self._asked.get(client, {})
        if len(waiting) + house.neighbours.asking(client) >= MOST_AT_ONCE:
            raise Refused("question.quota")
        name = secrets.token_hex(16) if id is None else f"{id} "
        if name in waiting or not house.neighbours.ask(client, name):
            raise Refused("question.twice")
        limit = Limit(seconds=min(seconds or SECONDS, MOST_SECONDS), depth=depth)
        game = state.game
        start = game.format_position(states[0])
        task = asyncio.ensure_future(
            house.thinkers.think(
                strategy, game, start, moves_in(states), limit, urgent=False, outcomes=True
            )
        )
        waiting = self._asked.setdefault(client, {})
        waiting[name] = task
        if house.neighbours.several and self._looking is None:
            self._looking = house.spawn(self._look_for_withdrawn())
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
            house.neighbours.answered(client, name)
            if not waiting:
                self._asked.pop(client, None)

    def cancel(self, client: str, id: str) -> None:
        """Stops a question, whichever worker has it; raises `NotFound` when there is none."""
        name = f"{id} "  # one without an id has a name without a space
        task = self._asked.get(client, {}).get(name)
        if task is not None:
            task.cancel()
        elif not self._house.neighbours.withdraw(client, name):
            raise NotFound("question.missing")

    async def _look_for_withdrawn(self) -> None:
        """Stops what was withdrawn at another worker, as long as anything is asked here."""
        while self._asked and not self._house.closing.is_set():
            await asyncio.sleep(LOOK_SECONDS)
            for client, waiting in tuple(self._asked.items()):
                for name in self._house.neighbours.withdrawn(client):
                    if name in waiting:
                        waiting[name].cancel()
        self._looking = None

    def check(self, states: Sequence[State]) -> None:
        """Raises when two people are playing one of these positions now."""
        check_nobody_plays(self._house, states)


def states_of(table: Table, ply: int | None) -> list[State]:
    """Returns the positions of a match up to a ply; raises while two people play it."""
    room = table.room
    if room.live and room.between_people:
        raise Refused("question.live")
    plies = len(room.plies)
    if ply is not None and ply > plies:
        raise NotFound("match.ply", ply=ply, plies=plies)
    return room.states[: (plies if ply is None else ply) + 1]
