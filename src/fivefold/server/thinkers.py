"""Everybody who thinks for the server: a fixed number of processes, and the host's own strategies.

Searches would hold up everything else if they ran in the server itself. Here they wait in a lane
for a process of their own (`lanes.py`, `brain.py`, `thinker.py`); cancelling the task that waits
for an answer stops the search behind it.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from fivefold.core import Game, Limit, Player, State
from fivefold.engines.wire import limit_as_json
from fivefold.errors import EngineCrashed, EngineError, Refused
from fivefold.names import format_game, is_path
from fivefold.server.answers import answer_as_json
from fivefold.server.brain import DEATHS, Brain
from fivefold.server.lanes import Lane
from fivefold.server.own import OwnStrategies
from fivefold.server.thinker import line_of
from fivefold.strategies.base import GAME_OVER

MOST_SECONDS = 10.0
"""The limit of a question that has none."""
PLIES_AT_ONCE = 4
"""A game is judged in pieces, so that somebody's move never waits long for a graph."""
JUDGE_SECONDS = 10.0
HINDSIGHT_SECONDS = 3.0
"""How long it may take to find out what the loser of a finished game let go."""
SHORTEST = 0.05
"""Seconds for a question that is asked again when its time is almost over."""
MOST_JUDGEMENTS = 20_000


class Thinkers:
    """Answers questions about positions; each process one at a time."""

    def __init__(self, count: int, own: OwnStrategies, most_waiting: int = 64) -> None:
        self._own = own
        self._most_waiting = most_waiting
        self._brains = [Brain() for _ in range(max(1, count))]
        self._lane = Lane(self._brains, most_waiting)
        self._own_lanes: dict[str, Lane[str]] = {}
        self._stopping: set[asyncio.Task[None]] = set()
        self._judged: OrderedDict[bytes, dict[str, Any]] = OrderedDict()
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many questions and moves wait for a process."""
        return self._lane.waiting + sum(lane.waiting for lane in self._own_lanes.values())

    async def think(
        self,
        strategy: str,
        game: Game,
        start: str,
        moves: Sequence[str],
        limit: Limit,
        *,
        seed: int | None = None,
        urgent: bool,
        outcomes: bool = False,
        begun: Callable[[], None] | None = None,
    ) -> dict[str, Any]:
        """Returns the strategy's decision after those moves, as it is sent to a browser.

        With `outcomes` the engine says of every legal pentomino placement what is known of it;
        `begun` is called when it no longer waits for a process.
        Raises `Refused` when too many wait, `EngineCrashed` or `EngineTimeout` when the process
        fails, of a strategy of ours twice, and whatever is wrong with the question itself.
        """
        if limit.seconds is None:
            limit = limit.tightest(Limit(seconds=MOST_SECONDS))
        assert limit.seconds is not None
        if self._own.has(strategy):
            return await self._ask_own(
                strategy, game, start, moves, limit, seed, urgent=urgent, begun=begun
            )
        if is_path(strategy):
            raise Refused("strategy.path", field="strategy")
        question = {
            "ask": "think",
            "strategy": strategy,
            "game": format_game(game),
            "start": start,
            "moves": list(moves),
            "seed": seed,
            "outcomes": outcomes,
        }
        async with self._brain(urgent=urgent, begun=begun) as brain:
            answer: dict[str, Any] = await _ask(brain, question, strategy, limit)
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
        seed: int | None = None,
        begun: Callable[[], None] | None = None,
    ) -> dict[str, Any]:
        """Returns what the strategy says in an opening by swap2: stones to put, or else a side.

        An evaluation decides for everybody, for no strategy has a say of its own in it.
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
        async with self._brain(urgent=True, begun=begun) as brain:
            answer: dict[str, Any] = await _ask(brain, question, strategy, limit)
        return answer

    async def judge(
        self, game: Game, start: str, moves: Sequence[str], from_ply: int, to_ply: int
    ) -> list[dict[str, Any]]:
        """Returns the judgement of every position from one ply to another, both included."""
        keys = list(_line_keys(format_game(game), start, moves))
        wanted = range(max(0, from_ply), min(to_ply, len(moves)) + 1)
        found: dict[int, dict[str, Any]] = {}
        for first in range(0, len(wanted), PLIES_AT_ONCE):
            plies = wanted[first : first + PLIES_AT_ONCE]
            known = self._known(keys, plies)
            if len(known) < len(plies):
                known = await self._judge(game, start, moves, keys, plies)
            found |= known
        return [{"ply": ply, **found[ply]} for ply in wanted]

    async def hindsight(
        self, game: Game, start: str, moves: Sequence[str], loser: Player
    ) -> dict[str, Any]:
        """Returns the last win that the loser of a finished game let go, if there was one."""
        key = list(_line_keys(f"hindsight {loser.value} {format_game(game)}", start, moves))[-1]
        if key not in self._judged:
            question = {
                "ask": "hindsight",
                "game": format_game(game),
                "start": start,
                "moves": list(moves),
                "loser": loser.value,
            }
            limit = Limit(seconds=HINDSIGHT_SECONDS)
            async with self._brain(urgent=False) as brain:
                if key not in self._judged:
                    self._remember(key, await _ask(brain, question, "hindsight", limit))
        return self._judged[key]

    async def close(self) -> None:
        """Ends every process; whoever waits is told that it is over."""
        self._closed = True
        self._lane.close()
        for lane in self._own_lanes.values():
            lane.close()
        for task in self._stopping:
            task.cancel()
        await asyncio.gather(*self._stopping, return_exceptions=True)
        await asyncio.gather(self._own.close(), *(brain.close() for brain in self._brains))

    @asynccontextmanager
    async def _brain(
        self, *, urgent: bool, begun: Callable[[], None] | None = None
    ) -> AsyncIterator[Brain]:
        """Lends a process; one whose question is cancelled is stopped before others get it."""
        brain = await self._lane.take(urgent=urgent)
        try:
            if begun is not None:
                begun()
            yield brain
        except asyncio.CancelledError:
            task = asyncio.create_task(self._stop(brain, urgent=urgent))
            self._stopping.add(task)
            task.add_done_callback(self._stopping.discard)
            raise
        except BaseException as error:
            self._lane.give_back(brain, urgent=urgent)
            if self._closed and isinstance(error, EngineError):
                raise Refused("question.busy") from error  # nobody has crashed
            raise
        self._lane.give_back(brain, urgent=urgent)

    async def _stop(self, brain: Brain, *, urgent: bool) -> None:
        try:
            await brain.stop()
        finally:
            self._lane.give_back(brain, urgent=urgent)

    async def _judge(
        self,
        game: Game,
        start: str,
        moves: Sequence[str],
        keys: Sequence[bytes],
        plies: Sequence[int],
    ) -> dict[int, dict[str, Any]]:
        async with self._brain(urgent=False) as brain:
            # Others may have asked for the same game meanwhile.
            found = self._known(keys, plies)
            missing = [ply for ply in plies if ply not in found]
            if missing:
                question = {
                    "ask": "judge",
                    "game": format_game(game),
                    "start": start,
                    "moves": list(moves[: missing[-1]]),
                    "plies": missing,
                }
                for each in await _ask(brain, question, "judge", Limit(seconds=JUDGE_SECONDS)):
                    ply = each.pop("ply")
                    found[ply] = each
                    self._remember(keys[ply], each)
        return found

    def _remember(self, key: bytes, answer: dict[str, Any]) -> None:
        self._judged[key] = answer
        while len(self._judged) > MOST_JUDGEMENTS:
            self._judged.popitem(last=False)

    def _known(self, keys: Sequence[bytes], plies: Sequence[int]) -> dict[int, dict[str, Any]]:
        """Returns the judgements that are remembered, by ply."""
        found = {}
        for ply in plies:
            if keys[ply] in self._judged:
                self._judged.move_to_end(keys[ply])
                found[ply] = self._judged[keys[ply]]
        return found

    async def _ask_own(
        self,
        name: str,
        game: Game,
        start: str,
        moves: Sequence[str],
        limit: Limit,
        seed: int | None,
        *,
        urgent: bool,
        begun: Callable[[], None] | None = None,
    ) -> dict[str, Any]:
        """Returns the decision of one of the host's own; each has a lane of its own.

        So one that hangs keeps only those waiting who ask it.
        """
        if self._closed:
            raise Refused("question.busy")
        lane = self._own_lanes.setdefault(name, Lane([name], self._most_waiting))
        hand = await lane.take(urgent=urgent)
        try:
            if begun is not None:
                begun()
            state = await asyncio.to_thread(_last_position, game, start, moves)
            started = time.perf_counter()
            decision = GAME_OVER
            if not state.outcome:
                decision = await self._own.choose(name, state, limit, seed)
            seconds = time.perf_counter() - started
            return await asyncio.to_thread(answer_as_json, decision, state.game, name, seconds)
        except EngineError as error:
            if self._closed:
                raise Refused("question.busy") from error  # nobody has crashed
            raise
        finally:
            lane.give_back(hand, urgent=urgent)


async def _ask(brain: Brain, question: dict[str, Any], name: str, limit: Limit) -> Any:
    """Returns the answer of a strategy of ours; if its process dies, of another in what is left.

    A system short of memory kills whom it likes, and a process may be on its way out when it is
    asked: no strategy of ours has lost its game by that.
    """
    assert limit.seconds is not None
    assert limit.most_seconds is not None
    started = time.monotonic()
    try:
        within = limit.most_seconds
        return await brain.ask({**question, "limit": limit_as_json(limit)}, name, within)
    except EngineCrashed as error:
        if error.code not in DEATHS:
            raise
    left = max(SHORTEST, limit.seconds - (time.monotonic() - started))
    again = replace(limit, seconds=left, longest=None)
    return await brain.ask({**question, "limit": limit_as_json(again)}, name, left)


def _last_position(game: Game, start: str, moves: Sequence[str]) -> State:
    return line_of(format_game(game), start, list(moves))[-1]


def _line_keys(game: str, start: str, moves: Sequence[str]) -> Iterator[bytes]:
    """Yields a key for the position after each move of a line, the start included."""
    line = hashlib.blake2b(f"{game}\n{start}".encode(), digest_size=16)
    yield line.digest()
    for move in moves:
        line.update(f"\n{move}".encode())
        yield line.digest()
