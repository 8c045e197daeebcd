"""L1: no client waits for another's commit, search or parsing.

The figures — 500 games at 250 moves a second on two cores, acknowledged within 75 ms and seen by
the opponent within 100 ms in 99 of 100 cases, 200 games beside strategies that take every core,
and a process of less than 400 MB — are measured on an idle machine by
bench/web_load.py; the full-size test runs it. The small test checks the order:
other requests are answered while a commit waits for the disk.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from tests.promises.conftest import PATIENCE, Break, Forks, bench

from fivefold.server.storage import connection as database

if TYPE_CHECKING:
    from tests.server.app.conftest import Serve, Served


def load(**more: Any) -> dict[str, Any]:
    result: dict[str, Any] = asyncio.run(bench("web_load").measure(**more))
    assert result["error_codes"] == []
    assert result["moves"] == result["seen"] == more["rate"] * more["seconds"]
    return result


def test_games_at_a_steady_pace_are_acknowledged_and_seen(forks: Forks, sqlite_url: str) -> None:
    load(games=5, rate=20, seconds=1, database=sqlite_url, launch=forks.launch())


async def answered_while_a_commit_waits(server: Served, patience: float) -> bool:
    """Whether a socket is answered while another's move waits for a busy disk."""
    made = server.new()
    match, secret = made["match"]["id"], made["secret"]
    file = server.settings.database.removeprefix("sqlite:///")
    async with server.watch(match, secret) as mover, server.watch("nothing") as other:
        await other.until("error")
        await mover.until("snapshot")
        with closing(sqlite3.connect(file)) as rival:
            rival.execute("BEGIN IMMEDIATE")
            await mover.send(type="move", id="a", version=1, move="h8")
            while not server.service.matches[match].lock.locked():
                await asyncio.sleep(0.002)
            await other.send(type="ping", id="meanwhile")
            try:
                async with asyncio.timeout(patience):
                    await other.until("pong")
                meanwhile = True
            except TimeoutError:
                meanwhile = False
            rival.rollback()
        await mover.until("ack")
    return meanwhile


@pytest.fixture(autouse=True)
def patient_with_rivals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets a server wait for another writer for longer than the test needs."""
    monkeypatch.setattr(database, "TIMEOUT", int(PATIENCE))


def test_others_are_answered_while_a_commit_waits_for_the_disk(serve: Serve) -> None:
    assert asyncio.run(answered_while_a_commit_waits(serve(), PATIENCE))


def test_a_commit_in_the_event_loop_is_caught(serve: Serve, break_it: Break) -> None:
    break_it("writes_in_the_event_loop")
    assert not asyncio.run(answered_while_a_commit_waits(serve(), 0.5))


@pytest.mark.long
@pytest.mark.parametrize(
    ("games", "rate", "analysis", "ack", "seen"),
    [(500, 250, 0, 75, 100), (200, 100, 4, 150, 150)],
    ids=["500 games", "200 games beside analysis"],
)
def test_the_figures_on_a_machine_that_does_nothing_else(
    games: int, rate: int, analysis: int, ack: float, seen: float
) -> None:
    result = load(games=games, rate=rate, seconds=60, analysis=analysis)
    assert result["ack_ms"]["p99"] <= ack, f"{result['stolen_percent']} % were stolen"
    assert result["opponent_ms"]["p99"] <= seen, f"{result['stolen_percent']} % were stolen"
    assert result["megabytes"]["most"] < 400
    assert bool(result["questions_answered"]) == bool(analysis)
