"""L3: one hostile client slows nobody else, whatever it asks for.

The figures — no other client's acknowledgement takes more than twice as long (p99), a level 1 of
another client answers within 1 s and an engine of 1 s within 4 s, the server stays under 400 MB —
are measured by bench/web_hostile.py; the full-size test runs it. The small test checks the order:
another client's machine answers while the machines of the hostile client wait.

More: tests/server/analysis/test_fair_schedule.py (the schedule, an hour of it in milliseconds),
tests/server/app/test_shares.py, tests/server/app/test_socket_quota.py,
tests/server/exports/test_queue.py, tests/server/app/test_raw_frames.py (pings, slow readers).
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import pytest
from tests.promises.conftest import PATIENCE, Break, bench

if TYPE_CHECKING:
    from tests.server.app.conftest import Serve, Served

MATCHES = 10
HOSTILE = [f"2001:db8:bad:bad::{number}" for number in range(MATCHES)]
"""Addresses of one /64: one client."""
OTHER = "203.0.113.5"
OPENING = ["h8", "j10", "g6", "k7"]
"""On an empty board an engine need not think."""


def new(server: Served, client: str, machine: str) -> str:
    """Returns a client's new match with this machine to move."""
    body = {"game": "gomoku", "first": machine, "second": "me", "moves": OPENING}
    head = {"X-Forwarded-For": client}
    made = server.client.post("/api/matches", json=body, headers=head)
    assert made.status_code == 201, made.text
    match: str = made.json()["match"]["id"]
    return match


def has_moved(server: Served, match: str) -> bool:
    active = server.service.matches.get(match)
    assert active is not None
    return len(active.room.plies) > len(OPENING)


def unanswered_then(server: Served, machine: str) -> int:
    """Returns how many of the hostile client's machines have not moved when another's has."""
    hostile = [new(server, client, machine) for client in HOSTILE]
    mine = new(server, OTHER, "level(1)")
    until = time.monotonic() + PATIENCE
    while not server.in_loop(lambda: has_moved(server, mine)):
        assert time.monotonic() < until
        time.sleep(0.005)
    return server.in_loop(lambda: sum(not has_moved(server, match) for match in hostile))


SERVER: dict[str, Any] = {
    "limited": True,
    "proxies": ("127.0.0.1",),
    "analysis_processes": 4,
}


def test_anothers_machine_answers_while_those_of_a_hostile_client_wait(serve: Serve) -> None:
    """The hostile client's machines think for ten seconds each, or 50 s of two processes."""
    assert unanswered_then(serve(**SERVER), "engine(seconds=10)") > 0


def test_first_come_first_served_is_caught(serve: Serve, break_it: Break) -> None:
    break_it("serves_in_the_order_of_arrival")
    assert unanswered_then(serve(**SERVER), "engine(seconds=0.5)") <= 3


@pytest.mark.long
def test_the_bench_runs_and_finds_no_error() -> None:
    result = asyncio.run(
        bench("web_hostile").measure(games=2, rate=4, calm=10, seconds=20, fury=0.2)
    )
    assert result["errors"] == []
    for phase in ("calm", "attacked"):
        assert result[phase]["acks"] > 0
    assert result["attacked"]["level_1"]["count"] > 0
    assert sum(result["attempts"].values()) > 10


@pytest.mark.long
def test_the_figures_on_a_machine_that_does_nothing_else() -> None:
    result = asyncio.run(bench("web_hostile").measure(calm=120, seconds=600))
    assert result["errors"] == []
    calm, attacked = result["calm"], result["attacked"]
    assert attacked["ack_ms"]["p99"] <= 2 * calm["ack_ms"]["p99"]
    assert attacked["level_1"]["most"] <= 1.0
    assert attacked["engine_1s"]["most"] <= 4.0
    assert result["megabytes"] < 400
