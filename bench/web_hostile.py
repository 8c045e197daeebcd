"""One hostile client against everyone else: what do the others notice?

    .venv/bin/python bench/web_hostile.py [--games 20] [--rate 20] [--calm 120] [--seconds 600]
                                          [--fury 1] [--json]

The server runs with its usual limits behind a trusted proxy, which this program pretends to be:
each player has an address of their own. People play games over sockets at a steady rate; two more
people play against `level(1)` and `engine(seconds=1)`. First all is calm. Then a process of its own
attacks with everything at once, from one IPv4 address and from one IPv6 /64: sockets, new matches
with `engine(seconds=10)` to move, questions, judgements, long films, pings, spectators that read
nothing, and requests that never end. Reported: acknowledgements and machines' answers of the others
in both phases, and the memory of the server. The attacker is niced: a real one has its own machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
from support.web_server import Process, Server, command_of, quantile
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

ANSWERS = {"level_1": "level(1)", "engine_1s": "engine(seconds=1)"}
NETWORK = "2001:db8:bad:bad"
ADDRESS = "192.0.2.66"
HALF_OPEN_FROM = "127.0.0.2"
"""The attacker's own address, without the proxy."""
NICENESS = 10
OPENING = ["h8", "j10", "g6", "k7"]
"""On an empty board an engine need not think."""
GOING_ON = 50
"""Moves after which a person begins a new game."""


def behind_proxy(port: int, database: str, log: Path) -> Process:
    """Starts a server with its limits, which trusts 127.0.0.1 as a proxy."""
    with log.open("ab") as file:
        environment = {**os.environ, "FIVEFOLD_LIMITS": "on"}
        command = command_of(port, database, "--proxy", "127.0.0.1")
        return subprocess.Popen(
            command, stdout=file, stderr=file, start_new_session=True, env=environment
        )


class Client:
    """One client of the server, at an address of its own."""

    def __init__(self, server: str, address: str | Callable[[], str]) -> None:
        self.server = server
        self._address = address
        self._http = httpx.AsyncClient(base_url=server, timeout=90, limits=httpx.Limits())

    @property
    def head(self) -> dict[str, str]:
        address = self._address if isinstance(self._address, str) else self._address()
        return {"X-Forwarded-For": address}

    async def post(self, path: str, body: Any, secret: str | None = None) -> httpx.Response:
        head = {**self.head, **({"Authorization": f"Bearer {secret}"} if secret else {})}
        return await self._http.post(path, json=body, headers=head)

    async def new(self, first: str, second: str = "me", **more: Any) -> tuple[str, str]:
        body = {"game": "gomoku", "first": first, "second": second, **more}
        made = await self.post("/api/matches", body)
        if made.status_code != 201:
            raise RuntimeError(made.json()["error"]["code"])
        return made.json()["match"]["id"], made.json()["secret"]

    def live(self) -> connect:
        url = self.server.replace("http", "ws", 1) + "/api/live"
        return connect(url, additional_headers=self.head, compression=None, max_size=2**22)

    async def close(self) -> None:
        await self._http.aclose()


async def until(line: ClientConnection, kind: str, *others: str) -> dict[str, Any]:
    """Returns the next frame of one of these kinds; raises for an error."""
    while True:
        frame: dict[str, Any] = json.loads(await line.recv())
        if frame["type"] == "error":
            raise RuntimeError(frame["error"]["code"])
        if frame["type"] in (kind, *others):
            return frame


async def watch(line: ClientConnection, match: str, secret: str | None) -> dict[str, Any]:
    asked = {"type": "watch", "match": match, **({"secret": secret} if secret else {})}
    await line.send(json.dumps(asked))
    return (await until(line, "snapshot"))["match"]  # type: ignore[no-any-return]


class Notes:
    """What the peaceful clients saw in one phase."""

    def __init__(self) -> None:
        self.acks: list[float] = []
        self.answers: dict[str, list[float]] = {name: [] for name in ANSWERS}

    def as_json(self) -> dict[str, Any]:
        shares = (("p50", 0.5), ("p99", 0.99), ("most", 1.0))
        found: dict[str, Any] = {
            "acks": len(self.acks),
            "ack_ms": {name: round(1000 * quantile(self.acks, share), 2) for name, share in shares},
        }
        for name, seconds in self.answers.items():
            found[name] = {
                "count": len(seconds),
                "p50": round(quantile(seconds, 0.5), 3),
                "most": round(quantile(seconds, 1.0), 3),
            }
        return found


class Others:
    """The peaceful clients; `notes` is replaced between the phases."""

    def __init__(self, server: str) -> None:
        self._server = server
        self.notes = Notes()
        self.errors: list[str] = []

    async def play(self, number: int, pause: float) -> None:
        """Plays against oneself, one move every `pause` seconds."""
        chance = random.Random(number)
        async with AsyncExitStack() as stack:
            client = Client(self._server, f"198.51.{number // 250}.{number % 250 + 1}")
            stack.push_async_callback(client.close)
            line = await stack.enter_async_context(client.live())
            await asyncio.sleep(chance.random() * pause)
            while True:
                match, secret = await client.new("me")
                shown = await watch(line, match, secret)
                free, version = list(shown["view"]["legal"]), shown["version"]
                for ply in range(GOING_ON):
                    move = free.pop(chance.randrange(len(free)))
                    asked = {"type": "move", "id": f"{ply}", "version": version, "move": move}
                    sent = time.perf_counter()
                    await line.send(json.dumps(asked))
                    version = (await until(line, "ack"))["version"]
                    self.notes.acks.append(time.perf_counter() - sent)
                    await asyncio.sleep(pause)
                    shown = (await client._http.get(f"/api/matches/{match}")).json()["match"]
                    if shown["result"]:
                        break
                    version = shown["version"]

    async def face(self, name: str, number: int) -> None:
        """Plays against a machine, and notes how long each answer takes."""
        chance = random.Random(name)
        async with AsyncExitStack() as stack:
            client = Client(self._server, f"203.0.113.{number + 1}")
            stack.push_async_callback(client.close)
            line = await stack.enter_async_context(client.live())
            while True:
                match, secret = await client.new("me", ANSWERS[name])
                shown = await watch(line, match, secret)
                for ply in range(GOING_ON):
                    legal, version = shown["view"]["legal"], shown["version"]
                    move = chance.choice(legal)
                    asked = {"type": "move", "id": f"{ply}", "version": version, "move": move}
                    await line.send(json.dumps(asked))
                    await until(line, "ack")
                    sent, notes = time.perf_counter(), self.notes
                    while (frame := await until(line, "event"))["version"] < version + 2:
                        if frame["event"]["kind"] == "ended":
                            break
                    else:
                        notes.answers[name].append(time.perf_counter() - sent)
                    if frame["view"]["to_move"] is None or frame["event"]["kind"] == "ended":
                        break
                    shown = frame
                    await asyncio.sleep(0.5)

    async def noting(self, work: Awaitable[None]) -> None:
        try:
            await work
        except (RuntimeError, OSError, WebSocketException, httpx.HTTPError) as error:
            self.errors.append(f"{type(error).__name__}: {error}"[:200])


# The attack, in a process of its own


class Attack:
    """Everything at once, from one address or one network; each line is one kind of abuse."""

    def __init__(self, server: str, address: str | Callable[[], str], fury: float) -> None:
        self._client = Client(server, address)
        self._fury = fury
        self._matches: list[str] = []
        self.attempts: Counter[str] = Counter()

    async def run(self) -> None:
        """Attacks until cancelled."""
        deeds = {
            self.creations: 20,
            self.questions: 10,
            self.judgements: 10,
            self.films: 5,
            self.sockets: 20,
            self.pings: 4,
            self.sleepers: 4,
        }
        lines = [self._for_ever(deed, rate * self._fury) for deed, rate in deeds.items()]
        await asyncio.gather(*lines, self.half_open())

    async def _for_ever(self, deed: Callable[[], Awaitable[None]], rate: float) -> None:
        """Begins the deed so often a second, whatever became of the earlier ones."""
        running: set[asyncio.Task[None]] = set()
        while True:
            if len(running) < 300:
                task = asyncio.ensure_future(self._once(deed))
                running.add(task)
                task.add_done_callback(running.discard)
            await asyncio.sleep(1 / rate)

    async def _once(self, deed: Callable[[], Awaitable[None]]) -> None:
        self.attempts[deed.__name__] += 1
        with contextlib.suppress(
            RuntimeError, OSError, WebSocketException, httpx.HTTPError, TimeoutError
        ):
            await deed()

    async def creations(self) -> None:
        # Clocks too: thousands of them once filled the memory.
        time = random.choice([None, "5+0"])
        match, _ = await self._client.new("engine(seconds=10)", time=time, moves=OPENING)
        self._matches = [*self._matches[-100:], match]

    async def questions(self) -> None:
        body = {"game": "gomoku", "moves": OPENING, "strategy": "engine(seconds=10)", "seconds": 10}
        async with asyncio.timeout(random.choice([0.5, 60])):
            await self._client.post("/api/questions", body)

    async def judgements(self) -> None:
        moves = [f"{column}{row}" for row in (1, 3) for column in random.sample("abcdefgh", 8)]
        await self._client.post(
            "/api/judge", {"game": "gomoku", "moves": moves, "from": 0, "to": 15}
        )

    async def films(self) -> None:
        moves = [f"{column}{row}" for row in range(1, 15, 2) for column in "acegikmo"]
        async with asyncio.timeout(random.choice([0.3, 60])):
            await self._client.post("/api/export/gif", {"game": "gomoku", "moves": moves})

    async def sockets(self) -> None:
        async with self._client.live() as line:
            await line.recv()

    async def pings(self) -> None:
        async with self._client.live() as line:
            for _ in range(2_000):
                await line.send('{"type": "ping"}')

    async def sleepers(self) -> None:
        if not self._matches:
            return
        match = random.choice(self._matches)
        async with self._client.live() as line:
            await line.send(json.dumps({"type": "watch", "match": match}))
            line.transport.pause_reading()
            await asyncio.sleep(30)

    async def half_open(self) -> None:
        """Keeps as many requests open as the server lets it."""
        name, port = self._client.server.removeprefix("http://").split(":")
        lines: list[socket.socket] = []
        while True:
            self.attempts["half_open"] += 1
            line = socket.socket()
            line.setblocking(False)
            line.bind((HALF_OPEN_FROM, 0))
            loop = asyncio.get_running_loop()
            with contextlib.suppress(OSError):
                await loop.sock_connect(line, (name, int(port)))
                await loop.sock_sendall(line, b"POST /api/matches HTTP/1.1\r\nHost: x\r\nContent-")
            lines.append(line)
            if len(lines) > 1_000:
                lines.pop(0).close()
            await asyncio.sleep(1 / (50 * self._fury))


async def attack(server: str, fury: float) -> None:
    """Attacks until SIGTERM, then prints the attempts of each kind."""

    def anywhere() -> str:
        return f"{NETWORK}:{random.getrandbits(16):x}:{random.getrandbits(16):x}::1"

    attacks = [Attack(server, ADDRESS, fury), Attack(server, anywhere, fury)]
    task = asyncio.gather(*(each.run() for each in attacks))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    print("attacking", flush=True)
    with contextlib.suppress(asyncio.CancelledError):
        await task
    total: Counter[str] = Counter()
    for each in attacks:
        total += each.attempts
    print(json.dumps(total), flush=True)
    os._exit(0)  # hundreds of open requests are not worth waiting for


@contextmanager
def attacked(server: str, fury: float) -> Iterator[Counter[str]]:
    """Runs the attack; the counter has its attempts afterwards."""
    command = [sys.executable, __file__, "--attack", server, "--fury", str(fury)]
    attempts: Counter[str] = Counter()
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, preexec_fn=lambda: os.nice(NICENESS)
    ) as process:
        assert process.stdout
        process.stdout.readline()
        try:
            yield attempts
        finally:
            process.terminate()
            try:
                said, _ = process.communicate(timeout=30)
                attempts.update(json.loads(said or "{}"))
            except subprocess.TimeoutExpired:
                process.kill()


async def measure(
    games: int = 20,
    rate: float = 20,
    calm: float = 120,
    seconds: float = 600,
    fury: float = 1.0,
) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), launch=behind_proxy)
        await server.start()
        others = Others(server.address)
        most = [server.megabytes]

        async def note_memory() -> None:
            while True:
                await asyncio.sleep(0.5)
                most[0] = max(most[0], server.megabytes)

        tasks = [
            asyncio.ensure_future(others.noting(work))
            for work in (
                *(others.play(number, games / rate) for number in range(games)),
                *(others.face(name, number) for number, name in enumerate(ANSWERS)),
            )
        ]
        tasks.append(asyncio.ensure_future(note_memory()))
        try:
            await asyncio.sleep(calm)
            before, others.notes = others.notes, Notes()
            with attacked(server.address, fury) as attempts:
                await asyncio.sleep(seconds)
                after, others.notes = others.notes, Notes()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            server.stop()
    return {
        "errors": others.errors,
        "calm": before.as_json(),
        "attacked": after.as_json(),
        "attempts": dict(attempts),
        "megabytes": round(most[0], 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--rate", type=float, default=20.0, help="moves a second, all together")
    parser.add_argument("--calm", type=float, default=120.0, help="seconds before the attack")
    parser.add_argument("--seconds", type=float, default=600.0, help="seconds of the attack")
    parser.add_argument("--fury", type=float, default=1.0, help="factor of the attack's pace")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--attack", metavar="ADDRESS", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.attack:
        asyncio.run(attack(options.attack, options.fury))
        return
    result = asyncio.run(
        measure(options.games, options.rate, options.calm, options.seconds, options.fury)
    )
    if options.json:
        print(json.dumps(result))
        return
    for phase in ("calm", "attacked"):
        found = result[phase]
        ack, level, engine = found["ack_ms"], found["level_1"], found["engine_1s"]
        print(
            f"{phase:>8}: {found['acks']} acks, p50 {ack['p50']}, p99 {ack['p99']}, most "
            f"{ack['most']} ms; level(1) p50 {level['p50']}, most {level['most']} s "
            f"({level['count']}); engine of 1 s p50 {engine['p50']}, most {engine['most']} s "
            f"({engine['count']})"
        )
    print(
        f"at most {result['megabytes']} MB; errors of the others: {result['errors'] or 'none'}; "
        f"attempts: {result['attempts']}"
    )


if __name__ == "__main__":
    main()
