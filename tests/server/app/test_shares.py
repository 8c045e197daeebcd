"""What a client may take of the server: spectators' places, bytes on disk, questions, machines."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack, ExitStack
from typing import TYPE_CHECKING, Any

import pytest
from tests.server.app.test_service import order
from websockets.asyncio.client import connect

from fivefold.errors import Refused
from fivefold.server.analysis.host_strategies import HostStrategies
from fivefold.server.analysis.pool import AnalysisPool
from fivefold.server.matches.service import MatchService, holder_of
from fivefold.server.matches.socket_quota import ConnectionQuota
from fivefold.server.matches.subscribers import Subscriber
from fivefold.server.peers.peers import Peers
from fivefold.server.peers.rate_limits import RateLimiter
from fivefold.server.room import commands as do
from fivefold.server.settings import Settings
from fivefold.server.storage.store import Store

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.app.conftest import Serve, Served

BEHIND_PROXY: dict[str, Any] = {"limited": True, "proxies": ("127.0.0.1",)}


def from_client(address: str) -> dict[str, str]:
    return {"X-Forwarded-For": address}


# Spectators


async def watching(server: Served, match: str, *clients: str) -> list[str]:
    """Returns what each of these clients gets that watches the match, one after the other."""
    found = []
    async with AsyncExitStack() as stack:
        for client in clients:
            url = server.address.replace("http", "ws") + "/api/live"
            line = await stack.enter_async_context(
                connect(url, additional_headers=from_client(client))
            )
            await line.send(json.dumps({"type": "watch", "match": match}))
            frame = json.loads(await line.recv())
            found.append(frame.get("error", {}).get("code", frame["type"]))
    return found


def test_one_client_cannot_take_every_place_of_a_match(serve: Serve) -> None:
    server = serve(**BEHIND_PROXY)
    server.service.connections._spectators = ConnectionQuota.of_spectators(
        20, Peers(), limited=True
    )
    first, second = (server.new()["match"]["id"] for _ in range(2))
    crowd = ["2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1"]
    most = ["snapshot", "snapshot", "match.spectators", "snapshot"]
    assert asyncio.run(watching(server, first, *crowd)) == most
    assert asyncio.run(watching(server, first, *crowd)) == most  # their places are free again
    assert asyncio.run(watching(server, second, crowd[2])) == ["snapshot"]
    network = [f"192.0.2.{number}" for number in range(11)]
    expected = ["snapshot"] * 10 + ["match.spectators"]
    assert asyncio.run(watching(server, first, *network)) == expected


def test_a_stream_too_many_is_refused_with_the_reason(serve: Serve) -> None:
    server = serve(**BEHIND_PROXY)
    server.service.connections._spectators = ConnectionQuota.of_spectators(
        20, Peers(), limited=True
    )
    path = f"/api/matches/{server.new()['match']['id']}/events"
    with ExitStack() as stack:
        for status in (200, 200, 429):
            head = from_client("192.0.2.1")
            answer = stack.enter_context(server.client.stream("GET", path, headers=head))
            assert answer.status_code == status
        assert json.loads(answer.read())["error"]["code"] == "match.spectators"


def test_the_shares_of_a_match() -> None:
    quota = ConnectionQuota.of_spectators(500, Peers(), limited=True)
    assert quota._most == (50, 250)
    for _ in range(50):
        quota.open("a", "match")
    with pytest.raises(Refused) as refusal:
        quota.check("a", "match")
    assert (refusal.value.code, refusal.value.message.facts["most"]) == ("match.spectators", 50)
    quota.check("a", "another")
    quota.check("b", "match")


# Bytes


def test_a_client_that_has_stored_too_much_gets_no_new_match(serve: Serve) -> None:
    server = serve(**BEHIND_PROXY)
    server.service.limits.stored = RateLimiter(rate=0.001, burst=2_000)

    def new(client: str) -> Any:
        body = {"game": "gomoku", "first": "me", "second": "me"}
        return server.client.post("/api/matches", json=body, headers=from_client(client))

    made = [new("2001:db8::1")]
    while made[-1].status_code == 201:
        made.append(new("2001:db8::2"))
    assert 2 <= len(made) < 8
    assert (made[-1].status_code, made[-1].json()["error"]["code"]) == (429, "match.storage")
    assert new("2001:db8:0:1::").status_code == 201
    match, secret = made[0].json()["match"]["id"], made[0].json()["secret"]
    head = {"Authorization": f"Bearer {secret}", **from_client("2001:db8:9::")}
    for version, move in enumerate(("h8", "h9", "i9", "i8", "g7", "g8", "f6", "f5"), start=1):
        body = {"id": move, "version": version, "move": move}
        answer = server.client.post(f"/api/matches/{match}/move", json=body, headers=head)
        assert answer.status_code == 200  # a game that has begun goes on
    assert new("2001:db8:9::").status_code == 429


# Whose a match is


def test_a_match_counts_for_the_holder_of_a_seat_who_used_it_last(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/games.db"

    async def work() -> None:
        store = await Store.open(database)
        service = MatchService(Settings(database, analysis_processes=1), store, HostStrategies())
        try:
            active, secret = await service.create(order(), "creator")
            assert active.client == "creator"
            await service.find(active.id, client="reader")
            stranger = Subscriber("stranger")
            service.connections.open(stranger, "spectator")
            service.connections.subscribe(active, stranger)
            with pytest.raises(Refused):
                await service.execute(active.id, do.Resign(1), holder_of("x"), "hostile")
            assert active.client == "creator"
            move = do.Move("h8", "a", 1)
            await service.execute(active.id, move, holder_of(secret), "elsewhere")
            assert active.client == "elsewhere"
            service.connections.unsubscribe(active, stranger)
            service.matches.drop_idle(0.0)
            active = await service.find(active.id, client="reader")
            assert active.client == "reader"  # nobody else uses it
            tab = Subscriber(holder_of(secret))
            service.connections.open(tab, "player")
            service.connections.subscribe(active, tab)
            assert active.client == "player"
        finally:
            await service.close()

    asyncio.run(work())


# Questions


@pytest.mark.parametrize("limited", [True, False], ids=["shares", "control"])
def test_one_client_cannot_fill_the_queue_of_questions(limited: bool) -> None:
    """Judgements are questions too, though the count of a client's questions leaves them out."""

    async def work() -> None:
        pool = AnalysisPool(1, HostStrategies(), limited=limited)
        game = order().game
        start = game.format_position(game.start)
        asked = [
            asyncio.ensure_future(pool.graph(game, start, [f"a{row}"], 1, 1, client="hostile"))
            for row in range(1, 16)
            for _ in range(5)
        ]
        await asyncio.sleep(0)
        other = asyncio.ensure_future(pool.graph(game, start, [], 0, 0, client="other"))
        await asyncio.sleep(0)
        is_refused = other.done() and isinstance(other.exception(), Refused)
        assert is_refused != limited
        for task in (*asked, other):
            task.cancel()
        await asyncio.gather(*asked, other, return_exceptions=True)
        await pool.close()

    asyncio.run(work())
