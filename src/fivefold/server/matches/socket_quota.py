"""How many sockets and streams each client and each network may have open."""

from __future__ import annotations

import ipaddress
from collections import Counter
from dataclasses import dataclass

from fivefold.errors import Refused
from fivefold.server.peers.peers import Peers

IPV4_NETWORK, IPV6_NETWORK = 24, 48
"""Bits of an address that identify its network."""
CLIENT_SHARE, NETWORK_SHARE, RESERVE_SHARE = 16, 4, 10
"""A client gets 1/16 of the sockets, a network 1/4; 1/10 are the reserve."""


@dataclass(frozen=True)
class SocketLimits:
    """The largest numbers of open sockets and streams; `reserve` is for those who hold seats."""

    total: int
    client: int
    network: int
    reserve: int

    @classmethod
    def of(cls, total: int, *, limited: bool) -> SocketLimits:
        """Returns the limits of a server with this many sockets in all."""
        if not limited:
            return cls(total, total, total, 0)
        client, network = max(1, total // CLIENT_SHARE), max(1, total // NETWORK_SHARE)
        return cls(total, client, network, total // RESERVE_SHARE)


class SocketQuota:
    """The open sockets and streams by client and by network, here and at other workers."""

    def __init__(self, limits: SocketLimits, peers: Peers) -> None:
        self._limits = limits
        self._peers = peers
        self._counts: Counter[str] = Counter()

    def check(self, client: str) -> None:
        """Raises `Refused` if the client or its network has too many open already."""
        most = (self._limits.client, self._limits.network)
        for key, limit in zip(_keys(client), most, strict=True):
            if self._counts[key] + self._peers.sockets_of(key) >= limit:
                raise Refused("request.sockets", most=limit)

    def open(self, client: str) -> None:
        """Counts a socket or stream."""
        for key in _keys(client):
            self._counts[key] += 1
            self._peers.count_sockets_of(key, self._counts[key])

    def close(self, client: str) -> None:
        """Counts a socket or stream less."""
        for key in _keys(client):
            self._counts[key] -= 1
            self._peers.count_sockets_of(key, self._counts[key])
            if not self._counts[key]:
                del self._counts[key]


def _keys(client: str) -> tuple[str, str]:
    return client, f"network {network_of_client(client)}"


def network_of_client(client: str) -> str:
    """Returns the network of a client's address.

    >>> network_of_client("203.0.113.9"), network_of_client("2001:db8:1:2::/64")
    ('203.0.113.0/24', '2001:db8:1::/48')
    """
    try:
        address = ipaddress.ip_address(client.partition("/")[0])
    except ValueError:
        return client
    bits = IPV4_NETWORK if address.version == 4 else IPV6_NETWORK
    return str(ipaddress.ip_network(f"{address}/{bits}", strict=False))
