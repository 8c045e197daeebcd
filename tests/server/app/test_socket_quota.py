"""Sockets and streams: the share of each client and network, the reserve, and silent sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from contextlib import AsyncExitStack, ExitStack
from typing import TYPE_CHECKING, Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from fivefold.server.http.protocols import PeerConnections
from fivefold.server.matches.socket_quota import ConnectionQuota, SocketLimits
from fivefold.server.serve import CONNECTIONS_SHARE, SPARE_CONNECTIONS

if TYPE_CHECKING:
    from tests.server.app.conftest import Serve, Served

PATIENCE = 60
PROXY = ("127.0.0.1",)
BEHIND_PROXY = {"limited": True, "proxies": PROXY}


class Sockets:
    """Open sockets of clients behind a trusted proxy."""

    def __init__(self, server: Served, stack: AsyncExitStack) -> None:
        self._url = server.address.replace("http", "ws") + "/api/live"
        self._stack = stack

    async def open(self, client: str, **watch: Any) -> ClientConnection:
        head = {"X-Forwarded-For": client}
        line = await self._stack.enter_async_context(connect(self._url, additional_headers=head))
        with contextlib.suppress(ConnectionClosed):  # refused at once
            await line.send(json.dumps({"type": "watch", "match": "none", **watch}))
        return line

    async def is_open(self, client: str, **watch: Any) -> bool:
        """Opens a socket; returns whether the server answers."""
        line = await self.open(client, **watch)
        return await closed_with(line, most=1) is None


async def closed_with(line: ClientConnection, most: int | None = None) -> int | None:
    """Reads until the server closes the socket; returns the code, or None after `most` frames."""
    count = 0
    async with asyncio.timeout(PATIENCE):
        try:
            while count != most:
                await line.recv()
                count += 1
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 0
    return None


async def opened(server: Served, *clients: str) -> list[bool]:
    """Returns which of these clients get a socket, one after the other."""
    async with AsyncExitStack() as stack:
        sockets = Sockets(server, stack)
        return [await sockets.is_open(client) for client in clients]


CROWDS: dict[str, tuple[list[str], list[bool]]] = {
    "one address": (["192.0.2.1"] * 3 + ["198.51.100.1"], [True, True, False, True]),
    "one IPv6 /64": (
        ["2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1"],
        [True, True, False, True],
    ),
    "one IPv4 /24": (
        [f"192.0.2.{number}" for number in range(9)] + ["192.0.3.1"],
        [True] * 8 + [False, True],
    ),
    "one IPv6 /48": (
        [f"2001:db8:0:{number}::1" for number in range(9)] + ["2001:db8:1::1"],
        [True] * 8 + [False, True],
    ),
}
"""With 32 sockets in all: 2 for each client and 8 for each network."""


@pytest.mark.parametrize("crowd", CROWDS)
def test_nobody_takes_the_sockets_of_the_others(serve: Serve, crowd: str) -> None:
    clients, wanted = CROWDS[crowd]
    server = serve(max_sockets=32, **BEHIND_PROXY)
    assert asyncio.run(opened(server, *clients)) == wanted
    assert server.get("/api/ready").status_code == 200


@pytest.mark.parametrize("crowd", CROWDS)
def test_a_server_without_shares_is_caught(
    serve: Serve, crowd: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ConnectionQuota, "check", lambda self, client: None)
    clients, _ = CROWDS[crowd]
    assert all(asyncio.run(opened(serve(max_sockets=32, **BEHIND_PROXY), *clients)))


def test_a_closed_socket_leaves_its_place(serve: Serve) -> None:
    server = serve(max_sockets=32, **BEHIND_PROXY)
    for _ in range(3):
        assert asyncio.run(opened(server, "192.0.2.1", "192.0.2.1")) == [True, True]
        while server.in_loop(lambda: len(server.service.connections)):
            pass


def test_streams_count_too(serve: Serve) -> None:
    server = serve(max_sockets=32, **BEHIND_PROXY)
    path = f"/api/matches/{server.new()['match']['id']}/events"
    with ExitStack() as stack:
        for status in (200, 200, 429):
            head = {"X-Forwarded-For": "192.0.2.1"}
            answer = stack.enter_context(server.client.stream("GET", path, headers=head))
            assert answer.status_code == status
        assert json.loads(answer.read())["error"]["code"] == "request.sockets"


def test_the_reserve_is_for_those_who_hold_seats(serve: Serve) -> None:
    server = serve(max_sockets=10, trial_seconds=0.3, **BEHIND_PROXY)
    made = server.new()
    match, secret = made["match"]["id"], made["secret"]

    async def come() -> None:
        async with AsyncExitStack() as stack:
            sockets = Sockets(server, stack)
            for number in range(9):
                assert await sockets.is_open(f"10.{number}.0.1")
            spectator = await sockets.open("10.10.0.1", match=match)
            assert await closed_with(spectator) == 1013
            path = f"/api/matches/{match}/events"
            get = server.client.get
            refused = await asyncio.to_thread(get, path, headers={"X-Forwarded-For": "10.11.0.1"})
            assert refused.status_code == 503
            player = await sockets.open("10.12.0.1", match=match, secret=secret)
            await asyncio.sleep(0.6)
            await player.send(json.dumps({"type": "ping", "id": "here"}))
            async with asyncio.timeout(PATIENCE):
                while json.loads(await player.recv()).get("id") != "here":
                    pass

    asyncio.run(come())


def test_a_silent_socket_is_closed_and_one_that_watches_is_not(serve: Serve) -> None:
    server = serve(silent_seconds=0.3)
    match = server.new()["match"]["id"]

    async def come() -> None:
        async with server.watch(match) as watching, server.watch(None) as silent:
            assert await closed_with(silent.socket) == 1008
            await watching.send(type="ping", id="here")
            await watching.until("pong", id="here")

    asyncio.run(come())


@pytest.mark.parametrize(("proxies", "is_open"), [((), False), (PROXY, True)])
def test_half_open_requests_of_one_address_are_bounded(
    serve: Serve, proxies: tuple[str, ...], is_open: bool
) -> None:
    server = serve(max_sockets=0, limited=True, proxies=proxies)
    most = SPARE_CONNECTIONS // CONNECTIONS_SHARE
    with ExitStack() as stack:
        address = ("127.0.0.1", server.settings.port)
        lines = [
            stack.enter_context(socket.create_connection(address, timeout=PATIENCE))
            for _ in range(most)
        ]
        for line in lines:
            line.sendall(b"GET /api/alive HTTP/1.1\r\n")
        last = stack.enter_context(socket.create_connection(address, timeout=PATIENCE))
        try:
            last.sendall(b"GET /api/alive HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            answer = last.recv(4096)
        except ConnectionError:
            answer = b""
        assert answer.startswith(b"HTTP/1.1 200") == is_open


def test_connections_are_counted_by_network_prefix_and_forgotten() -> None:
    peers = PeerConnections(2)
    keys = [peers.open(f"2001:db8::{number}") for number in (1, 2, 3)]
    assert keys == ["2001:db8::/64", "2001:db8::/64", None]
    peers.close("2001:db8::/64")
    assert peers.open("2001:db8::9") == "2001:db8::/64"
    assert peers.open("2001:db8:1::9") == "2001:db8:1::/64"


def test_the_shares_of_a_server_with_the_usual_limit() -> None:
    assert SocketLimits.of(4_000, limited=True) == SocketLimits(4_000, 250, 1_000, 400)
    assert SocketLimits.of(4_000, limited=False) == SocketLimits(4_000, 4_000, 4_000, 0)
