"""Plays a few moves on several servers in this process; the test runs it under strace.

    python -m tests.promises.d2_child FAULT URL [FAULT URL …]

Writes a line `== FAULT` before each server, to split the trace.
"""

from __future__ import annotations

import asyncio
import os
import sys

import pytest
from tests.promises.conftest import two_people
from tests.promises.faults import FAULTS
from tests.server.app.conftest import Served

OVER_SOCKETS = ("f5", "d6", "c3", "d3")
OVER_HTTP = ("c4", "f4")


async def play(server: Served) -> None:
    """Two people play over sockets and then over HTTP, a third watches: acks and broadcasts."""
    match, black, white = two_people(server, game="othello")
    async with (
        server.watch(match, black) as one,
        server.watch(match, white) as two,
        server.watch(match) as spectator,
    ):
        version = 2
        for number, text in enumerate(OVER_SOCKETS):
            tab = (one, two)[number % 2]
            await tab.send(type="move", id=f"m{number}", version=version, move=text)
            await tab.until("ack")
            version += 1
            await spectator.until("event", version=version)
        for number, text in enumerate(OVER_HTTP):
            body = {"id": f"h{number}", "version": version, "move": text}
            secret = (black, white)[number % 2]
            path = f"/api/matches/{match}/move"
            answer = await asyncio.to_thread(server.post, path, body, secret)
            version += 1
            assert answer.json() == {"version": version}
            await spectator.until("event", version=version)


def main(pairs: list[tuple[str, str]]) -> None:
    for fault, url in pairs:
        with pytest.MonkeyPatch.context() as patch:
            FAULTS[fault](patch.setattr)
            server = Served(url)
            os.write(2, f"== {fault}\n".encode())
            try:
                asyncio.run(play(server))
            finally:
                os.write(2, b"== end\n")
                server.close()


if __name__ == "__main__":
    main(list(zip(sys.argv[1::2], sys.argv[2::2], strict=True)))
