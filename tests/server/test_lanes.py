"""Waiting for a hand: the urgent first, nobody lost, however many leave the line."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from fivefold.errors import Refused
from fivefold.server.lanes import LET_GO_FIRST, Lane


async def settle() -> None:
    """Lets every task go as far as it can."""
    for _ in range(10):
        await asyncio.sleep(0)


def taker(lane: Lane[str], urgent: bool, done: list[str], name: str) -> asyncio.Task[None]:
    """Returns a task that waits for a hand, notes its name and gives the hand back."""

    async def take() -> None:
        hand = await lane.take(urgent=urgent)
        done.append(name)
        await asyncio.sleep(0)
        lane.give_back(hand, urgent=urgent)

    return asyncio.create_task(take())


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(60):
            await test()

    asyncio.run(bounded())


def test_the_urgent_come_first_and_the_others_in_order() -> None:
    async def test() -> None:
        lane, done = Lane(["hand"], 10), list[str]()
        hand = await lane.take(urgent=False)
        tasks = [taker(lane, name[0] == "u", done, name) for name in ("q1", "q2", "u1", "q3", "u2")]
        await settle()
        assert lane.waiting == 5
        lane.give_back(hand, urgent=False)
        await asyncio.gather(*tasks)
        assert done == ["u1", "u2", "q1", "q2", "q3"]

    run(test)


def test_a_question_comes_to_its_turn_though_machines_never_rest() -> None:
    async def test() -> None:
        lane, done = Lane(["left", "right"], 10), list[str]()
        ended = asyncio.Event()

        async def machine() -> None:
            while not ended.is_set():
                await taker(lane, True, done, "u")

        machines = [asyncio.create_task(machine()) for _ in range(5)]
        await settle()
        await asyncio.gather(*(taker(lane, False, done, name) for name in ("q1", "q2", "q3")))
        ended.set()
        await asyncio.gather(*machines)
        assert [name for name in done if name != "u"] == ["q1", "q2", "q3"]
        first, second, third = map(done.index, ("q1", "q2", "q3"))
        # As many as are let go first, and those that the hand for the urgent took meanwhile.
        assert LET_GO_FIRST < second - first < 3 * LET_GO_FIRST
        assert LET_GO_FIRST < third - second < 3 * LET_GO_FIRST

    run(test)


def test_too_many_questions_are_refused_but_never_the_urgent() -> None:
    async def test() -> None:
        lane, done = Lane(["hand"], 2), list[str]()
        hand = await lane.take(urgent=False)
        tasks = [taker(lane, False, done, name) for name in ("q1", "q2")]
        tasks += [taker(lane, True, done, name) for name in ("u1", "u2", "u3", "u4")]
        await settle()
        with pytest.raises(Refused) as refusal:
            await lane.take(urgent=False)
        assert refusal.value.code == "question.busy"
        lane.give_back(hand, urgent=False)
        await asyncio.gather(*tasks)
        assert sorted(done) == ["q1", "q2", "u1", "u2", "u3", "u4"]

    run(test)


def test_questions_leave_the_last_hand_to_the_urgent() -> None:
    async def test() -> None:
        lane = Lane(["left", "right"], 10)
        first = await lane.take(urgent=False)
        waiting = asyncio.create_task(lane.take(urgent=False))
        await settle()
        assert not waiting.done()
        second = await lane.take(urgent=True)
        lane.give_back(second, urgent=True)
        await settle()
        assert not waiting.done()
        lane.give_back(first, urgent=False)
        assert await waiting in ("left", "right")

    run(test)


def test_one_who_leaves_makes_room() -> None:
    async def test() -> None:
        lane = Lane(["hand"], 1)
        hand = await lane.take(urgent=True)
        leaving = asyncio.create_task(lane.take(urgent=False))
        await settle()
        leaving.cancel()
        await settle()
        staying = asyncio.create_task(lane.take(urgent=False))
        await settle()
        lane.give_back(hand, urgent=True)
        assert await staying == "hand"

    run(test)


def test_a_closed_lane_sends_everybody_away() -> None:
    async def test() -> None:
        lane = Lane(["hand"], 5)
        await lane.take(urgent=True)
        waiting = [asyncio.create_task(lane.take(urgent=urgent)) for urgent in (True, False)]
        await settle()
        lane.close()
        for task in waiting:
            with pytest.raises(Refused, match="ask again"):
                await task
        with pytest.raises(Refused, match="ask again"):
            await lane.take(urgent=True)

    run(test)


@pytest.mark.parametrize("seed", range(10))
def test_hands_are_neither_lost_nor_doubled_when_many_leave_at_any_moment(seed: int) -> None:
    chance = random.Random(seed)

    async def test() -> None:
        hands = ["a", "b", "c"][: chance.randint(1, 3)]
        lane, out = Lane(hands, 1_000), list[str]()

        async def work(urgent: bool) -> None:
            hand = await lane.take(urgent=urgent)
            try:
                assert hand not in out
                out.append(hand)
                for _ in range(chance.randint(0, 3)):
                    await asyncio.sleep(0)
            finally:
                out.remove(hand)
                lane.give_back(hand, urgent=urgent)

        tasks = list[asyncio.Task[None]]()
        for _ in range(200):
            tasks.append(asyncio.create_task(work(chance.random() < 0.5)))
            if chance.random() < 0.5:
                chance.choice(tasks).cancel()
            if chance.random() < 0.5:
                await asyncio.sleep(0)
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert {type(result) for result in results} <= {type(None), asyncio.CancelledError}
        assert out == []
        assert lane.waiting == 0
        assert sorted([await lane.take(urgent=True) for _ in hands]) == hands

    run(test)
