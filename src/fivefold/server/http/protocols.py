"""The HTTP and WebSocket protocols of a connection: time limits, and bad frames in one log line."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import h11
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from fivefold.server.http.proxy import address_in, client_key, network_of
from fivefold.server.logs import OccasionalLog

LINGER_SECONDS = 5.0
REQUEST_SECONDS = 20.0
MAX_FRAGMENTS = 1_000
"""Frames of one message; even empty ones take memory."""

bad_frames = OccasionalLog(logging.getLogger("fivefold.server"))


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that survives bad clients.

    A bad frame closes it and is one line in the log. Nothing is read from a client that does not
    read, so that its pings cannot fill the memory with pongs. Frames that carry no message, such
    as pings, are counted and reach the application as `control_frames`, which limits their rate.
    It closes even if the client never reads the close frame.
    """

    release: Callable[[], None] | None = None
    """Called when the connection is lost."""
    _control_frames = 0
    """Frames without a message in the data received last."""

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.release is not None:
            self.release()

    def data_received(self, data: bytes) -> None:
        self._control_frames = 0
        try:
            super().data_received(data)
        except Exception as error:
            # A library's own check failed. asyncio would log the traceback.
            bad_frames.warning(f"closed a socket after a bad frame: {type(error).__name__}")
            self.transport.abort()
            return
        if self._control_frames and not self.close_sent and not self.transport.is_closing():
            count = {"type": "websocket.receive", "control_frames": self._control_frames}
            self.queue.put_nowait(count)  # type: ignore[arg-type]
            if not self.read_paused:
                self.read_paused = True
                self.transport.pause_reading()

    def handle_ping(self) -> None:
        self._control_frames += 1
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        # The one answer to our own ping is free.
        self._control_frames += self.pending_ping_payload != bytes(event.data)
        super().handle_pong(event)

    def handle_text(self, event: Frame) -> None:
        self._control_frames += not event.fin
        super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        self._control_frames += not event.fin
        super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        self._control_frames += not event.fin
        super().handle_cont(event)
        if len(self.frames) > MAX_FRAGMENTS:
            self.frames = []
            self.conn.fail(CloseCode.MESSAGE_TOO_BIG, "too many fragments")
            self.handle_parser_exception()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()

    async def receive(self) -> ASGIReceiveEvent:
        message = await super().receive()
        if not self.writable.is_set():
            self.transport.pause_reading()
        return message

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        # A client that does not read never empties the buffer, and so would never be closed.
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.fail(CloseCode.INVALID_DATA, "invalid UTF-8")
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def handle_parser_exception(self) -> None:
        sent = self.conn.close_sent
        reason = "invalid data" if sent is None else sent.reason or f"code {sent.code}"
        bad_frames.warning(f"closed a socket after a bad frame: {reason}")
        if sent is None:  # before the handshake is complete
            self.transport.abort()
            return
        super().handle_parser_exception()

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        # A rejected handshake counts as complete; otherwise it would be logged as our error.
        self.handshake_complete = self.handshake_complete or self.close_sent

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self.loop.call_later(LINGER_SECONDS, self.transport.abort)


class PeerConnections:
    """The open connections of each address, without those of trusted proxies."""

    def __init__(self, most: int, proxies: Sequence[str] = ()) -> None:
        self._most = most
        self._proxies = [network_of(each) for each in proxies]
        self._counts: Counter[str] = Counter()

    def open(self, peer: str) -> str | None:
        """Returns the key to close the connection with; None if there are too many."""
        address = address_in(peer)
        if address is None or any(address in network for network in self._proxies):
            return ""
        key = client_key(address)
        if self._counts[key] >= self._most:
            return None
        self._counts[key] += 1
        return key

    def close(self, key: str) -> None:
        """Counts one connection less."""
        if key:
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key]


class TimedHttp(H11Protocol):
    """An HTTP connection that is closed if a request takes too long to arrive.

    It is closed at once if its address has too many.
    """

    _timer: asyncio.TimerHandle | None = None

    def __init__(self, *, peers: PeerConnections, **options: Any) -> None:
        super().__init__(**options)
        self._peers = peers
        self._peer_key: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")
        self._peer_key = self._peers.open(str(peer[0]) if peer else "")
        if self._peer_key is None:
            transport.abort()
            return
        self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        super().handle_websocket_upgrade(event)
        socket = self.transport.get_protocol()
        if isinstance(socket, BoundedWebSocket):
            socket.release = self._release

    def _release(self) -> None:
        if self._peer_key is not None:
            self._peers.close(self._peer_key)
            self._peer_key = None

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._release()
        if self._timer is not None:
            self._timer.cancel()

    def _watch(self) -> None:
        if not self._is_waiting and self._timer is not None:
            self._timer.cancel()
            self._timer = None
        elif self._is_waiting and self._timer is None:
            self._timer = self.loop.call_later(REQUEST_SECONDS, self._time_out)

    @property
    def _is_waiting(self) -> bool:
        """Whether a request is incomplete. An upgraded connection has another protocol."""
        mine = self.transport.get_protocol() is self
        return mine and (self.cycle is None or self.cycle.response_complete)

    def _time_out(self) -> None:
        self._timer = None
        if self._is_waiting:
            self.transport.abort()
