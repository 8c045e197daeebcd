"""The guide in CONTRIBUTING works: a new game or strategy takes one file and one line."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import fivefold

pytestmark = pytest.mark.system

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
CONTRACT = ROOT / "tests" / "games" / "test_contract.py"
FILES = re.compile(
    r"\((?P<example>examples/contributing/\w+\.py)\)[^`]*?`src/fivefold/(?P<path>[\w/]+\.py)`"
)
LINES = re.compile(
    r"in `src/fivefold/(?P<path>[\w/]+\.py)`:\n\n```diff\n(?P<text>.*?)```", re.DOTALL
)


def add_lines(source: str, difference: str) -> str:
    """Returns the source with each `+` line inserted after the line above it in the diff."""
    lines = source.splitlines()
    place = 0
    for line in difference.splitlines():
        mark, text = line[:1], line[1:]
        if mark == "+":
            lines.insert(place, text)
            place += 1
        elif text:
            place = lines.index(text) + 1
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a folder with a copy of fivefold changed exactly as the guide says."""
    folder = tmp_path_factory.mktemp("contribution")
    source = Path(fivefold.__file__).parent
    shutil.copytree(
        source, folder / "fivefold", ignore=shutil.ignore_patterns("__pycache__", "static")
    )
    for part in FILES.finditer(GUIDE):
        path = folder / "fivefold" / part["path"]
        assert not path.exists()
        shutil.copy(ROOT / part["example"], path)
    for part in LINES.finditer(GUIDE):
        path = folder / "fivefold" / part["path"]
        changed = add_lines(path.read_text(encoding="utf-8"), part["text"])
        path.write_text(changed, encoding="utf-8")
    return folder


def run(package: Path, *arguments: str) -> str:
    """Returns the output of Python with the copy in place of the installed package.

    Runs without `site`, because the import hook of an editable installation would load the
    original.
    """
    paths = [str(package), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    finished = subprocess.run(
        [sys.executable, "-S", *arguments],
        cwd=package,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout


def run_command(package: Path, *arguments: str) -> str:
    """Returns the output of the copy's command `fivefold`."""
    return run(
        package, "-c", "import sys; from fivefold.cli import main; sys.exit(main())", *arguments
    )


def test_the_guide_has_two_files_and_two_lines() -> None:
    assert [part["path"] for part in FILES.finditer(GUIDE)] == [
        "strategies/teaching/central.py",
        "games/noughts.py",
    ]
    assert [part["path"] for part in LINES.finditer(GUIDE)] == [
        "strategies/__init__.py",
        "games/__init__.py",
    ]


def test_the_new_game_and_strategy_are_found_by_name(package: Path) -> None:
    code = """if True:
        import fivefold
        print(sorted(fivefold.all_games()))
        for game in sorted(fivefold.all_games()):
            print(game, "central" in fivefold.strategies_for(game))
    """
    assert run(package, "-c", code).splitlines() == [
        "['gomoku', 'noughts', 'othello', 'pentomino']",
        *(f"{game} True" for game in ("gomoku", "noughts", "othello", "pentomino")),
    ]


def test_the_new_strategy_plays_every_game_against_random(package: Path) -> None:
    code = """if True:
        import fivefold
        for text in ("gomoku(9)", "noughts", "othello(6)", "pentomino"):
            game = fivefold.game(text)
            state = game.start
            players = [fivefold.strategy(name, game, seed=1) for name in ("central", "random")]
            while not state.outcome:
                state = state.play(players[0].choose(state).move)
                players.reverse()
            print(game.name, state.outcome.reason)
    """
    printed = run(package, "-c", code).splitlines()
    assert [line.split()[0] for line in printed] == ["gomoku", "noughts", "othello", "pentomino"]


def test_the_old_searches_play_the_new_game_well(package: Path) -> None:
    code = """if True:
        import fivefold
        game = fivefold.game("noughts")
        for name in ("minimax", "negamax"):
            player = fivefold.strategy(f"{name}(depth=9)", game)
            state = game.parse_position("XO..X...O X")
            decision = player.choose(state)
            print(decision.score == fivefold.WIN - 3, decision.text)
    """
    for line in run(package, "-c", code).splitlines():
        assert line.startswith("True ")


def test_the_new_game_and_strategy_are_in_the_command_line(package: Path) -> None:
    assert "noughts" in run_command(package, "games")
    assert "central" in run_command(package, "strategies", "noughts")
    assert "b2 is nearest to the middle." in run_command(package, "choose", "noughts", "central")
    shown = run_command(package, "show", "noughts", "-m", "b2 a1")
    assert "1 O . .\n2 . X .\n3 . . ." in shown


def test_the_new_game_keeps_the_contract_of_all_games(package: Path) -> None:
    options = ["-q", "-p", "no:cacheprovider", "-c", str(ROOT / "pyproject.toml"), "-k", "noughts"]
    printed = run(package, "-m", "pytest", *options, str(CONTRACT))
    passed = re.search(r"(\d+) passed", printed)
    assert passed
    assert int(passed[1]) >= 15
    assert "failed" not in printed
