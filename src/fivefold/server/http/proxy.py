"""The client's address behind trusted proxies.

    client 203.0.113.9 ── proxy 10.0.0.1 ── proxy 127.0.0.1 ── here
                          X-Forwarded-For: 203.0.113.9, 10.0.0.1

Each proxy appends the address that connected to it; anything further left may be forged. So the
list is read from the right, for as long as the proxy that wrote the entry is trusted.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from fivefold.errors import InvalidNotation
from fivefold.words import quoted

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

_FOR = re.compile(r'(?:^|[;,])\s*for\s*=\s*(?:"([^"]*)"|([^\s;,"]*))', re.IGNORECASE)
_WITH_PORT = re.compile(r"\[([^]]*)\](?::\d+)?|([^:]+):\d+")
IPV6_PREFIX = 64
"""Bits of an IPv6 address that identify its network; clients can choose the rest."""


def network_of(text: str) -> Network:
    """Returns the network in a text; a single address is a network of one.

    >>> network_of("10.0.0.0/8"), network_of("::1")
    (IPv4Network('10.0.0.0/8'), IPv6Network('::1/128'))
    """
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        raise InvalidNotation("serve.proxy", text=quoted(text, 100)) from None


def origin_of(text: str) -> str:
    """Returns the origin in a text, as browsers write it.

    >>> origin_of("HTTPS://Games.example/")
    'https://games.example'
    """
    wrong = InvalidNotation("serve.origin", text=quoted(text, 100))
    try:
        parts = urlsplit(text)
        port = "" if parts.port is None else f":{parts.port}"
    except ValueError:
        raise wrong from None
    rest = (parts.path.strip("/"), parts.query, parts.fragment, parts.username, parts.password)
    if parts.scheme not in ("http", "https") or not parts.hostname or any(rest):
        raise wrong
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    usual = {"http": ":80", "https": ":443"}[parts.scheme]
    return f"{parts.scheme}://{host}{'' if port == usual else port}"


class ProxyMiddleware:
    """Replaces the client address of every request and socket by the one behind the proxies."""

    def __init__(self, app: ASGIApp, proxies: Sequence[str] = ()) -> None:
        self.app = app
        self._proxies = [network_of(each) for each in proxies]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan" and scope.get("client"):
            host, port = scope["client"]
            scope["client"] = (self._client(host, Headers(scope=scope)), port)
        await self.app(scope, receive, send)

    def _client(self, peer: str, headers: Headers) -> str:
        address = address_in(peer)
        if address is None:
            return peer
        if self._proxies:
            forwarded = _forwarded(headers)
            while forwarded and self._is_trusted(address):
                before = address_in(forwarded.pop())
                if before is None:
                    break
                address = before
        return client_key(address)

    def _is_trusted(self, address: Address) -> bool:
        return any(address in network for network in self._proxies)


def _forwarded(headers: Headers) -> list[str]:
    """Returns the addresses that the proxies wrote, the nearest last.

    Empty if both headers are present: a proxy writes one and passes the client's other one on, and
    nothing tells which is which.
    """
    usual = ",".join(headers.getlist("x-forwarded-for"))
    standard = ",".join(headers.getlist("forwarded"))
    if usual and standard:
        return []
    if standard:
        return [found[1] or found[2] for found in _FOR.finditer(standard)]
    return [each.strip() for each in usual.split(",") if each.strip()]


def address_in(text: str) -> Address | None:
    """Returns the address in a text that may have a port; None if it is invalid."""
    ported = _WITH_PORT.fullmatch(text)
    try:
        address = ipaddress.ip_address((ported[1] or ported[2]) if ported else text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def client_key(address: Address) -> str:
    """Returns the key of the client's rate limits: an IPv4 address or an IPv6 network."""
    if isinstance(address, ipaddress.IPv4Address) or address.is_loopback:
        return str(address)
    return str(ipaddress.IPv6Network((int(address), IPV6_PREFIX), strict=False))
