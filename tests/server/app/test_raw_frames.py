"""Raw frames: bad ones are one line in the log, and pings without reading fill no memory."""

from __future__ import annotations

import json
import logging
import socket
import struct
import threading
import time
from typing import TYPE_CHECKING

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from fivefold.server import serve as running
from fivefold.server.http import protocols
from fivefold.server.http.protocols import MAX_FRAGMENTS, BoundedWebSocket
from fivefold.server.logs import OccasionalLog

if TYPE_CHECKING:
    from tests.server.app.conftest import Serve, Served

PATIENCE = 60
FIN, TEXT, CONTINUED, CLOSE = 0x80, 0x1, 0x0, 0x8


def frame(opcode: int, data: bytes = b"", fin: int = FIN) -> bytes:
    """Returns a client's frame, masked with zeros."""
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack("!H", len(data))
    return bytes([fin | opcode]) + size + bytes(4) + data


NOT_UTF_8 = frame(TEXT, b"\xff\xfe")
BAD = {
    "not UTF-8": NOT_UTF_8,
    "not UTF-8, and a close frame": NOT_UTF_8 + frame(CLOSE, struct.pack("!H", 1000)),
    "not UTF-8, in fragments": frame(TEXT, b"\xff", 0) + frame(CONTINUED, b"\xff"),
    "an opcode that does not exist": frame(0xB),
    "a reserved bit": frame(TEXT | 0x40, b"{}"),
    "not masked": b"\x81\x02{}",
    "too large": frame(TEXT, b" " * (running.MAX_FRAME_BYTES + 1)),
    "a close code that does not exist": frame(CLOSE, struct.pack("!H", 99)),
    "a continuation of nothing": frame(CONTINUED, b"{}"),
}


def handshaken(served: Served) -> socket.socket:
    """Returns a raw socket that speaks WebSocket from now on."""
    port = served.settings.port
    line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    line.sendall(
        f"GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
    )
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += line.recv(1)
    assert head.startswith(b"HTTP/1.1 101")
    return line


def closed_after(served: Served, data: bytes) -> bytes:
    """Sends the data; returns what the server sends until it closes the connection."""
    answer = b""
    with handshaken(served) as line:
        line.sendall(data)
        try:
            while more := line.recv(4096):
                answer += more
        except ConnectionResetError:
            pass
    return answer


@pytest.fixture(autouse=True)
def fresh_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    logger = logging.getLogger("fivefold.server")
    monkeypatch.setattr(protocols, "bad_frames", OccasionalLog(logger))


def stacks(log: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [record for record in log.records if record.exc_info]


@pytest.mark.parametrize("data", BAD.values(), ids=BAD)
def test_a_bad_frame_is_one_line_in_the_log(
    server: Served, data: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    closed_after(server, data)
    assert stacks(caplog) == []
    (record,) = caplog.records
    assert record.getMessage().startswith("closed a socket after a bad frame: ")
    assert "\n" not in record.getMessage()
    assert server.get("/api/alive").status_code == 200


def test_many_bad_frames_are_still_one_line(
    server: Served, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(20):
        closed_after(server, NOT_UTF_8)
    assert len(caplog.records) == 1, caplog.text


@pytest.mark.parametrize("data", [BAD["not UTF-8"], BAD["not UTF-8, and a close frame"]])
def test_the_library_alone_logs_a_stack(
    serve: Serve,
    data: bytes,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(running, "BoundedWebSocket", WebSocketsSansIOProtocol)
    closed_after(serve(), data)
    assert stacks(caplog)


def test_the_next_line_counts_those_left_out(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    log = OccasionalLog(logging.getLogger("fivefold.server"), 10.0, lambda: now[0])
    for at in (0.0, 1.0, 9.9, 10.0, 10.1, 30.0, 50.0):
        now[0] = at
        log.warning("bad")
    assert [record.getMessage() for record in caplog.records] == [
        "bad",
        "bad (2 more since the last line)",
        "bad (1 more since the last line)",
        "bad",
    ]


PING, PONG = 0x9, 0xA
PINGS = frame(PING, b"x" * 100) * 1_000
ENOUGH_BYTES = 32 * 1024 * 1024
MAX_WAITING = 1024 * 1024
"""One buffer that is full, and the pongs of what was read at once."""


class Watched(BoundedWebSocket):
    """Notes the largest amount that waited to be sent."""

    most_waiting = 0

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        waiting = self.transport.get_write_buffer_size()
        Watched.most_waiting = max(waiting, Watched.most_waiting)


class Careless(Watched):
    """Reads on although the client does not."""

    def pause_writing(self) -> None:
        self.writable.clear()

    def resume_writing(self) -> None:
        self.writable.set()

    receive = WebSocketsSansIOProtocol.receive


def flood(line: socket.socket) -> int:
    """Sends pings without reading until the server stops reading; returns the bytes sent."""
    sent = 0
    line.settimeout(1)
    try:
        while sent < ENOUGH_BYTES:
            sent += line.send(PINGS[sent % len(PINGS) :])
    except (TimeoutError, ConnectionError):
        pass
    line.settimeout(PATIENCE)
    return sent


@pytest.mark.parametrize("protocol", [Watched, Careless])
def test_what_waits_for_a_client_that_only_pings_is_bounded(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, protocol: type[Watched]
) -> None:
    monkeypatch.setattr(running, "BoundedWebSocket", protocol)
    monkeypatch.setattr(Watched, "most_waiting", 0)
    server = serve()
    with handshaken(server) as line:
        sent = flood(line)
    is_bounded = sent < ENOUGH_BYTES and Watched.most_waiting <= MAX_WAITING
    assert is_bounded == (protocol is Watched), (sent, Watched.most_waiting)
    assert server.get("/api/alive").status_code == 200


def test_a_client_that_reads_again_is_served_again(server: Served) -> None:
    with handshaken(server) as line:
        rest = PINGS[flood(line) % len(PINGS) :] + frame(TEXT, b'{"type":"ping","id":"end"}')
        writer = threading.Thread(target=line.sendall, args=(rest,))
        writer.start()
        last = b""
        while b'"end"' not in last:
            more = line.recv(65536)
            assert more
            last = last[-100:] + more
        writer.join()


def test_pings_count_as_frames(serve: Serve) -> None:
    server = serve(limited=True)
    with handshaken(server) as line:
        answer = b""
        line.sendall((frame(PING) + frame(PONG)) * 2_500)
        until = time.monotonic() + PATIENCE
        while b"request.too_fast" not in answer and time.monotonic() < until:
            answer += line.recv(4096)
    assert b"request.too_fast" in answer


def test_pings_at_the_usual_pace_are_answered_with_limits_too(serve: Serve) -> None:
    server = serve(limited=True)
    with handshaken(server) as line:
        for number in range(5):
            line.sendall(frame(PING, b"%d" % number))
            assert line.recv(3) == bytes([FIN | PONG, 1, ord("0") + number])
        line.sendall(frame(TEXT, json.dumps({"type": "ping"}).encode()))
        assert b'"pong"' in line.recv(4096)


def test_a_message_in_endless_empty_fragments_is_ended(server: Served) -> None:
    with handshaken(server) as line:
        line.sendall(frame(TEXT, b"", 0) + frame(CONTINUED, b"", 0) * (MAX_FRAGMENTS + 1))
        answer = b""
        while more := line.recv(4096):
            answer += more
    assert b"\x03\xf1" in answer
    assert server.get("/api/alive").status_code == 200


def test_a_message_in_a_few_fragments_is_read(server: Served) -> None:
    text = b'{"type":"ping","id":"whole"}'
    with handshaken(server) as line:
        line.sendall(frame(TEXT, text[:5], 0) + frame(CONTINUED, text[5:9], 0))
        line.sendall(frame(CONTINUED, text[9:]))
        assert b"whole" in line.recv(4096)
