"""Games and strategies from other packages, really installed: a folder with package metadata."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

pytestmark = pytest.mark.system

METADATA = """\
Metadata-Version: 2.1
Name: my-bots
Version: 1.0
"""
GOOD = """
from fivefold import Decision, Limit, Strategy
from fivefold.games.gomoku import GomokuGame

class Last(Strategy):
    def choose(self, state, limit=Limit(), stop=None):
        return Decision(state.legal_moves()[-1])

class Tiny(GomokuGame):
    name = "tiny"
"""


def run_beside_a_plugin(folder: Path, module: str, entries: str, code: str) -> str:
    """Returns the output of the code with a package of these entry points installed."""
    information = folder / "my_bots-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text(METADATA, encoding="utf-8")
    (information / "entry_points.txt").write_text(entries, encoding="utf-8")
    (folder / "my_bots.py").write_text(module, encoding="utf-8")
    paths = os.pathsep.join([str(folder), *sys.path])
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    ).stdout


def test_plug_ins_are_listed_with_the_built_in_games_and_strategies(tmp_path: Path) -> None:
    printed = run_beside_a_plugin(
        tmp_path,
        GOOD,
        "[fivefold.games]\ntiny = my_bots:Tiny\n[fivefold.strategies]\nlast = my_bots:Last\n",
        """
        import fivefold
        game = fivefold.game("tiny(5)")
        bot = fivefold.strategy("last", game)
        print(sorted(fivefold.all_games()), "last" in fivefold.strategies_for("othello"))
        print(game.format_move(bot.choose(game.start).move))
        """,
    )
    assert printed == "['gomoku', 'othello', 'pentomino', 'tiny'] True\ne1\n"


@pytest.mark.parametrize(
    ("module", "reason"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("", "AttributeError"),
        ("Last = 3", "TypeError: 3 is not a class"),
    ],
)
def test_a_plugin_that_cannot_be_loaded_is_named_with_the_reason(
    tmp_path: Path, module: str, reason: str
) -> None:
    printed = run_beside_a_plugin(
        tmp_path,
        module,
        "[fivefold.strategies]\nlast = my_bots:Last\n",
        """
        import fivefold
        try:
            fivefold.strategies_for("othello")
        except fivefold.EngineCrashed as error:
            print(error.code, error)
        """,
    )
    assert printed.startswith("name.plugin The plug-in “last” cannot be loaded: “")
    assert reason in printed


def test_a_broken_plugin_does_not_affect_the_built_in_ones(tmp_path: Path) -> None:
    printed = run_beside_a_plugin(
        tmp_path,
        "1 / 0",
        "[fivefold.games]\ntiny = my_bots:Tiny\n[fivefold.strategies]\nlast = my_bots:Last\n",
        """
        import fivefold
        game = fivefold.game("othello")
        print(game.format_move(fivefold.strategy("h1", game).choose(game.start).move))
        """,
    )
    assert printed == "d3\n"


def test_what_a_plugin_prints_is_not_in_the_document(tmp_path: Path) -> None:
    printed = run_beside_a_plugin(
        tmp_path,
        GOOD.replace("        return Decision", "        print('aloud')\n        return Decision"),
        "[fivefold.strategies]\nlast = my_bots:Last\n",
        """
        import sys
        from fivefold.cli import main
        sys.exit(main(["choose", "othello", "last", "--json"]))
        """,
    )
    assert json.loads(printed)["move"] == "e6"
