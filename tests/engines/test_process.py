"""Bots in their own process: all faults are reported, and no process is left."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from fivefold.core import Limit, State
from fivefold.engines.process import ProcessEngine
from fivefold.errors import (
    EngineCrashed,
    EngineTimeout,
    InvalidNotation,
    ProtocolError,
    UnknownName,
)
from fivefold.match.play import play_match
from fivefold.names import game_from
from fivefold.strategies.base import Candidate, Decision

pytestmark = pytest.mark.system

GOMOKU = game_from("gomoku(size=9)")
START = GOMOKU.start
PATIENCE = 60.0
Bot = Callable[..., str]
Left = Callable[[], int]


def asked(
    name: str, *states: State, limit: Limit = Limit(), grace: float = 0.1, start: float = 10
) -> list[Decision]:
    """Returns the answers of a bot to questions about positions."""

    async def ask() -> list[Decision]:
        engine = ProcessEngine(name, GOMOKU, grace=grace, start_seconds=start)
        async with asyncio.timeout(60), engine:
            return [await engine.choose(state, limit) for state in states or (START,)]

    return asyncio.run(ask())


def test_a_bot_answers_question_after_question(bot: Bot, no_process_left: Left) -> None:
    name = bot("return Decision(state.legal_moves()[-1], score=1.5, text='because')")
    first, second = asked(name, START, START.play(80))
    assert first == Decision(80, score=1.5, text="because")
    assert second.move == 79
    assert no_process_left() == 1


@pytest.mark.parametrize("answer", ["40", "'e5'", "'E5'"])
def test_a_bare_move_or_its_notation_is_welcome(bot: Bot, answer: str) -> None:
    assert asked(bot(f"return {answer}")) == [Decision(40)]


def test_the_bot_knows_rules_sides_and_the_last_move(bot: Bot) -> None:
    name = bot("return Decision(40, text=f'{state.to_move.value}{state.last_move}{state.game}')")
    standard = game_from("gomoku(size=9, rules=standard)")
    texts = [decision.text for decision in asked(name, START, standard.start.play(3))]
    assert texts[0] == "XNoneGomokuGame(size=9, rules='freestyle')"
    assert texts[1] == "O3GomokuGame(size=9, rules='standard')"


def test_the_limit_reaches_the_bot(bot: Bot) -> None:
    name = bot("return Decision(40, text=str(limit))")
    limit = Limit(seconds=2.5, depth=3, nodes=100)
    assert asked(name, limit=limit)[0].text == str(limit)


def test_reasons_that_make_no_sense_do_not_cost_the_move(bot: Bot) -> None:
    name = bot(
        """
        good, off_board, text = Candidate(3, 1.0, 'so so'), Candidate(999), Candidate('x')
        all_kinds = [good, off_board, text, Candidate(3, object())]
        return Decision(40, candidates=(all_kinds[state.cells.count('X')],))
        """
    )
    states = [GOMOKU.parse_position(("X" * count).ljust(81, ".") + " O") for count in range(4)]
    good, *bad = asked(name, *states)
    assert good.candidates == (Candidate(3, 1.0, "so so"),)
    assert bad == [Decision(40)] * 3


def test_modules_beside_the_bot_can_be_imported(bot: Bot, tmp_path: Path) -> None:
    (tmp_path / "ideas.py").write_text("CENTRE = 40\n")
    assert asked(bot("return ideas.CENTRE", before="import ideas")) == [Decision(40)]


def test_a_file_of_a_library_name_hides_nothing(bot: Bot, tmp_path: Path) -> None:
    (tmp_path / "random.py").write_text("raise SystemExit('hidden')\n")
    assert asked(bot("import random; return random.choice([40])")) == [Decision(40)]


def test_prints_go_nowhere(bot: Bot, no_process_left: Left) -> None:
    name = bot(
        """
        print('{"id": 1, "decision": null}' * 100_000)
        sys.stdout.flush()
        os.write(1, b"x" * 1_000_000)
        return 40
        """
    )
    assert asked(name, START, START) == [Decision(40)] * 2
    no_process_left()


def test_what_a_bot_prints_and_where_it_crashes_is_logged_in_order(
    bot: Bot, no_process_left: Left, caplog: pytest.LogCaptureFixture
) -> None:
    name = bot(
        """
        print("one")
        print("two", file=sys.stderr)
        os.write(1, b"three\\n")
        print("four \\x1b[31m", end="")
        if state.last_move is not None:
            raise ValueError("no idea")
        return 40
        """,
        before="print('loading')",
    )
    with (
        caplog.at_level("INFO", "fivefold.bots"),
        pytest.raises(EngineCrashed, match="no idea"),
    ):
        asked(name, START, START.play(0))
    said = [record.getMessage().removeprefix(f"{name}: ") for record in caplog.records]
    answer = ["one", "two", "three", "four \ufffd[31m"]
    assert said[:-1] == ["loading", *answer, *answer]
    trace = said[-1].splitlines()
    assert trace[0] == "Traceback (most recent call last):"
    assert [f'"{name}"' in line for line in trace if "File " in line] == [True]
    assert trace[-1] == "    ValueError: no idea"
    no_process_left()


PREPARING = """
READY = []
class Prepared:
    def prepare(self, game):
        if game.size == 8:
            raise ValueError("not on this board")
        READY.append(game.size)
"""


def test_a_bot_is_prepared_once_for_each_game_before_it_is_asked(
    bot: Bot, no_process_left: Left
) -> None:
    name = bot("return Decision(state.legal_moves()[0], text=str(READY))", before=PREPARING)
    file = Path(name)
    file.write_text(
        file.read_text().replace("class Bot(Strategy)", "class Bot(Prepared, Strategy)")
    )

    async def ask() -> list[str]:
        async with asyncio.timeout(60), ProcessEngine(f"{name}:Bot", GOMOKU) as engine:
            texts = [str((await engine.choose(START)).text)]
            await engine.prepare(GOMOKU)
            texts.append(str((await engine.choose(START)).text))
            await engine.prepare(game_from("gomoku(size=7)"))
            texts.append(str((await engine.choose(START)).text))
            with pytest.raises(EngineCrashed, match="not on this board"):
                await engine.prepare(game_from("gomoku(size=8)"))
            texts.append(str((await engine.choose(START)).text))
            return texts

    # The crash ended the process; the next one is prepared for the engine's own board.
    assert asyncio.run(ask()) == ["[9]", "[9]", "[9, 7]", "[9]"]
    no_process_left()


def test_an_exception_is_a_crash_with_the_line(bot: Bot, no_process_left: Left) -> None:
    name = bot("raise ValueError('no idea')")
    with pytest.raises(EngineCrashed, match=r"crashed: ValueError: no idea \(bot.py, line \d+\)\."):
        asked(name)
    no_process_left()


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("None", "not a move"),
        ("'nonsense'", "not a move"),
        ("[1, 2]", "not a move"),
        ("Decision(None)", "not a move"),
        ("9999", "not a move in this game"),
        ("float('nan')", "not a move"),
    ],
)
def test_an_invalid_answer_is_reported(
    bot: Bot, no_process_left: Left, answer: str, reason: str
) -> None:
    with pytest.raises(ProtocolError, match=reason):
        asked(bot(f"return {answer}"))
    no_process_left()


def test_an_illegal_move_is_reported_with_the_reason(bot: Bot) -> None:
    with pytest.raises(ProtocolError, match="a9 is taken"):
        asked(bot("return 0"), START.play(0))


FIND_SOCKET = """
for number in range(3, 100):
    try:
        if os.readlink(f"/proc/self/fd/{number}").startswith("socket:"):
            break
    except OSError:
        pass
"""
HANG_UP = f"""
def hang_up():
{textwrap.indent(FIND_SOCKET, "    ")}
    import socket
    connection = socket.socket(fileno=number)
    connection.shutdown(socket.SHUT_WR)
    connection.detach()  # closing it would end the worker
"""


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("os._exit(7)", "exited with code 7"),
        ("os.kill(os.getpid(), 9)", "killed by signal 9"),
        ("sys.stderr.write('out of luck\\n'); sys.stderr.flush(); os._exit(1)", "out of luck"),
        ("hang_up(); time.sleep(60)", "closed its connection"),
    ],
)
def test_the_death_of_a_process_is_reported_with_details(
    bot: Bot, no_process_left: Left, body: str, reason: str
) -> None:
    with pytest.raises(EngineCrashed, match=reason):
        asked(bot(body, before=HANG_UP))
    no_process_left()


def test_sys_exit_is_a_crash(bot: Bot, no_process_left: Left) -> None:
    with pytest.raises(EngineCrashed, match="SystemExit"):
        asked(bot("sys.exit(0)"))
    no_process_left()


@pytest.mark.parametrize("body", ["while True: pass", "time.sleep(60)"])
def test_a_bot_that_never_answers_is_killed(bot: Bot, no_process_left: Left, body: str) -> None:
    with pytest.raises(EngineTimeout, match=r"had 0\.05 s for a move and did not answer"):
        asked(bot(body), limit=Limit(seconds=0.05))
    no_process_left()


def test_a_file_that_never_loads_is_killed(bot: Bot, no_process_left: Left) -> None:
    name = bot("return 40", before="time.sleep(60)")
    with pytest.raises(EngineTimeout, match="was not ready within"):
        asked(name, start=1.0)
    no_process_left()


FORK = """
heard, told = os.pipe()
if os.fork() == 0:
    note(os.getpid())
    os.write(told, b"noted")
    time.sleep(60)
os.read(heard, 5)
"""


@pytest.mark.parametrize("after", ["return 40", "time.sleep(60)", "os._exit(3)", "1 / 0"])
def test_the_children_of_a_bot_end_with_it(bot: Bot, no_process_left: Left, after: str) -> None:
    # A forked child keeps the connection open, so nothing may depend on its end.
    name = bot(FORK + after)
    # Only a bot that never answers takes time.
    limit = Limit(seconds=1 if "sleep" in after else 20)
    try:
        assert asked(name, limit=limit) == [Decision(40)]
    except (EngineCrashed, EngineTimeout):
        assert after != "return 40"
    assert no_process_left() == 2


def test_a_child_that_left_the_session_ends_with_the_bot(bot: Bot, no_process_left: Left) -> None:
    name = bot(FORK.replace("note(", "os.setsid()\n    note(") + "return 40")
    asked(name)
    assert no_process_left() == 2


def test_programs_a_bot_has_started_end_with_it(bot: Bot, no_process_left: Left) -> None:
    name = bot("note(subprocess.Popen(['sleep', '60']).pid); return 40")
    asked(name)
    assert no_process_left() == 2


def test_a_second_answer_to_the_same_question_is_not_taken_for_the_next(
    bot: Bot, no_process_left: Left
) -> None:
    # Both processes answer the first question, the slower one during the second.
    late = "if 40 not in state.legal_moves(): time.sleep(60)\nif os.fork(): time.sleep(0.2)\n"
    name = bot(f"{late}note(os.getpid())\nreturn 40")
    with pytest.raises(ProtocolError, match="unreadable answer"):
        asked(name, START, START.play(40))
    no_process_left()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('b"hello\\n"', "unreadable answer: “hello”"),
        ('b"\\xff\\xfe\\n"', "unreadable answer"),
        ('b"[" * 200_000 + b"\\n"', "unreadable answer"),
        ('b"7\\n"', "unreadable answer"),
        ('b"{}\\n"', "unreadable answer"),
        ("""b'{"id": 1}\\n'""", "unreadable answer"),
        ("""b'{"id": 1, "decision": {"move": "e5"}}\\n'""", "unreadable answer"),
        ("""b'{"id": 1, "decision": [1]}\\n'""", "unreadable answer"),
    ],
)
def test_garbage_on_the_line_is_reported(
    bot: Bot, no_process_left: Left, line: str, reason: str
) -> None:
    name = bot(FIND_SOCKET + f"os.write(number, {line})\ntime.sleep(60)")
    with pytest.raises(ProtocolError, match=reason):
        asked(name)
    no_process_left()


def test_a_flood_on_the_line_is_bounded(bot: Bot, no_process_left: Left) -> None:
    name = bot(FIND_SOCKET + "while True:\n    os.write(number, b'x' * 65536)")
    with pytest.raises(ProtocolError, match="more than 4000000 characters"):
        asked(name)
    no_process_left()


def test_a_flood_of_complaints_is_drained_and_ends_with_the_time(
    bot: Bot, no_process_left: Left
) -> None:
    name = bot("while True:\n    os.write(2, b'x' * 65536)")
    with pytest.raises(EngineTimeout):
        asked(name, limit=Limit(seconds=0.1))
    no_process_left()


def test_many_complaints_do_not_keep_a_bot_from_answering(bot: Bot) -> None:
    assert asked(bot("os.write(2, b'x' * 3_000_000); return 40"))[0].move == 40


def test_a_cancelled_question_kills_and_the_next_starts_anew(
    bot: Bot, no_process_left: Left
) -> None:
    name = bot("if state.last_move is None: time.sleep(60)\nreturn 40")

    async def ask() -> Decision:
        async with asyncio.timeout(60), ProcessEngine(name, GOMOKU) as engine:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.1):
                    await engine.choose(START)
            return await engine.choose(START.play(0))

    assert asyncio.run(ask()).move == 40
    assert no_process_left() == 2


@pytest.mark.parametrize(
    ("name", "kind", "reason"),
    [
        ("./nowhere/bot.py", UnknownName, "There is no file"),
        ("BOT:Nobody", UnknownName, "called “Nobody”. Choose from Bot"),
        ("BOT:Bot(depth=3)", UnknownName, "depth"),
        ("BOT:Bot(,=)", InvalidNotation, "is not a valid name"),
    ],
)
def test_a_wrong_name_is_wrong_usage(
    bot: Bot, name: str, kind: type[Exception], reason: str
) -> None:
    file = bot("return 40")
    with pytest.raises(kind, match=reason):
        asked(name.replace("BOT", file))


@pytest.mark.parametrize(
    ("before", "reason"),
    [
        ("1 / 0", "ZeroDivisionError"),
        ("import no_such_module", "ModuleNotFoundError"),
        ("def (", "SyntaxError"),
        ("sys.exit(5)", "SystemExit: 5"),
        ("os._exit(5)", "exited with code 5"),
        ("input()", "EOFError"),
    ],
)
def test_a_file_that_cannot_be_loaded_says_why(bot: Bot, before: str, reason: str) -> None:
    with pytest.raises(EngineCrashed, match=reason):
        asked(bot("return 40", before=before))


def test_a_closed_engine_answers_nothing(bot: Bot) -> None:
    async def ask() -> None:
        engine = ProcessEngine(bot("return 40"), GOMOKU)
        await engine.close()
        await engine.close()
        with pytest.raises(EngineCrashed, match="closed"):
            await engine.choose(START)

    asyncio.run(ask())


def test_a_bot_that_hangs_loses_its_game(bot: Bot, no_process_left: Left) -> None:
    name = bot("return 0 if state.cells.count('X') == 0 else time.sleep(60)")

    async def game() -> tuple[str, str, int]:
        async with asyncio.timeout(60):
            bots = [ProcessEngine(name, GOMOKU, grace=0.1) for _ in range(2)]
            async with bots[0], bots[1]:
                record = await play_match(START.play(40), *bots, limit=Limit(seconds=0.1))
        return record.ending, str(record.winner), len(record.moves)

    assert asyncio.run(game()) == ("time", "Player.FIRST", 0)
    assert no_process_left() == 2


PARENT = """
import asyncio, sys
from fivefold.engines import open_engine
from fivefold.names import game_from
game = game_from("gomoku")
async def main():
    async with open_engine(sys.argv[1], game) as engine:
        await engine.choose(game.start)
asyncio.run(main())
"""


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGINT])
def test_bots_do_not_outlive_the_program_that_asked_them(
    bot: Bot, no_process_left: Left, tmp_path: Path, sent: signal.Signals
) -> None:
    name = bot("note(subprocess.Popen(['sleep', '60']).pid)\nwhile True: pass")
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, name], stderr=subprocess.DEVNULL, env={**os.environ}
    )
    pids = tmp_path / "notes" / "pids"
    patient_until = time.monotonic() + PATIENCE
    while not (pids.exists() and len(pids.read_text().splitlines()) == 2):
        assert time.monotonic() < patient_until
        time.sleep(0.01)
    parent.send_signal(sent)
    parent.wait(PATIENCE)
    assert no_process_left() == 2
