"""The examples: short, and every one of them runs."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

from fivefold.cli import main
from fivefold.core import Player
from fivefold.errors import IllegalMove
from fivefold.match.contract import check_strategy
from fivefold.names import game_from
from fivefold.strategies.teaching.evaluate import EVALUATIONS

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
CONTRACT = ROOT / "tests" / "games" / "test_contract.py"


def load(name: str) -> ModuleType:
    """Returns the example as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(name: str, *arguments: str) -> str:
    """Returns the output of the example run as a program."""
    finished = subprocess.run(
        [sys.executable, str(ROOT / "examples" / f"{name}.py"), *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        timeout=60,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    assert finished.stderr == ""
    return finished.stdout


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_an_example_is_short_and_has_a_docstring(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) < (15 if path.stem == "my_first_strategy" else 40)
    assert lines[0].startswith('"""')


def test_the_first_strategy_plays_a_match_and_beats_random(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    mine = "./examples/my_first_strategy.py:MyFirst"
    assert main(["match", "othello", mine, "random", "--games", "8", "--seed", "1"]) == 0
    won = re.search(r"^points +([\d.]+)", capsys.readouterr().out, re.MULTILINE)
    assert won
    assert float(won[1]) >= 6


def test_the_first_strategy_plays_in_the_terminal() -> None:
    command = "import sys; from fivefold.cli import main; sys.exit(main())"
    mine = "./examples/my_first_strategy.py:MyFirst"
    finished = subprocess.run(
        [sys.executable, "-c", command, "play", "othello", "--second", mine],
        input="f5\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        timeout=60,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    assert "Replies left to the opponent: " in finished.stdout


@pytest.mark.parametrize(
    ("game", "file"),
    [
        ("othello", "my_first_strategy.py:MyFirst"),
        ("othello(size=6)", "my_first_strategy.py"),
        ("othello", "custom_evaluation.py:Modest(depth=2)"),
    ],
)
def test_example_strategies_keep_the_contract(game: str, file: str) -> None:
    text = str(ROOT / "examples" / file)
    report = asyncio.run(check_strategy(text, game_from(game)))
    assert [str(check.reason) for check in report.checks if check.reason] == []
    assert report.passed


def test_the_custom_evaluation_changes_what_negamax_plays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert "positions" in run("custom_evaluation")
    # Loading the example registers its evaluation; the test must not leave it behind.
    monkeypatch.setitem(EVALUATIONS, "othello", dict(EVALUATIONS["othello"]))
    module = load("custom_evaluation")
    start = game_from("othello").start
    assert module.modest(start) == 0
    assert module.modest(start.play(19)) == 3


def test_the_custom_game_is_played_to_its_end() -> None:
    assert "five in a row" in run("custom_game")


def test_stones_of_the_custom_game_fall() -> None:
    game = load("custom_game").DropGame(5)
    state = game.start
    assert [game.format_move(move) for move in state.legal_moves()] == [
        "a1",
        "b1",
        "c1",
        "d1",
        "e1",
    ]
    state = state.play(game.parse_move("c1"))
    assert game.parse_move("c2") in state.legal_moves()
    with pytest.raises(IllegalMove, match="The stone hangs in the air"):
        state.play(game.parse_move("d2"))
    for move in ("a1", "c2", "a2", "c3", "a3", "c4", "a4", "c5"):
        state = state.play(game.parse_move(move))
    assert state.outcome
    assert state.outcome.winner is Player.FIRST


PLUGIN = """Metadata-Version: 2.1
Name: drop
Version: 1.0
"""


@pytest.mark.long  # as with CONTRIBUTING's game in tests/test_contributing.py
def test_the_custom_game_keeps_the_contract_of_all_games(tmp_path: Path) -> None:
    information = tmp_path / "drop-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(PLUGIN)
    entry = "[fivefold.games]\ndrop = custom_game:DropGame\n"
    (information / "entry_points.txt").write_text(entry)
    options = ["-q", "-p", "no:cacheprovider", "-c", str(ROOT / "pyproject.toml")]
    finished = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "-k", "drop-9x9-freestyle", str(CONTRACT)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT / "examples")])},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout
    passed = re.search(r"(\d+) passed", finished.stdout)
    assert passed
    assert int(passed[1]) >= 15


def test_the_tournament_distributes_all_points() -> None:
    printed = run("tournament")
    assert printed.count(" – ") == 10
    points = re.findall(r"^\d\. .* ([\d.]+)$", printed, re.MULTILINE)
    assert len(points) == 5
    assert sum(map(float, points)) == 20


@pytest.mark.parametrize(
    ("arguments", "column"),
    [([], "negamax(depth=5)"), (["gomoku", "h8 i9"], "reactive"), (["pentomino", ""], "openspace")],
)
def test_a_position_is_analysed_by_several_strategies(arguments: list[str], column: str) -> None:
    printed = run("analyse_position", *arguments)
    _, _, table = printed.partition("\n\n")
    head, *rows = table.splitlines()
    assert column in head
    assert len(rows) >= 3


def test_a_board_is_displayed_in_a_notebook(tmp_path: Path) -> None:
    module = load("notebook_board")
    picture = module.Board("gomoku").play("h8 i9").ask("reactive")._repr_svg_()
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    run("notebook_board", str(tmp_path / "board.svg"))
    ElementTree.parse(tmp_path / "board.svg")
