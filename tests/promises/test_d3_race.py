"""D3: exactly one of fifty racing moves is accepted, and a repeated move is played once.

The others get 409 with the current version. The accepted move, sent again by all
fifty on sockets and connections of their own, gets the winner's answer from each. One server on
either database, and two servers on one PostgreSQL. The writers alone race in
tests/server/storage/test_store_race.py.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from tests.promises.conftest import Break, bench

if TYPE_CHECKING:
    from tests.server.app.conftest import Serve

CLIENTS = 50


def race(servers: list[Any], rounds: int, clients: int = CLIENTS) -> dict[str, Any]:
    addresses = [server.address for server in servers]
    result: dict[str, Any] = asyncio.run(bench("web_race").race(addresses, clients, rounds))
    return result


def check(result: dict[str, Any], rounds: int, clients: int = CLIENTS) -> None:
    assert result["examples"] == []
    wanted = {
        "rounds": rounds,
        "one_winner": rounds,
        "winners": rounds,
        "stale": rounds * (clients - 1),
        "repeated": rounds * clients,
        "wrong": 0,
    }
    assert {name: result[name] for name in wanted} == wanted


@pytest.mark.parametrize(("kind", "count"), [("sqlite", 1), ("postgres", 2)])
def test_one_of_fifty_gets_in(
    request: pytest.FixtureRequest, serve: Serve, kind: str, count: int
) -> None:
    url = request.getfixturevalue(f"{kind}_url")
    check(race([serve(url) for _ in range(count)], 2), 2)


def test_a_lock_in_each_process_is_caught(serve: Serve, postgres_url: str, break_it: Break) -> None:
    break_it("believes_its_own_memory")
    result = race([serve(postgres_url) for _ in range(2)], 2, 20)
    assert result["winners"] > result["rounds"]
    with pytest.raises(AssertionError):
        check(result, result["rounds"])


def test_a_server_that_forgets_ids_is_caught(
    serve: Serve, sqlite_url: str, break_it: Break
) -> None:
    break_it("forgets_move_ids")
    result = race([serve(sqlite_url)], 2, 5)
    assert result["repeated"] == 0
    with pytest.raises(AssertionError):
        check(result, 2, 5)


@pytest.mark.long
@pytest.mark.parametrize(
    ("database", "servers", "workers"),
    [("sqlite", 1, 1), ("postgres", 1, 1), ("postgres", 2, 1), ("postgres", 1, 2)],
)
def test_a_thousand_rounds_against_the_command(database: str, servers: int, workers: int) -> None:
    measured = bench("web_race").measure(1000, CLIENTS, servers, workers, database)
    check(asyncio.run(measured), 1000)
