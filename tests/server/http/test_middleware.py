"""The security middleware alone: hosts, origins, body sizes, headers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from fivefold.server.http import middleware as shield
from fivefold.server.http.middleware import SecurityMiddleware
from fivefold.server.metrics import Metrics
from fivefold.server.settings import Settings

LOCAL = Settings("sqlite:///unused")
KNOWN = Settings("sqlite:///unused", origins=("https://games.example",))
PUBLIC = Settings("sqlite:///unused", host="0.0.0.0")
HERE = {"host": "localhost:8000"}
GONE: Message = {"type": "http.disconnect"}
KIB = 1024
# Repeated here on purpose: pages load nothing from elsewhere, and no other page embeds them.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
SAFE = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


@dataclass
class Asked:
    """A request through the middleware: what the application saw, what was sent back."""

    sent: list[Message] = field(default_factory=list)
    seen: list[Message] = field(default_factory=list)
    unread: list[Message] = field(default_factory=list)
    metrics: Metrics = field(default_factory=Metrics)
    was_let_in: bool = False

    @property
    def status(self) -> int:
        status: int = self.sent[0]["status"]
        return status

    @property
    def headers(self) -> dict[str, str]:
        return {name.decode(): value.decode() for name, value in self.sent[0]["headers"]}

    @property
    def error(self) -> dict[str, Any]:
        error: dict[str, Any] = json.loads(self.sent[1]["body"])["error"]
        return error


def piece(body: bytes, *, more: bool = False) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def ask(
    pieces: Sequence[Message] = (piece(b""),),
    headers: dict[str, str] = HERE,
    *,
    kind: str = "http",
    method: str = "POST",
    path: str = "/api/matches",
    settings: Settings = LOCAL,
    extensions: dict[str, Any] | None = None,
    failure: Exception | None = None,
) -> Asked:
    """Returns the outcome of a request whose body arrives in these pieces."""
    asked = Asked(unread=list(pieces))
    service = SimpleNamespace(metrics=asked.metrics)

    async def receive() -> Message:
        return asked.unread.pop(0) if asked.unread else GONE

    async def send(message: Message) -> None:
        asked.sent.append(message)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        asked.was_let_in = True
        if failure is not None:
            raise failure
        asked.seen += [await receive(), await receive()]
        await send({"type": "http.response.start", "status": 200})
        await send({"type": "http.response.body", "body": b""})

    scope: Scope = {
        "type": kind,
        "path": path,
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers.items()],
        "app": SimpleNamespace(state=SimpleNamespace(service=service)),
        "extensions": extensions or {},
    }
    if kind == "http":
        scope["method"] = method
    asyncio.run(SecurityMiddleware(app, settings)(scope, receive, send))
    return asked


def assert_is_refused(asked: Asked, status: int, code: str) -> None:
    """Asserts that the application was not called and the answer is complete."""
    assert not asked.was_let_in
    assert (asked.status, asked.error["code"]) == (status, code)
    assert [message["type"] for message in asked.sent] == [
        "http.response.start",
        "http.response.body",
    ]
    assert asked.sent[1]["more_body"] is False
    assert asked.headers["content-type"] == "application/json"
    assert asked.headers["content-length"] == str(len(asked.sent[1]["body"]))
    assert asked.headers["connection"] == "close"
    assert asked.headers.items() >= SAFE.items()
    assert asked.metrics.errors == {code: 1}


def test_every_answer_carries_the_safe_headers_and_is_not_kept() -> None:
    asked = ask()
    assert asked.headers == {**SAFE, "cache-control": "no-store"}


@pytest.mark.parametrize(
    "host", ["localhost", "LocalHost:1", "127.0.0.1:99", "[::1]:8000", "[::1]", "games.example:80"]
)
def test_this_machine_and_the_names_it_was_given_are_let_in(host: str) -> None:
    assert ask(headers={"host": host}, settings=KNOWN).was_let_in


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "[::2]", "[1::1]"])
def test_a_foreign_host_name_is_rejected(host: str) -> None:
    assert_is_refused(ask(headers={"host": host}, settings=KNOWN), 403, "request.host")
    assert_is_refused(ask(headers={}, settings=KNOWN), 403, "request.host")


def test_a_server_for_others_is_asked_by_any_name() -> None:
    assert ask(headers={"host": "any"}, settings=PUBLIC).was_let_in


@pytest.mark.parametrize("origin", ["http://localhost:8000", "https://games.example"])
def test_pages_of_the_own_addresses_may_change_something(origin: str) -> None:
    assert ask(headers={**HERE, "origin": origin}, settings=KNOWN).was_let_in


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://localhost:1", "http://["]
)
def test_pages_of_other_sites_may_only_read(origin: str) -> None:
    headers = {**HERE, "origin": origin}
    for method in ("POST", "PUT", "DELETE", "PATCH"):
        assert_is_refused(ask(headers=headers, method=method), 403, "request.origin")
    for method in ("GET", "HEAD", "OPTIONS"):
        assert ask(headers=headers, method=method).was_let_in


def test_a_page_that_calls_itself_null_is_another_site_even_where_the_host_is_empty() -> None:
    headers = {"host": "", "origin": "null"}
    refused = ask(headers=headers, settings=PUBLIC)
    assert_is_refused(refused, 403, "request.origin")


def test_a_socket_of_another_site_is_answered_or_closed() -> None:
    headers = {**HERE, "origin": "https://evil.example"}
    closed = ask(headers=headers, kind="websocket")
    assert closed.sent == [{"type": "websocket.close", "code": 1008}]
    told = ask(headers=headers, kind="websocket", extensions={"websocket.http.response": {}})
    assert [message["type"] for message in told.sent] == [
        "websocket.http.response.start",
        "websocket.http.response.body",
    ]
    assert (told.status, told.error["code"]) == (403, "request.origin")
    assert told.headers.items() >= SAFE.items()
    assert not closed.was_let_in
    assert not told.was_let_in


def test_a_socket_of_the_own_page_is_let_in() -> None:
    assert ask(headers={**HERE, "origin": "http://localhost:8000"}, kind="websocket").was_let_in


def test_a_body_in_pieces_is_given_in_one_and_then_the_end() -> None:
    asked = ask([piece(b"ab", more=True), piece(b"", more=True), piece(b"c"), GONE])
    assert asked.seen == [piece(b"abc"), GONE]


@pytest.mark.parametrize("left_out", ["body", "more_body"])
def test_a_piece_may_leave_out_that_it_is_empty_or_the_last(left_out: str) -> None:
    last = {key: value for key, value in piece(b"").items() if key != left_out}
    asked = ask([piece(b"ab", more=True), last])
    assert asked.seen[0] == piece(b"ab")


def test_a_disconnect_in_the_middle_of_a_body_reaches_the_application() -> None:
    asked = ask([piece(b"ab", more=True), GONE])
    assert asked.seen == [GONE, GONE]


@pytest.mark.parametrize(
    ("path", "most"), [("/api/matches", 64), ("/api/read", 1024), ("/api/read/x", 64)]
)
def test_a_body_may_have_its_most_and_not_a_byte_more(path: str, most: int) -> None:
    fits, large = b"x" * most * KIB, b"x" * (most * KIB + 1)
    assert ask([piece(fits)], path=path).seen[0] == piece(fits)
    told = {**HERE, "content-length": str(len(fits))}
    assert ask([piece(fits)], told, path=path).was_let_in
    for refused in (
        ask([piece(large)], path=path),
        ask([piece(large[:9], more=True), piece(large[9:], more=True)], path=path),
        ask([piece(b"")], {**HERE, "content-length": str(len(large))}, path=path),
    ):
        assert_is_refused(refused, 413, "request.too_large")
        assert refused.error["facts"]["most"] == most


def test_a_body_that_says_it_is_too_large_is_not_read() -> None:
    for length in (str(64 * KIB + 1), "9" * 5000):
        refused = ask([piece(b"x")], {**HERE, "content-length": length})
        assert refused.unread == [piece(b"x")]
        assert_is_refused(refused, 413, "request.too_large")


@pytest.mark.parametrize("length", ["", "many", "-1", "1e9", "9²"])
def test_a_length_that_is_none_is_not_believed_and_the_body_is_measured(length: str) -> None:
    headers = {**HERE, "content-length": length}
    assert ask([piece(b"x")], headers).seen[0] == piece(b"x")
    assert_is_refused(ask([piece(b"x" * 65 * KIB)], headers), 413, "request.too_large")


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS"])
def test_a_body_where_none_belongs_is_bounded_too(method: str) -> None:
    large = [piece(b"x" * (64 * KIB + 1))]
    for header in ({"content-length": "1"}, {"transfer-encoding": "chunked"}):
        refused = ask(large, {**HERE, **header}, method=method)
        assert_is_refused(refused, 413, "request.too_large")


@pytest.mark.parametrize("method", ["POST", "GET"])
def test_a_body_is_waited_for_only_where_there_may_be_one_and_not_for_ever(
    monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    assert shield.BODY_SECONDS == 15
    monkeypatch.setattr(shield, "BODY_SECONDS", 0.0)
    asked = Asked()

    async def never() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: Message) -> None:
        asked.sent.append(message)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        asked.was_let_in = True

    state = SimpleNamespace(service=SimpleNamespace(metrics=asked.metrics))
    scope: Scope = {
        "type": "http",
        "method": method,
        "path": "/api/matches",
        "headers": [(b"host", b"localhost")],
        "app": SimpleNamespace(state=state),
    }
    asyncio.run(SecurityMiddleware(app, LOCAL)(scope, never, send))
    if method == "GET":
        assert asked.was_let_in
    else:
        assert_is_refused(asked, 408, "request.slow")


def test_a_failure_after_the_answer_began_is_not_answered_a_second_time() -> None:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return GONE

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200})
        raise KeyError("late")

    scope: Scope = {
        "type": "http",
        "method": "GET",
        "path": "/",
        "headers": [(b"host", b"localhost")],
        "app": SimpleNamespace(state=SimpleNamespace(service=SimpleNamespace(metrics=Metrics()))),
    }
    with pytest.raises(KeyError):
        asyncio.run(SecurityMiddleware(app, LOCAL)(scope, receive, send))
    assert [message["type"] for message in sent] == ["http.response.start"]


def test_an_unexpected_error_in_a_socket_ends_it_without_an_answer() -> None:
    with pytest.raises(KeyError):
        ask(kind="websocket", failure=KeyError("secret"))


def test_an_unexpected_error_is_one_sentence() -> None:
    asked = ask(failure=KeyError("secret"))
    assert asked.status == 500
    assert "secret" not in asked.sent[1]["body"].decode()
    assert asked.headers.items() >= SAFE.items()
