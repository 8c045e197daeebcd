"""External programs: broken ones lose with a reason, and no process is left.

The programs are `broken_program.py`, which is everything that can go wrong, one at a time.
"""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.left_processes import LeftProcesses, watched_processes

from fivefold.core import Limit, Player, State
from fivefold.engines import open_engine
from fivefold.engines.base import Engine, Times
from fivefold.engines.external import ExternalEngine
from fivefold.engines.local import LocalEngine
from fivefold.errors import (
    EngineCrashed,
    EngineTimeout,
    FivefoldError,
    InvalidNotation,
    UnknownName,
)
from fivefold.match.clock import TimeControl
from fivefold.match.play import play_match
from fivefold.match.record import MatchRecord
from fivefold.names import game_from, strategy_from
from fivefold.strategies.base import Decision

pytestmark = pytest.mark.system

PROGRAM = Path(__file__).with_name("broken_program.py")
GOMOKU = game_from("gomoku(size=9)")
START = GOMOKU.start
QUICK = Limit(seconds=0.3)
PATIENCE = 60.0
Left = LeftProcesses


def program(fault: str, **settings: Any) -> ExternalEngine:
    command = [sys.executable, "-I", "-S", str(PROGRAM), fault]
    # Long enough for a correct program on a busy machine.
    settings = {"grace": 20.0, "start_seconds": 20.0, **settings}
    return ExternalEngine(fault, "gomocup", command, GOMOKU, **settings)


@pytest.fixture
def still_running() -> Iterator[LeftProcesses]:
    """Returns the processes of this test that still run; `still_running(0)` does not wait."""
    with watched_processes() as left:
        yield left


def match_against(engine: Engine, *, control: TimeControl | None = None) -> MatchRecord:
    """Returns a game of the program, as White, against a built-in strategy."""

    async def play() -> MatchRecord:
        async with asyncio.timeout(60):
            ours = LocalEngine(strategy_from("level(1)", GOMOKU, 1), "ours")
            try:
                limit = Limit() if control else QUICK
                return await play_match(START, ours, engine, limit=limit, control=control)
            finally:
                await engine.close()
                await ours.close()

    return asyncio.run(play())


def answers(engine: ExternalEngine, *states: State, limit: Limit = QUICK) -> list[Decision]:
    async def ask() -> list[Decision]:
        async with asyncio.timeout(60), engine:
            return [await engine.choose(state, limit) for state in states]

    return asyncio.run(ask())


def test_the_search_for_processes_sees_an_orphan(still_running: Left) -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen(["cat"], stdin=pipe, stdout=pipe, start_new_session=True) as orphan:
        assert orphan.stdin
        assert orphan.stdout
        orphan.stdin.write(b"\n")
        orphan.stdin.flush()
        orphan.stdout.readline()  # its environment is visible only once it runs
        assert still_running(0) == [orphan.pid]
        orphan.kill()
    assert still_running() == []


@pytest.mark.parametrize(
    "fault",
    [
        "none",
        "crlf",
        "cr",
        "chatters",
        "at_start_it_is_slow",
        "ignores_the_end",
        "complains_about_info",
        "forks",
        "forks_into_its_own_session",
        "starts_programs",
    ],
)
def test_a_program_that_plays_loses_by_the_rules_alone(fault: str, still_running: Left) -> None:
    record = match_against(program(fault))
    assert record.ending == "normal"
    # It plays the first free point and gets nowhere, or five in the top row.
    assert record.moves[1] == "a9"
    assert still_running() == []


@pytest.mark.parametrize(
    ("fault", "ending", "reason"),
    [
        ("at_start_it_sleeps", "time", "was not ready within 0.50 s"),
        ("at_start_it_dies", "crashed", "exited with code 3"),
        ("at_start_it_complains_and_dies", "crashed", "last words: “no licence”"),
        ("at_start_it_refuses", "illegal", "It refused: “ERROR not today”"),
        ("at_start_it_talks", "illegal", "it said “Welcome to the strongest engine"),
        ("at_start_it_floods", "illegal", "lines without an answer"),
        ("dies", "crashed", "exited with code 7"),
        ("is_killed", "crashed", "killed by signal 11"),
        ("dies_later", "crashed", "exited with code 7"),
        ("dies_after_its_move", "crashed", "exited with code 0"),
        ("hangs", "time", "had 0.30 s for a move and did not answer"),
        ("works_for_ever", "time", "had 0.30 s for a move and did not answer"),
        ("floods_with_messages", "illegal", "lines without an answer"),
        ("floods_with_empty_lines", "illegal", "lines without an answer"),
        ("floods_without_lines", "illegal", "more than 65536 characters"),
        ("floods_with_complaints", "time", "did not answer"),
        ("chatters_when_idle", "illegal", "lines without an answer"),
        ("talks_nonsense", "illegal", "“my move is the centre”, which cannot be read"),
        ("writes_bytes", "illegal", "which cannot be read"),
        ("writes_half_a_line", "time", "did not answer"),
        ("refuses", "illegal", "It refused: “ERROR I do not understand"),
        ("hangs_up", "crashed", "closed its connection"),
        ("plays_an_occupied_point", "illegal", "is taken"),
        ("plays_off_the_board", "illegal", "“99,99”, which contains no move"),
        ("answers_twice", "illegal", "answered “8,8” without being asked"),
        ("forks_and_dies", "crashed", "exited with code 7"),
    ],
)
def test_a_broken_program_loses_with_the_reason(
    fault: str, ending: str, reason: str, still_running: Left
) -> None:
    impatient = {
        "at_start_it_sleeps": {"start_seconds": 0.5},
        "at_start_it_talks": {"start_seconds": 2.0},
    }
    settings = impatient.get(fault, {"grace": 0.1} if ending == "time" else {})
    record = match_against(program(fault, **settings))
    assert record.winner is Player.FIRST
    assert record.ending == ending
    assert reason in record.reason
    assert f"“{fault}”" in record.reason
    assert still_running() == []


def test_a_program_is_killed_when_its_clock_has_run_out(still_running: Left) -> None:
    record = match_against(program("hangs"), control=TimeControl(base=1.0))
    assert (record.ending, record.winner) == ("time", Player.FIRST)
    assert still_running() == []


def test_after_a_fault_the_next_question_starts_a_new_program(still_running: Left) -> None:
    async def ask() -> list[int | None]:
        async with asyncio.timeout(60), program("dies_later") as engine:
            moves = [(await engine.choose(START, QUICK)).move for _ in range(2)]
            with pytest.raises(EngineCrashed):
                await engine.choose(START, QUICK)
            assert still_running() == []
            return [*moves, (await engine.choose(START.play(0), QUICK)).move]

    assert asyncio.run(ask()) == [0, 0, 1]
    assert still_running() == []


def test_what_it_says_about_its_search_is_in_the_decision() -> None:
    [decision] = answers(program("chatters"), START)
    assert decision == Decision(0, 12.0, 3, 4711, text="depth 3 score 12 nodes 4711")


def test_a_cancelled_question_kills_and_the_next_starts_anew(still_running: Left) -> None:
    async def ask() -> list[int]:
        async with asyncio.timeout(60), program("hangs", grace=0.1) as engine:
            asking = asyncio.ensure_future(engine.choose(START, Limit(seconds=50)))
            await asyncio.sleep(0.2)
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking
            left = still_running()
            with pytest.raises(EngineTimeout):
                await engine.choose(START, Limit(seconds=0.1))
            return left

    assert asyncio.run(ask()) == []
    assert still_running() == []


def test_without_a_limit_it_gets_some_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivefold.engines.external.MOVE_SECONDS", 0.2)
    with pytest.raises(EngineTimeout, match=r"had 0\.20 s"):
        answers(program("hangs", grace=0.1), START, limit=Limit())


def test_a_clock_gives_it_more_than_the_share_of_a_move(still_running: Left) -> None:
    async def ask() -> None:
        async with asyncio.timeout(60), program("hangs", grace=0.0) as engine:
            engine.hear_times(Times(mine=0.5))
            asked = time.monotonic()
            with pytest.raises(EngineTimeout):
                await engine.choose(START, Limit(seconds=0.01))
            assert time.monotonic() - asked > 0.4
            # A limit below the share of the clock was set by the user.
            engine.hear_times(Times(mine=500.0))
            with pytest.raises(EngineTimeout):
                await engine.choose(START, Limit(seconds=0.1))

    asyncio.run(ask())
    assert still_running() == []


def test_a_finished_game_needs_no_answer() -> None:
    over = GOMOKU.parse_position("XXXXX".ljust(81, ".") + " O")
    [decision] = answers(program("none"), over)
    assert decision.move is None


def test_a_closed_engine_answers_nothing(still_running: Left) -> None:
    async def ask() -> None:
        engine = program("none")
        await engine.open()
        await engine.close()
        await engine.close()
        with pytest.raises(EngineCrashed, match="closed"):
            await engine.choose(START)

    asyncio.run(ask())
    assert still_running() == []


def test_closing_while_it_thinks_ends_the_question(still_running: Left) -> None:
    async def ask() -> None:
        async with asyncio.timeout(60):
            engine = program("hangs")
            asking = asyncio.ensure_future(engine.choose(START, Limit(seconds=50)))
            await asyncio.sleep(0.3)
            await engine.close()
            with pytest.raises(EngineCrashed):
                await asking

    asyncio.run(ask())
    assert still_running() == []


PARENT = """
import asyncio, sys
from fivefold.engines import open_engine
from fivefold.names import game_from
game = game_from("gomoku")
async def main():
    async with open_engine(sys.argv[1], game) as engine:
        print("ready", flush=True)
        await engine.choose(game.start)
asyncio.run(main())
"""


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGINT])
def test_programs_do_not_outlive_whoever_asked_them(
    sent: signal.Signals, still_running: Left
) -> None:
    text = f"gomocup:{sys.executable} -I -S {PROGRAM} hangs"
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, text],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as parent:
        assert parent.stdout
        assert parent.stdout.readline() == b"ready\n"
        parent.send_signal(sent)
        parent.wait(PATIENCE)
    assert still_running() == []


# The text that names a program


SERVE = """
import os, sys
from fivefold.engines.protocols import responder_of
from fivefold.engines.serving import serve
from fivefold.names import game_from, strategy_from
protocol, game, strategy = sys.argv[1], game_from(sys.argv[2]), sys.argv[3]
strategy = strategy_from(strategy, game, 1)
serve(responder_of(protocol)(game, "x"), strategy, lambda: os.read(0, 9999),
      lambda data: os.write(1, data))
"""


@pytest.mark.parametrize(
    ("protocol", "name", "player"),
    [("gomocup", "gomoku(size=9)", "reactive"), ("ugi", "pentomino(size=5x6)", "random")],
)
def test_our_own_programs_play_as_they_do_without_pipes(
    protocol: str, name: str, player: str, tmp_path: Path, still_running: Left
) -> None:
    (tmp_path / "our engine.py").write_text(SERVE)
    game = game_from(name)
    text = f"{protocol}:{sys.executable} 'our engine.py' {protocol} '{name}' {player}"

    async def play() -> list[MatchRecord]:
        async with (
            asyncio.timeout(60),
            open_engine(text, game, folder=tmp_path, name="theirs") as theirs,
            open_engine(player, game, 1) as ours,
            open_engine("random", game, 2) as one,
            open_engine("random", game, 2) as other,
        ):
            assert theirs.name == "theirs"
            return [
                await play_match(game.start, theirs, one, limit=Limit(seconds=5)),
                await play_match(game.start, ours, other),
            ]

    through, without = asyncio.run(play())
    assert through.moves == without.moves
    assert through.ending == "normal"
    assert still_running() == []


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("gomocup:./nowhere/engine", EngineCrashed, "there is no program “./nowhere/engine”"),
        ("gomocup:no-such-program -x", EngineCrashed, "there is no program “no-such-program”"),
        ("gomocup:/etc/passwd", EngineCrashed, "“/etc/passwd” is not executable"),
        ("gomocup:", InvalidNotation, "“gomocup:” names no program"),
        ("gomocup:'engine", InvalidNotation, "names no program"),
        ("gomocup:''", InvalidNotation, "names no program"),
        ("gomocpu:./engine", UnknownName, "no protocol called “gomocpu”. Did you mean gomocup"),
        ("nboard:./engine", InvalidNotation, "nboard does not support gomoku"),
        ("GOMOCUP:a\0b", EngineCrashed, "cannot be started"),
    ],
)
def test_a_program_that_cannot_be_started_says_why(
    text: str, kind: type[FivefoldError], reason: str, still_running: Left
) -> None:
    async def start() -> None:
        async with open_engine(text, GOMOKU):
            pass

    with pytest.raises(kind, match=reason):
        asyncio.run(start())
    assert still_running() == []


def test_a_program_that_is_no_executable_file_says_so(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no program\n")
    (tmp_path / "empty").touch(mode=0o755)
    (tmp_path / "empty").write_bytes(b"\x00\x01")

    async def start(text: str, folder: Path) -> None:
        async with open_engine(text, GOMOKU, folder=folder):
            pass

    for text in ("gomocup:./notes.txt", "gomocup:./empty"):
        with pytest.raises(EngineCrashed, match="is not executable"):
            asyncio.run(start(text, tmp_path))
    with pytest.raises(EngineCrashed, match=r"there is no folder “.*nowhere”"):
        asyncio.run(start("gomocup:ls", tmp_path / "nowhere"))


def test_options_belong_to_programs_only() -> None:
    assert open_engine("gomocup:x", GOMOKU, options={"max_memory": "9"}).name == "gomocup:x"
    with pytest.raises(InvalidNotation, match="“random” is not an external program"):
        open_engine("random", GOMOKU, options={"depth": "9"})


def test_files_and_strategies_are_named_as_before(tmp_path: Path) -> None:
    assert open_engine("level(2)", GOMOKU).name == "level(2)"
    assert open_engine("level(2)", GOMOKU, name="Two").name == "Two"
    assert open_engine("./bot.py:Bot", GOMOKU, folder=tmp_path).name == "./bot.py:Bot"
