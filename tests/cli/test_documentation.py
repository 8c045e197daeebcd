"""docs/reference/command-line.md is complete, and the examples in the help texts work.

tests/test_documents.py runs the examples of the page.
"""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold

COMMANDS = (
    "show",
    "choose",
    "solve",
    "match",
    "perft",
    "bench",
    "analyse",
    "convert",
    "games",
    "strategies",
)
"""Commands that finish by themselves."""

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "command-line.md"


def test_every_command_and_option_is_on_the_page(fivefold: Fivefold) -> None:
    page = PAGE.read_text()
    alone = [(name,) for name in _names(fivefold("--help").out) if name not in ("arena", "book")]
    arena = [("arena", name) for name in _names(fivefold("arena", "--help").out)]
    book = [
        ("book", "pentomino", name) for name in _names(fivefold("book", "pentomino", "--help").out)
    ]
    assert len(alone) > 10
    assert len(arena) > 5
    assert len(book) > 1
    for name in (*alone, *arena, *book):
        assert f"fivefold {' '.join(name)}" in page
        text = fivefold(*name, "--help").out
        for option in set(re.findall(r"^ +(?:-\w, )?(--[\w-]+)", text, re.MULTILINE)):
            assert f"`{option}" in page or f"{option}`" in page, option


def _names(text: str) -> list[str]:
    """Returns the names of the commands that a help text lists."""
    return re.findall(r"^  ([a-z-]+)  ", text.partition("Commands:")[2], re.MULTILINE)


@pytest.mark.slow
def test_the_examples_in_the_help_texts_work(
    fivefold: Fivefold, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    board = ["-1"] * 64
    board[27] = board[36] = "1"
    board[28] = board[35] = "0"
    Path("input.txt").write_text("0\n" + " ".join(board))
    Path("game.txt").write_text("f5d6c3")
    Path("my_bot.py").write_text(
        "from fivefold import Strategy\nclass MyBot(Strategy):\n"
        "    def choose(self, state, limit=None, stop=None):\n"
        "        return state.legal_moves()[0]\n"
    )
    Path("study.sgf").write_text("(;GM[4];B[hh]C[The centre.];W[ii])")
    Path("openings.txt").write_text("h8 i9\nh8 h9")
    Path("positions.txt").write_text("." * 40 + "X" + "." * 40 + " O")
    Path("ending.obf").write_text(
        "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18;\n"
    )
    record = fivefold("match", "othello", "h1", "h2", "--json").document["games"][0]
    Path("game.json").write_text(json.dumps(record))
    for name in COMMANDS:
        shown = fivefold(name, "--help").out.partition("Examples:")[2]
        examples = [line for line in shown.splitlines() if line.startswith("    fivefold ")]
        assert examples
        for line in examples:
            if line.endswith("fivefold bench"):
                continue  # the same for all three games
            fewer = re.sub(r"--games \d+", "--games 2", line)
            answer = fivefold(*shlex.split(fewer)[1:])
            assert answer.code == 0, (line, answer.err)
