"""The analysis pool: a fixed number of search processes, and the host's own strategies.

A search in the server process would block the event loop. Instead each question waits in a priority
queue for a process; cancelling the waiting task stops its search.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from fivefold.core import Game, Limit, Player
from fivefold.engines.wire import limit_as_json
from fivefold.errors import EngineCrashed, EngineError, Refused
from fivefold.names import FromFile, format_game, parse_player
from fivefold.server.analysis.decision_json import answer_as_json
from fivefold.server.analysis.durations import duration_of
from fivefold.server.analysis.fair_schedule import (
    MAX_WAITING_TURNS,
    FairSchedule,
    Shares,
    Work,
)
from fivefold.server.analysis.host_strategies import HostStrategies
from fivefold.server.analysis.priority_queue import PriorityQueue
from fivefold.server.analysis.process_client import PROCESS_GONE, Found, ProcessClient
from fivefold.server.analysis.process_main import line_of
from fivefold.strategies.base import GAME_OVER

MAX_SECONDS = 10.0
"""Default time limit of a question."""
PLIES_PER_REQUEST = 4
"""A graph is computed in parts, so that a machine's move never waits long for it."""
GRAPH_SECONDS = 10.0
REVIEW_SECONDS = 3.0
"""Time limit for finding a missed win in a finished game."""
MIN_SECONDS = 0.05
"""Minimum seconds for the second attempt at a question."""
MAX_CACHED = 20_000
MAX_QUESTIONS = 64
CLIENT_SHARE = 4
"""A client may have this fraction of the waiting questions."""


class AnalysisPool:
    """Answers questions about positions, one at a time per process.

    `limited` shares the processes between clients. `spare` starts a process before it is needed.
    """

    def __init__(
        self,
        count: int,
        host_strategies: HostStrategies,
        max_waiting: int = MAX_QUESTIONS,
        *,
        limited: bool = False,
        spare: bool = False,
    ) -> None:
        self._host_strategies = host_strategies
        self._max_waiting = max_waiting
        self._limited = limited
        self._spare = spare
        self._clients = [ProcessClient() for _ in range(max(1, count))]
        self._queue = PriorityQueue(self._clients, self._schedule(len(self._clients)))
        self._host_queues: dict[str, PriorityQueue[str]] = {}
        self._beside: set[asyncio.Task[None]] = set()
        """Searches that stop, and processes that start, while nobody waits for them."""
        self._known_points: OrderedDict[bytes, dict[str, Any]] = OrderedDict()
        self._closed = False

    @property
    def waiting(self) -> int:
        """Number of questions and moves waiting for a process."""
        return self._queue.waiting + sum(queue.waiting for queue in self._host_queues.values())

    def _schedule(self, processes: int) -> FairSchedule:
        limited = self._limited
        return FairSchedule(
            Shares.of(processes, limited=limited),
            self._max_waiting,
            max_questions_of_client=self._max_waiting // CLIENT_SHARE if limited else None,
            max_turns_of_client=MAX_WAITING_TURNS if limited else None,
        )

    async def think(
        self,
        strategy: str,
        game: Game,
        start: str,
        moves: Sequence[str],
        limit: Limit,
        *,
        client: str = "",
        seed: int | None = None,
        urgent: bool,
        outcomes: bool = False,
        begun: Callable[[], None] | None = None,
        found: Found | None = None,
        lines: int = 0,
    ) -> dict[str, Any]:
        """Returns the strategy's decision after those moves, as JSON.

        `urgent` is a machine's turn, anything else a question; both are shared fairly between the
        clients. With `outcomes`, the engine classifies every legal pentomino placement. `begun` is
        called when the question has left the queue, `found` with what the search has found so far,
        `lines` of its best moves included.
        Raises `Refused` if the queue is full, `EngineCrashed` or `EngineTimeout` if the process
        fails (for a built-in strategy: twice), and the errors of invalid questions.
        """
        if limit.seconds is None:
            limit = limit.tightest(Limit(seconds=MAX_SECONDS))
        assert limit.seconds is not None
        if self._host_strategies.has(strategy):
            work = Work(client, urgent)
            return await self._ask_host_strategy(
                work, strategy, game, start, moves, limit, seed, begun=begun, found=found
            )
        if isinstance(parse_player(strategy), FromFile):
            raise Refused("strategy.path", field="strategy")
        question = {
            "ask": "think",
            "strategy": strategy,
            "game": format_game(game),
            "start": start,
            "moves": list(moves),
            "seed": seed,
            "outcomes": outcomes,
            "progress": found is not None,
            "lines": lines,
        }
        work = Work(client, urgent, duration_of(strategy, game.name, limit))
        async with self._process(work, begun=begun) as process:
            answer: dict[str, Any] = await _ask(process, question, strategy, limit, found)
        return answer

    async def settle(
        self,
        strategy: str,
        game: Game,
        start: str,
        moves: Sequence[str],
        stones: int,
        limit: Limit,
        *,
        client: str = "",
        seed: int | None = None,
        begun: Callable[[], None] | None = None,
    ) -> dict[str, Any]:
        """Returns the strategy's answer in a swap2 opening: stones to place, or a side.

        A shared evaluation answers, because strategies cannot choose sides themselves.
        """
        question = {
            "ask": "settle",
            "strategy": strategy,
            "game": format_game(game),
            "start": start,
            "moves": list(moves),
            "stones": stones,
            "seed": seed,
        }
        async with self._process(Work(client, True), begun=begun) as process:
            answer: dict[str, Any] = await _ask(process, question, strategy, limit)
        return answer

    async def graph(
        self,
        game: Game,
        start: str,
        moves: Sequence[str],
        from_ply: int,
        to_ply: int,
        *,
        client: str = "",
    ) -> list[dict[str, Any]]:
        """Returns the graph's points for the plies from `from_ply` to `to_ply`, both included."""
        keys = list(_line_keys(format_game(game), start, moves))
        wanted = range(max(0, from_ply), min(to_ply, len(moves)) + 1)
        found: dict[int, dict[str, Any]] = {}
        for first in range(0, len(wanted), PLIES_PER_REQUEST):
            plies = wanted[first : first + PLIES_PER_REQUEST]
            known = self._known(keys, plies)
            if len(known) < len(plies):
                known = await self._graph_part(client, game, start, moves, keys, plies)
            found |= known
        return [{"ply": ply, **found[ply]} for ply in wanted]

    async def report(
        self, game: Game, start: str, moves: Sequence[str], set_up: int, *, client: str = ""
    ) -> dict[str, Any]:
        """Returns the report of a game, from the points of its graph; without the time use.

        The first `set_up` stones were put before the colours were chosen.
        """
        points = await self.graph(game, start, moves, 0, len(moves), client=client)
        key = list(_line_keys(f"report {set_up} {format_game(game)}", start, moves))[-1]
        if key not in self._known_points:
            question = {
                "ask": "report",
                "game": format_game(game),
                "start": start,
                "moves": list(moves),
                "points": points,
                "set_up": set_up,
            }
            async with self._process(Work(client)) as process:
                limit = Limit(seconds=GRAPH_SECONDS)
                if key not in self._known_points:
                    self._remember(key, await _ask(process, question, "report", limit))
        return self._known_points[key]

    async def review(
        self, game: Game, start: str, moves: Sequence[str], loser: Player, *, client: str = ""
    ) -> dict[str, Any]:
        """Returns the loser's last missed win in a finished game."""
        key = list(_line_keys(f"review {loser.value} {format_game(game)}", start, moves))[-1]
        if key not in self._known_points:
            question = {
                "ask": "review",
                "game": format_game(game),
                "start": start,
                "moves": list(moves),
                "loser": loser.value,
            }
            limit = Limit(seconds=REVIEW_SECONDS)
            async with self._process(Work(client)) as process:
                if key not in self._known_points:
                    self._remember(key, await _ask(process, question, "review", limit))
        return self._known_points[key]

    async def close(self) -> None:
        """Ends every process and rejects all pending requests."""
        self._closed = True
        self._queue.close()
        for queue in self._host_queues.values():
            queue.close()
        for task in self._beside:
            task.cancel()
        await asyncio.gather(*self._beside, return_exceptions=True)
        await asyncio.gather(
            self._host_strategies.close(), *(client.close() for client in self._clients)
        )

    @asynccontextmanager
    async def _process(
        self, work: Work, begun: Callable[[], None] | None = None
    ) -> AsyncIterator[ProcessClient]:
        """Lends a process; if the task is cancelled, stops the search before others get it."""
        process = await self._queue.acquire(work)
        try:
            if self._spare and self._queue.next_idle is not None:
                self._start_beside(self._queue.next_idle.start())
            if begun is not None:
                begun()
            yield process
        except asyncio.CancelledError:
            self._start_beside(self._stop(process, work))
            raise
        except BaseException as error:
            self._queue.release(process, work)
            if self._closed and isinstance(error, EngineError):
                raise Refused("question.busy") from error  # the pool was closed; nothing crashed
            raise
        self._queue.release(process, work)

    def _start_beside(self, what: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(what)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    async def _stop(self, process: ProcessClient, work: Work) -> None:
        try:
            await process.stop()
        finally:
            self._queue.release(process, work)

    async def _graph_part(
        self,
        client: str,
        game: Game,
        start: str,
        moves: Sequence[str],
        keys: Sequence[bytes],
        plies: Sequence[int],
    ) -> dict[int, dict[str, Any]]:
        async with self._process(Work(client)) as process:
            # Another request may have computed them in the meantime.
            found = self._known(keys, plies)
            missing = [ply for ply in plies if ply not in found]
            if missing:
                question = {
                    "ask": "graph",
                    "game": format_game(game),
                    "start": start,
                    "moves": list(moves[: missing[-1]]),
                    "plies": missing,
                }
                for each in await _ask(process, question, "graph", Limit(seconds=GRAPH_SECONDS)):
                    ply = each.pop("ply")
                    found[ply] = each
                    self._remember(keys[ply], each)
        return found

    def _remember(self, key: bytes, answer: dict[str, Any]) -> None:
        self._known_points[key] = answer
        while len(self._known_points) > MAX_CACHED:
            self._known_points.popitem(last=False)

    def _known(self, keys: Sequence[bytes], plies: Sequence[int]) -> dict[int, dict[str, Any]]:
        """Returns the cached points by ply."""
        found = {}
        for ply in plies:
            if keys[ply] in self._known_points:
                self._known_points.move_to_end(keys[ply])
                found[ply] = self._known_points[keys[ply]]
        return found

    async def _ask_host_strategy(
        self,
        work: Work,
        name: str,
        game: Game,
        start: str,
        moves: Sequence[str],
        limit: Limit,
        seed: int | None,
        *,
        begun: Callable[[], None] | None = None,
        found: Found | None = None,
    ) -> dict[str, Any]:
        """Returns the decision of a host strategy.

        Each has a queue of its own, so that one that hangs blocks nobody else.
        """
        if self._closed:
            raise Refused("question.busy")
        if name not in self._host_queues:
            self._host_queues[name] = PriorityQueue([name], self._schedule(1))
        queue = self._host_queues[name]
        turn = await queue.acquire(work)
        try:
            await self._host_strategies.prepare(name, game, seed)
            if begun is not None:
                begun()
            states = await asyncio.to_thread(line_of, format_game(game), start, list(moves))
            state = states[-1]
            started = time.perf_counter()
            decision = GAME_OVER
            if not state.outcome:
                decision = await self._host_strategies.choose(name, states, limit, seed, found)
            seconds = time.perf_counter() - started
            return await asyncio.to_thread(answer_as_json, decision, state.game, name, seconds)
        except EngineError as error:
            if self._closed:
                raise Refused("question.busy") from error  # the pool was closed; nothing crashed
            raise
        finally:
            queue.release(turn, work)


async def _ask(
    process: ProcessClient,
    question: dict[str, Any],
    name: str,
    limit: Limit,
    found: Found | None = None,
) -> Any:
    """Returns a built-in strategy's answer; retries once in the remaining time if its process dies.

    Out-of-memory killers may hit any process, and an idle one may be dying when it is asked;
    neither is the strategy's fault.
    """
    assert limit.seconds is not None
    assert limit.most_seconds is not None
    started = time.monotonic()
    try:
        within = limit.most_seconds
        return await process.ask({**question, "limit": limit_as_json(limit)}, name, within, found)
    except EngineCrashed as error:
        if error.code not in PROCESS_GONE:
            raise
    left = max(MIN_SECONDS, limit.seconds - (time.monotonic() - started))
    again = replace(limit, seconds=left, longest=None)
    return await process.ask({**question, "limit": limit_as_json(again)}, name, left, found)


def _line_keys(game: str, start: str, moves: Sequence[str]) -> Iterator[bytes]:
    """Yields a cache key for the start and for the position after each move."""
    line = hashlib.blake2b(f"{game}\n{start}".encode(), digest_size=16)
    yield line.digest()
    for move in moves:
        line.update(f"\n{move}".encode())
        yield line.digest()
