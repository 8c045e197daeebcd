"""The host's strategies: offered by name, reloaded, never trusted."""

from __future__ import annotations

import asyncio
import os
import textwrap
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.left_processes import watched_processes

from fivefold.core import Limit
from fivefold.errors import (
    EngineCrashed,
    EngineTimeout,
    FivefoldError,
    InvalidNotation,
    ProtocolError,
    Refused,
    UnknownName,
)
from fivefold.names import game_from
from fivefold.server.analysis import host_strategies as own_module
from fivefold.server.analysis.host_strategies import HostStrategies
from fivefold.server.analysis.pool import AnalysisPool

pytestmark = pytest.mark.system

GAME = game_from("gomoku(size=9)")
START = GAME.format_position(GAME.start)

HEAD = """
import os, sys, time
from pathlib import Path
from fivefold.strategies.base import Candidate, Decision, Strategy
"""


def bot(folder: Path, body: str, before: str = "", games: str = "None") -> str:
    """Writes a file with a class whose `choose` has that body; returns its path."""
    file = folder / "my bot.py"
    head = f"class Bot(Strategy):\n    games = {games}\n"
    method = "    def choose(self, state, limit=None, stop=None):\n"
    inside = textwrap.indent(textwrap.dedent(body), " " * 8)
    file.write_text(HEAD + before + "\n" + head + method + inside)
    return str(file)


def touch(path: str) -> None:
    """Sets the modification time a second later, because file systems' clocks are coarse."""
    later = Path(path).stat().st_mtime_ns + 10**9
    os.utime(path, ns=(later, later))


@pytest.fixture(autouse=True)
def may_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the bots tell what they do by files beside them."""
    monkeypatch.setenv("FIVEFOLD_CAGE", f"write={tmp_path}")


def asking(own: HostStrategies, test: Callable[[AnalysisPool], Awaitable[None]]) -> None:
    """Runs a test, and checks that none of the bot's processes is left."""

    async def run() -> None:
        pool = AnalysisPool(1, own)
        async with asyncio.timeout(60):
            try:
                await test(pool)
            finally:
                await pool.close()

    with watched_processes() as left:
        asyncio.run(run())
        assert left() == []


async def ask(
    pool: AnalysisPool,
    name: str = "my_bot:Bot",
    moves: tuple[str, ...] = (),
    seconds: float = 5,
    urgent: bool = False,
) -> dict[str, Any]:
    return await pool.think(name, GAME, START, moves, Limit(seconds=seconds), urgent=urgent)


def test_a_host_strategy_is_offered_by_name_without_its_path(tmp_path: Path) -> None:
    path = bot(tmp_path, "return 40", games="('othello', 'gomoku')")
    own = HostStrategies([path, f"{path}:Bot"])
    assert own.names_for("gomoku") == ["my_bot:Bot", "my_bot:Bot-2"]
    assert own.names_for("othello") == own.names_for("gomoku")
    assert own.names_for("pentomino") == []
    assert own.has("my_bot:Bot")
    assert not own.has(path)
    own.check_plays("my_bot:Bot", "gomoku")
    with pytest.raises(UnknownName, match="my_bot:Bot does not play pentomino"):
        own.check_plays("my_bot:Bot", "pentomino")


def test_a_host_strategy_without_games_plays_every_game(tmp_path: Path) -> None:
    own = HostStrategies([bot(tmp_path, "return 40")])
    assert own.names_for("pentomino") == ["my_bot:Bot"]


def test_parameters_stay_as_the_host_has_set_them(tmp_path: Path) -> None:
    init = "    def __init__(self, cell: int = 0):\n        self.cell = cell\n"
    path = bot(tmp_path, "return self.cell")
    text = Path(path).read_text().replace("    def choose", init + "    def choose")
    Path(path).write_text(text)
    own = HostStrategies([f"{path}(cell=40)", path])

    async def test(pool: AnalysisPool) -> None:
        assert (await ask(pool, "my_bot:Bot(cell=40)"))["move"] == "e5"
        assert (await ask(pool, "my_bot:Bot"))["move"] == "a9"

    asking(own, test)


@pytest.mark.parametrize(
    ("path", "kind", "sentence"),
    [
        ("FOLDER/nowhere.py", UnknownName, "There is no file"),
        ("level(4)", InvalidNotation, "is not a strategy file"),
        ("", InvalidNotation, "is not a strategy file"),
        ("BOT:Nobody", UnknownName, "called “Nobody”. Choose from Bot"),
        ("BOT:Bot(depth=3)", UnknownName, "depth"),
        ("FOLDER/broken.py", EngineCrashed, "SyntaxError"),
        ("FOLDER/empty.py", UnknownName, "contains no strategy"),
        ("FOLDER/chess.py", UnknownName, "plays chess, which this server does not have"),
    ],
)
def test_a_wrong_path_is_refused_at_the_start(
    tmp_path: Path, path: str, kind: type[FivefoldError], sentence: str
) -> None:
    file = bot(tmp_path, "return 40", games="['chess']")
    Path(file).rename(tmp_path / "chess.py")
    (tmp_path / "broken.py").write_text("def (")
    (tmp_path / "empty.py").write_text("x = 1")
    file = bot(tmp_path, "return 40")
    with pytest.raises(kind, match=sentence):
        HostStrategies([path.replace("BOT", file).replace("FOLDER", str(tmp_path))])


def test_a_host_strategy_can_be_loaded_while_an_event_loop_runs(tmp_path: Path) -> None:
    async def start() -> HostStrategies:
        return HostStrategies([bot(tmp_path, "return 40")])

    assert asyncio.run(start()).has("my_bot:Bot")


def test_a_host_strategy_gives_reasons_and_knows_the_line(tmp_path: Path) -> None:
    body = """
    text = f"{state.last_move} {state.to_move.value}"
    low, high, bare = Candidate(3, 1.5, "so so"), Candidate(40, 7), Candidate(4)
    return Decision(40, 7.0, candidates=(bare, low, high), text=text)
    """
    own = HostStrategies([bot(tmp_path, body)])

    async def test(pool: AnalysisPool) -> None:
        answer = await ask(pool, moves=("a9",))
        assert answer["move"] == "e5"
        assert answer["text"]["text"] == "0 O"
        assert answer["strategy"] == "my_bot:Bot"
        assert answer["compared"] == 3
        assert [each["move"] for each in answer["candidates"]] == ["e5", "d9", "e9"]
        assert answer["candidates"][1]["note"]["text"] == "so so"

    asking(own, test)


def test_a_finished_game_is_not_asked_about(tmp_path: Path) -> None:
    own = HostStrategies([bot(tmp_path, "raise ValueError")])

    async def test(pool: AnalysisPool) -> None:
        moves = ("a9", "a1", "b9", "b1", "c9", "c1", "d9", "d1", "e9")
        assert (await ask(pool, moves=moves))["move"] is None

    asking(own, test)


def test_reasons_that_make_no_sense_are_named_and_the_move_counts(tmp_path: Path) -> None:
    own = HostStrategies([bot(tmp_path, "return Decision(40, candidates=(Candidate(999),))")])

    async def test(pool: AnalysisPool) -> None:
        answer = await ask(pool)
        assert answer["move"] == "e5"
        assert "cannot be read. candidates: " in answer["text"]["text"]

    asking(own, test)


def test_a_host_strategy_is_reloaded_when_its_file_changes(tmp_path: Path) -> None:
    path = bot(tmp_path, "return 40")
    own = HostStrategies([path])

    async def test(pool: AnalysisPool) -> None:
        assert (await ask(pool))["move"] == "e5"
        bot(tmp_path, "return 41")
        touch(path)
        assert (await ask(pool))["move"] == "f5"
        bot(tmp_path, "return 41", before="def (")
        for _ in range(2):
            with pytest.raises(EngineCrashed, match="my_bot:Bot cannot be loaded") as no:
                await ask(pool)
            assert "SyntaxError" in str(no.value)
            assert str(tmp_path) not in str(no.value)
        Path(path).unlink()
        with pytest.raises(EngineCrashed, match=r"There is no file “my bot\.py”"):
            await ask(pool)
        bot(tmp_path, "return 42")
        assert (await ask(pool))["move"] == "g5"

    asking(own, test)


FAULTS: list[tuple[str, type[FivefoldError], str]] = [
    ("raise ValueError('no idea')", EngineCrashed, r"ValueError: no idea \(my bot.py, line"),
    ("os._exit(3)", EngineCrashed, "“my_bot:Bot” exited with code 3"),
    ("sys.stderr.write('bye'); os._exit(3)", EngineCrashed, "last words: “bye”"),
    ("time.sleep(60)", EngineTimeout, "“my_bot:Bot” had 0.05 s for a move"),
    ("while True: os.write(1, b'x' * 65536)", EngineTimeout, "had 0.05 s"),
    ("return 9999", ProtocolError, "“?my_bot:Bot|my bot.py”? played an illegal move"),
    ("return None", ProtocolError, "which is not a move"),
]


def test_whatever_it_does_is_told_without_a_path_and_the_next_question_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_module, "GRACE", 1.0)
    # The last move selects the behaviour: a9 is cell 0, b9 is cell 1.
    lines = [f"if state.last_move == {n}:\n    {body}" for n, (body, *_) in enumerate(FAULTS)]
    own = HostStrategies([bot(tmp_path, "\n".join([*lines, "return 40"]))])

    async def test(pool: AnalysisPool) -> None:
        for number, (_, kind, sentence) in enumerate(FAULTS):
            with pytest.raises(kind, match=sentence) as failure:
                await ask(pool, moves=(f"{'abcdefg'[number]}9",), seconds=0.05)
            assert str(tmp_path) not in str(failure.value)
            assert str(tmp_path) not in str(failure.value.message.as_json())
            assert (await ask(pool))["move"] == "e5"

    asking(own, test)


def test_a_hanging_host_strategy_blocks_nobody_else(tmp_path: Path) -> None:
    body = """
    Path(__file__).with_name("begun").touch()
    time.sleep(60)
    """
    own = HostStrategies([bot(tmp_path, body)])

    async def test(pool: AnalysisPool) -> None:
        hanging = asyncio.create_task(ask(pool, seconds=30))
        while not (tmp_path / "begun").exists():
            await asyncio.sleep(0.005)
        waiting = asyncio.create_task(ask(pool, seconds=30))
        assert (await ask(pool, "random"))["move"]
        assert pool.waiting == 1
        hanging.cancel()
        await asyncio.gather(hanging, return_exceptions=True)
        await pool.close()
        with pytest.raises(Refused):
            await waiting
        with pytest.raises(Refused):
            await ask(pool)

    asking(own, test)


def test_closing_while_it_is_loaded_leaves_nothing(tmp_path: Path) -> None:
    path = bot(tmp_path, "return 40")
    own = HostStrategies([path])
    begun = tmp_path / "begun"

    async def test(pool: AnalysisPool) -> None:
        bot(tmp_path, "return 40", before=f"Path({str(begun)!r}).touch()\ntime.sleep(60)")
        asked = asyncio.create_task(ask(pool))
        while not begun.exists():
            await asyncio.sleep(0.005)
        await pool.close()
        with pytest.raises(Refused):
            await asked

    asking(own, test)
