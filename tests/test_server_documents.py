"""Runs the documents' examples that need a server: each curl line and each `py` block.

`test_documents.py` runs everything else. The curl lines of `sh` blocks are sent by Python, so curl
does not have to be installed.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import signal
import string
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.system

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "docs" / "how-to" / "script-the-server.md").read_text(encoding="utf-8")
COMMAND = [sys.executable, "-c", "import sys; from fivefold.cli import main; sys.exit(main())"]
PATIENCE = 60


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server started for these tests."""
    database = tmp_path_factory.mktemp("documents") / "games.db"
    command = [*COMMAND, "serve", "--port", "0", "--database", f"sqlite:///{database}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        said = process.stdout.readline()
        found = re.search(r"http://\S+", said)
        assert found, said
        yield found[0]
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0


def send(line: str) -> tuple[Any, bytes]:
    """Sends the request of a curl line; returns the content type and the start of the body."""
    curl = argparse.ArgumentParser(exit_on_error=False)
    curl.add_argument("address")
    curl.add_argument("-H", dest="headers", action="append", default=[])
    curl.add_argument("--json")
    curl.add_argument("-o")
    curl.add_argument("-N", action="store_true")
    curl.add_argument("-OJ", action="store_true")
    asked = curl.parse_args(shlex.split(line)[1:])
    headers = dict(header.split(": ", 1) for header in asked.headers)
    data = None
    if asked.json is not None:
        headers["Content-Type"] = "application/json"
        data = asked.json.encode()
    request = urllib.request.Request(asked.address, data, headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        is_stream = answer.headers.get_content_type() == "text/event-stream"
        return answer.headers.get_content_type(), answer.readline() if is_stream else answer.read()


def test_every_curl_line_is_answered(server: str) -> None:
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    assert len(lines) >= 10
    known = {"FIVEFOLD": server}
    kinds = []
    for line in lines:
        # Like the shell, shlex removes backslashes inside double quotes.
        kind, content = send(string.Template(line).substitute(known))
        kinds.append(kind)
        data = json.loads(content) if kind == "application/json" else {}
        if "secret" in data:
            known |= {"MATCH": data["match"]["id"], "SECRET": data["secret"]}
        if "decision" in data:
            assert data["decision"]["move"]
    assert "SECRET" in known
    assert {"text/event-stream", "application/x-go-sgf", "image/gif", "image/png"} <= set(kinds)


def run(arguments: list[str], server: str) -> str:
    finished = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "FIVEFOLD": server, "PYTHONIOENCODING": "utf-8"},
        timeout=PATIENCE,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


def test_every_script_plays_a_game(server: str) -> None:
    scripts = blocks("py")
    assert scripts
    for script in scripts:
        assert re.search(r"wins|draw", run(["-c", script], server))


@pytest.mark.parametrize("game", ["gomoku", "othello", "pentomino"])
def test_the_example_plays_a_whole_game_over_http(server: str, game: str) -> None:
    example = str(ROOT / "examples" / "play_over_http.py")
    address, result = run([example, server, game, "random"], server).splitlines()
    assert address.startswith(f"{server}/game/")
    match = json.load(
        urllib.request.urlopen(address.replace("/game/", "/api/matches/"), timeout=PATIENCE)
    )["match"]
    assert match["result"]["reason"]["text"] == result
    assert match["game"]["name"] == game
