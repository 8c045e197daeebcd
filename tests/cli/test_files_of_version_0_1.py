"""Files written by version 0.1 open in this one, and the commands continue from them.

`tests/data/version-0.1` was written by the commands of commit 7382ab8:

    fivefold arena run gomoku "random(seed=3)" "level(1)" gomocup:/bin/false --size 9 --pairs 1
        --openings none --depth 1 --withdraw-after 3 -d league
    fivefold arena change league --add "minimax(depth=1)" --pause
    fivefold arena run gomoku "level(1)" "random(seed=2)" --pairs 1 --opening swap2
        --format match --depth 1 --sprt 0,30 -d swap2
    fivefold arena report league --json > league-report.json            (and swap2)
    fivefold arena ladder othello --size 4 --pairs 1 --seconds 0.02 --save ladder.json
    fivefold play …, then `save game-….json`
    fivefold book pentomino build book-5x5.txt --size 5 --journal book-5x5.journal
"""

from __future__ import annotations

import io
import json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fivefold.formats import read_file, write_text
from fivefold.names import game_from
from fivefold.results.journal import Journal
from fivefold.results.ladder import Ladder, ladder_from

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold

DATA = Path(__file__).parents[1] / "data" / "version-0.1"


def tournament(name: str, folder: Path) -> Path:
    """Returns a tournament's folder with a journal of version 0.1."""
    shutil.copy(DATA / f"{name}.jsonl", folder / "journal.jsonl")
    return folder


def expected(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((DATA / f"{name}-report.json").read_text())
    return document


def test_a_journal_gives_the_same_report(fivefold: Fivefold, tmp_path: Path) -> None:
    folder = str(tournament("league", tmp_path))
    document = json.loads(fivefold("arena", "report", folder, "--json").out)
    # Version 0.1 reported it as paused although it was not running.
    assert document == {**expected("league"), "phase": "stopped"}


def test_a_journal_with_swap2_and_a_sequential_test_gives_the_same_report(
    fivefold: Fivefold, tmp_path: Path
) -> None:
    folder = str(tournament("swap2", tmp_path))
    assert json.loads(fivefold("arena", "report", folder, "--json").out) == expected("swap2")
    journal = Journal.open(tmp_path)
    for key in journal.finished:
        assert journal.record(key).swap2 is not None


@pytest.mark.system
def test_a_tournament_is_resumed_and_keeps_its_games(fivefold: Fivefold, tmp_path: Path) -> None:
    folder = tournament("league", tmp_path)
    kept = set(Journal.open(folder).finished.values())
    fivefold("arena", "resume", str(folder), "--json")
    journal = Journal.open(folder)
    assert kept < set(journal.finished.values())
    document = json.loads(fivefold("arena", "report", str(folder), "--json").out)
    assert document["phase"] == "finished"
    assert sum(player["games"] for player in document["players"]) > 2 * len(kept)


def test_a_ladder_is_read_and_written_as_it_was() -> None:
    text = (DATA / "ladder.json").read_text()
    ladder = ladder_from(text, "ladder.json")
    assert ladder.as_json() == json.loads(text)
    assert Ladder.from_json(ladder.as_json()) == ladder


@pytest.mark.parametrize("name", ["gomoku", "othello", "swap2"])
def test_a_saved_game_is_read_and_written_as_it_was(name: str) -> None:
    file = DATA / f"game-{name}.json"
    reading = read_file(str(file), game_from("othello" if name == "othello" else "gomoku"))
    assert json.loads(write_text([reading], "json")) == json.loads(file.read_text())


def test_a_saved_game_goes_on_with_its_players(
    fivefold: Fivefold, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    answer = fivefold("play", "gomoku", "-i", str(DATA / "game-gomoku.json"))
    assert (answer.code, answer.err) == (0, "")
    assert "human" in answer.out
    assert "level(2)" in answer.out


def test_a_book_and_its_journal_need_no_more_work(fivefold: Fivefold, tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path / "data")
    book, journal = (str(tmp_path / "data" / f"book-5x5.{end}") for end in ("txt", "journal"))
    arguments = (book, "--size", "5", "--journal", journal, "--processes", "1", "--json")
    document = json.loads(fivefold("book", "pentomino", "build", *arguments).out)
    assert (document["first_moves"], document["won"], document["lost"]) == (82, 1, 81)
    assert (document["known_pairs"], document["pairs"]) == (866, 0)
    assert Path(book).read_text() == (DATA / "book-5x5.txt").read_text()
