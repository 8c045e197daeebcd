"""Idle matches leave the memory even while a clock runs; the flag falls all the same."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.server.app.test_service import order, until, with_service

from fivefold.server.matches import active_matches
from fivefold.server.matches.service import MatchService, holder_of
from fivefold.server.matches.subscribers import Subscriber
from fivefold.server.room import commands as do

PATIENCE = 60


async def drop(service: MatchService, match: str) -> None:
    """Drops a match as the sweep does when nobody uses it."""
    service.matches.drop_idle(0.0)
    assert match not in service.matches


def test_matches_with_a_clock_do_not_fill_the_memory(tmp_path: Path) -> None:
    async def work(service: MatchService) -> None:
        for _ in range(6):  # twice what fits
            await service.create(order(time="5+0"))
        assert len(service.matches) <= 3
        assert service.matches.dormant >= 3

    with_service(tmp_path, work, max_matches=2)


def test_matches_whose_machine_waits_for_a_process_do_not_either(tmp_path: Path) -> None:
    async def work(service: MatchService) -> None:
        made = [
            (await service.create(order({"X": "negamax(depth=12)", "O": "me"})))[0]
            for _ in range(4)
        ]
        await until(made[0], lambda active: service.timers.is_thinking(active))
        service.matches.drop_idle(0.0)
        assert [active.id in service.matches for active in made] == [True, False, False, False]
        again = await service.find(made[1].id)
        assert service.timers.activity(again).turn is not None

    with_service(tmp_path, work, idle_seconds=0.0)


def test_the_flag_of_a_match_that_left_the_memory_falls(tmp_path: Path) -> None:
    async def work(service: MatchService) -> None:
        match = (await service.create(order(time="0.5s")))[0].id
        await drop(service, match)
        assert service.matches.dormant == 1
        async with asyncio.timeout(PATIENCE):
            while (await service.store.load(match))[-1].kind != "ended":
                await asyncio.sleep(0.02)
        ended = (await service.store.load(match))[-1]
        assert (ended.data["ending"], ended.data["winner"]) == ("time", "O")
        assert service.matches.dormant == 0

    with_service(tmp_path, work)


def test_the_clock_goes_on_while_the_match_is_not_in_memory(tmp_path: Path) -> None:
    """Nobody gains time by leaving, and nobody loses more than has passed."""

    async def work(service: MatchService) -> None:
        began = time.monotonic()
        active, secret = await service.create(order(time="5+0"))
        created = time.monotonic()
        await asyncio.sleep(0.2)
        await drop(service, active.id)
        await asyncio.sleep(0.2)
        before = time.monotonic()
        again = await service.find(active.id)
        used = again.room.clock.as_json()["X"]["used"]
        assert before - created - 0.001 <= used <= time.monotonic() - began
        await service.execute(active.id, do.Move("h8", "a", 1), holder_of(secret))
        assert service.matches.dormant == 0
        await drop(service, active.id)
        assert service.matches.dormant == 1

    with_service(tmp_path, work)


def test_a_match_that_is_watched_stays(tmp_path: Path) -> None:
    async def work(service: MatchService) -> None:
        active, _ = await service.create(order(time="5+0"))
        service.connections.subscribe(active, Subscriber())
        service.matches.drop_idle(0.0)
        assert active.id in service.matches

    with_service(tmp_path, work)


def test_a_turn_of_days_goes_on_by_the_calendar_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A calendar that jumps while the server runs changes nothing."""
    day, matches = 86_400, []

    def jump(days: float) -> None:
        calendar = SimpleNamespace(time=lambda: time.time() + days * day, monotonic=time.monotonic)
        monkeypatch.setattr(active_matches, "time", calendar)

    async def begin(service: MatchService) -> None:
        matches.append((await service.create(order(time="3d")))[0].id)
        jump(2)
        await drop(service, matches[0])
        left = (await service.find(matches[0])).room.flag_due()
        assert left is not None
        assert left > 2.9 * day

    async def go_on(service: MatchService) -> None:
        left = (await service.find(matches[0])).room.flag_due()
        assert left is not None
        assert 1.4 * day < left <= 1.5 * day

    with_service(tmp_path, begin)
    jump(1.5)
    with_service(tmp_path, go_on)
