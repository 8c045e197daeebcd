"""The flag timers of matches that are not in memory: the next one first, however many there are."""

from __future__ import annotations

import random

import pytest

from fivefold.server.matches.dormant import MIN_SURPLUS, DormantMatches, FlagTimer


def timer(match: str, due: float, version: int = 1) -> FlagTimer:
    return FlagTimer(due, match, due - 10, version)


def test_flags_fall_in_order_and_not_before_their_time() -> None:
    dormant = DormantMatches()
    for match, due in (("late", 30.0), ("first", 10.0), ("second", 20.0)):
        dormant.add(timer(match, due))
    assert (len(dormant), dormant.next_due()) == (3, 10.0)
    assert dormant.due(9.9, 5) == []
    assert dormant.due(25.0, 1) == ["first"]
    assert dormant.due(25.0, 5) == ["second"]
    assert dormant.next_due() == 30.0
    assert dormant.remove("first") == timer("first", 10.0)
    assert dormant.remove("first") is None


def test_a_match_that_was_loaded_again_has_no_timer_or_a_new_one() -> None:
    dormant = DormantMatches()
    dormant.add(timer("a", 10.0))
    dormant.add(timer("b", 15.0))
    assert dormant.remove("a") == timer("a", 10.0)
    assert dormant.next_due() == 15.0
    dormant.add(timer("a", 40.0, version=3))
    assert dormant.due(20.0, 5) == ["b"]
    assert dormant.due(40.0, 5) == ["a"]
    assert dormant.next_due() is None


@pytest.mark.parametrize("seed", range(5))
def test_it_agrees_with_a_plain_table(seed: int) -> None:
    chance = random.Random(seed)
    dormant, table, now = DormantMatches(), dict[str, FlagTimer](), 0.0
    for _ in range(20_000):
        match = f"{chance.randrange(50)}"
        if chance.random() < 0.6:
            table[match] = timer(match, now + chance.uniform(0, 500))
            dormant.add(table[match])
        elif chance.random() < 0.8:
            assert dormant.remove(match) == table.pop(match, None)
        now += chance.random()
        for fallen in dormant.due(now, 100):
            assert table[fallen].due <= now
            assert dormant.remove(fallen) == table.pop(fallen)
        assert dormant.next_due() == min((each.due for each in table.values()), default=None)
        assert len(dormant) == len(table)
        assert len(dormant._queue) <= 2 * len(table) + MIN_SURPLUS + 1
