"""L2: a spectator that stops reading is let go within ten seconds, and nobody else notices.

What a sleeper has not read waits in a queue of its own, which is short. The players' moves are
acknowledged while it is full; before ten seconds have passed the sleeper is gone. That it is let
go, and that the others go on seeing every move, is in tests/server/app/test_live.py with half a
second for nine.
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
from fivefold.server.settings import Settings
from fivefold.server.watchers import MOST_FRAMES, Watcher

if TYPE_CHECKING:
    from tests.server.app.conftest import Serve, Served

HANDSHAKE = (
    "GET /api/live HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


@contextmanager
def asleep(server: Served, match: str) -> Iterator[None]:
    """Has somebody watch the match who reads nothing, and whose system buffers little."""
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
    """What was seen while somebody slept."""

    def __init__(self) -> None:
        self.acks = 0
        """Moves that were acknowledged while frames waited for a sleeper."""
        self.longest = 0.0
        """Seconds from when frames began to wait for a sleeper until it was let go."""
        self.most_waiting = 0


async def play(server: Served, match: str, secret: str, sleepers: int, enough: int) -> Noted:
    """Plays on, long frames over and over, until so many acks came or the sleepers are gone."""
    noted = Noted()
    state = game_from("pentomino").start
    first = state.game.format_move(state.legal_moves()[0])
    table = server.house.tables[match]
    async with server.watch(match, secret) as tab:
        await tab.until("presence", watching=sleepers + 1)
        version = 1
        since: dict[Watcher, float] = {}
        while noted.acks < enough and server.house.metrics.dropped < sleepers:
            deed = {"type": "move", "move": first} if version % 2 else {"type": "undo"}
            await tab.send(id=f"m{version}", version=version, **deed)
            version += 1
            await tab.until("ack", version=version)
            waiting = {watcher: watcher._frames.qsize() for watcher in tuple(table.watchers)}
            noted.most_waiting = max(noted.most_waiting, *waiting.values())
            now = time.monotonic()
            gone = [now - since[watcher] for watcher in since if watcher not in waiting]
            noted.longest = max([noted.longest, *gone])
            full = [watcher for watcher, size in waiting.items() if size > 1]
            since = {watcher: since.get(watcher, now) for watcher in full}
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


def test_moves_are_acknowledged_while_somebody_sleeps(serve: Serve) -> None:
    assert watched_asleep(serve(slow_seconds=PATIENCE)).acks == 5


def test_a_server_that_waits_for_each_spectator_is_caught(serve: Serve, break_it: Break) -> None:
    break_it("waits_for_each_spectator")
    assert watched_asleep(serve(slow_seconds=0.5)).acks == 0


def waiting_for_a_sleeper(frames: int) -> int:
    async def tell() -> int:
        watcher = Watcher()
        for number in range(frames):
            watcher.offer(f'{{"version":{number}}}')
        return watcher._frames.qsize()

    return asyncio.run(tell())


def test_what_waits_for_a_sleeper_has_a_bound() -> None:
    assert waiting_for_a_sleeper(10_000) == MOST_FRAMES


def test_a_queue_without_a_bound_is_caught(break_it: Break) -> None:
    break_it("keeps_everything_for_the_slow")
    assert waiting_for_a_sleeper(10_000) > MOST_FRAMES


def test_less_than_the_ten_seconds_that_are_promised_are_waited() -> None:
    assert Settings("sqlite:///unused.db").slow_seconds == 9.0


@pytest.mark.long
def test_a_hundred_sleepers_are_gone_within_ten_seconds_and_memory_is_flat(serve: Serve) -> None:
    server = serve()
    most = []
    for _ in range(3):
        before = server.house.metrics.dropped
        server.house.metrics.dropped = 0
        noted = watched_asleep(server, 100, enough=10**9)
        server.house.metrics.dropped += before
        assert 0 < noted.longest < 10
        assert noted.most_waiting <= MOST_FRAMES
        most.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    assert most[-1] - most[0] < 50
