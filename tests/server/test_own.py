"""Strategies of whoever runs the server: offered by name, loaded anew, never trusted."""

from __future__ import annotations

import asyncio
import os
import textwrap
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

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
from fivefold.server import own as own_module
from fivefold.server.own import OwnStrategies
from fivefold.server.thinkers import Thinkers

GAME = game_from("gomoku(size=9)")
START = GAME.format_position(GAME.start)

HEAD = """
import os, sys, time
from pathlib import Path
from fivefold.strategies.base import Candidate, Decision, Strategy
with Path(__file__).with_name("pids").open("a") as file:
    file.write(f"{os.getpid()}\\n")
"""


def bot(folder: Path, body: str, before: str = "", games: str = "None") -> str:
    """Writes a file whose class has that body of `choose`, and returns its path."""
    file = folder / "my bot.py"
    head = f"class Bot(Strategy):\n    games = {games}\n"
    method = "    def choose(self, state, limit=None, stop=None):\n"
    inside = textwrap.indent(textwrap.dedent(body), " " * 8)
    file.write_text(HEAD + before + "\n" + head + method + inside)
    return str(file)


def touch(path: str) -> None:
    """Lets a file look as if it had been saved a second later: clocks of disks are coarse."""
    later = Path(path).stat().st_mtime_ns + 10**9
    os.utime(path, ns=(later, later))


def is_alive(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


def asking(folder: Path, own: OwnStrategies, test: Callable[[Thinkers], Awaitable[None]]) -> None:
    """Runs a test; after it none of the bot's processes is left."""

    async def run() -> None:
        thinkers = Thinkers(1, own)
        async with asyncio.timeout(60):
            try:
                await test(thinkers)
            finally:
                await thinkers.close()

    asyncio.run(run())
    pids = [int(line) for line in (folder / "pids").read_text().split()]
    patient_until = time.monotonic() + 60
    while any(map(is_alive, pids)):
        assert time.monotonic() < patient_until, "still alive"
        time.sleep(0.01)


async def ask(
    thinkers: Thinkers,
    name: str = "my_bot:Bot",
    moves: tuple[str, ...] = (),
    seconds: float = 5,
    urgent: bool = False,
) -> dict[str, Any]:
    return await thinkers.think(name, GAME, START, moves, Limit(seconds=seconds), urgent=urgent)


def test_it_is_offered_by_a_name_that_is_no_path(tmp_path: Path) -> None:
    path = bot(tmp_path, "return 40", games="('othello', 'gomoku')")
    own = OwnStrategies([path, f"{path}:Bot"])
    assert own.names_for("gomoku") == ["my_bot:Bot", "my_bot:Bot-2"]
    assert own.names_for("othello") == own.names_for("gomoku")
    assert own.names_for("pentomino") == []
    assert own.has("my_bot:Bot")
    assert not own.has(path)
    own.check_plays("my_bot:Bot", "gomoku")
    with pytest.raises(UnknownName, match="my_bot:Bot does not play pentomino"):
        own.check_plays("my_bot:Bot", "pentomino")


def test_one_that_names_no_game_plays_every_game(tmp_path: Path) -> None:
    own = OwnStrategies([bot(tmp_path, "return 40")])
    assert own.names_for("pentomino") == ["my_bot:Bot"]


def test_parameters_stay_as_the_host_has_set_them(tmp_path: Path) -> None:
    init = "    def __init__(self, cell: int = 0):\n        self.cell = cell\n"
    path = bot(tmp_path, "return self.cell")
    text = Path(path).read_text().replace("    def choose", init + "    def choose")
    Path(path).write_text(text)
    own = OwnStrategies([f"{path}(cell=40)", path])

    async def test(thinkers: Thinkers) -> None:
        assert (await ask(thinkers, "my_bot:Bot(cell=40)"))["move"] == "e5"
        assert (await ask(thinkers, "my_bot:Bot"))["move"] == "a9"

    asking(tmp_path, own, test)


@pytest.mark.parametrize(
    ("path", "kind", "sentence"),
    [
        ("FOLDER/nowhere.py", UnknownName, "There is no file"),
        ("level(4)", InvalidNotation, "is not a strategy in a file"),
        ("", InvalidNotation, "is not a strategy in a file"),
        ("BOT:Nobody", UnknownName, "called “Nobody”; there is Bot"),
        ("BOT:Bot(depth=3)", UnknownName, "depth"),
        ("FOLDER/broken.py", EngineCrashed, "SyntaxError"),
        ("FOLDER/empty.py", UnknownName, "has no strategy"),
        ("FOLDER/chess.py", UnknownName, "plays chess: none of these is a game here"),
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
        OwnStrategies([path.replace("BOT", file).replace("FOLDER", str(tmp_path))])


def test_it_can_be_offered_while_a_loop_runs(tmp_path: Path) -> None:
    async def start() -> OwnStrategies:
        return OwnStrategies([bot(tmp_path, "return 40")])

    assert asyncio.run(start()).has("my_bot:Bot")


def test_it_answers_with_its_reasons_and_knows_the_line(tmp_path: Path) -> None:
    body = """
    text = f"{state.last_move} {state.to_move.value}"
    low, high, bare = Candidate(3, 1.5, "so so"), Candidate(40, 7), Candidate(4)
    return Decision(40, 7.0, candidates=(bare, low, high), text=text)
    """
    own = OwnStrategies([bot(tmp_path, body)])

    async def test(thinkers: Thinkers) -> None:
        answer = await ask(thinkers, moves=("a9",))
        assert answer["move"] == "e5"
        assert answer["text"]["text"] == "0 O"
        assert answer["strategy"] == "my_bot:Bot"
        assert answer["compared"] == 3
        assert [each["move"] for each in answer["candidates"]] == ["e5", "d9", "e9"]
        assert answer["candidates"][1]["note"]["text"] == "so so"

    asking(tmp_path, own, test)


def test_a_finished_game_is_not_asked_about(tmp_path: Path) -> None:
    own = OwnStrategies([bot(tmp_path, "raise ValueError")])

    async def test(thinkers: Thinkers) -> None:
        moves = ("a9", "a1", "b9", "b1", "c9", "c1", "d9", "d1", "e9")
        assert (await ask(thinkers, moves=moves))["move"] is None

    asking(tmp_path, own, test)


def test_reasons_that_make_no_sense_are_named_and_the_move_counts(tmp_path: Path) -> None:
    own = OwnStrategies([bot(tmp_path, "return Decision(40, candidates=(Candidate(999),))")])

    async def test(thinkers: Thinkers) -> None:
        answer = await ask(thinkers)
        assert answer["move"] == "e5"
        assert "cannot be read. candidates: " in answer["text"]["text"]

    asking(tmp_path, own, test)


def test_it_is_loaded_again_when_its_file_has_changed(tmp_path: Path) -> None:
    path = bot(tmp_path, "return 40")
    own = OwnStrategies([path])

    async def test(thinkers: Thinkers) -> None:
        assert (await ask(thinkers))["move"] == "e5"
        bot(tmp_path, "return 41")
        touch(path)
        assert (await ask(thinkers))["move"] == "f5"
        bot(tmp_path, "return 41", before="def (")
        for _ in range(2):
            with pytest.raises(EngineCrashed, match="The file of my_bot:Bot cannot be used") as no:
                await ask(thinkers)
            assert "SyntaxError" in str(no.value)
            assert str(tmp_path) not in str(no.value)
        Path(path).unlink()
        with pytest.raises(EngineCrashed, match=r"There is no file “my bot\.py”"):
            await ask(thinkers)
        bot(tmp_path, "return 42")
        assert (await ask(thinkers))["move"] == "g5"

    asking(tmp_path, own, test)


FAULTS: list[tuple[str, type[FivefoldError], str]] = [
    ("raise ValueError('no idea')", EngineCrashed, r"ValueError: no idea \(my bot.py, line"),
    ("os._exit(3)", EngineCrashed, "“my_bot:Bot” died: its process ended with code 3"),
    ("sys.stderr.write('bye'); os._exit(3)", EngineCrashed, "last words: “bye”"),
    ("time.sleep(60)", EngineTimeout, "“my_bot:Bot” was given 0.05 s for a move"),
    ("while True: os.write(1, b'x' * 65536)", EngineTimeout, "was given 0.05 s"),
    ("return 9999", ProtocolError, "“?my_bot:Bot|my bot.py”? played an illegal move"),
    ("return None", ProtocolError, "which is no move"),
]


def test_whatever_it_does_is_told_without_a_path_and_the_next_question_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_module, "GRACE", 1.0)
    # The last move tells it which of them to do: a9 is cell 0, b9 is cell 1.
    lines = [f"if state.last_move == {n}:\n    {body}" for n, (body, *_) in enumerate(FAULTS)]
    own = OwnStrategies([bot(tmp_path, "\n".join([*lines, "return 40"]))])

    async def test(thinkers: Thinkers) -> None:
        for number, (_, kind, sentence) in enumerate(FAULTS):
            with pytest.raises(kind, match=sentence) as failure:
                await ask(thinkers, moves=(f"{'abcdefg'[number]}9",), seconds=0.05)
            assert str(tmp_path) not in str(failure.value)
            assert str(tmp_path) not in str(failure.value.message.as_json())
            assert (await ask(thinkers))["move"] == "e5"

    asking(tmp_path, own, test)


def test_one_that_hangs_keeps_nobody_else_waiting(tmp_path: Path) -> None:
    body = """
    Path(__file__).with_name("begun").touch()
    time.sleep(60)
    """
    own = OwnStrategies([bot(tmp_path, body)])

    async def test(thinkers: Thinkers) -> None:
        hanging = asyncio.create_task(ask(thinkers, seconds=30))
        while not (tmp_path / "begun").exists():
            await asyncio.sleep(0.005)
        waiting = asyncio.create_task(ask(thinkers, seconds=30))
        assert (await ask(thinkers, "random"))["move"]
        assert thinkers.waiting == 1
        hanging.cancel()
        await asyncio.gather(hanging, return_exceptions=True)
        await thinkers.close()
        with pytest.raises(Refused):
            await waiting
        with pytest.raises(Refused):
            await ask(thinkers)

    asking(tmp_path, own, test)


def test_closing_while_it_is_loaded_leaves_nothing(tmp_path: Path) -> None:
    path = bot(tmp_path, "return 40")
    own = OwnStrategies([path])
    begun = tmp_path / "begun"

    async def test(thinkers: Thinkers) -> None:
        bot(tmp_path, "return 40", before=f"Path({str(begun)!r}).touch()\ntime.sleep(60)")
        asked = asyncio.create_task(ask(thinkers))
        while not begun.exists():
            await asyncio.sleep(0.005)
        await thinkers.close()
        with pytest.raises(Refused):
            await asked

    asking(tmp_path, own, test)
