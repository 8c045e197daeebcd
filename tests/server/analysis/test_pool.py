"""The analysis pool with real processes: asked, cancelled, killed, closed."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from fivefold.core import Game, Limit
from fivefold.errors import (
    EngineCrashed,
    EngineTimeout,
    FivefoldError,
    IllegalMove,
    Refused,
    UnknownName,
)
from fivefold.names import game_from, strategy_from
from fivefold.server.analysis import process_client
from fivefold.server.analysis.host_strategies import HostStrategies
from fivefold.server.analysis.pool import AnalysisPool
from fivefold.words import Message

pytestmark = pytest.mark.system

GOMOKU = game_from("gomoku(size=9)")
SOON = Limit(seconds=5)

STRANGE = """
import os, threading, time
from pathlib import Path
from fivefold.strategies.base import Decision, Strategy

NOTES = Path(os.environ["NOTES"])

def first(state, text=""):
    return Decision(state.legal_moves()[0], text=text)

def note(text):
    with NOTES.open("a") as file:
        file.write(f"{text}\\n")

class Pid(Strategy):
    def choose(self, state, limit=None, stop=None):
        return first(state, str(os.getpid()))

class Mortal(Strategy):
    def choose(self, state, limit=None, stop=None):
        if not NOTES.exists():
            note("died")
            time.sleep(0.3)
            os.kill(os.getpid(), 9)
        return first(state, str(limit.seconds))

class Told(Strategy):
    def choose(self, state, limit=None, stop=None):
        return first(state, f"{state.last_move} {state.to_move.value} {limit}")

class Patient(Strategy):
    def __init__(self, name: str = "patient"):
        self.name = name
    def choose(self, state, limit=None, stop=None):
        note(f"begins {self.name} {os.getpid()}")
        while not stop.is_set() and not NOTES.with_name(f"go {self.name}").exists():
            time.sleep(0.005)
        note(f"ends {self.name}")
        return first(state)

class Stubborn(Strategy):
    def choose(self, state, limit=None, stop=None):
        note(f"begins stubborn {os.getpid()}")
        while True:
            time.sleep(0.001)

class Raises(Strategy):
    def choose(self, state, limit=None, stop=None):
        raise RuntimeError("no idea")

class Leaves(Strategy):
    def choose(self, state, limit=None, stop=None):
        os._exit(7)

class Illegal(Strategy):
    def choose(self, state, limit=None, stop=None):
        return Decision(5_000)

def connection():
    for number in range(3, 100):
        try:
            if os.readlink(f"/proc/self/fd/{number}").startswith("socket:"):
                return number
        except OSError:
            pass

class Floods(Strategy):
    def choose(self, state, limit=None, stop=None):
        while True:
            os.write(connection(), b"x" * 65536)

class Babbles(Strategy):
    def choose(self, state, limit=None, stop=None):
        os.write(connection(), b"hello\\n")
        time.sleep(60)
"""


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Installs misbehaving strategies for the processes; returns the file they write notes to."""
    (tmp_path / "strange.py").write_text(STRANGE)
    names = ("pid", "told", "patient", "stubborn", "raises", "leaves", "illegal", "floods")
    lines = [f"{name} = strange:{name.title()}" for name in (*names, "babbles", "mortal")]
    folder = tmp_path / "strange-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: strange\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text("[fivefold.strategies]\n" + "\n".join(lines))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("NOTES", str(tmp_path / "notes"))
    return tmp_path / "notes"


def processes() -> set[int]:
    """Returns the analysis processes of this process, without zombies."""
    found = set()
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = file.read_text().rpartition(")")[2].split()[:2]
            command = (file.parent / "cmdline").read_bytes()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(parent) == os.getpid() and state not in "ZX" and b"analysis.process_main" in command:
            found.add(int(file.parent.name))
    return found


def is_alive(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


def asking(
    test: Callable[[AnalysisPool], Awaitable[None]], count: int = 1, max_waiting: int = 64
) -> None:
    """Runs a test with a pool of its own, and checks that no process is left."""

    async def run() -> None:
        pool = AnalysisPool(count, HostStrategies(), max_waiting)
        async with asyncio.timeout(60):
            try:
                await test(pool)
            finally:
                await pool.close()
        assert processes() == set()

    asyncio.run(run())


async def ask(
    pool: AnalysisPool,
    strategy: str,
    game: Game = GOMOKU,
    moves: tuple[str, ...] = (),
    limit: Limit = SOON,
    *,
    urgent: bool = False,
    seed: int | None = None,
) -> dict[str, Any]:
    start = game.format_position(game.start)
    return await pool.think(strategy, game, start, moves, limit, urgent=urgent, seed=seed)


async def pid_of(pool: AnalysisPool) -> int:
    return int((await ask(pool, "pid"))["text"]["text"])


async def noted(notes: Path, text: str) -> list[str]:
    """Returns the notes once one starts with the text."""
    while True:
        lines = notes.read_text().splitlines() if notes.exists() else []
        if any(line.startswith(text) for line in lines):
            return lines
        await asyncio.sleep(0.005)


LINES = [
    ("gomoku", "negamax(depth=2)", ("h8", "i9", "h9")),
    ("gomoku", "reactive", ("h8", "i9", "h9")),
    ("othello", "level(3)", ("f5", "d6", "c3")),
    ("othello", "h2", ("f5", "d6", "c3")),
    ("pentomino", "hard", ()),
    ("pentomino", "level(2)", ("X d3 c4 d4 e4 d5",)),
]


def test_a_decision_has_the_move_and_reasons_of_the_strategy_itself() -> None:
    async def test(pool: AnalysisPool) -> None:
        for name, strategy, moves in LINES:
            game = game_from(name)
            answer = await ask(pool, strategy, game, moves, seed=3)
            state = game.start
            for move in moves:
                state = state.play(game.parse_move(move))
            expected = strategy_from(strategy, game, 3).choose(state, SOON)
            assert expected.move is not None
            assert answer["move"] == game.format_move(expected.move)
            assert isinstance(expected.text, Message)
            assert answer["text"] == json.loads(json.dumps(expected.text.as_json()))
            assert answer["compared"] == len(expected.candidates)
            assert answer["strategy"] == strategy
            assert answer["nodes"] == expected.nodes
            kept = answer["candidates"]
            assert len(kept) == min(60, len(expected.candidates))
            scores = [each["score"] for each in kept if each["score"] is not None]
            assert scores == sorted(scores, reverse=True)
            every = [each.score for each in expected.candidates if each.score is not None]
            assert scores == sorted(every, reverse=True)[: len(scores)]
            assert kept[0]["move"] == answer["move"]
            assert all(each["note"] is None or each["note"]["text"] for each in kept)
            assert [each["label"]["text"] for each in answer["overlay"]] == [
                str(each.label) for each in expected.overlay
            ]

    asking(test)


def test_the_last_move_and_the_limit_are_known_and_no_limit_is_ten_seconds(notes: Path) -> None:
    async def test(pool: AnalysisPool) -> None:
        answer = await ask(pool, "told", moves=("e5", "a9"), limit=Limit(depth=3))
        expected = Limit(seconds=10.0, depth=3)
        assert answer["text"] == {
            "key": "plain",
            "facts": {"text": f"0 X {expected}"},
            "text": f"0 X {expected}",
        }

    asking(test)


def test_a_position_set_up_by_text_can_be_asked_about() -> None:
    async def test(pool: AnalysisPool) -> None:
        position = "XXXX." + "." * 5 + "OOO.." + "." * 10 + " X"
        game = game_from("gomoku(size=5)")
        answer = await pool.think("level(2)", game, position, (), SOON, urgent=False)
        assert answer["move"] == "e5"
        over = "XXXXX" + "OOOO." + "." * 15 + " O"
        answer = await pool.think("level(2)", game, over, (), SOON, urgent=False)
        assert (answer["move"], answer["text"]["key"]) == (None, "decision.over")

    asking(test)


def test_a_seed_repeats_itself() -> None:
    async def test(pool: AnalysisPool) -> None:
        moves = [(await ask(pool, "random", seed=5))["move"] for _ in range(3)]
        assert len(set(moves)) == 1
        others = [(await ask(pool, "random"))["move"] for _ in range(8)]
        assert len(set(others)) > 1

    asking(test)


WRONG: list[tuple[str, tuple[str, ...], type[FivefoldError], str]] = [
    ("minimaks", (), UnknownName, "There is no strategy called “minimaks”"),
    ("greedy", (), UnknownName, "greedy does not play gomoku"),
    ("random", ("e5", "e5"), IllegalMove, "e5 is taken."),
    ("./bot.py:Bot", (), Refused, "Strategy files are not accepted here"),
]


def test_what_is_wrong_with_a_question_is_told_as_everywhere_else() -> None:
    async def test(pool: AnalysisPool) -> None:
        for strategy, moves, kind, sentence in WRONG:
            with pytest.raises(kind, match=sentence):
                await ask(pool, strategy, moves=moves)

    asking(test)


def test_failures_are_told_and_the_next_question_is_answered(notes: Path) -> None:
    async def test(pool: AnalysisPool) -> None:
        for strategy, sentence in {
            "raises": "“raises” crashed: RuntimeError: no idea",
            "leaves": "“leaves” exited with code 7",
            "illegal": "“illegal” played an illegal move",
            "floods": "“floods” sent an answer of more than",
            "babbles": "“babbles” sent an unreadable answer: “hello”",
        }.items():
            with pytest.raises(FivefoldError, match=sentence) as failure:
                await ask(pool, strategy)
            if strategy != "illegal":
                assert type(failure.value) is EngineCrashed
            assert (await ask(pool, "random"))["move"]

    asking(test)


def test_a_process_killed_in_the_middle_is_replaced_and_asked_again(notes: Path) -> None:
    async def test(pool: AnalysisPool) -> None:
        searching = asyncio.create_task(ask(pool, "patient", urgent=True))
        await noted(notes, "begins patient")
        (pid,) = processes()
        os.kill(pid, signal.SIGKILL)
        notes.with_name("go patient").touch()
        assert (await searching)["move"]
        begun = [line for line in notes.read_text().splitlines() if "begins" in line]
        assert len({line.split()[-1] for line in begun}) == 2
        assert pid not in processes()

    asking(test)


def test_the_time_before_its_process_was_killed_counts(notes: Path) -> None:
    async def test(pool: AnalysisPool) -> None:
        searching = asyncio.create_task(ask(pool, "mortal", limit=Limit(seconds=5)))
        told = (await searching)["text"]["text"]
        assert 0.05 <= float(told) <= 4.7

    asking(test)


def test_a_process_killed_twice_costs_only_its_own_question(notes: Path) -> None:
    async def test(pool: AnalysisPool) -> None:
        searching = asyncio.create_task(ask(pool, "patient", urgent=True))
        other = asyncio.create_task(ask(pool, "random", urgent=True))
        for count in (1, 2):
            while len(await noted(notes, "begins patient")) < count:
                await asyncio.sleep(0.005)
            (pid,) = processes()
            os.kill(pid, signal.SIGKILL)
        with pytest.raises(EngineCrashed, match="“patient” was killed by signal 9"):
            await searching
        assert (await other)["move"]

    asking(test)


def test_a_system_that_cannot_start_a_process_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(pool: AnalysisPool) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(process_client, "COMMAND", ["/nothing/that/is/there"])
            with pytest.raises(Refused) as refusal:
                await ask(pool, "random")
            assert refusal.value.code == "question.busy"
        assert (await ask(pool, "random"))["move"]

    asking(test)


def test_a_process_killed_while_idle_costs_nothing(notes: Path) -> None:
    async def test(pool: AnalysisPool) -> None:
        pid = await pid_of(pool)
        os.kill(pid, signal.SIGKILL)
        while is_alive(pid):
            await asyncio.sleep(0.005)
        assert await pid_of(pool) != pid

    asking(test)


def test_processes_start_with_the_first_question_and_are_kept(notes: Path) -> None:
    async def test(pool: AnalysisPool) -> None:
        assert processes() == set()
        pids = {await pid_of(pool) for _ in range(4)}
        assert len(pids) == 1
        assert processes() == pids

    asking(test, count=3)


def test_a_cancelled_search_stops_and_its_process_is_kept(notes: Path) -> None:
    async def test(pool: AnalysisPool) -> None:
        pid = await pid_of(pool)
        searching = asyncio.create_task(ask(pool, "patient"))
        await noted(notes, "begins patient")
        searching.cancel()
        with pytest.raises(asyncio.CancelledError):
            await searching
        await noted(notes, "ends patient")
        assert await pid_of(pool) == pid

    asking(test)


def test_a_cancelled_search_that_does_not_stop_is_killed_and_replaced(notes: Path) -> None:
    async def test(pool: AnalysisPool) -> None:
        searching = asyncio.create_task(ask(pool, "stubborn"))
        lines = await noted(notes, "begins stubborn")
        stubborn = int(lines[0].split()[-1])
        searching.cancel()
        assert await pid_of(pool) != stubborn
        assert not is_alive(stubborn)

    asking(test)


def test_a_strategy_that_ignores_its_limit_is_killed(
    notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_client, "GRACE", 0.1)

    async def test(pool: AnalysisPool) -> None:
        await pid_of(pool)
        with pytest.raises(EngineTimeout, match=r"“stubborn” had 0\.05 s"):
            await ask(pool, "stubborn", limit=Limit(seconds=0.05))
        monkeypatch.setattr(process_client, "GRACE", 20.0)
        assert (await ask(pool, "random"))["move"]

    asking(test)


def test_a_cancelled_question_that_waits_is_never_asked(notes: Path) -> None:
    async def test(pool: AnalysisPool) -> None:
        first = asyncio.create_task(ask(pool, "patient(first)"))
        await noted(notes, "begins first")
        second = asyncio.create_task(ask(pool, "patient(second)"))
        await asyncio.sleep(0)
        assert pool.waiting == 1
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)
        assert pool.waiting == 0
        notes.with_name("go first").touch()
        await first
        await pid_of(pool)
        assert "second" not in notes.read_text()

    asking(test)


def test_moves_of_live_matches_go_before_questions_and_are_never_refused(notes: Path) -> None:
    async def test(pool: AnalysisPool) -> None:
        running = asyncio.create_task(ask(pool, "patient(running)"))
        await noted(notes, "begins running")
        for name in ("question", "other", "move"):
            notes.with_name(f"go {name}").touch()
        tasks = [
            asyncio.create_task(ask(pool, f"patient({name})")) for name in ("question", "other")
        ]
        await asyncio.sleep(0)
        with pytest.raises(Refused) as refusal:
            await ask(pool, "random")
        assert refusal.value.code == "question.busy"
        tasks.append(asyncio.create_task(ask(pool, "patient(move)", urgent=True)))
        await asyncio.sleep(0)
        notes.with_name("go running").touch()
        await asyncio.gather(running, *tasks)
        begun = [line.split()[1] for line in notes.read_text().splitlines() if "begins" in line]
        assert begun == ["running", "move", "question", "other"]

    asking(test, max_waiting=2)


def test_analysis_processes_ignore_ctrl_c(notes: Path) -> None:
    async def test(pool: AnalysisPool) -> None:
        searching = asyncio.create_task(ask(pool, "patient"))
        await noted(notes, "begins patient")
        (pid,) = processes()
        os.kill(pid, signal.SIGINT)
        notes.with_name("go patient").touch()
        assert (await searching)["move"]
        assert os.getsid(pid) != os.getsid(0)

    asking(test)


def test_close_ends_everything_that_runs_hangs_or_waits(notes: Path) -> None:
    async def test(pool: AnalysisPool) -> None:
        tasks = [asyncio.create_task(ask(pool, "stubborn", urgent=True)) for _ in range(4)]
        await noted(notes, "begins stubborn")
        cancelled = asyncio.create_task(ask(pool, "stubborn"))
        await asyncio.sleep(0)
        cancelled.cancel()
        tasks[0].cancel()
        await asyncio.sleep(0)
        await pool.close()
        assert processes() == set()
        results = await asyncio.gather(*tasks[1:], return_exceptions=True)
        assert all(isinstance(each, Refused) for each in results), results
        with pytest.raises(Refused, match="Try again"):
            await ask(pool, "random")

    asking(test, count=2)


SERVER = """
import asyncio
from fivefold.core import Limit
from fivefold.names import game_from
from fivefold.server.analysis.host_strategies import HostStrategies
from fivefold.server.analysis.pool import AnalysisPool
game = game_from("gomoku")
async def main():
    pool, start = AnalysisPool(2, HostStrategies()), game.format_position(game.start)
    ask = [pool.think("stubborn", game, start, (), Limit(), urgent=True) for _ in range(2)]
    await asyncio.gather(*ask)
asyncio.run(main())
"""


def test_no_process_outlives_a_server_that_is_killed(notes: Path) -> None:
    server = subprocess.Popen([sys.executable, "-c", SERVER])
    pids = set[int]()
    try:
        while len(pids) < 2:
            lines = notes.read_text().splitlines() if notes.exists() else []
            pids = {int(line.split()[-1]) for line in lines}
            assert server.poll() is None
            time.sleep(0.01)
    finally:
        server.kill()
        server.wait(60)
    patient_until = time.monotonic() + 60
    while any(map(is_alive, pids)):
        assert time.monotonic() < patient_until, "still alive"
        time.sleep(0.01)


def test_a_graph_is_computed_once_and_cached() -> None:
    game = game_from("othello")
    start, moves = game.format_position(game.start), ("f5", "d6", "c3", "d3", "c4")

    async def test(pool: AnalysisPool) -> None:
        first = await pool.graph(game, start, moves, 0, 5)
        assert [each["ply"] for each in first] == [0, 1, 2, 3, 4, 5]
        assert all(-100 <= each["value"] <= 100 for each in first)
        for pid in processes():
            os.kill(pid, signal.SIGKILL)
        while processes():
            await asyncio.sleep(0.005)
        # All of it is cached: parts of the line, and its beginning when it is played further.
        assert await pool.graph(game, start, moves, 2, 4) == first[2:5]
        assert await pool.graph(game, start, (*moves, "f4"), 0, 5) == first
        assert processes() == set()
        other = await pool.graph(game, start, ("d3", *moves[1:]), 0, 0)
        assert other == first[:1]
        assert len(await pool.graph(game, start, moves, -3, 99)) == 6

    asking(test)
