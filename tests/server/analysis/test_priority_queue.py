"""The priority queue: urgent requests first, and no resource lost, whoever is cancelled."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from fivefold.errors import Refused
from fivefold.server.analysis.priority_queue import MAX_URGENT_IN_A_ROW, PriorityQueue


async def settle() -> None:
    """Lets every task run until it waits."""
    for _ in range(10):
        await asyncio.sleep(0)


def user(queue: PriorityQueue[str], urgent: bool, done: list[str], name: str) -> asyncio.Task[None]:
    """Returns a task that acquires a resource, notes its name and releases the resource."""

    async def acquire() -> None:
        resource = await queue.acquire(urgent=urgent)
        done.append(name)
        await asyncio.sleep(0)
        queue.release(resource, urgent=urgent)

    return asyncio.create_task(acquire())


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def bounded() -> None:
        async with asyncio.timeout(60):
            await test()

    asyncio.run(bounded())


def test_urgent_requests_come_first_and_the_others_in_order() -> None:
    async def test() -> None:
        queue, done = PriorityQueue(["resource"], 10), list[str]()
        resource = await queue.acquire(urgent=False)
        tasks = [user(queue, name[0] == "u", done, name) for name in ("q1", "q2", "u1", "q3", "u2")]
        await settle()
        assert queue.waiting == 5
        queue.release(resource, urgent=False)
        await asyncio.gather(*tasks)
        assert done == ["u1", "u2", "q1", "q2", "q3"]

    run(test)


def test_a_question_comes_to_its_turn_though_machines_never_rest() -> None:
    async def test() -> None:
        queue, done = PriorityQueue(["left", "right"], 10), list[str]()
        ended = asyncio.Event()

        async def machine() -> None:
            while not ended.is_set():
                await user(queue, True, done, "u")

        machines = [asyncio.create_task(machine()) for _ in range(5)]
        await settle()
        await asyncio.gather(*(user(queue, False, done, name) for name in ("q1", "q2", "q3")))
        ended.set()
        await asyncio.gather(*machines)
        assert [name for name in done if name != "u"] == ["q1", "q2", "q3"]
        first, second, third = map(done.index, ("q1", "q2", "q3"))
        # `MAX_URGENT_IN_A_ROW`, plus those served meanwhile by the resource kept for urgent
        # requests.
        assert MAX_URGENT_IN_A_ROW < second - first < 3 * MAX_URGENT_IN_A_ROW
        assert MAX_URGENT_IN_A_ROW < third - second < 3 * MAX_URGENT_IN_A_ROW

    run(test)


def test_too_many_questions_are_refused_but_never_urgent_requests() -> None:
    async def test() -> None:
        queue, done = PriorityQueue(["resource"], 2), list[str]()
        resource = await queue.acquire(urgent=False)
        tasks = [user(queue, False, done, name) for name in ("q1", "q2")]
        tasks += [user(queue, True, done, name) for name in ("u1", "u2", "u3", "u4")]
        await settle()
        with pytest.raises(Refused) as refusal:
            await queue.acquire(urgent=False)
        assert refusal.value.code == "question.busy"
        queue.release(resource, urgent=False)
        await asyncio.gather(*tasks)
        assert sorted(done) == ["q1", "q2", "u1", "u2", "u3", "u4"]

    run(test)


def test_questions_leave_one_resource_for_urgent_requests() -> None:
    async def test() -> None:
        queue = PriorityQueue(["left", "right"], 10)
        first = await queue.acquire(urgent=False)
        waiting = asyncio.create_task(queue.acquire(urgent=False))
        await settle()
        assert not waiting.done()
        second = await queue.acquire(urgent=True)
        queue.release(second, urgent=True)
        await settle()
        assert not waiting.done()
        queue.release(first, urgent=False)
        assert await waiting in ("left", "right")

    run(test)


def test_a_cancelled_request_makes_room() -> None:
    async def test() -> None:
        queue = PriorityQueue(["resource"], 1)
        resource = await queue.acquire(urgent=True)
        leaving = asyncio.create_task(queue.acquire(urgent=False))
        await settle()
        leaving.cancel()
        await settle()
        staying = asyncio.create_task(queue.acquire(urgent=False))
        await settle()
        queue.release(resource, urgent=True)
        assert await staying == "resource"

    run(test)


def test_a_closed_queue_rejects_all_requests() -> None:
    async def test() -> None:
        queue = PriorityQueue(["resource"], 5)
        await queue.acquire(urgent=True)
        waiting = [asyncio.create_task(queue.acquire(urgent=urgent)) for urgent in (True, False)]
        await settle()
        queue.close()
        for task in waiting:
            with pytest.raises(Refused, match="Try again"):
                await task
        with pytest.raises(Refused, match="Try again"):
            await queue.acquire(urgent=True)

    run(test)


@pytest.mark.parametrize("seed", range(10))
def test_resources_are_neither_lost_nor_doubled_when_requests_are_cancelled(seed: int) -> None:
    chance = random.Random(seed)

    async def test() -> None:
        resources = ["a", "b", "c"][: chance.randint(1, 3)]
        queue, out = PriorityQueue(resources, 1_000), list[str]()

        async def work(urgent: bool) -> None:
            resource = await queue.acquire(urgent=urgent)
            try:
                assert resource not in out
                out.append(resource)
                for _ in range(chance.randint(0, 3)):
                    await asyncio.sleep(0)
            finally:
                out.remove(resource)
                queue.release(resource, urgent=urgent)

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
        assert queue.waiting == 0
        assert sorted([await queue.acquire(urgent=True) for _ in resources]) == resources

    run(test)
