"""The stand-alone Gomocup engine, run from its folder for whole games."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from pathlib import Path

import pytest

import fivefold
from fivefold.core import Limit, Player
from fivefold.engines import open_engine
from fivefold.match.play import play_match
from fivefold.match.record import MatchRecord
from fivefold.match.swap2 import settle
from fivefold.names import game_from

pytestmark = pytest.mark.system

LONG = "INFO timeout_turn 600000\n"
PATIENCE = 20.0


def talk(program: str, lines: str, folder: Path) -> tuple[list[str], int]:
    """Returns the output for lines that arrive at once, and the exit code."""
    done = subprocess.run(
        [program], input=lines, capture_output=True, text=True, cwd=folder, timeout=PATIENCE
    )
    assert done.stderr == ""
    return done.stdout.splitlines(), done.returncode


def test_end_ends_it_at_once_while_it_thinks_without_a_word(pbrain: str) -> None:
    with subprocess.Popen([pbrain], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdin
        assert program.stdout
        program.stdin.write(f"START 15\n{LONG}TURN 7,7\nEND\n".encode())
        program.stdin.flush()
        said = program.stdout.read().decode().splitlines()
        assert program.wait(PATIENCE) == 0
    assert [line for line in said if not line.startswith("MESSAGE")] == ["OK"]


def test_what_was_asked_before_the_input_ends_is_answered_in_haste(
    pbrain: str, tmp_path: Path
) -> None:
    said, code = talk(pbrain, f"START 15\n{LONG}BEGIN\nTURN 7,8", tmp_path)
    answers = [line for line in said if not line.startswith("MESSAGE")]
    assert (code, answers[:2], len(answers)) == (0, ["OK", "7,7"], 3)


def test_about_names_the_version_of_the_package(pbrain: str, tmp_path: Path) -> None:
    said, _ = talk(pbrain, "ABOUT\nEND\n", tmp_path)
    assert f'version="{fivefold.__version__}"' in said[-1]


def test_a_stop_is_answered_by_a_move(pbrain: str) -> None:
    with subprocess.Popen([pbrain], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdin
        assert program.stdout
        program.stdin.write(f"START 15\n{LONG}TURN 7,7\nSTOP\nABOUT\n".encode())
        program.stdin.flush()
        answers: set[str] = set()
        while len(answers) < 3:
            line = program.stdout.readline().decode().strip()
            answers |= set() if line.startswith("MESSAGE") else {line.partition("=")[0]}
        assert {"OK", "name"} < answers
        program.stdin.write(b"END\n")
        program.stdin.flush()
        assert program.wait(PATIENCE) == 0


def test_weights_are_looked_for_beside_it_wherever_it_is_started(
    pbrain: str, tmp_path: Path
) -> None:
    folder, elsewhere = tmp_path / "engine", tmp_path / "elsewhere"
    folder.mkdir()
    elsewhere.mkdir()
    program = str(shutil.copy(pbrain, folder / "pbrain-fivefold64"))
    said, code = talk(program, "START 15\n", elsewhere)
    assert said[0].startswith("MESSAGE There is no weights.bin beside the program")
    assert (said[1:], code) == (["OK"], 0)
    # Damaged weights are rejected, so the file was found.
    (folder / "weights.bin").write_bytes(b"no weights")
    for started_as in (program, os.path.relpath(program, elsewhere)):
        said, code = talk(started_as, "START 15\n", elsewhere)
        assert ([line.split()[0] for line in said], code) == (["ERROR"], 1)


@pytest.mark.parametrize("rules", ["freestyle", "renju"])
def test_it_plays_whole_games_through_our_own_manager(pbrain: str, rules: str) -> None:
    game = game_from(f"gomoku(size=11, rules={rules})")

    async def play() -> MatchRecord:
        async with (
            open_engine(f"gomocup:{pbrain}", game) as program,
            open_engine("level(2)", game, 1) as other,
        ):
            limit = Limit(nodes=300)
            settled = await settle("swap2", game.start, program, other, limit, seed=1)
            assert settled.failure is None
            seated = settled.seated(program, other)
            return await play_match(game.start, *seated, opening=settled, limit=limit)

    record = asyncio.run(play())
    assert record.ending == "normal"
    winner = record.first if record.winner is Player.FIRST else record.second
    assert winner.startswith("gomocup:")
