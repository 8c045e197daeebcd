"""D1: every acknowledged move survives `kill -9` at any instant, once and in its place.

No move is lost, doubled or invented, no log has a gap, the database is intact, the first new ack
comes within 5 s, and nobody is charged for the time without a server.

tests/server/storage/test_store_kill.py kills the store alone; this kills the whole server while
twenty games move over sockets. The full size is a hundred kills of `fivefold serve`.
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.promises.conftest import Forks, bench

NOTHING_WRONG = {"lost": 0, "doubled": 0, "extra": 0, "gaps": 0, "integrity": "ok"}
MOST_SECONDS = 5.0


def kill(kills: int, database: str, **more: Any) -> dict[str, Any]:
    measured = bench("web_kills").measure(kills, 20, 100, database, **more)
    result: dict[str, Any] = asyncio.run(measured)
    assert result["acknowledged"] > 0
    return result


def check(result: dict[str, Any]) -> None:
    assert {name: result[name] for name in NOTHING_WRONG} == NOTHING_WRONG
    assert result["seconds_charged"] == 0
    assert result["slowest_recovery_seconds"] <= MOST_SECONDS


@pytest.mark.parametrize(("kind", "kills"), [("sqlite", 2), ("postgres", 1)])
def test_nothing_acknowledged_is_lost_and_no_time_is_charged(
    request: pytest.FixtureRequest, forks: Forks, kind: str, kills: int
) -> None:
    url = request.getfixturevalue(f"{kind}_url")
    check(kill(kills, url, launch=forks.launch()))


def test_a_server_with_the_faults_is_caught(forks: Forks, sqlite_url: str) -> None:
    faults = ("tells_before_it_writes", "time_runs_while_it_is_away")
    result = kill(1, sqlite_url, launch=forks.launch(*faults))
    assert result["lost"] > 0
    assert result["seconds_charged"] > 0
    with pytest.raises(AssertionError):
        check(result)


@pytest.mark.long
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_hundred_kills_of_the_command(request: pytest.FixtureRequest, kind: str) -> None:
    check(kill(100, request.getfixturevalue(f"{kind}_url")))
