"""`fivefold arena openings`: a list that can be read, the same for the same seed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fivefold.arena.openings.sources import read_openings
from fivefold.names import game_from

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold

PAGE = Path(__file__).parents[4] / "docs" / "reference" / "command-line.md"
COMMAND = ("arena", "openings", "pentomino", "--count", "2", "--nodes", "20")


def test_the_list_says_how_it_was_made_and_can_be_read(fivefold: Fivefold) -> None:
    answer = fivefold(*COMMAND)
    assert answer.code == 0
    head, command, checked, *openings = answer.out.splitlines()
    assert all(line.startswith("# ") for line in (head, command, checked))
    assert command.endswith(
        'fivefold arena openings "pentomino(size=8, rules=normal)" --count 2 --seed 1 --nodes 20'
    )
    assert read_openings(answer.out, game_from("pentomino"), "out") == tuple(openings)
    assert len(openings) == 2


def test_json_has_the_same_openings(fivefold: Fivefold) -> None:
    lines = fivefold(*COMMAND).out.splitlines()[3:]
    assert fivefold(*COMMAND, "--json").document == {
        "game": "pentomino(size=8, rules=normal)",
        "seed": 1,
        "nodes": 20,
        "openings": lines,
    }
    other = fivefold(*COMMAND, "--seed", "2", "--json").document["openings"]
    assert other != lines


def test_a_match_plays_them(fivefold: Fivefold, tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text(fivefold(*COMMAND).out)
    data = fivefold(
        "match", "pentomino", "random", "random", "--openings", str(file), "--json"
    ).document
    assert len(data["games"]) == 4
    assert data["games"][0]["start"] == data["games"][1]["start"] != data["games"][2]["start"]


def test_a_board_without_balanced_openings_says_so(fivefold: Fivefold) -> None:
    answer = fivefold("arena", "openings", "othello", "--size", "4", "--nodes", "60")
    assert answer.code == 0
    assert "Only 0 balanced openings were found" in answer.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["chess"], "chess"),
        (["othello", "--count", "0"], "from 1 to 10000, not 0"),
        (["othello", "--nodes", "0"], "from 1 to 10000000, not 0"),
        (["othello", "--size", "5"], "5x5"),
    ],
)
def test_wrong_usage_is_one_sentence(
    fivefold: Fivefold, arguments: list[str], sentence: str
) -> None:
    answer = fivefold("arena", "openings", *arguments)
    assert answer.code == 2
    assert answer.out == ""
    assert sentence in answer.err
    assert answer.err.count("\n") == 1


def test_every_option_is_documented(fivefold: Fivefold) -> None:
    page = PAGE.read_text(encoding="utf-8")
    section = page.partition("## arena openings\n")[2].partition("\n## ")[0]
    text = fivefold("arena", "openings", "--help").out
    shared = {"--size", "--rules", "--json", "--ascii", "--help"}
    options = set(re.findall(r"^ +(?:-\w, )?(--[\w-]+)", text, re.MULTILINE)) - shared
    assert options
    assert [option for option in sorted(options) if f"`{option}" not in section] == []
