"""D4: a client that reconnects with its last version gets exactly the missing events.

Spectators reconnect again and again during a game, and join what they received:
it must be the log, every event once and in order. A client that missed more than three
hundred events gets the whole match instead. Which versions exactly lead to a snapshot, and the
same for the stream of events, is in tests/server/app/test_websocket.py.
"""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any

import pytest
from tests.promises.conftest import PATIENCE, Break

from fivefold.server.matches.active_match import MAX_MISSED
from fivefold.server.room.events import Event

if TYPE_CHECKING:
    from tests.server.app.conftest import Serve, Served

Seen = list[dict[str, Any]]


async def play(server: Served, match: str, secret: str, events: int) -> None:
    """Moves and undoes for ever, so that nobody wins."""
    async with server.watch(match, secret) as tab:
        for number in range(1, events):
            deed = {"type": "move", "move": "h8"} if number % 2 else {"type": "undo"}
            await tab.send(id=f"m{number}", version=number, **deed)
            await tab.until("ack")


async def come_and_go(server: Served, match: str, last: int, chance: random.Random) -> Seen:
    """Returns the events that one spectator received over many connections."""
    seen: Seen = [{"version": 1}]
    while seen[-1]["version"] < last:
        async with server.watch(match, None, seen[-1]["version"]) as tab:
            for _ in range(chance.randrange(1, 6)):
                if seen[-1]["version"] == last:
                    break
                frame = await tab.next()
                seen += frame.get("events", ()) or ([frame["event"]] if "event" in frame else [])
                assert frame["type"] != "snapshot"
    return seen


def watched(server: Served, spectators: int, events: int) -> tuple[list[Seen], Seen]:
    """Returns the events each spectator received, and the log."""
    made = server.new(game="gomoku")
    match, secret = made["match"]["id"], made["secret"]

    async def look_on() -> list[Seen]:
        goers = [
            come_and_go(server, match, events, random.Random(number))
            for number in range(spectators)
        ]
        async with asyncio.timeout(PATIENCE * 10):
            found = await asyncio.gather(play(server, match, secret, events), *goers)
        return [each for each in found if each is not None]

    async def log() -> Seen:
        kept = await server.service.store.load(match)
        return [event.public_json() for event in kept]

    return asyncio.run(look_on()), asyncio.run(log())


def check(seen: list[Seen], log: Seen) -> None:
    for each in seen:
        assert each[1:] == log[1:]


def test_many_connections_see_what_one_would(serve: Serve) -> None:
    check(*watched(serve(), 2, 40))


def test_a_client_that_missed_too_much_gets_the_whole_match(serve: Serve) -> None:
    server = serve()
    made = server.new(first="random", second="random", game="othello", pace=0)
    last = MAX_MISSED + 2

    async def come_back() -> None:
        store = server.service.store
        [created] = await store.load(made["match"]["id"])
        paced = [Event(v, "paced", created.at, {"pace": v % 2}) for v in range(2, last + 1)]
        await store.create("long", "othello", False, [created, *paced])
        for since, kind in ((1, "snapshot"), (2, "events")):
            async with server.watch("long", None, since) as tab:
                frame = await tab.next()
                assert (frame["type"], frame["version"]) == (kind, last)

    asyncio.run(come_back())


def test_a_log_that_is_not_read_again_is_caught(serve: Serve, break_it: Break) -> None:
    break_it("reads_the_log_once")
    server = serve()
    made = server.new()
    match, secret = made["match"]["id"], made["secret"]

    async def come_back() -> list[Seen]:
        """Reconnects after each move, always with the first version."""
        found: list[Seen] = []
        for number, text in enumerate(("h8", "h9", "i8"), start=1):
            body = {"id": f"m{number}", "version": number, "move": text}
            server.post(f"/api/matches/{match}/move", body, secret)
            async with server.watch(match, None, 1) as tab:
                found.append((await tab.until("events"))["events"])
        return found

    seen = asyncio.run(come_back())
    assert [[event["version"] for event in each] for each in seen] != [[2], [2, 3], [2, 3, 4]]


@pytest.mark.long
def test_ten_spectators_of_a_long_game(serve: Serve) -> None:
    check(*watched(serve(), 10, 1_000))
