"""How many sockets and streams each client and network may have open, in all and at one match."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from fivefold.errors import Refused
from fivefold.server.peers.peers import Peers

IPV4_NETWORK, IPV6_NETWORK = 24, 48
"""Bits of an address that identify its network."""
CLIENT_SHARE, NETWORK_SHARE, RESERVE_SHARE = 16, 4, 10
"""A client gets 1/16 of the sockets, a network 1/4; 1/10 are the reserve."""
CLIENT_SPECTATORS, NETWORK_SPECTATORS = 10, 2
"""A client gets 1/10 of the spectators' places of a match, a network 1/2."""


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


class ConnectionQuota:
    """The open connections by client and by network, here and at other workers.

    `match` counts those to each match apart.
    """

    def __init__(
        self, client: int, network: int, refusal: Callable[[int], Refused], peers: Peers
    ) -> None:
        self._most = (client, network)
        self._refusal = refusal
        """Returns the error when there are as many as allowed."""
        self._peers = peers
        self._counts: Counter[str] = Counter()

    @classmethod
    def of_sockets(cls, limits: SocketLimits, peers: Peers) -> ConnectionQuota:
        """Returns the quota of sockets and streams in all."""

        def refusal(most: int) -> Refused:
            return Refused("request.sockets", most=most)

        return cls(limits.client, limits.network, refusal, peers)

    @classmethod
    def of_spectators(cls, most: int, peers: Peers, *, limited: bool) -> ConnectionQuota:
        """Returns the quota of the spectators of each match, of which there may be `most`."""
        client, network = (CLIENT_SPECTATORS, NETWORK_SPECTATORS) if limited else (1, 1)

        def refusal(most: int) -> Refused:
            return Refused("match.spectators", most=most)

        return cls(max(1, most // client), max(1, most // network), refusal, peers)

    def check(self, client: str, match: str = "") -> None:
        """Raises `Refused` if the client or its network has too many already."""
        for key, most in zip(_keys(client, match), self._most, strict=True):
            if self._counts[key] + self._peers.sockets_of(key) >= most:
                raise self._refusal(most)

    def open(self, client: str, match: str = "") -> None:
        """Counts a connection."""
        for key in _keys(client, match):
            self._counts[key] += 1
            self._peers.count_sockets_of(key, self._counts[key])

    def close(self, client: str, match: str = "") -> None:
        """Counts a connection less."""
        for key in _keys(client, match):
            self._counts[key] -= 1
            self._peers.count_sockets_of(key, self._counts[key])
            if not self._counts[key]:
                del self._counts[key]


def _keys(client: str, match: str) -> tuple[str, str]:
    place = f" at {match}" if match else ""
    return f"{client}{place}", f"network {network_of_client(client)}{place}"


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
