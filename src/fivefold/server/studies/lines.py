"""Engine lines that run on and on: the best moves of one position, deeper and deeper.

A stream is a question whose answer takes as long as its client stays, so it must not keep others
waiting: it gives its process back when somebody waits, and goes on when it is its turn again. The
engine's table makes up for most of what was interrupted. Each client has one stream.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any

from fivefold.core import Limit, State
from fivefold.errors import Refused
from fivefold.server.analysis.pool import AnalysisPool
from fivefold.server.matches.live_positions import LivePositions
from fivefold.server.matches.tasks import BackgroundTasks
from fivefold.server.peers.peers import Peers
from fivefold.server.peers.rate_limits import RateLimits
from fivefold.server.room.view import moves_in

MAX_SECONDS = 60.0
CHECK_SECONDS = 0.5
"""How often a stream checks whether it may go on."""
TURN_SECONDS = 2.0
"""How long a stream keeps its process while others wait."""
HANDOVER_SECONDS = 3.0
"""How long a new stream waits for the end of its client's stream at another worker."""
NAME = " lines"
"""The name of a stream among the questions of a client; no other begins with a space."""

Tell = Callable[[dict[str, Any]], None]


@dataclass
class Search:
    """What a stream knows: the best lines so far, and the seconds of search they took."""

    states: Sequence[State]
    count: int
    depth: int | None
    seconds: float
    tell: Tell
    state: str = "waiting"
    spent: float = 0.0
    began: float | None = None
    found: dict[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Returns it as the frame has it."""
        return {
            "state": self.state,
            "side": self.states[-1].to_move.value,
            "depth": self.found.get("depth"),
            "seconds": round(self.searched, 1),
            "nodes": self.found.get("nodes"),
            "lines": self.found.get("lines", []),
            "proof": self.found.get("proof"),
        }

    @property
    def searched(self) -> float:
        """The seconds that processes have searched for it."""
        return self.spent + (0.0 if self.began is None else time.monotonic() - self.began)

    def change(self, state: str, found: dict[str, Any] | None = None) -> None:
        """Tells the client about a new state or about better lines."""
        if found is not None:
            if state == "running" and (found["depth"] or 0) < (self.found.get("depth") or 0):
                return  # a search that begins again; what is known is deeper
            self.found = found
        self.state = state
        self.tell(self.as_json())

    def begin(self) -> None:
        self.began = time.monotonic()

    def pause(self) -> None:
        self.spent, self.began = self.searched, None


class EngineLines:
    """The streams in progress, one for each client."""

    def __init__(
        self,
        pool: AnalysisPool,
        limits: RateLimits,
        peers: Peers,
        live_positions: LivePositions,
        tasks: BackgroundTasks,
    ) -> None:
        self._pool = pool
        self._limits = limits
        self._peers = peers
        self._live_positions = live_positions
        self._tasks = tasks
        self._running: dict[str, asyncio.Task[None]] = {}

    def start(
        self,
        client: str,
        states: Sequence[State],
        tell: Tell,
        fail: Callable[[BaseException], None],
        *,
        count: int,
        seconds: float | None = None,
        depth: int | None = None,
    ) -> asyncio.Task[None]:
        """Returns a running stream, which replaces the client's previous one.

        `tell` gets everything new, `fail` the error that ends it. Cancelling the task stops it.
        Raises `Refused` if two people are playing one of these positions now.
        """
        self._live_positions.check(states)
        if not self._limits.questions.take(client):
            raise Refused("question.quota")
        search = Search(states, count, depth, min(seconds or MAX_SECONDS, MAX_SECONDS), tell)
        search.change("waiting")
        previous = self._running.get(client)
        task = self._tasks.start(self._run(client, search, fail, previous))
        self._running[client] = task
        task.add_done_callback(lambda done: self._ended(client, search, done))
        return task

    def _ended(self, client: str, search: Search, task: asyncio.Task[None]) -> None:
        if task.cancelled():
            search.change("stopped")
        if self._running.get(client) is task:
            del self._running[client]

    def stop(self) -> None:
        """Stops every stream."""
        for task in self._running.values():
            task.cancel()

    async def _run(
        self,
        client: str,
        search: Search,
        fail: Callable[[BaseException], None],
        previous: asyncio.Task[None] | None,
    ) -> None:
        registered = False
        try:
            if previous is not None and not previous.done():
                previous.cancel()
                await asyncio.wait({previous})
            await self._register(client)
            registered = True
            await self._search(client, search)
        except Exception as error:  # the client must not wait for ever
            fail(error)
        finally:
            if registered:
                self._peers.answered(client, NAME)

    async def _register(self, client: str) -> None:
        """Returns when the client has no stream at another worker."""
        until = time.monotonic() + HANDOVER_SECONDS
        while not self._peers.ask(client, NAME):
            self._peers.withdraw(client, NAME)
            if time.monotonic() > until:
                raise Refused("question.quota")
            await asyncio.sleep(CHECK_SECONDS / 2)

    async def _search(self, client: str, search: Search) -> None:
        """Searches until the limit, giving the process back while others wait."""
        if search.states[-1].outcome is not None:
            search.change("done")
            return
        while (left := search.seconds - search.searched) > 0:
            decision = await self._turn(client, search, left)
            if decision is not None:
                search.change("done", _last_lines(decision, search))
                return
            search.change("waiting")
        search.change("done")

    async def _turn(self, client: str, search: Search, left: float) -> dict[str, Any] | None:
        """Returns the decision of a search; None if it was interrupted for others."""
        task = asyncio.ensure_future(self._think(client, search, left))
        waiting_before = False
        try:
            while not task.done():
                await asyncio.wait({task}, timeout=CHECK_SECONDS)
                self._live_positions.check(search.states)
                if self._peers.several and NAME in self._peers.withdrawn(client):
                    raise asyncio.CancelledError
                is_long = search.began is not None and (
                    time.monotonic() - search.began >= TURN_SECONDS
                )
                if is_long and waiting_before and self._pool.waiting and not task.done():
                    return None
                waiting_before = self._pool.waiting > 0
            return task.result()
        finally:
            search.pause()
            if not task.done():
                task.cancel()
                await asyncio.wait({task})

    def _think(
        self, client: str, search: Search, left: float
    ) -> Coroutine[Any, Any, dict[str, Any]]:
        states = search.states
        game = states[-1].game
        self._live_positions.check(states)
        return self._pool.think(
            f"engine(lines={search.count}, variety=0)",
            game,
            game.format_position(states[0]),
            moves_in(states),
            Limit(seconds=left, depth=search.depth),
            client=client,
            urgent=False,
            begun=search.begin,
            found=lambda found: search.change("running", found),
            lines=search.count,
        )


def _last_lines(decision: dict[str, Any], search: Search) -> dict[str, Any]:
    """Returns the lines of a decision; those found before if it knows no more."""
    depth = decision["depth"]
    candidates = decision["candidates"][: search.count]
    if search.found and (depth or 0) < (search.found["depth"] or 0) and not decision["proof"]:
        return search.found
    if not candidates and decision["move"] is not None:
        only = {key: decision[key] for key in ("move", "score", "depth", "pv")}
        candidates = [{**only, "note": None}]
    names = ("move", "score", "depth", "pv", "note")
    lines = [{name: each.get(name) for name in names} for each in candidates]
    return {"depth": depth, "nodes": decision["nodes"], "lines": lines, "proof": decision["proof"]}
