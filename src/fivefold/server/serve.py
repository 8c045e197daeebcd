"""Runs the application on a port until it is stopped, then shuts it down in order."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable, Iterator
from functools import partial
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI

from fivefold.errors import UnknownName
from fivefold.server.analysis.host_strategies import HostStrategies
from fivefold.server.app import create_app
from fivefold.server.gc_tuning import collect_and_freeze, collect_forever
from fivefold.server.http.protocols import BoundedWebSocket, PeerConnections, TimedHttp
from fivefold.server.http.proxy import ProxyMiddleware
from fivefold.server.logs import RequestLog, writing_logs
from fivefold.server.matches.service import MatchService
from fivefold.server.metrics import MetricsReport
from fivefold.server.settings import Settings
from fivefold.server.storage.store import Store
from fivefold.server.supervisor import supervise
from fivefold.words import quoted

MAX_FRAME_BYTES = 16 * 1024
PORTS_TRIED = 20
SPARE_CONNECTIONS = 1_000
"""Connections for requests, beside those of sockets and streams."""
CONNECTIONS_SHARE = 8
"""One address may have this fraction of all connections, sockets included."""
HEARTBEAT_SECONDS = 1.0
"""How often a worker tells its parent that it is alive."""


class Server(uvicorn.Server):
    """A server that sends a last frame to every client, and remembers how it was stopped."""

    def __init__(self, app: FastAPI, settings: Settings, ready: Callable[[], None]) -> None:
        most = settings.max_sockets + SPARE_CONNECTIONS
        share = most // CONNECTIONS_SHARE if settings.limited else most
        peers = PeerConnections(share, settings.proxies)
        super().__init__(
            uvicorn.Config(
                ProxyMiddleware(RequestLog(app), settings.proxies),
                host=settings.host,
                port=settings.port,
                http=partial(TimedHttp, peers=peers),  # type: ignore[arg-type]
                ws=BoundedWebSocket,
                ws_max_size=MAX_FRAME_BYTES,
                ws_per_message_deflate=False,
                ws_ping_interval=20,
                ws_ping_timeout=20,
                log_config=None,
                log_level="error",
                access_log=False,
                server_header=False,
                proxy_headers=False,
                lifespan="on",
                limit_concurrency=most,
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
            report: MetricsReport = self._app.state.report
            self._loops = [
                asyncio.create_task(each) for each in (report.publish_forever(), collect_forever())
            ]
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        service: MatchService = self._app.state.service
        for loop in self._loops:
            loop.cancel()
        await service.connections.say_goodbye()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # Not calling super: it would raise the signal again after shutdown.
        self.interrupted = self.interrupted or sig == signal.SIGINT
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True


def serve(
    settings: Settings,
    listening: socket.socket,
    ready: Callable[[], None],
    host_strategies: HostStrategies,
) -> bool:
    """Serves until stopped; returns whether that was by Ctrl-C."""
    if settings.workers == 1:
        return asyncio.run(_serve(settings, listening, ready, host_strategies))

    def serve_as_worker(
        settings: Settings, listening: socket.socket, heartbeat: Callable[[], None], lifeline: int
    ) -> bool:
        def beat() -> None:
            heartbeat()
            asyncio.get_running_loop().call_later(HEARTBEAT_SECONDS, beat)

        return asyncio.run(_serve(settings, listening, beat, host_strategies, lifeline))

    return supervise(settings, listening, ready, serve_as_worker)


async def _serve(
    settings: Settings,
    listening: socket.socket,
    ready: Callable[[], None],
    host_strategies: HostStrategies,
    lifeline: int | None = None,
) -> bool:
    # Opened here, so that an unusable database is one sentence instead of a traceback.
    store = await Store.open(settings.database)
    collect_and_freeze()
    server = Server(create_app(settings, host_strategies, store), settings, ready)
    orphaned = False

    def end() -> None:
        nonlocal orphaned
        assert lifeline is not None
        asyncio.get_running_loop().remove_reader(lifeline)
        orphaned = server.should_exit = True

    if lifeline is not None:
        # Only the parent holds the other end: this one becomes readable when the parent dies.
        asyncio.get_running_loop().add_reader(lifeline, end)
    with writing_logs(settings):
        await server.serve([listening])
    return server.interrupted if lifeline is None else orphaned


def address_of(settings: Settings) -> str:
    """Returns the URL for a browser on this machine."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    return f"http://{f'[{host}]' if ':' in host else host}:{settings.port}"


def listen(host: str, port: int, *, any_port: bool) -> socket.socket:
    """Returns a socket bound to the port or, with `any_port`, to the next free one."""
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
