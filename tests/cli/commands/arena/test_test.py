"""`fivefold arena test`: a player is rated; a broken one gets a sentence."""

from __future__ import annotations

import json
import re
import shlex
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fivefold.match.record import MatchRecord
from fivefold.match.series import Score
from fivefold.results.ladder import Ladder, Rung

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold, Start

EXAMPLE = Path(__file__).parents[4] / "examples" / "my_first_strategy.py"
PAGE = Path(__file__).parents[4] / "docs" / "reference" / "command-line.md"
GAME = "othello(size=4, rules=standard)"
BROKEN = """
from fivefold import Strategy

class Broken(Strategy):
    def choose(self, state, limit=None, stop=None):
        raise RuntimeError("out of ideas")
"""

SLOW = """
from fivefold import Decision, Strategy

class Slow(Strategy):
    def choose(self, state, limit=None, stop=None):
        with open({file!r}, "a") as file:
            file.write("m")
        return Decision(state.legal_moves()[0])
"""


@pytest.fixture
def rungs(tmp_path: Path) -> str:
    """A ladder of 4x4 Othello, on which a game takes milliseconds."""
    ladder = Ladder(
        GAME,
        (
            Rung("h2", 1200.0, 50.0, Score(3, 0, 1)),
            Rung("random", 1000.0, 0.0, Score(1, 0, 3)),
        ),
        0.05,
        1,
        1,
        "today",
        "command",
    )
    file = tmp_path / "ladder.json"
    file.write_text(json.dumps(ladder.as_json()))
    return str(file)


@pytest.mark.system
def test_a_bot_from_a_file_is_placed(fivefold: Fivefold, rungs: str, tmp_path: Path) -> None:
    worst = tmp_path / "worst.json"
    command = ("arena", "test", GAME, f"{EXAMPLE}:MyFirst", "--ladder", rungs, "--games", "4")
    answer = fivefold(*command, "--concurrency", "1", "--worst", str(worst), "--json")
    assert answer.code == 0, answer.err
    data = json.loads(answer.out)
    assert (
        data["games"]
        == 4
        == sum(row["wins"] + row["draws"] + row["losses"] for row in data["opponents"])
    )
    assert data["faults"] == []
    assert data["error95"] > 0
    assert data["interrupted"] is False
    named = data["beats"] + data["even_with"] + data["loses_to"]
    assert sorted(named) == sorted(row["player"] for row in data["opponents"])
    if data["worst_loss"] is None:
        assert "lost no game" in answer.err
    else:
        assert MatchRecord.from_json(json.loads(worst.read_text())).as_json() == data["worst_loss"]


def test_the_report_has_the_player_on_the_ladder_and_a_loss_to_look_at(
    fivefold: Fivefold, rungs: str
) -> None:
    command = ("arena", "test", GAME, "methodical", "--ladder", rungs, "--games", "10")
    answer = fivefold(*command, "--concurrency", "1")
    assert answer.code == 0, answer.err
    lines = answer.out.splitlines()
    assert lines[0].startswith(f"“methodical” on the ladder for {GAME}: ")
    assert lines[0].endswith(" after 10 games.")
    ladder = [line.split() for line in lines[3:6]]
    ratings = [int(row[2 if row[0] == "→" else 1]) for row in ladder]
    assert ratings == sorted(ratings, reverse=True)
    assert sum(line.startswith("→ methodical") for line in lines) == 1
    look = next(line for line in lines if line.startswith("  fivefold show "))
    shown = fivefold(*shlex.split(look)[1:], "--json").document
    assert shown["outcome"] is not None


def test_an_opponent_of_the_ladder_can_be_tested_too(fivefold: Fivefold, rungs: str) -> None:
    command = ("arena", "test", GAME, "random", "--ladder", rungs, "--games", "1")
    answer = fivefold(*command, "--concurrency", "1", "--json")
    assert json.loads(answer.out)["player"] == "random #2"


@pytest.mark.system
def test_a_broken_player_is_reported_prominently(
    fivefold: Fivefold, rungs: str, tmp_path: Path
) -> None:
    bot = tmp_path / ("deep" * 30) / "broken.py"  # longer than the maximum name
    bot.parent.mkdir()
    bot.write_text(BROKEN)
    command = ("arena", "test", GAME, str(bot), "--ladder", rungs, "--games", "2")
    answer = fivefold(*command, "--concurrency", "1")
    assert answer.code == 3
    assert "BROKEN: 2 of 2 games ended through its own fault" in answer.out
    assert "out of ideas" in answer.out
    assert "out of ideas" in answer.err


@pytest.mark.system
def test_ctrl_c_prints_the_results_so_far(start: Start, rungs: str, tmp_path: Path) -> None:
    bot, moves = tmp_path / "slow.py", tmp_path / "moves"
    bot.write_text(SLOW.format(file=str(moves)))
    command = ("arena", "test", GAME, str(bot), "--ladder", rungs, "--games", "10000")
    process = start(*command, "--concurrency", "1", "--json", "--cage", f"write={tmp_path}")
    try:
        deadline = time.monotonic() + 60
        while not moves.exists() or moves.stat().st_size < 15:  # two games and a bit
            assert time.monotonic() < deadline
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130
    data = json.loads(out)
    assert data["interrupted"] is True
    assert 0 < data["games"] < 100
    assert f"Stopped after {data['games']} of 10000 games." in err.decode()


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        ([GAME, "random"], 2, "no ladder for othello(size=4"),
        (["othello", "random", "--ladder", "LADDER"], 2, "for othello(size=4"),
        ([GAME, "randum", "--ladder", "LADDER"], 2, "randum"),
        ([GAME, "./no_such.py", "--ladder", "LADDER"], 2, "no_such.py"),
        ([GAME, "random", "--ladder", "no_such.json"], 2, "no_such.json"),
        ([GAME, "random", "--ladder", "LADDER", "--games", "0"], 2, "games"),
        ([GAME, "random", "--ladder", "LADDER", "--seconds", "-1"], 2, "seconds"),
        (["chess", "random"], 2, "chess"),
    ],
    ids=range(8),
)
def test_wrong_usage_is_one_sentence(
    fivefold: Fivefold, rungs: str, arguments: list[str], code: int, sentence: str
) -> None:
    given = [rungs if word == "LADDER" else word for word in arguments]
    answer = fivefold("arena", "test", *given)
    assert (answer.code, answer.out) == (code, "")
    assert sentence in answer.err
    assert answer.err.count("\n") == 1


@pytest.mark.system
def test_a_file_that_cannot_be_loaded_plays_no_game(
    fivefold: Fivefold, rungs: str, tmp_path: Path
) -> None:
    bot = tmp_path / "torn.py"
    bot.write_text("class Torn(")
    answer = fivefold("arena", "test", GAME, str(bot), "--ladder", rungs)
    assert (answer.code, answer.out) == (3, "")
    assert answer.err.count("\n") == 1


def test_every_option_is_documented(fivefold: Fivefold) -> None:
    page = PAGE.read_text(encoding="utf-8")
    section = page.partition("## arena test\n")[2].partition("\n## ")[0]
    text = fivefold("arena", "test", "--help").out
    shared = {"--size", "--rules", "--json", "--ascii", "--help"}
    options = set(re.findall(r"^ +(?:-\w, )?(--[\w-]+)", text, re.MULTILINE)) - shared
    assert options
    assert [option for option in sorted(options) if f"`{option}" not in section] == []
