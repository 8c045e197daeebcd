"""`fivefold serve`: start, stop, and errors at the start."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from fivefold.cli import main
from fivefold.server.settings import data_folder

if TYPE_CHECKING:
    from tests.server.app.conftest import Running

Run = Callable[..., "Running"]
COMMAND = [sys.executable, "-c", "import sys; from fivefold.cli import main; sys.exit(main())"]
PATIENCE = 60


def analysis_processes_of(pid: int) -> list[int]:
    """Returns the child processes of a process."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == pid:
            found.append(int(stat.parent.name))
    return found


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_it_says_goodbye_and_ends_in_time(run: Run, number: int, code: int) -> None:
    running = run()
    answer = httpx.post(
        f"{running.address}/api/matches",
        json={"game": "gomoku", "first": "me", "second": "negamax(depth=12)"},
        timeout=PATIENCE,
    ).json()
    match, secret = answer["match"]["id"], answer["secret"]

    async def watch() -> tuple[list[str], int | None]:
        url = running.address.replace("http", "ws") + "/api/live"
        kinds: list[str] = []
        async with connect(url) as tab, connect(url):
            await tab.send(json.dumps({"type": "watch", "match": match, "secret": secret}))
            move = {"type": "move", "id": "a", "version": 1, "move": "h8"}
            await tab.send(json.dumps(move))
            while "thinking" not in kinds:
                kinds.append(json.loads(await tab.recv())["type"])
            # One client reads the stream, another waits for an answer.
            async with httpx.AsyncClient(timeout=PATIENCE) as client:
                stream = client.stream("GET", f"{running.address}/api/matches/{match}/events")
                async with stream as response:
                    stopping = asyncio.create_task(asyncio.to_thread(running.stop, number))
                    try:
                        while True:
                            kinds.append(json.loads(await tab.recv())["type"])
                    except ConnectionClosed as closed:
                        close = closed.rcvd.code if closed.rcvd else None
                    streamed = "".join([text async for text in response.aiter_text()])
                    assert '"type":"bye"' in streamed
                    ended.append(await stopping)
        return kinds, close

    ended: list[Any] = []
    kinds, close = asyncio.run(watch())
    assert kinds[-1] == "bye"
    assert close == 1001
    status, errors, seconds = ended[0]
    assert (status, errors) == (code, "")
    assert seconds < 5
    assert analysis_processes_of(running.process.pid) == []


def test_a_strategy_of_ones_own_is_offered_plays_and_is_loaded_again(
    run: Run, tmp_path: Path
) -> None:
    bot = tmp_path / "my_bot.py"

    def write(words: str) -> None:
        bot.write_text(
            "from fivefold import Decision, Strategy\n"
            "class MyBot(Strategy):\n"
            "    def choose(self, state, limit=None, stop=None):\n"
            f"        print('{words}', state.game.name)\n"
            f"        return Decision(state.legal_moves()[0], text='{words}')\n"
        )

    write("first idea")
    running = run("--strategy", f"{bot}:MyBot")
    with httpx.Client(base_url=running.address, timeout=PATIENCE) as client:
        listed = client.get("/api/strategies?game=gomoku").json()["strategies"]
        own = [each for each in listed if each["group"] == "own"]
        assert [each["text"] for each in own] == ["my_bot:MyBot"]
        assert str(tmp_path) not in json.dumps(listed)
        order = {"game": "gomoku", "first": "my_bot:MyBot", "second": "me"}
        made = client.post("/api/matches", json=order).json()
        plies: list[Any] = []
        while not plies:
            plies = client.get(f"/api/matches/{made['match']['id']}").json()["match"]["plies"]
            time.sleep(0.02)
        assert plies[0]["move"] == "a15"
        assert plies[0]["decision"]["text"]["text"] == "first idea"
        write("a better idea")
        question = {"strategy": "my_bot:MyBot", "game": "othello"}
        answer = client.post("/api/questions", json=question).json()
        assert answer["decision"]["text"]["text"] == "a better idea"
        refused = client.post("/api/matches", json={**order, "first": f"{bot}:MyBot"})
        assert refused.json()["error"]["code"] == "strategy.path"
    code, errors = running.stop()[:2]
    assert code == 0
    # What it prints is in the log, with its name.
    printed = [line.partition(" info fivefold.bots ")[2] for line in errors.splitlines()]
    assert "my_bot:MyBot: first idea gomoku" in printed
    assert "my_bot:MyBot: a better idea othello" in printed


def test_a_bad_option_is_one_sentence_and_exit_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        file = tmp_path / "file"
        file.write_text("")
        for arguments in (
            ("--port", port),
            ("--port", "70000"),
            ("--port", "80x"),
            ("--workers", "2"),
            ("--keep", "90"),
            ("--host", "no.such.host.invalid", "--port", "0"),
            ("--strategy", "./nothing.py:Bot"),
            ("--database", "nonsense", "--port", "0"),
            ("--database", f"sqlite:///{file}/games.db", "--port", "0"),
        ):
            assert main(["serve", *arguments]) == 2, arguments
            out, err = capsys.readouterr()
            assert out == "", arguments
            assert err.strip(), arguments
            assert len(err.splitlines()) == 1, err
            assert "Traceback" not in err


def test_without_a_port_the_next_free_one_is_taken_and_games_lie_in_the_data_folder(
    tmp_path: Path,
) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "data")}
    environment.pop("DISPLAY", None)
    with socket.socket() as taken:
        with contextlib.suppress(OSError):  # another process has it: just as good
            taken.bind(("127.0.0.1", 8000))
            taken.listen()
        process = subprocess.Popen(
            [*COMMAND, "serve", "--open"], env=environment, stdout=subprocess.PIPE, text=True
        )
        line = process.stdout.readline() if process.stdout else ""
    port = int(line.split("127.0.0.1:")[1].split()[0])
    assert 8000 < port < 8020
    health = httpx.get(f"http://127.0.0.1:{port}/api/health", timeout=PATIENCE)
    assert health.status_code == 200
    process.terminate()
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert (tmp_path / "data" / "fivefold" / "games.db").exists()


@pytest.mark.parametrize(
    ("environment", "platform", "folder"),
    [
        ({"HOME": "/home/ada"}, "linux", "/home/ada/.local/share/fivefold"),
        ({"HOME": "/home/ada", "XDG_DATA_HOME": "/data"}, "linux", "/data/fivefold"),
        (
            {"HOME": "/home/ada", "XDG_DATA_HOME": "data"},
            "linux",
            "/home/ada/.local/share/fivefold",
        ),
        ({"HOME": "/Users/ada"}, "darwin", "/Users/ada/Library/Application Support/fivefold"),
        ({"HOME": "/h", "LOCALAPPDATA": "/local"}, "win32", "/local/fivefold"),
    ],
)
def test_where_games_are_kept(environment: dict[str, str], platform: str, folder: str) -> None:
    assert data_folder(environment, platform) == Path(folder)


def test_the_command_line_starts_without_the_web() -> None:
    code = (
        "import sys\n"
        "from fivefold.cli import main\n"
        "main(['serve', '--help'])\n"
        "heavy = {'fastapi', 'sqlalchemy', 'uvicorn', 'starlette', 'websockets'}\n"
        "assert not heavy & set(sys.modules)\n"
        "import fivefold.server.serve\n"
        "late = {'PIL', 'resvg_py', 'alembic', 'mako', 'psycopg'}\n"
        "sys.exit(sorted(late & set(sys.modules)) or 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
