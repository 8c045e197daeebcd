"""The priority queue: resources are lent in the order of the schedule and none is lost.

The order itself is tested in test_fair_schedule.py, without an event loop.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from fivefold.errors import Refused
from fivefold.server.analysis.fair_schedule import FairSchedule, Shares, Work
from fivefold.server.analysis.priority_queue import PriorityQueue


def queue_of(*resources: str, questions: int = 1_000) -> PriorityQueue[str]:
    return PriorityQueue([*resources], FairSchedule(Shares.of(len(resources)), questions))


async def settle() -> None:
    """Lets every task run until it waits."""
    for _ in range(10):
        await asyncio.sleep(0)


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(60):
            await test()

    asyncio.run(bounded())


def test_a_resource_goes_to_the_next_request_of_the_schedule() -> None:
    async def test() -> None:
        queue, done = queue_of("resource"), list[str]()

        async def use(name: str, work: Work) -> None:
            resource = await queue.acquire(work)
            done.append(name)
            queue.release(resource, work)

        first = Work("a")
        resource = await queue.acquire(first)
        wanted = {"a1": Work("a"), "a2": Work("a"), "b": Work("b"), "turn": Work("b", True)}
        tasks = [asyncio.create_task(use(*each)) for each in wanted.items()]
        await settle()
        assert (queue.waiting, queue.next_idle) == (4, None)
        queue.release(resource, first)
        await asyncio.gather(*tasks)
        assert done == ["turn", "a1", "b", "a2"]
        assert (queue.waiting, queue.next_idle) == (0, "resource")

    run(test)


def test_too_many_questions_are_refused() -> None:
    async def test() -> None:
        queue, work = queue_of("resource", questions=1), Work()
        resource = await queue.acquire(work)
        waiting = asyncio.create_task(queue.acquire(Work()))
        await settle()
        with pytest.raises(Refused) as refusal:
            await queue.acquire(Work())
        assert refusal.value.code == "question.busy"
        queue.release(resource, work)
        assert await waiting == "resource"

    run(test)


def test_a_cancelled_request_makes_room() -> None:
    async def test() -> None:
        queue, work = queue_of("resource", questions=1), Work("a", True)
        resource = await queue.acquire(work)
        leaving = asyncio.create_task(queue.acquire(Work()))
        await settle()
        leaving.cancel()
        await settle()
        staying = asyncio.create_task(queue.acquire(Work()))
        await settle()
        queue.release(resource, work)
        assert await staying == "resource"

    run(test)


def test_a_request_cancelled_as_it_gets_its_resource_gives_it_back() -> None:
    async def test() -> None:
        queue, work = queue_of("resource"), Work()
        resource = await queue.acquire(work)
        for cancel_first in (True, False):
            leaving = asyncio.create_task(queue.acquire(Work()))
            await settle()
            if cancel_first:
                leaving.cancel()
            queue.release(resource, work)
            if not cancel_first:
                leaving.cancel()
            await asyncio.gather(leaving, return_exceptions=True)
            work = Work()
            assert await queue.acquire(work) == "resource"

    run(test)


def test_a_closed_queue_rejects_all_requests() -> None:
    async def test() -> None:
        queue = queue_of("resource")
        await queue.acquire(Work("a", True))
        waiting = [asyncio.create_task(queue.acquire(Work("b", turn))) for turn in (True, False)]
        await settle()
        queue.close()
        for task in waiting:
            with pytest.raises(Refused, match="Try again"):
                await task
        with pytest.raises(Refused, match="Try again"):
            await queue.acquire(Work("a", True))
        assert queue.waiting == 0

    run(test)


@pytest.mark.parametrize("seed", range(10))
def test_resources_are_neither_lost_nor_doubled_when_requests_are_cancelled(seed: int) -> None:
    chance = random.Random(seed)

    async def test() -> None:
        resources = ["a", "b", "c", "d", "e"][: chance.randint(1, 5)]
        queue, out = queue_of(*resources), list[str]()

        async def use(work: Work) -> None:
            resource = await queue.acquire(work)
            try:
                assert resource not in out
                out.append(resource)
                for _ in range(chance.randint(0, 3)):
                    await asyncio.sleep(0)
            finally:
                out.remove(resource)
                queue.release(resource, work)

        tasks = list[asyncio.Task[None]]()
        for _ in range(200):
            work = Work(chance.choice("xyz"), chance.random() < 0.5)
            tasks.append(asyncio.create_task(use(work)))
            if chance.random() < 0.5:
                chance.choice(tasks).cancel()
            if chance.random() < 0.5:
                await asyncio.sleep(0)
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert {type(result) for result in results} <= {type(None), asyncio.CancelledError}
        assert out == []
        assert queue.waiting == 0
        assert queue.next_idle in resources

    run(test)
