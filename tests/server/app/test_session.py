"""One socket fed by hand: how it ends, and what it leaves behind."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from starlette.types import Message, Scope
from starlette.websockets import WebSocket, WebSocketDisconnect
from tests.server.app.conftest import PATIENCE

from fivefold.server.http.dependencies import NO_CLIENT
from fivefold.server.http.websocket import Session, live

if TYPE_CHECKING:
    from tests.server.app.conftest import Served


def scope_of(server: Served, client: tuple[str, int] | None) -> Scope:
    return {"type": "websocket", "client": client, "headers": [], "app": server.app}


def serve_until(server: Served, end: Exception | Message) -> list[Message]:
    """Serves a socket that only disconnects; returns what it was sent."""
    coming = [{"type": "websocket.connect"}, end]
    sent: list[Message] = []

    async def receive() -> Message:
        following = coming.pop(0)
        if isinstance(following, Exception):
            raise following
        return following

    async def send(message: Message) -> None:
        sent.append(message)

    socket = WebSocket(scope_of(server, None), receive, send)
    try:
        asyncio.run_coroutine_threadsafe(live(socket), server.loop).result(PATIENCE)
    finally:
        assert server.in_loop(lambda: len(server.service.connections)) == 0
    return sent


def test_a_fault_in_reading_ends_the_socket_and_is_not_hidden(server: Served) -> None:
    with pytest.raises(KeyError):
        serve_until(server, KeyError("a fault"))


@pytest.mark.parametrize("error", [RuntimeError("closed already"), WebSocketDisconnect(1006)])
def test_a_connection_that_breaks_is_no_fault(server: Served, error: Exception) -> None:
    sent = serve_until(server, error)
    assert [message["type"] for message in sent] == ["websocket.accept", "websocket.close"]
    assert sent[-1]["code"] == 1008


def test_a_closed_socket_gets_no_close_frame(server: Served) -> None:
    sent = serve_until(server, {"type": "websocket.disconnect", "code": 1000})
    assert [message["type"] for message in sent] == ["websocket.accept"]


@pytest.mark.parametrize(
    ("client", "known"), [(("203.0.113.9", 5), "203.0.113.9"), (None, NO_CLIENT)]
)
def test_rate_limits_use_the_address_of_the_socket(
    server: Served, client: tuple[str, int] | None, known: str
) -> None:
    async def receive() -> Message:
        raise AssertionError

    async def send(message: Message) -> None:
        raise AssertionError

    async def made() -> Session:
        socket = WebSocket(scope_of(server, client), receive, send)
        state = server.app.state
        return Session(server.service, state.queries, state.studies, socket)

    assert asyncio.run_coroutine_threadsafe(made(), server.loop).result(PATIENCE)._client == known
