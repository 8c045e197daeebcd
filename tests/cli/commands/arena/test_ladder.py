"""`fivefold arena ladder`: playing, stopping, resuming, and printing the installed ladder."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fivefold.arena.ladder.tournament import OPPONENTS
from fivefold.results.journal import FILE
from fivefold.results.ladder import ladder_from, ladder_of

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold

PAGE = Path(__file__).parents[4] / "docs" / "reference" / "command-line.md"
# 3x5 cells hold three pieces: a game lasts a few milliseconds.
SMALL = ("arena", "ladder", "pentomino", "--size", "3x5", "--pairs", "1", "--seconds", "0.01")


def test_a_ladder_is_played_saved_and_goes_on_after_a_stop(
    fivefold: Fivefold, tmp_path: Path
) -> None:
    folder, file = tmp_path / "ladder", tmp_path / "ladder.json"
    play = (*SMALL, "-d", str(folder), "--save", str(file), "--concurrency", "1")
    first = fivefold(*play, "--json")
    assert first.code == 0, first.err
    found = ladder_from(file.read_text(), "file")
    assert json.loads(first.out) == found.as_json()
    assert {rung.player for rung in found.rungs} == set(OPPONENTS["pentomino"])
    anchor = next(rung for rung in found.rungs if rung.player == "level(1)")
    assert anchor.rating == 1000
    assert found.command.startswith('fivefold arena ladder "pentomino(size=3x5, rules=normal)"')
    # As after a kill: half of the games are missing.
    journal = folder / FILE
    lines = journal.read_text().splitlines(keepends=True)
    kept = lines[: len(lines) // 2]
    journal.write_text("".join(kept))
    again = fivefold(*play, "--json")
    assert again.code == 0, again.err
    assert journal.read_text().startswith("".join(kept))
    finished = [json.loads(line) for line in journal.read_text().splitlines()]
    keys = [line["key"] for line in finished if line["event"] == "finished"]
    assert len(keys) == len(set(keys)) == sum(r.score.games for r in found.rungs) // 2
    other = fivefold(*play[:-2], "--seed", "2")
    assert (other.code, other.out) == (2, "")
    assert "holds a different tournament" in other.err


def test_the_installed_ladder_is_shown_without_playing(fivefold: Fivefold) -> None:
    installed = ladder_of("othello")
    assert installed is not None
    assert fivefold("arena", "ladder", "othello", "--show", "--json").document == (
        installed.as_json()
    )
    text = fivefold("arena", "ladder", "othello", "--show").out
    rows = text.splitlines()[1 : len(installed.rungs) + 1]
    assert [row.partition("  ")[0] for row in rows] == [rung.player for rung in installed.rungs]
    assert installed.command in text


def test_the_table_can_be_put_into_a_document(fivefold: Fivefold) -> None:
    lines = fivefold("arena", "ladder", "pentomino", "--show", "--markdown").out.splitlines()
    assert lines[0] == "| opponent | rating | 95% | games | score |"
    assert re.fullmatch(r"(\| --- )+\|", lines[1])
    assert any(line.startswith("| `level(1)` | 1000 | – |") for line in lines)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["othello", "--size", "6", "--show"], "no ladder for othello(size=6"),
        (["othello", "--pairs", "0"], "number of pairs"),
        (["othello", "--seconds", "0"], "seconds"),
        (["chess"], "chess"),
    ],
)
def test_wrong_usage_is_one_sentence(
    fivefold: Fivefold, arguments: list[str], sentence: str
) -> None:
    answer = fivefold("arena", "ladder", *arguments)
    assert answer.code == 2
    assert answer.out == ""
    assert sentence in answer.err
    assert answer.err.count("\n") == 1


def test_every_option_is_documented(fivefold: Fivefold) -> None:
    page = PAGE.read_text(encoding="utf-8")
    section = page.partition("## arena ladder\n")[2].partition("\n## ")[0]
    text = fivefold("arena", "ladder", "--help").out
    shared = {"--size", "--rules", "--json", "--ascii", "--help"}
    options = set(re.findall(r"^ +(?:-\w, )?(--[\w-]+)", text, re.MULTILINE)) - shared
    assert options
    assert [option for option in sorted(options) if f"`{option}" not in section] == []
