"""Runs the application on a port until somebody stops it, and ends it politely."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from fivefold.errors import UnknownName
from fivefold.server.app import create_app
from fivefold.server.garbage import keep_tidy, put_aside
from fivefold.server.house import House
from fivefold.server.logs import RequestLog, writing_logs
from fivefold.server.metrics import keep_telling
from fivefold.server.own import OwnStrategies
from fivefold.server.proxy import Visitors
from fivefold.server.settings import Settings
from fivefold.server.store import Store
from fivefold.words import quoted

LARGEST_FRAME = 16 * 1024
LINGER_SECONDS = 5.0
REQUEST_SECONDS = 20.0
PORTS_TRIED = 20
BEAT_SECONDS = 1.0
"""How often a worker tells its parent that it is not stuck."""


class Wire(WebSocketsSansIOProtocol):
    """A socket that is over when we say so, though the other end never reads our goodbye."""

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        # A refusal is an answer too; otherwise each would be logged as a mistake of ours.
        self.handshake_complete = self.handshake_complete or self.close_sent

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)


class Door(H11Protocol):
    """A connection that has to say what it wants within some seconds, each time."""

    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._timer is not None:
            self._timer.cancel()

    def _watch(self) -> None:
        if not self._is_waiting and self._timer is not None:
            self._timer.cancel()
            self._timer = None
        elif self._is_waiting and self._timer is None:
            self._timer = self.loop.call_later(REQUEST_SECONDS, self._late)

    @property
    def _is_waiting(self) -> bool:
        """Whether no whole request has come; a socket has another protocol by then."""
        mine = self.transport.get_protocol() is self
        return mine and (self.cycle is None or self.cycle.response_complete)

    def _late(self) -> None:
        self._timer = None
        if self._is_waiting:
            self.transport.abort()


class Server(uvicorn.Server):
    """A server that says goodbye before it hangs up, and remembers how it was stopped."""

    def __init__(self, app: FastAPI, settings: Settings, ready: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                Visitors(RequestLog(app), settings.proxies),
                host=settings.host,
                port=settings.port,
                http=Door,
                ws=Wire,
                ws_max_size=LARGEST_FRAME,
                ws_per_message_deflate=False,
                ws_ping_interval=20,
                ws_ping_timeout=20,
                log_config=None,
                log_level="error",
                access_log=False,
                server_header=False,
                proxy_headers=False,
                lifespan="on",
                limit_concurrency=settings.most_sockets + 1_000,
                timeout_keep_alive=30,
                timeout_graceful_shutdown=1,
                h11_max_incomplete_event_size=32 * 1024,
            )
        )
        self._app = app
        self._ready = ready
        self.interrupted = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            house: House = self._app.state.house
            self._chores = [
                asyncio.create_task(each) for each in (keep_telling(house), keep_tidy())
            ]
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        house: House = self._app.state.house
        for chore in self._chores:
            chore.cancel()
        await house.attendance.farewell()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # The parent raises the signal again at the end; how we end is our own affair.
        self.interrupted = self.interrupted or sig == signal.SIGINT
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True


def serve(
    settings: Settings, listening: socket.socket, ready: Callable[[], None], own: OwnStrategies
) -> bool:
    """Serves until it is stopped; tells whether that was by Ctrl-C."""
    if settings.workers > 1:
        from fivefold.server import workers

        return workers.serve(settings, listening, ready, own)
    return asyncio.run(_serve(settings, listening, ready, own))


def serve_as_worker(
    settings: Settings,
    listening: socket.socket,
    alive: Callable[[], None],
    own: OwnStrategies,
    lifeline: int,
) -> bool:
    """Serves as one of several until the parent says so; tells whether that was by its death.

    `alive` is called when it is ready, and then again and again while its loop turns.
    """

    def beat() -> None:
        alive()
        asyncio.get_running_loop().call_later(BEAT_SECONDS, beat)

    return asyncio.run(_serve(settings, listening, beat, own, lifeline))


async def _serve(
    settings: Settings,
    listening: socket.socket,
    ready: Callable[[], None],
    own: OwnStrategies,
    lifeline: int | None = None,
) -> bool:
    # Opened here, so that a database that cannot be used is one sentence for whoever starts it.
    store = await Store.open(settings.database)
    put_aside()
    server = Server(create_app(settings, own, store), settings, ready)
    orphaned = False

    def end() -> None:
        nonlocal orphaned
        assert lifeline is not None
        asyncio.get_running_loop().remove_reader(lifeline)
        orphaned = server.should_exit = True

    if lifeline is not None:
        # The other end is the parent's alone: there is an end to read when the parent is no more.
        asyncio.get_running_loop().add_reader(lifeline, end)
    with writing_logs(settings):
        await server.serve([listening])
    return server.interrupted if lifeline is None else orphaned


def address_of(settings: Settings) -> str:
    """Returns the address to type into a browser on this machine."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"


def listen(host: str, port: int, *, any_port: bool) -> socket.socket:
    """Returns a socket on that port or, if any will do, on one of the next that is free."""
    ports = range(port, port + PORTS_TRIED) if any_port else (port,)
    trouble: OSError | None = None
    for each in ports:
        try:
            return _bound(host, each)
        except OSError as error:
            trouble = error
            if not any_port:
                break
    assert trouble is not None
    reason = trouble.strerror or str(trouble)
    raise UnknownName("serve.port", host=quoted(host), port=port, reason=reason)


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = _address(host, port)
    listening = socket.socket(family, kind, protocol)
    with _closed_on_error(listening):
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.set_inheritable(False)
    return listening


def _address(host: str, port: int) -> Any:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    return found[0]


@contextlib.contextmanager
def _closed_on_error(listening: socket.socket) -> Iterator[None]:
    try:
        yield
    except BaseException:
        listening.close()
        raise
