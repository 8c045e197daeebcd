"""What the log contains, and that no secret gets into it or into any other output."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from fivefold.cli import main
from fivefold.server.logs import (
    LogFormatter,
    LogHandler,
    RequestLog,
    report,
    without_secrets,
    writing_logs,
)
from fivefold.server.settings import Settings

COMMAND = [sys.executable, "-c", "import sys; from fivefold.cli import main; sys.exit(main())"]
PATIENCE = 60
PASSWORD = "Canary-database-Password-1"
COOKIE = "Canary-cookie-Session-2"
QUERY = "Canary-query-Token-3"
FRAME = "Canary-frame-Secret-4"
BODY = "Canary-body-Secret-5"
PATH = "Canary-path-Private-6"
"""Like the id of a private match: known to the client, never logged."""


class Logged:
    """A server that logs requests as JSON, and its output."""

    def __init__(self, url: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "serve", "--port", "0", "--log", "json", "--proxy", "127.0.0.1"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "FIVEFOLD_DATABASE": url},
        )
        assert self.process.stdout
        self.said = self.process.stdout.readline()
        found = re.search(r"http://(\S+)", self.said)
        assert found, self.process.stderr and self.process.stderr.read()
        self.host = found[1]
        self.client = httpx.Client(base_url=f"http://{self.host}", timeout=PATIENCE)

    def seen_by_neighbours(self) -> str:
        """Returns the command lines of the server and its children, and their environments.

        The server keeps its own environment from other processes of its user.
        """
        commands, environments = [], []
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                number = int(stat.parent.name)
                parent = int(stat.read_text().rpartition(")")[2].split()[1])
                if self.process.pid in (number, parent):
                    commands.append((stat.parent / "cmdline").read_text())
                if parent == self.process.pid:
                    environments.append((stat.parent / "environ").read_text())
            except OSError:
                continue
        assert any("serve" in each for each in commands)
        # Two of multiprocessing draw files; the others answer questions.
        assert sum("multiprocessing" in each for each in commands) == 2
        assert any("analysis" in each for each in commands)
        return "\n".join([*commands, *environments])

    def stop(self) -> str:
        """Stops the server; returns everything it wrote."""
        self.client.close()
        self.process.terminate()
        out, err = self.process.communicate(timeout=PATIENCE)
        assert self.process.returncode == 0, err
        return f"{self.said}{out}{err}"


@pytest.fixture
def logged(postgres_url: str) -> Iterator[Logged]:
    server = Logged(postgres_url.replace("postgres@", f"postgres:{PASSWORD}@"))
    yield server
    server.client.close()
    if server.process.poll() is None:
        server.process.kill()
        server.process.communicate()


def leaks(text: str, secrets: list[str]) -> list[str]:
    """Returns the secrets found in a text."""
    return [secret for secret in secrets if secret in text]


def ask_everything(client: httpx.Client, match: str, secret: str) -> list[httpx.Response]:
    """Returns every endpoint's answer to a request with secrets in every place."""
    headers = {"Authorization": f"Bearer {secret}", "Cookie": f"session={COOKIE}"}
    headers["Content-Type"] = "application/json"
    query = {"secret": QUERY, "token": secret}
    answers = []
    for path, methods in client.get("/openapi.json").json()["paths"].items():
        for method in methods:
            for id in (match, "no-such-match-as-this-1"):
                place = re.sub(r"\{match\}", id, path)
                place = re.sub(r"\{(format|language|name|id)\}", "svg", place)
                if place.endswith("/events") and id == match:
                    continue  # a stream never ends
                for body in ({"secret": BODY}, {"version": 1, "id": "a", "move": "h8"}):
                    given: dict[str, Any] = {"params": query, "headers": headers}
                    if method == "post":
                        given["json"] = body
                    answers.append(client.request(method.upper(), place, **given))
                    if method != "post":
                        break
    for page in ("/", f"/game/{match}", f"/game/{PATH}", f"/{PATH}", "/static/dom.js"):
        answers.append(client.get(page, params=query, headers=headers))
    path = f"/api/matches/{match}/move"
    spoiled: list[dict[str, Any]] = [
        {"content": f'{{"secret": "{BODY}"'.encode()},
        {"content": b"x" * 70_000},
        {"content": b"\xff", "headers": {**headers, "Origin": f"https://{QUERY}.example"}},
        {"json": {}, "headers": {**headers, "Host": f"{QUERY}.example"}},
        {"json": {}, "headers": {**headers, "X-Forwarded-For": QUERY, "Forwarded": QUERY}},
    ]
    for each in spoiled:
        given = {"headers": headers, "params": query, **each}
        answers.append(client.post(path, **given))
    answers.append(client.request("PATCH", path, headers=headers, params=query))
    answers.append(client.request(QUERY.replace("-", "")[:20], path, headers=headers))
    return answers


def speak_badly(host: str) -> None:
    """Sends something that is not HTTP."""
    name, port = host.split(":")
    with socket.create_connection((name, int(port)), timeout=PATIENCE) as line:
        line.sendall(f"GET /{QUERY} HTTP/9.9\r\nCookie: {COOKIE}\r\n\r\n".encode())
        while line.recv(4096):
            pass


async def over_sockets(host: str, match: str, secret: str) -> list[str]:
    """Returns the frames of a socket that sends secrets in every place."""
    frames: list[str] = []
    url = f"ws://{host}/api/live?secret={QUERY}"
    async with connect(url, additional_headers={"Cookie": f"session={COOKIE}"}) as tab:
        for frame in (
            {"type": "watch", "match": match, "secret": secret},
            {"type": "watch", "match": match, "secret": FRAME, "token": FRAME},
            {"type": "watch", "match": f"{FRAME}", "secret": FRAME},
            {"type": "move", "id": "a", "version": 1, "move": "h8", "secret": FRAME},
        ):
            await tab.send(json.dumps(frame))
        await tab.send(f'{{"secret": "{FRAME}')
        await tab.send(FRAME.encode())
        await tab.send(json.dumps({"type": "ping", "id": "end"}))
        async with asyncio.timeout(PATIENCE):
            while not frames or '"pong"' not in frames[-1]:
                frames.append(str(await tab.recv()))
    with pytest.raises(WebSocketException):
        async with connect(url, origin=f"https://{QUERY}.example"):  # type: ignore[arg-type]
            pass
    return frames


def test_no_secret_of_any_kind_leaves_by_any_way(logged: Logged) -> None:
    client = logged.client
    order = {"game": "gomoku", "first": "me", "second": "me"}
    made = client.post("/api/matches", json=order).json()
    match, secret = made["match"]["id"], made["secret"]
    answers = ask_everything(client, match, secret)
    speak_badly(logged.host)
    frames = asyncio.run(over_sockets(logged.host, match, secret))
    secrets = [PASSWORD, COOKIE, QUERY, QUERY.replace("-", ""), FRAME, BODY, secret]

    statuses = {answer.status_code for answer in answers}
    assert {200, 400, 403, 404, 405, 413, 422} <= statuses
    assert not {status for status in statuses if status >= 500}
    for answer in answers:
        assert leaks(answer.text + str(answer.headers), secrets) == [], answer.request.url
    assert leaks("".join(frames), secrets) == []
    assert leaks(client.get("/api/metrics").text, [*secrets, match, PATH]) == []
    question = {"game": "gomoku", "strategy": "random"}
    assert client.post("/api/questions", json=question).is_success
    assert client.get(f"/api/matches/{match}/export/png").is_success
    assert leaks(logged.seen_by_neighbours(), [*secrets, match, PATH]) == []
    written = logged.stop()
    assert leaks(written, [*secrets, match, PATH]) == []

    lines = [json.loads(line) for line in written.splitlines()[1:]]
    asked = {"time", "level", "method", "path", "status", "ms"}
    assert [line for line in lines if not asked <= set(line)] == []
    entries = {(line["method"], line["path"], line["status"]) for line in lines}
    assert ("GET", "/api/matches/{match}", 200) in entries
    assert ("GET", "/game/{match}", 404) in entries
    assert ("GET", "/static", 200) in entries
    assert ("SOCKET", "/api/live", 101) in entries
    assert ("SOCKET", "/api/live", 403) in entries
    assert ("POST", "/api/matches/{match}/move", 403) in entries
    assert ("PATCH", "/api/matches/{match}/move", 405) in entries
    codes = {line.get("code") for line in lines}
    assert {"match.missing", "request.origin", "request.too_large", "request.not_json"} <= codes


class Careless(RequestLog):
    """The control: it logs the request's headers and body."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        logging.getLogger("fivefold.requests").info("asked with %s", list(scope["headers"]))
        scope["fivefold.code"] = scope["query_string"].decode()
        await super().__call__(scope, receive, send)


def test_a_log_that_includes_headers_and_bodies_is_caught(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def answer(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def nothing(*_: Any) -> Any:
        return {}

    secret = "short-one"
    scope = {
        "type": "http",
        "method": "GET",
        "path": f"/{QUERY}",
        "query_string": f"secret={QUERY}".encode(),
        "headers": [(b"x-key", secret.encode()), (b"cookie", COOKIE.encode())],
    }
    for kind, found in ((RequestLog, []), (Careless, [QUERY, secret])):
        with writing_logs(Settings("sqlite:///unused.db", log="text")):
            asyncio.run(kind(answer)(dict(scope), nothing, nothing))
        written = capsys.readouterr().err
        assert "200" in written
        assert leaks(written, [QUERY, secret]) == found


def test_an_unexpected_error_is_logged_without_the_secrets_it_quotes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    seat, holder = "k3J-x_Qw9ZrT5uVbN7mLpA", "0f" * 32
    said = (
        f"no seat {seat!r} of {holder}, Authorization: Bearer abc, "
        f"postgresql://me:{PASSWORD}@host/games, password={PASSWORD}, {{'secret': 'abc def'}}"
    )

    def break_down() -> None:
        try:
            raise KeyError(said)
        except KeyError as error:
            raise RuntimeError(f"while asked by {seat}") from error

    for kind in ("text", "json"):
        with writing_logs(Settings("sqlite:///unused.db", log=kind)):
            try:
                break_down()
            except RuntimeError:
                logging.getLogger("fivefold.server").exception("unexpected error with %s", seat)
        written = capsys.readouterr().err
        assert leaks(written, [seat, holder, PASSWORD, "abc"]) == []
        assert "in break_down" in written
        assert "RuntimeError: while asked by ***" in written
        assert "KeyError" in written
        if kind == "json":
            assert len(written.splitlines()) == 1
            assert json.loads(written)["level"] == "error"
    # The control: the error's own text.
    with pytest.raises(RuntimeError) as raised:
        break_down()
    assert leaks(str(raised.value) + str(raised.value.__cause__), [seat, PASSWORD])
    assert "break_down" in report(raised.value)


def test_words_and_numbers_are_no_secrets() -> None:
    for text in ("[Errno 28] No space left on device", "no such table: events"):
        assert without_secrets(text) == text


def test_an_unread_log_blocks_nothing_and_counts_the_lost_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reader, writer = os.pipe()
    count, size = 40, 4_000  # more than pipe and queue can hold
    with os.fdopen(reader) as read, os.fdopen(writer, "w") as full:
        monkeypatch.setattr(sys, "stderr", full)
        pipe = LogHandler(max_queued=10)
        pipe.setFormatter(LogFormatter("json", worker=3))
        for _ in range(count):
            pipe.emit(logging.makeLogRecord({"msg": "x " * size, "levelname": "ERROR"}))
        (thread,) = (each for each in threading.enumerate() if each.name == "fivefold-log")

        def end() -> None:
            while thread.is_alive():  # blocks until the reader below reads
                pipe.finish()
            full.close()

        ending = threading.Thread(target=end)
        ending.start()
        lines = [json.loads(line) for line in read]
        ending.join(PATIENCE)
    reports = [line["message"] for line in lines if "missed" in line["message"]]
    lost = sum(int(report.split()[0]) for report in reports)
    assert lost > 0
    assert len(lines) - len(reports) + lost == count
    assert {line["worker"] for line in lines} == {3}


def test_an_unknown_format_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "0", "--log", "xml"]) == 2
    assert "Choose from text, json." in capsys.readouterr().err
