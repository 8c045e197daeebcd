"""The client's address behind proxies: headers count only from trusted ones."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from fivefold.cli import main
from fivefold.server.http.proxy import ProxyMiddleware, origin_of

if TYPE_CHECKING:
    from tests.server.app.conftest import Serve

PROXY, VISITOR, OTHER = "10.0.0.1", "203.0.113.9", "198.51.100.7"
TRUSTED = ("10.0.0.0/8", "::1")


def seen(peer: str, headers: Sequence[tuple[str, str]], trusted: Sequence[str] = TRUSTED) -> Any:
    """Returns the client address that the application sees."""
    found = []

    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        found.append(scope["client"])

    async def nothing(*_: Any) -> Any:
        return {}

    sent = [(name.lower().encode(), value.encode()) for name, value in headers]
    scope = {"type": "http", "client": (peer, 1234), "headers": sent}
    asyncio.run(ProxyMiddleware(app, trusted)(scope, nothing, nothing))
    return found[0][0]


@pytest.mark.parametrize(
    ("peer", "headers", "visitor"),
    [
        (PROXY, [("X-Forwarded-For", VISITOR)], VISITOR),
        # Only entries written by trusted proxies count, from the right.
        (PROXY, [("X-Forwarded-For", f"{OTHER}, {VISITOR}")], VISITOR),
        (PROXY, [("X-Forwarded-For", f"{OTHER}, {VISITOR}, 10.9.9.9")], VISITOR),
        (PROXY, [("X-Forwarded-For", OTHER), ("X-Forwarded-For", VISITOR)], VISITOR),
        (PROXY, [("X-Forwarded-For", "10.0.0.2, 10.0.0.3")], "10.0.0.2"),
        (PROXY, [("Forwarded", f"for={VISITOR};proto=https")], VISITOR),
        (PROXY, [("Forwarded", f'for={OTHER}, For="{VISITOR}:4711";by={PROXY}')], VISITOR),
        (PROXY, [("X-Forwarded-For", f"{VISITOR}:4711")], VISITOR),
        # Headers of other peers are ignored.
        (OTHER, [("X-Forwarded-For", VISITOR)], OTHER),
        (OTHER, [("Forwarded", f"for={VISITOR}")], OTHER),
        (PROXY, [], PROXY),
        # An invalid entry ends the chain at the proxy that wrote it.
        (PROXY, [("X-Forwarded-For", "unknown")], PROXY),
        (PROXY, [("X-Forwarded-For", f"{VISITOR}, nonsense")], PROXY),
        (PROXY, [("X-Forwarded-For", " , ,")], PROXY),
        (PROXY, [("Forwarded", "for=_hidden")], PROXY),
        # One of the two headers is the client's own, and nothing tells which.
        (PROXY, [("X-Forwarded-For", VISITOR), ("Forwarded", f"for={OTHER}")], PROXY),
        # A household has a whole IPv6 network.
        ("::1", [("X-Forwarded-For", "2001:db8:1:2:3:4:5:6")], "2001:db8:1:2::/64"),
        ("::1", [("Forwarded", 'for="[2001:db8:1:2::9]:80"')], "2001:db8:1:2::/64"),
        ("2001:db8:1:2:3::1", [], "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.9", [], VISITOR),
        ("::ffff:10.0.0.1", [("X-Forwarded-For", VISITOR)], VISITOR),
        ("testclient", [("X-Forwarded-For", VISITOR)], "testclient"),
    ],
)
def test_only_trusted_proxies_are_believed(
    peer: str, headers: Sequence[tuple[str, str]], visitor: str
) -> None:
    assert seen(peer, headers) == visitor


def test_a_server_that_trusts_every_proxy_is_caught() -> None:
    believes = seen(OTHER, [("X-Forwarded-For", VISITOR)], ("0.0.0.0/0",))
    assert believes != OTHER
    assert seen(PROXY, [("X-Forwarded-For", VISITOR)], ()) == PROXY


def test_forged_headers_do_not_change_the_rate_limit(serve: Serve) -> None:
    server = serve(limited=True, proxies=("127.0.0.1",))
    order = {"game": "gomoku", "first": "me", "second": "me"}

    def made(count: int, told: str) -> int:
        """Returns how many of the requested matches were created."""
        headers = {"X-Forwarded-For": told}
        asked = [
            server.client.post("/api/matches", json=order, headers=headers) for _ in range(count)
        ]
        return sum(answer.status_code == 201 for answer in asked)

    began = time.monotonic()
    mine = made(62, VISITOR) + sum(made(1, f"192.0.2.{number}, {VISITOR}") for number in range(20))
    # A burst of 60 and one per second: forged entries gain nothing.
    assert 60 <= mine <= 61 + (time.monotonic() - began)
    assert made(1, OTHER) == 1


def test_an_origin_that_is_named_may_ask_and_its_name_is_known(serve: Serve) -> None:
    server = serve(origins=("https://games.example",))
    order = {"game": "gomoku", "first": "me", "second": "me"}

    def status(origin: str, host: str = "127.0.0.1") -> int:
        headers = {"Origin": origin, "Host": host}
        return server.client.post("/api/matches", json=order, headers=headers).status_code

    assert status("https://games.example") == 201
    assert status("https://games.example", "games.example") == 201
    assert status("http://games.example") == 403, "another scheme is another origin"
    assert status("https://games.example.evil.example") == 403
    assert status("https://evil.example") == 403
    assert status("https://games.example", "evil.example") == 403
    assert httpx.get(server.address, headers={"Host": "evil.example"}).status_code == 403

    async def socket(origin: str) -> None:
        url = server.address.replace("http", "ws") + "/api/live"
        async with connect(url, origin=origin):  # type: ignore[arg-type]
            pass

    asyncio.run(socket("https://games.example"))
    with pytest.raises(InvalidStatus):
        asyncio.run(socket("https://evil.example"))


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("https://Games.example", "https://games.example"),
        ("https://games.example/", "https://games.example"),
        ("https://games.example:443", "https://games.example"),
        ("http://games.example:8080", "http://games.example:8080"),
        ("http://[::1]:8000", "http://[::1]:8000"),
    ],
)
def test_origins_are_written_as_browsers_write_them(text: str, origin: str) -> None:
    assert origin_of(text) == origin


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--origin", "games.example"),
        ("--origin", "https://games.example/fivefold"),
        ("--origin", "https://me:secret@games.example"),
        ("--origin", "https://games.example:port"),
        ("--origin", "*"),
        ("--origin", ""),
        ("--proxy", "proxy.example"),
        ("--proxy", "10.0.0.1/8"),
        ("--proxy", "300.1.1.1"),
        ("--proxy", ""),
    ],
)
def test_an_invalid_origin_or_address_is_one_sentence(
    option: str, value: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--port", "0", option, value]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert ("not an origin" if option == "--origin" else "not an IP address") in err
