"""Programs that break one rule each: its check fails, and few others do.

The programs are beside this file: each follows every rule unless its argument names one to break.
"""

from __future__ import annotations

import asyncio
import dataclasses
import sys
from collections.abc import Collection
from pathlib import Path

import pytest

from fivefold import names
from fivefold.arena.doctor import Bounds, Log, Report, examine, rules_of
from fivefold.errors import EngineCrashed
from fivefold.words import ENGLISH

pytestmark = pytest.mark.system

HERE = Path(__file__).parent
BOUNDS = Bounds(start=10.0, answer=1.5, move=0.2, late=0.6, patience=1.5, quiet=0.1, exit=1.0)
GAMES = {
    "gomocup": "gomoku(size=9)",
    "nboard": "othello",
    "gtp": "othello",
    "ugi": "gomoku(size=9)",
}


PATIENT = dataclasses.replace(BOUNDS, start=60.0, answer=30.0, late=30.0, patience=30.0, exit=30.0)
"""For programs that follow every rule, on a busy machine."""
TIGHT = dataclasses.replace(BOUNDS, start=1.5, answer=0.5, patience=1.0, exit=0.5)
"""For programs known to be silent or not to exit."""
SILENT = ("no flush", "no empty line")
HARMLESS = ("no number", "lists little")
"""Faults that delay nothing."""


def program(protocol: str, fault: str = "") -> list[str]:
    # Without site packages a Python program starts in a few milliseconds.
    return [sys.executable, "-ES", str(HERE / f"{protocol}_engine.py"), fault]


def report_on(protocol: str, fault: str = "", only: Collection[str] = ()) -> Report:
    game = names.game_from(GAMES[protocol])
    is_patient = (protocol, fault) in ADVICE or (not only and fault not in SILENT)
    bounds = BOUNDS if is_patient else TIGHT
    if not fault or fault in HARMLESS:
        bounds = PATIENT
    return asyncio.run(examine(program(protocol, fault), protocol, game, bounds=bounds, only=only))


def found(report: Report) -> set[str]:
    """Returns the names of the checks that failed or gave advice."""
    return {check.name for check in report.checks if check.verdict != "passed"}


@pytest.mark.parametrize("protocol", GAMES)
def test_a_program_that_keeps_the_rules_passes_every_check(protocol: str) -> None:
    report = report_on(protocol)
    assert found(report) == set()
    assert report.passed
    assert len(report.checks) == len(rules_of(protocol, names.game_from(GAMES[protocol])))


WRONG = {
    "gomocup": {
        "answers INFO": "info",
        "dies of an unknown key": "info",
        "dies of the unknown": "unknown",
        "says ERROR to the unknown": "unknown",
        "occupied": "turn",
        "one size": "start_20",
        "off the board": "start_20",
        "late": "turn_time",
        "late in the match": "match_time",
        "floods": "start",
        "dies at once": "start",
        "prints after END": "end",
        "stays": "end",
        "leaves a process": "end",
        "no restart": "restart",
        "keeps the board": "board",
        "board in order": "board",
        "colours by order": "board_order",
        "keeps stones": "takeback",
        "twice": "once",
        "deaf after a move": "at_once",
        "about": "about",
        "any size": "bad_size",
        "dies of a move": "bad_move",
        "counts CR": "line_ends",
        "outlives its input": "end_of_input",
    },
    "nboard": {
        "ignores games": "set_game",
        "no name": "myname",
        "two pongs": "ping",
        "bare moves only": "move",
        "plays its own move": "own_move",
        "never passes": "pass",
        "passes with a word": "pass",
        "no value": "hint",
        "goes at hint": "hint",
        "dies of the unknown": "unknown",
        "goes at anything": "unknown",
        "twice": "once",
        "counts CR": "line_ends",
        "thinks on": "stop",
        "answers after pong": "stop",
        "slow": "depth",
        "does not learn": "learn",
        "outlives its input": "end_of_input",
    },
    "gtp": {
        "no sign": "start",
        "no empty line": "start",
        "two empty lines": "framing",
        "keeps the board": "clear_board",
        "no number": "numbers",
        "a space before the number": "numbers",
        "thinks aloud": "framing",
        "lists little": "list_commands",
        "knows everything": "known_command",
        "dies of the unknown": "unknown",
        "any size": "boardsize",
        "case matters": "play",
        "plays anything": "illegal",
        "other words": "illegal",
        "dies of nonsense": "nonsense",
        "does not play its move": "genmove",
        "never passes": "pass",
        "undoes nothing": "undo",
        "keeps comments": "loose",
        "late": "time",
        "quits without a word": "quit",
        "stays": "quit",
    },
    "ugi": {
        "twice": "once",
        "one move only": "position",
        "no name": "name",
        "no texts": "fen",
        "no nodes": "limits",
        "late": "movetime",
        "spends its clock": "clock",
        "deaf": "isready_thinking",
        "does not stop": "stop",
        "impatient": "infinite",
        "wrong results": "query",
        "moves after the end": "over",
        "half a position": "bad_position",
        "silent about nonsense": "unknown",
        "dies of the unknown": "unknown",
        "counts CR": "line_ends",
        "says goodbye": "quit",
        "stays": "quit",
        "thinks on": "quit_thinking",
        "outlives its input": "end_of_input",
    },
}

ADVICE = [
    ("nboard", "no name"),
    ("nboard", "slow"),
    ("nboard", "does not learn"),
    ("gtp", "other words"),
    ("gtp", "undoes nothing"),
    ("gtp", "late"),
    ("ugi", "no name"),
]
"""Recommendations of a protocol."""

ALL = [(protocol, fault) for protocol, faults in WRONG.items() for fault in faults]


@pytest.mark.parametrize(("protocol", "fault"), ALL)
def test_a_broken_rule_is_found_by_the_check_about_it(protocol: str, fault: str) -> None:
    name = WRONG[protocol][fault]
    (check,) = report_on(protocol, fault, only=[name]).checks
    assert check.verdict == ("advice" if (protocol, fault) in ADVICE else "failed")
    assert check.reason is not None
    assert check.hint is not None
    assert check.conversation


SOME = [
    ("gomocup", "no restart"),
    ("nboard", "plays its own move"),
    ("gtp", "thinks aloud"),
    ("ugi", "does not stop"),
]
MOST = 5
"""Maximum checks that one fault may fail: a fault seen everywhere is not located."""


@pytest.mark.parametrize(
    ("protocol", "fault"),
    [pytest.param(*each, marks=[] if each in SOME else pytest.mark.long) for each in ALL],
)
def test_a_broken_rule_is_found_by_few_other_checks(protocol: str, fault: str) -> None:
    report = report_on(protocol, fault)
    assert WRONG[protocol][fault] in found(report)
    assert len(found(report)) <= MOST


@pytest.mark.parametrize("protocol", GAMES)
def test_a_program_that_holds_its_answers_back_is_told_to_flush(protocol: str) -> None:
    report = report_on(protocol, "no flush")
    (check,) = report.checks
    assert (check.verdict, check.reason and check.reason.key) == ("failed", "doctor.unflushed")
    assert check.hint is not None
    assert "Flush" in str(check.hint)
    assert len(report.not_run) > 10


def test_only_the_first_check_ends_the_examination() -> None:
    report = report_on("gtp", "no number", only=["numbers", "names"])
    assert [check.name for check in report.checks] == ["names", "numbers"]
    report = report_on("gtp", "lists little", only=["list_commands", "komi"])
    assert [check.verdict for check in report.checks] == ["failed", "passed"]


def test_what_a_dying_program_says_last_is_the_reason() -> None:
    (check,) = report_on("gomocup", "dies at once").checks
    assert "no book.bin found" in str(check.reason)


def test_a_flood_is_no_answer() -> None:
    (check,) = report_on("gomocup", "floods").checks
    assert "lines came after" in str(check.reason)


def test_a_program_that_is_not_there_cannot_be_examined() -> None:
    with pytest.raises(EngineCrashed, match="cannot be started"):
        asyncio.run(examine(["./no-such-program"], "gtp", names.game_from("othello")))


def test_the_examination_ends_when_its_time_is_over() -> None:
    bounds = dataclasses.replace(BOUNDS, all=0.0)
    game = names.game_from("othello")
    report = asyncio.run(examine(program("gtp"), "gtp", game, bounds=bounds))
    assert report.checks == ()
    assert not report.passed


def test_a_conversation_can_be_read_afterwards(tmp_path: Path) -> None:
    path = tmp_path / "talk.txt"
    with path.open("w", encoding="utf-8") as file:
        game = names.game_from("othello")
        task = examine(program("gtp"), "gtp", game, bounds=PATIENT, only=["names"], log=Log(file))
        asyncio.run(task)
    said = [
        line.split(maxsplit=1)[1].strip() for line in path.read_text(encoding="utf-8").splitlines()
    ]
    assert said[:5] == ["gives its name and version", "> boardsize 8", "< =", "<", "> clear_board"]


def test_every_check_has_its_sentences_and_every_sentence_its_check() -> None:
    needed = set()
    for protocol, game in (("gomocup", "gomoku"), ("nboard", "othello"), ("gtp", "othello")):
        needed |= {
            f"{rule.group}.{rule.name}" for rule in rules_of(protocol, names.game_from(game))
        }
    needed |= {f"{rule.group}.{rule.name}" for rule in rules_of("ugi", names.game_from("othello"))}
    groups = {key.split(".")[0] for key in needed}
    titles = {key.removeprefix("doctor.") for key in ENGLISH if key.startswith("doctor.")}
    assert {key for key in titles if key.split(".")[0] in groups} == needed
    assert {key.removeprefix("hint.") for key in titles if key.startswith("hint.")} == {
        *needed,
        "flush",
    }


OWN = [sys.executable, "-c", "import sys; from fivefold.cli import main; sys.exit(main())"]


def own(protocol: str, only: Collection[str] = ()) -> Report:
    game = names.game_from(GAMES[protocol])
    who = "reactive" if game.name == "gomoku" else "greedy"
    command = [*OWN, "engine", protocol, "--game", GAMES[protocol], "--strategy", who]
    return asyncio.run(examine(command, protocol, game, bounds=PATIENT, only=only))


@pytest.mark.parametrize("protocol", ["gomocup", "ugi"])
def test_our_own_engine_plays_by_the_protocol(protocol: str) -> None:
    assert own(protocol, only=["game"]).passed


@pytest.mark.long
@pytest.mark.parametrize("protocol", GAMES)
def test_our_own_engine_passes_every_check(protocol: str) -> None:
    report = own(protocol)
    assert found(report) == set()
    assert report.passed
