"""Lets fifty clients race for one ply, round after round: exactly one must win.

    .venv/bin/python bench/web_race.py [--rounds 100] [--clients 50] [--servers 1] [--workers 1]
                                       [--database sqlite|postgres|URL] [--json]

Every client holds the seat and sends its own move for the same version, in even rounds over its
socket, in odd ones over HTTP. One is acknowledged; all others get 409 `match.stale` with the
current version. Then every client sends the winning move with its id: it is applied once, and every
client gets the winner's reply. Two servers share a PostgreSQL database.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
from support.web_server import Server, database_of, launched, watch
from websockets.asyncio.client import ClientConnection, connect

PLIES_A_MATCH = 12
"""Then a new match begins, before anybody makes five in a row."""

Answer = tuple[int, int | None, str | None]
"""A status, its version and an error code."""


class Racer:
    """A client of one server, with its own socket; HTTP connections are pooled."""

    def __init__(self, http: httpx.AsyncClient, socket: ClientConnection) -> None:
        self.http = http
        self._socket = socket

    async def watch(self, match: str, secret: str) -> None:
        await watch(self._socket, match, secret)

    async def over_socket(self, match: str, secret: str, body: dict[str, Any]) -> Answer:
        await self._socket.send(json.dumps({"type": "move", **body}))
        while True:
            text = str(await self._socket.recv())
            if f'"id":"{body["id"]}"' not in text[:200]:
                continue  # broadcasts
            frame = json.loads(text)
            if frame["type"] == "ack":
                return 200, frame["version"], None
            if frame["type"] == "error":
                error = frame["error"]
                status = 409 if error["code"] == "match.stale" else 500
                return status, error.get("expected_version"), error["code"]

    async def over_http(self, match: str, secret: str, body: dict[str, Any]) -> Answer:
        headers = {"Authorization": f"Bearer {secret}"}
        answer = await self.http.post(f"/api/matches/{match}/move", json=body, headers=headers)
        data = answer.json()
        if answer.status_code == 200:
            return 200, data["version"], None
        return answer.status_code, data["error"].get("expected_version"), data["error"]["code"]


async def race(addresses: Sequence[str], clients: int, rounds: int, seed: int = 1) -> Any:
    """Returns the number of rounds with one winner, and unexpected replies."""
    chance = random.Random(seed)
    counts = {"rounds": 0, "one_winner": 0, "winners": 0, "stale": 0, "repeated": 0}
    wrong: list[str] = []
    began = time.monotonic()
    async with AsyncExitStack() as stack:
        racers = await _open(stack, addresses, clients)
        match = secret = ""
        won: list[str] = []
        cells: list[str] = []
        for number in range(rounds):
            if number % PLIES_A_MATCH == 0:
                match, secret, cells = await _new_match(racers)
                won = []
            version = len(won) + 1
            bodies = [
                {"id": f"{number}-{place}", "version": version, "move": move}
                for place, move in enumerate(chance.sample(cells, clients))
            ]
            ways = Racer.over_http if number % 2 else Racer.over_socket
            sent = [
                ways(racer, match, secret, body) for racer, body in zip(racers, bodies, strict=True)
            ]
            answers = await asyncio.gather(*sent)
            first = [place for place, answer in enumerate(answers) if answer[0] == 200]
            counts["rounds"] += 1
            counts["one_winner"] += len(first) == 1
            counts["winners"] += len(first)
            right = {(200, version + 1, None), (409, version + 1, "match.stale")}
            wrong += [str(answer) for answer in answers if answer not in right]
            counts["stale"] += sum(answer[0] == 409 for answer in answers)
            body = bodies[first[0]] if first else bodies[0]
            move = str(body["move"])
            won.append(move)
            cells.remove(move)
            again = await asyncio.gather(*(ways(racer, match, secret, body) for racer in racers))
            counts["repeated"] += sum(answer == (200, version + 1, None) for answer in again)
            wrong += [str(answer) for answer in again if answer != (200, version + 1, None)]
            for racer in racers[: len(addresses)]:
                shown = (await racer.http.get(f"/api/matches/{match}")).json()["match"]
                if shown["moves"] != won:
                    wrong.append(f"{shown['moves']} instead of {won}")
            if shown["version"] != len(won) + 1:  # the rest of this match is meaningless
                break
    seconds = round(time.monotonic() - began, 1)
    told = {"wrong": len(wrong), "examples": wrong[:5], "seconds": seconds}
    return {"clients": clients, **counts, **told}


async def _open(stack: AsyncExitStack, addresses: Sequence[str], clients: int) -> list[Racer]:
    """Returns the clients, spread over the servers."""
    limits = httpx.Limits(max_connections=clients)
    pools = [
        await stack.enter_async_context(
            httpx.AsyncClient(base_url=address, timeout=60, limits=limits)
        )
        for address in addresses
    ]
    racers = []
    for number in range(clients):
        place = number % len(addresses)
        url = addresses[place].replace("http", "ws", 1) + "/api/live"
        socket = connect(url, compression=None, max_size=None, open_timeout=60)
        racers.append(Racer(pools[place], await stack.enter_async_context(socket)))
    return racers


async def _new_match(racers: Sequence[Racer]) -> tuple[str, str, list[str]]:
    """Returns a match watched by every client, its secret and its free cells."""
    order = {"game": "gomoku", "size": 15, "first": "me", "second": "me"}
    made = (await racers[0].http.post("/api/matches", json=order)).json()
    match, secret = made["match"]["id"], made["secret"]
    await asyncio.gather(*(racer.watch(match, secret) for racer in racers))
    return match, secret, made["match"]["view"]["legal"]


async def measure(
    rounds: int, clients: int, servers: int, workers: int, database: str
) -> dict[str, Any]:
    more = ("--workers", str(workers)) if workers > 1 else ()
    with tempfile.TemporaryDirectory() as folder, database_of(database, Path(folder)) as url:
        running = [Server(Path(folder), url, launched(*more)) for _ in range(servers)]
        try:
            for server in running:
                await server.start()
            result = await race([server.address for server in running], clients, rounds)
        finally:
            for server in running:
                server.stop()
    return {"servers": servers, "workers": workers, "database": database, **result}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--servers", type=int, default=1, help="two need PostgreSQL")
    parser.add_argument("--workers", type=int, default=1, help="processes of each server")
    parser.add_argument("--database", default="sqlite", help="sqlite, postgres or a URL")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    result = asyncio.run(
        measure(options.rounds, options.clients, options.servers, options.workers, options.database)
    )
    if options.json:
        print(json.dumps(result))
        return
    print(
        f"{result['clients']} clients, {result['rounds']} rounds: exactly one winner in "
        f"{result['one_winner']}, {result['stale']} times 409 with the version, "
        f"{result['repeated']} repeats with the winner's answer, {result['wrong']} wrong "
        f"answers {result['examples'] or ''}in {result['seconds']} s"
    )


if __name__ == "__main__":
    main()
