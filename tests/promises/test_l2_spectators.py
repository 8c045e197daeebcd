"""L2: a spectator that stops reading is disconnected within 10 s, without effect on others.

Unread frames wait in a short queue of their own. The players' moves are
acknowledged while it is full; the sleeper is disconnected within 10 s. That the
others keep getting every move is in tests/server/app/test_websocket.py, with 0.5 s instead of 9 s.
"""

from __future__ import annotations

import asyncio
import json
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import pytest
from tests.promises.conftest import PATIENCE, Break

from fivefold.names import game_from
from fivefold.server.matches.subscribers import MAX_FRAMES, Subscriber
from fivefold.server.settings import Settings

if TYPE_CHECKING:
    from tests.server.app.conftest import Serve, Served

HANDSHAKE = (
    "GET /api/live HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


@contextmanager
def asleep(server: Served, match: str) -> Iterator[None]:
    """Subscribes a client that reads nothing and has small buffers."""
    host = server.address.removeprefix("http://")
    name, port = host.split(":")
    with socket.socket() as sleeper:
        sleeper.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sleeper.connect((name, int(port)))
        sleeper.sendall(HANDSHAKE.format(host=host).encode())
        assert sleeper.recv(12) == b"HTTP/1.1 101"
        data = json.dumps({"type": "watch", "match": match}).encode()
        sleeper.sendall(bytes([0x81, 0x80 | len(data), 0, 0, 0, 0]) + data)  # masked with zeros
        yield


class Noted:
    """Observations while a client sleeps."""

    def __init__(self) -> None:
        self.acks = 0
        """Moves acknowledged while frames waited for every sleeper."""
        self.longest = 0.0
        """Seconds from the first waiting frame until the sleeper was disconnected."""
        self.most_waiting = 0


async def play(server: Served, match: str, secret: str, sleepers: int, enough: int) -> Noted:
    """Plays moves with long frames until there are enough acks or the sleepers are gone."""
    noted = Noted()
    state = game_from("pentomino").start
    first = state.game.format_move(state.legal_moves()[0])
    active = server.service.matches[match]
    async with server.watch(match, secret) as tab:
        await tab.until("presence", watching=sleepers + 1)
        version = 1
        since: dict[Subscriber, float] = {}
        while noted.acks < enough and server.service.metrics.dropped < sleepers:
            deed = {"type": "move", "move": first} if version % 2 else {"type": "undo"}
            await tab.send(id=f"m{version}", version=version, **deed)
            version += 1
            await tab.until("ack", version=version)
            waiting = {
                subscriber: subscriber._frames.qsize() for subscriber in tuple(active.subscribers)
            }
            noted.most_waiting = max(noted.most_waiting, *waiting.values())
            now = time.monotonic()
            gone = [now - since[subscriber] for subscriber in since if subscriber not in waiting]
            noted.longest = max([noted.longest, *gone])
            full = [subscriber for subscriber, size in waiting.items() if size > 1]
            since = {subscriber: since.get(subscriber, now) for subscriber in full}
            noted.acks += len(full) == sleepers
        noted.longest = max([noted.longest, *(time.monotonic() - at for at in since.values())])
    return noted


def watched_asleep(server: Served, sleepers: int = 1, enough: int = 5) -> Noted:
    made = server.new(game="pentomino")
    match, secret = made["match"]["id"], made["secret"]
    with ExitStack() as stack:
        for _ in range(sleepers):
            stack.enter_context(asleep(server, match))

        async def bounded() -> Noted:
            async with asyncio.timeout(PATIENCE * 3):
                return await play(server, match, secret, sleepers, enough)

        return asyncio.run(bounded())


def test_moves_are_acknowledged_while_a_spectator_sleeps(serve: Serve) -> None:
    assert watched_asleep(serve(slow_seconds=PATIENCE)).acks == 5


def test_a_server_that_waits_for_each_spectator_is_caught(serve: Serve, break_it: Break) -> None:
    break_it("waits_for_each_spectator")
    assert watched_asleep(serve(slow_seconds=0.5)).acks == 0


def waiting_for_a_sleeper(frames: int) -> int:
    async def tell() -> int:
        subscriber = Subscriber()
        for number in range(frames):
            subscriber.offer(f'{{"version":{number}}}')
        return subscriber._frames.qsize()

    return asyncio.run(tell())


def test_the_queue_of_a_sleeper_is_bounded() -> None:
    assert waiting_for_a_sleeper(10_000) == MAX_FRAMES


def test_a_queue_without_a_bound_is_caught(break_it: Break) -> None:
    break_it("keeps_everything_for_the_slow")
    assert waiting_for_a_sleeper(10_000) > MAX_FRAMES


def test_less_than_the_ten_seconds_that_are_promised_are_waited() -> None:
    assert Settings("sqlite:///unused.db").slow_seconds == 9.0


@pytest.mark.long
def test_a_hundred_sleepers_are_gone_within_ten_seconds_and_memory_is_flat(serve: Serve) -> None:
    server = serve()
    most = []
    for _ in range(3):
        before = server.service.metrics.dropped
        server.service.metrics.dropped = 0
        noted = watched_asleep(server, 100, enough=10**9)
        server.service.metrics.dropped += before
        assert 0 < noted.longest < 10
        assert noted.most_waiting <= MAX_FRAMES
        most.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    assert most[-1] - most[0] < 50
