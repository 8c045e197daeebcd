"""The fair schedule: clients take turns, and no client or kind of work takes every process.

The schedule is pure, so time here is a number: `simulate` plays out hours in milliseconds.
"""

from __future__ import annotations

import heapq
import random
from collections import defaultdict
from collections.abc import Iterable
from itertools import count

import pytest

from fivefold.server.analysis.fair_schedule import (
    MAX_TURNS_IN_A_ROW,
    Duration,
    FairSchedule,
    Shares,
    Work,
)

INSTANT, SHORT, LONG = Duration
SECONDS = {INSTANT: 0.05, SHORT: 1.0, LONG: 10.0}
FAIR = Shares.of(4)
FIRST_COME = Shares((4, 4, 4), (3, 3, 3), (4, 4, 4))
"""No share of any client or duration: with one client for all, the order of arrival."""


def schedule(shares: Shares = FAIR, questions: int = 64, **most: int) -> FairSchedule:
    return FairSchedule(shares, questions, **most)


def turns(clients: Iterable[str], duration: Duration = LONG) -> list[Work]:
    return [Work(client, True, duration) for client in clients]


def started(fair: FairSchedule) -> list[Work]:
    """Returns the work that may start at this moment."""
    found = []
    while (work := fair.start()) is not None:
        found.append(work)
    return found


def in_order(fair: FairSchedule) -> str:
    """Returns the clients in the order in which one process serves them."""
    served = ""
    while (work := fair.start()) is not None:
        served += work.client
        fair.end(work)
    return served


def test_clients_take_turns_and_each_keeps_its_order() -> None:
    fair = schedule(Shares.of(1))
    works = turns("aaaaabcc")
    assert all(map(fair.add, works))
    assert in_order(fair) == "abcacaaa"
    mine = [Work("a", True, duration) for duration in (LONG, SHORT, LONG, INSTANT)]
    assert all(map(fair.add, mine))
    served = []
    while (work := fair.start()) is not None:
        served.append(work)
        fair.end(work)
    assert served == mine


def test_turns_go_before_questions_but_not_for_ever() -> None:
    fair = schedule(Shares.of(1))
    for work in (*turns("a" * 12), Work("q"), Work("r")):
        assert fair.add(work)
    most = MAX_TURNS_IN_A_ROW
    assert in_order(fair) == "a" * most + "q" + "a" * most + "r" + "a" * (12 - 2 * most)


def test_a_lone_question_is_asked_at_once_and_the_next_turn_too() -> None:
    fair = schedule(Shares.of(2))
    question, turn = Work("a"), Work("a", True)
    assert fair.add(question)
    assert started(fair) == [question]
    assert fair.add(turn)
    assert started(fair) == [turn]


@pytest.mark.parametrize("processes", range(1, 13))
def test_one_client_never_takes_the_place_of_the_others(processes: int) -> None:
    """With four processes or more, an instant and a short answer find one at any moment."""
    fair = schedule(Shares.of(processes))
    for duration in (SHORT, LONG):
        for is_turn in (True, False):
            for _ in range(16):
                assert fair.add(Work("hostile", is_turn, duration))
    running = started(fair)
    assert 1 <= len(running) <= processes
    short, instant = Work("b", True, SHORT), Work("c", True, INSTANT)
    assert fair.add(short)
    assert fair.add(instant)
    wanted = {short, instant} if processes >= 4 else set()
    assert wanted <= set(started(fair))


def test_questions_leave_a_process_for_turns_of_every_duration() -> None:
    for duration in Duration:
        fair = schedule()
        for client in range(16):
            assert fair.add(Work(f"{client}", False, duration))
        started(fair)
        turn = Work("me", True, duration)
        assert fair.add(turn)
        assert started(fair) == [turn]


def test_a_share_of_what_waits() -> None:
    fair = schedule(Shares.of(1), 6, max_questions_of_client=2, max_turns_of_client=3)
    running = Work("a", True)
    assert fair.add(running)
    assert started(fair) == [running]
    assert [fair.add(Work("a")) for _ in range(4)] == [True, True, False, False]
    assert [fair.add(work) for work in turns("aaaaa")] == [True, True, True, False, False]
    others = [Work(client) for client in "bcdef"]
    assert [fair.add(work) for work in others] == [True, True, True, True, False]
    fair.remove(others[0])
    assert fair.add(others[4])
    assert fair.waiting == 9
    fair.remove(others[0])  # it does not wait any more
    assert fair.waiting == 9


@pytest.mark.parametrize("seed", range(20))
def test_the_place_in_the_queue_is_the_one_it_turns_out_to_be(seed: int) -> None:
    chance = random.Random(seed)
    fair = schedule(Shares.of(1), 1_000)
    for _ in range(chance.randint(0, 10)):  # some clients have been served before
        fair.add(Work(chance.choice("abcd")))
        work = fair.start()
        assert work is not None
        fair.end(work)
    works = [Work(chance.choice("abcd")) for _ in range(chance.randint(1, 30))]
    for work in works:
        assert fair.add(work)
    places = {work: fair.place(work) for work in works}
    for place in range(len(works)):
        served = fair.start()
        assert served is not None
        assert places[served] == place
        fair.end(served)


@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_lost_and_no_share_is_exceeded(seed: int) -> None:
    chance = random.Random(seed)
    processes = chance.randint(1, 8)
    shares = Shares.of(processes)
    fair = schedule(shares, 1_000)
    waiting, running = list[Work](), list[Work]()
    for _ in range(2_000):
        match chance.randrange(4):
            case 0 | 1 if len(waiting) < 60:
                work = Work(
                    chance.choice("abcde"), chance.random() < 0.5, chance.choice([*Duration])
                )
                assert fair.add(work)
                waiting.append(work)
            case 2 if waiting and chance.random() < 0.3:
                fair.remove(waiting.pop(chance.randrange(len(waiting))))
            case _ if running:
                fair.end(running.pop(chance.randrange(len(running))))
        for work in started(fair):
            waiting.remove(work)
            running.append(work)
        assert fair.waiting == len(waiting)
        for duration in Duration:
            busy = [work for work in running if work.duration >= duration]
            assert len(busy) <= shares.all[duration]
            assert sum(not work.is_turn for work in busy) <= shares.questions[duration]
            for client in "abcde":
                mine = sum(work.client == client for work in busy)
                assert mine <= shares.client[duration]
        assert running or not waiting
    while running:
        fair.end(running.pop())
        running += started(fair)
    assert fair.waiting == 0


def simulate(shares: Shares, wanted: list[tuple[float, Work]], seconds: float) -> dict[Work, float]:
    """Returns the seconds from request to answer of the work that was answered in time."""
    fair, ids = schedule(shares, 10**6), count()
    arrivals = sorted(((at, next(ids), work) for at, work in wanted), reverse=True)
    arrived = {work: at for at, _, work in arrivals}
    ends: list[tuple[float, int, Work]] = []
    answered: dict[Work, float] = {}
    while arrivals or ends:
        if ends and (not arrivals or ends[0][0] <= arrivals[-1][0]):
            now, _, work = heapq.heappop(ends)
            answered[work] = now - arrived[work]
            fair.end(work)
        else:
            now, _, work = arrivals.pop()
            fair.add(work)
        if now > seconds:
            break
        for work in started(fair):
            heapq.heappush(ends, (now + SECONDS[work.duration], next(ids), work))
    return answered


def worst(shares: Shares, chance: random.Random, hostile: str) -> dict[Duration, float]:
    """Returns the longest wait of another client while one asks for everything all the time."""
    wanted = [(0.0, Work(hostile, True, LONG)) for _ in range(50)]
    for _ in range(3_000):
        what = chance.choice([*Duration])
        wanted.append((chance.uniform(0, 600), Work(hostile, chance.random() < 0.5, what)))
    victims = [
        (1.0 + 20 * number + chance.random(), Work("victim", True, duration))
        for number in range(25)
        for duration in (INSTANT, SHORT)
    ]
    answered = simulate(shares, wanted + victims, 600.0)
    found: dict[Duration, float] = defaultdict(float)
    for _, work in victims:
        found[work.duration] = max(found[work.duration], answered.get(work, 600.0))
    return found


@pytest.mark.parametrize("seed", range(5))
def test_another_clients_machines_answer_in_time_whatever_one_client_asks_for(seed: int) -> None:
    found = worst(FAIR, random.Random(seed), "hostile")
    assert found[INSTANT] <= 1.0
    assert found[SHORT] <= 4.0


def test_a_schedule_without_shares_is_caught() -> None:
    found = worst(FIRST_COME, random.Random(1), "victim")
    assert found[INSTANT] > 1.0
    assert found[SHORT] > 4.0
