"""The host's external programs: prepared before the clock, restarted after a crash."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from fivefold.core import Limit
from fivefold.errors import EngineCrashed, FivefoldError, InvalidNotation, Refused, UnknownName
from fivefold.names import game_from
from fivefold.server.analysis.catalogue import checked, opponents
from fivefold.server.analysis.host_strategies import HostStrategies
from fivefold.server.analysis.pool import AnalysisPool

pytestmark = pytest.mark.system

GAME = game_from("gomoku(size=9)")
START = GAME.format_position(GAME.start)


@pytest.fixture(autouse=True)
def may_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the programs tell what they do by files beside them."""
    monkeypatch.setenv("FIVEFOLD_CAGE", f"write={tmp_path}")


PROGRAM = """
import sys, time
from pathlib import Path
here = Path(__file__).parent
with (here / "starts").open("a") as file:
    file.write("started\\n")
if (here / "slow").exists():
    time.sleep(1.2)
def say(text):
    print(text, flush=True)
def play(taken):
    if (here / "crash").exists():
        (here / "crash").unlink()
        sys.exit(3)
    say(next(f"{x},{y}" for y in range(9) for x in range(9) if (x, y) not in taken))
taken = set()
for line in sys.stdin:
    words = line.split()
    if words[:1] in (["START"], ["RESTART"]):
        taken = set()
        say("OK")
    elif words[:1] == ["ABOUT"]:
        say('name="Tiny", version="1.0", author="nobody", country="none"')
    elif words[:1] == ["BEGIN"]:
        play(taken)
    elif words[:1] == ["TURN"]:
        taken.add(tuple(map(int, words[1].split(","))))
        play(taken)
    elif words[:1] == ["BOARD"]:
        taken = set()
        for stone in sys.stdin:
            if stone.strip() == "DONE":
                break
            x, y, _ = stone.split(",")
            taken.add((int(x), int(y)))
        play(taken)
    elif words[:1] == ["END"]:
        break
"""


def program(folder: Path) -> str:
    """Writes the program; returns the player text that names it."""
    file = folder / "tiny bot.py"
    file.write_text(PROGRAM, encoding="utf-8")
    return f'gomocup:{sys.executable} "{file}"'


NAME = "gomocup:tiny bot"


def asking(own: HostStrategies, test: Callable[[AnalysisPool], Awaitable[None]]) -> None:
    async def run() -> None:
        pool = AnalysisPool(1, own)
        try:
            async with asyncio.timeout(60):
                await test(pool)
        finally:
            await pool.close()

    asyncio.run(run())


async def move(pool: AnalysisPool, moves: tuple[str, ...], **more: object) -> str:
    limit = Limit(seconds=5)
    decision = await pool.think(NAME, GAME, START, moves, limit, urgent=True, **more)  # type: ignore[arg-type]
    return str(decision["move"])


def test_a_program_is_listed_by_name_without_its_path_and_plays(tmp_path: Path) -> None:
    own = HostStrategies([program(tmp_path)])
    assert own.names_for("gomoku") == [NAME]
    assert own.names_for("othello") == []
    (entry,) = [each for each in opponents("gomoku", own) if each["group"] == "program"]
    assert entry["text"] == NAME
    assert entry["title"]["text"] == "tiny bot"
    assert entry["about"]["text"] == "tiny bot, speaks gomocup."
    assert entry["rating"] is entry["trouble"] is None
    assert str(tmp_path) not in str(entry)
    assert checked(NAME, "gomoku", own) == NAME

    async def test(pool: AnalysisPool) -> None:
        assert await move(pool, ()) == "a9"
        assert await move(pool, ("e5", "a9", "e6")) == "b9"

    asking(own, test)


def test_a_visitor_never_starts_a_program(tmp_path: Path) -> None:
    own = HostStrategies([program(tmp_path)])
    for text in (program(tmp_path), "gomocup:tiny", "ugi:/bin/true", "GTP:./x"):
        with pytest.raises(Refused):
            checked(text, "gomoku", own)


def test_the_clock_begins_only_when_the_program_is_ready(tmp_path: Path) -> None:
    own = HostStrategies([program(tmp_path)])
    (tmp_path / "slow").touch()
    waited: list[float] = []

    async def test(pool: AnalysisPool) -> None:
        loop = asyncio.get_running_loop()
        asked = loop.time()
        await move(pool, (), begun=lambda: waited.append(loop.time() - asked))

    asking(own, test)
    assert len(waited) == 1
    assert waited[0] >= 1.2


def test_a_program_that_crashed_is_started_again(tmp_path: Path) -> None:
    own = HostStrategies([program(tmp_path)])
    starts = tmp_path / "starts"
    starts.unlink()

    async def test(pool: AnalysisPool) -> None:
        assert await move(pool, ()) == "a9"
        (tmp_path / "crash").touch()
        with pytest.raises(EngineCrashed) as caught:
            await move(pool, ("e5",))
        assert str(tmp_path) not in str(caught.value)
        assert await move(pool, ("e5",)) == "a9"

    asking(own, test)
    assert starts.read_text().split() == ["started"] * 2


def test_a_program_that_vanished_says_why_and_comes_back(tmp_path: Path) -> None:
    text = f'gomocup:{tmp_path}/run "{tmp_path}/tiny bot.py"'
    program(tmp_path)
    run = tmp_path / "run"
    run.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    run.chmod(0o755)
    own = HostStrategies([text])
    (name,) = own.names_for("gomoku")
    run.rename(tmp_path / "away")

    def trouble() -> str | None:
        (entry,) = [each for each in opponents("gomoku", own) if each["group"] == "program"]
        return entry["trouble"] and str(entry["trouble"]["text"])

    async def test(pool: AnalysisPool) -> None:
        limit = Limit(seconds=5)
        with pytest.raises(EngineCrashed, match="cannot be loaded"):
            await pool.think(name, GAME, START, (), limit, urgent=True)
        said = trouble()
        assert said is not None
        assert "cannot be loaded" in said
        assert str(tmp_path) not in said
        (tmp_path / "away").rename(run)
        decision = await pool.think(name, GAME, START, (), limit, urgent=True)
        assert decision["move"] == "a9"
        assert trouble() is None

    asking(own, test)


RESIGNS = """
import sys
for line in sys.stdin:
    number, *words = line.split() if line[:1].isdigit() else ["", *line.split()]
    if words:
        said = {"name": "Quitter", "protocol_version": "2", "genmove": "resign"}
        print(f"={number} {said.get(words[0], '')}\\n", flush=True)
"""


def test_a_program_that_resigns_says_so(tmp_path: Path) -> None:
    file = tmp_path / "quitter.py"
    file.write_text(RESIGNS, encoding="utf-8")
    own = HostStrategies([f"gtp:{sys.executable} {file}"])
    (entry,) = [each for each in opponents("gomoku", own) if each["group"] == "program"]
    assert entry["text"] == "gtp:quitter"

    async def test(pool: AnalysisPool) -> None:
        limit = Limit(seconds=5)
        with pytest.raises(EngineCrashed, match="resigns") as caught:
            await pool.think("gtp:quitter", GAME, START, (), limit, urgent=True)
        assert caught.value.code == "strategy.gave_up"

    asking(own, test)


@pytest.mark.parametrize(
    ("text", "error"),
    [("gomocup:", InvalidNotation), ("gomocup:./no-such-program", FivefoldError)],
)
def test_a_program_that_does_not_start_stops_the_server_with_the_reason(
    text: str, error: type[FivefoldError]
) -> None:
    with pytest.raises(error):
        HostStrategies([text])


def test_an_unknown_protocol_is_named() -> None:
    with pytest.raises(UnknownName, match="protocol"):
        HostStrategies(["gomokup:./bot"])


TELLING = """
import sys, time
from pathlib import Path
heard = Path(__file__).parent / "heard"
def say(text):
    print(text, flush=True)
for line in sys.stdin:
    word = line.split()[0]
    if word == "ugi":
        say("ugiok")
    elif word == "isready":
        say("readyok")
    elif word == "go":
        say("info depth 7 score -3 pv e5 e6")
        while not heard.exists():
            time.sleep(0.02)
        say("bestmove e5")
    elif word == "quit":
        break
"""


def test_a_program_that_tells_what_it_has_found_is_heard_before_its_answer(tmp_path: Path) -> None:
    file = tmp_path / "telling.py"
    file.write_text(TELLING, encoding="utf-8")
    own = HostStrategies([f'ugi:{sys.executable} "{file}"'])
    found: list[dict[str, object]] = []

    def hear(news: dict[str, object]) -> None:
        found.append(news)
        (tmp_path / "heard").touch()

    async def test(pool: AnalysisPool) -> None:
        limit = Limit(seconds=30)
        (name,) = own.names_for("gomoku")
        decision = await pool.think(name, GAME, START, (), limit, urgent=True, found=hear)
        assert decision["move"] == "e5"

    asking(own, test)
    assert found == [{"move": "e5", "depth": 7, "score": -3}]
