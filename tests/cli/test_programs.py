"""External programs wherever the command takes a player."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fivefold.cli.terminal.session import seats_from
from fivefold.match.record import MatchRecord

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold

pytestmark = pytest.mark.system


PROGRAM = Path(__file__).parents[1] / "engines" / "broken_program.py"


def program(fault: str = "none") -> str:
    return "gomocup:" + shlex.join([sys.executable, "-I", "-S", str(PROGRAM), fault])


def test_a_program_chooses(fivefold: Fivefold) -> None:
    answer = fivefold("choose", "gomoku", program("chatters"), "-m", "a15", "--json").document
    assert answer["move"] == "b15"
    assert (answer["score"], answer["depth"], answer["nodes"]) == (12, 3, 4711)


def test_programs_play_a_match(fivefold: Fivefold) -> None:
    players = (program(), program("crlf"))
    [record] = fivefold("match", "gomoku", *players, "--size", "5", "--json").document["games"]
    assert (record["first"], record["second"]) == players
    assert record["ending"] == "normal"
    assert record["moves"][:3] == ["a5", "b5", "c5"]


def test_a_broken_program_loses_its_game(fivefold: Fivefold) -> None:
    [record] = fivefold("match", "gomoku", program("dies"), "random", "--json").document["games"]
    assert (record["ending"], record["winner"]) == ("crashed", "O")
    assert "exited with code 7" in record["reason"]


@pytest.mark.parametrize(
    ("text", "code", "reason"),
    [
        ("gomocup:./nowhere", 3, "there is no program “./nowhere”"),
        ("gomocup:", 2, "names no program"),
        ("gomocap:./engine", 2, "Did you mean gomocup?"),
        ("nboard:./engine", 2, "nboard does not support gomoku"),
    ],
)
@pytest.mark.parametrize("command", [["choose", "gomoku"], ["match", "gomoku", "random"]])
def test_a_program_that_cannot_be_asked_is_one_sentence(
    fivefold: Fivefold, command: list[str], text: str, code: int, reason: str
) -> None:
    answer = fivefold(*command, text)
    assert (answer.code, answer.out) == (code, "")
    assert reason in answer.err
    assert answer.err.count("\n") == 1


def test_a_saved_game_never_starts_a_program() -> None:
    record = MatchRecord(
        game="gomoku(size=15, rules=freestyle)",
        first="human",
        second="gomocup:touch /tmp/x",
        start="." * 225 + " X",
        moves=(),
        winner=None,
        ending="adjudicated",
        reason="",
        seconds=(),
    )
    assert seats_from(record) == ["human", "level(3)"]
