"""`fivefold analyse`: the table, JSON, SGF and HTML, and input that it refuses."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import fivefold as library
from fivefold.tree.node import main_nodes

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold

MISSED = "(;GM[4]SZ[15]PB[<b>Ann</b>]PW[Bob];B[hh];W[hf];B[ih];W[if];B[jh];W[jf];B[ao];W[kf])"
"""Move 7 misses an open four."""
QUICK = ("--nodes", "2000")


class Page(HTMLParser):
    """Collects what a page consists of, and what it would load."""

    def __init__(self) -> None:
        super().__init__()
        self.tags = list[str]()
        self.addresses = list[str]()
        self.words = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "game.sgf"
    file.write_text(MISSED)
    return file


def test_the_table_fits_80_columns_and_says_what_was_better(fivefold: Fivefold, game: Path) -> None:
    answer = fivefold("analyse", str(game))
    assert answer.code == 0
    assert answer.err == ""
    lines = answer.out.splitlines()
    assert max(map(len, lines)) < 80
    assert lines[0].split() == ["#", "side", "move", "lost", "better"]
    row = lines[7].split()
    assert row[:4] == ["7", "Black", "a1", "100*"]
    assert row[4] in ("g8", "k8")
    assert f"Black missed an open four at {row[4]}." in answer.out
    assert "Black (<b>Ann</b>): accuracy" in answer.out
    plain = fivefold("analyse", str(game), "--ascii").out
    assert plain.isascii()
    assert plain != answer.out


def test_json_has_the_documented_keys_and_is_the_same_each_time(
    fivefold: Fivefold, game: Path
) -> None:
    found = fivefold("analyse", str(game), "--json", *QUICK).document
    assert found == fivefold("analyse", str(game), "--json", *QUICK).document
    assert list(found) == [
        "game", "first", "second", "winner", "ending", "start", "unit", "complete", "definition",
        "sides", "moves", "values", "turning_points", "time",
    ]  # fmt: skip
    assert set(found["sides"]) == {"X", "O"}
    assert set(found["sides"]["X"]) == {"accuracy", "counted", "mistakes", "lost"}
    assert len(found["moves"]) == 8
    assert len(found["values"]) == 9
    turn = found["turning_points"][-1]
    assert set(turn) == {
        "number", "ply", "side", "move", "better", "line", "loss", "exact", "reasons", "instead",
    }  # fmt: skip
    assert (turn["ply"], turn["side"], turn["move"], turn["loss"]) == (7, "X", "a1", 100)


def test_the_sgf_has_values_comments_and_better_lines(
    fivefold: Fivefold, game: Path, tmp_path: Path
) -> None:
    target = tmp_path / "report.sgf"
    answer = fivefold("analyse", str(game), "--sgf", str(target), *QUICK)
    assert (answer.code, answer.out) == (0, "")
    assert "report.sgf" in answer.err
    tree = library.read(str(target))
    assert tree.moves == library.read(str(game)).moves
    nodes = main_nodes(tree.root)
    assert all(node.notes.values for node in nodes)
    assert "open four" in nodes[6].notes.comment
    assert tree.variations
    printed = fivefold("analyse", str(game), "--sgf", "-", *QUICK)
    assert printed.out == target.read_text()


@pytest.mark.parametrize("name", ["gomoku", "othello", "pentomino"])
def test_the_page_is_one_file_that_loads_nothing(
    fivefold: Fivefold, tmp_path: Path, name: str
) -> None:
    source, target = tmp_path / "game.json", tmp_path / "report.html"
    played = fivefold("match", name, "random", "level(2)", "--seed", "3", "--json").document
    record = {**played["games"][0], "first": "<script>alert(1)</script>"}
    source.write_text(json.dumps(record))
    assert fivefold("analyse", str(source), "--html", str(target), *QUICK).code == 0
    text = target.read_text()
    page = Page()
    page.feed(text)
    assert page.addresses == []
    assert "script" not in page.tags
    assert "<script>alert(1)</script>" in page.words
    assert "@import" not in text
    assert page.tags.count("article") >= 1
    # A board for each turning point, and the chart.
    assert page.tags.count("svg") == page.tags.count("article") + 1
    assert "light-dark(" in text
    assert "@media print" in text


@pytest.mark.parametrize(
    ("content", "arguments", "code", "words"),
    [
        (MISSED, ["--number", "2"], 2, ["1 game", "2"]),
        (MISSED, ["--json", "--html", "-"], 2, ["--json", "--html"]),
        (MISSED, ["--nodes", "0"], 2, ["nodes", "greater than 0"]),
        (MISSED, ["--size", "9"], 2, ["--game"]),
        (MISSED, ["--html", "no/such/folder.html", *QUICK], 2, ["folder"]),
        ("(;GM[4]SZ[15])", [], 2, ["no moves"]),
        ("." * 225 + " X", ["--game", "gomoku"], 2, ["no moves"]),
        ("(;GM[4]SZ[15];B[hh];W[hh])", [], 1, ["h8"]),
        ("", [], 2, ["empty"]),
        ("nonsense", [], 2, ["which game"]),
    ],
)
def test_what_cannot_be_analysed_is_refused_in_one_sentence(
    fivefold: Fivefold, tmp_path: Path, content: str, arguments: list[str], code: int,
    words: list[str],
) -> None:  # fmt: skip
    file = tmp_path / "game.txt"
    file.write_text(content)
    answer = fivefold("analyse", str(file), *arguments)
    assert answer.code == code
    assert answer.out == ""
    assert len(answer.err.splitlines()) == 1
    for word in words:
        assert word in answer.err


def test_a_game_that_sgf_cannot_hold_is_refused_before_the_analysis(
    fivefold: Fivefold, tmp_path: Path
) -> None:
    source, page = tmp_path / "game.txt", tmp_path / "report.html"
    source.write_text("I a1 b1 c1 d1 e1")
    target = tmp_path / "report.sgf"
    answer = fivefold(
        "analyse", str(source), "--game", "pentomino", "--sgf", str(target), "--html", str(page)
    )
    assert (answer.code, answer.out) == (2, "")
    assert "SGF cannot hold pentomino" in answer.err
    assert not target.exists()
    assert not page.exists()
