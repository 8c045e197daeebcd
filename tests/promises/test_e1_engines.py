"""E1: an engine that hangs, floods, cheats, is late, dies or forks loses and leaves no process.

It loses with the reason, within its time limit, and none of its processes survives.
Every fault in tests/engines/broken_program.py is played once in
tests/engines/test_external.py, Python bots in tests/engines/test_process.py; here each word of
the promise has one program, and the control is one whose children survive.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from tests.engines.test_external import match_against, program, still_running
from tests.promises.conftest import PATIENCE, Break

from fivefold.core import Player

if TYPE_CHECKING:
    from tests.engines.test_external import Left

__all__ = ["still_running"]

BROKEN = {
    "hangs": ("hangs", "time"),
    "floods": ("floods_without_lines", "illegal"),
    "lies": ("plays_an_occupied_point", "illegal"),
    "answers late": ("answers_twice", "illegal"),
    "dies": ("is_killed", "crashed"),
    "forks": ("forks_and_dies", "crashed"),
}
"""Each word of the promise: its program, and how the game ends."""


def lose(word: str, still_running: Left) -> None:
    fault, ending = BROKEN[word]
    began = time.monotonic()
    record = match_against(program(fault, **({"grace": 0.1} if ending == "time" else {})))
    # It has 0.3 s per move and loses in its first or second one.
    assert time.monotonic() - began < PATIENCE
    assert (record.winner, record.ending) == (Player.FIRST, ending)
    assert f"“{fault}”" in record.reason
    assert still_running() == []


@pytest.mark.parametrize("word", BROKEN)
def test_a_broken_engine_loses_with_the_reason_and_nothing_is_left(
    word: str, still_running: Left
) -> None:
    lose(word, still_running)


def test_an_engine_whose_children_survive_is_caught(still_running: Left, break_it: Break) -> None:
    break_it("starts_bots_without_a_cage")
    match_against(program("forks_into_its_own_session"))
    assert still_running(0) != []


@pytest.mark.long
@pytest.mark.parametrize("word", BROKEN)
def test_fifty_games_in_a_row(word: str, still_running: Left) -> None:
    for _ in range(50):
        lose(word, still_running)
