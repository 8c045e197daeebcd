"""A server for the web benchmarks: started as people start it, on a database of its own."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

ORIGIN = "http://127.0.0.1"
READY_SECONDS = 20.0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Server:
    """`fivefold serve` in a process group of its own, which can be killed and started again."""

    def __init__(self, folder: Path, database: str | None = None) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._log = folder / "server.log"
        url = database or f"sqlite:///{folder / 'games.db'}"
        command = Path(sys.executable).with_name("fivefold")
        self._command = [str(command), "serve", "--port", str(self.port)]
        self._command += ["--database", url]
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self) -> None:
        """Returns once the server answers that it is well."""
        # A thousand players behind one address would be refused otherwise.
        environment = {**os.environ, "FIVEFOLD_LIMITS": "off"}
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, stdout=log, stderr=log, start_new_session=True, env=environment
            )
        until = asyncio.get_running_loop().time() + READY_SECONDS
        while True:
            try:
                await self.get("/api/health")
                return
            except OSError:
                if self._process.poll() is not None or asyncio.get_running_loop().time() > until:
                    raise RuntimeError(self._log.read_text(errors="replace")[-2000:]) from None
                await asyncio.sleep(0.05)

    def kill(self) -> None:
        """Ends it as a power cut would: no farewell, no flush."""
        assert self._process
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        if self._process and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()

    async def get(self, path: str) -> Any:
        return await asyncio.to_thread(_request, self.address + path, None)

    async def post(self, path: str, body: Any) -> Any:
        return await asyncio.to_thread(_request, self.address + path, body)

    async def new_match(self, **order: Any) -> tuple[str, str]:
        """Returns (match, secret) of a game of two people on one screen, or as ordered."""
        body = {"game": "gomoku", "size": "15", "first": "me", "second": "me", **order}
        answer = await self.post("/api/matches", body)
        return answer["match"]["id"], answer["secret"]

    def live(self) -> connect:
        return connect(
            f"ws://127.0.0.1:{self.port}/api/live",
            origin=self.address,  # type: ignore[arg-type]
            compression=None,
            max_size=2**22,
        )


async def watch(socket: ClientConnection, match: str, secret: str, since: int | None = None) -> Any:
    """Returns the server's answer to watching the match."""
    question: dict[str, Any] = {"type": "watch", "match": match, "secret": secret}
    if since is not None:
        question["since"] = since
    await socket.send(json.dumps(question))
    while True:
        frame = json.loads(await socket.recv())
        if frame["type"] in ("snapshot", "events", "error"):
            return frame


def _request(url: str, body: Any) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def quantile(values: list[float], share: float) -> float:
    """Returns the value that as large a share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")
