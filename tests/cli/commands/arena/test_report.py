"""`fivefold arena report` from the command line."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold
    from tests.conftest import JournalFile, NewJournal


PLAIN = str.maketrans("·–", "--")


@pytest.fixture
def three(tmp_path: Path, new_journal: NewJournal) -> JournalFile:
    """A tournament of three with one pair played, between the first two."""
    file = new_journal(tmp_path / "three", "level(2)", "level(1)", "random")
    file.finished("level(2) – level(1) 1", 1, "level(2)", "level(1)", "X")
    file.finished("level(2) – level(1) 1", 2, "level(1)", "level(2)", None)
    return file


def test_the_report_is_printed_and_changes_nothing(fivefold: Fivefold, three: JournalFile) -> None:
    before = three.file.read_bytes()
    answer = fivefold("arena", "report", str(three.folder))
    assert answer.code == 0
    assert answer.err == ""
    assert answer.out.startswith("A small tournament: not finished, 2 of 6 games;")
    assert "\n1  level(2)    1595  " in answer.out
    assert three.file.read_bytes() == before
    assert [path.name for path in three.folder.iterdir()] == ["journal.jsonl"]


def test_it_can_be_asked_while_the_tournament_runs(fivefold: Fivefold, three: JournalFile) -> None:
    three.run()
    three.started("level(2) – random 1", 1, "level(2)", "random")
    three.write(end="", event="finished", key="level(2) – random 1.1")  # incomplete: being written
    answer = fivefold("arena", "report", str(three.folder))
    assert answer.code == 0
    assert "running, 2 of 6 games finished, 1 in progress." in answer.out


def test_json_is_one_document(fivefold: Fivefold, three: JournalFile) -> None:
    document = fivefold("arena", "report", str(three.folder), "--json").document
    assert document["phase"] == "stopped"
    assert document["players"][0]["name"] == "level(2)"


def test_an_anchor_is_a_player_with_a_rating(fivefold: Fivefold, three: JournalFile) -> None:
    arguments = ("arena", "report", str(three.folder), "--anchor", "level(1)=800", "--json")
    document = fivefold(*arguments).document
    assert document["anchor"] == {"name": "level(1)", "rating": 800.0}
    ratings = {player["name"]: player["rating"] for player in document["players"]}
    assert ratings["level(1)"] == 800.0
    assert ratings["random"] is None


def test_files_are_written_for_other_programs(
    fivefold: Fivefold, three: JournalFile, tmp_path: Path
) -> None:
    names = {"--csv": "games.csv", "--ratings": "ratings.csv", "--pgn": "games.pgn"}
    options = [text for option, name in names.items() for text in (option, str(tmp_path / name))]
    answer = fivefold("arena", "report", str(three.folder), *options)
    assert answer.code == 0
    assert answer.err.count("Written to") == 3
    assert len((tmp_path / "games.csv").read_text().splitlines()) == 3
    assert len((tmp_path / "ratings.csv").read_text().splitlines()) == 4
    assert (tmp_path / "games.pgn").read_text().count('[White "') == 2


def test_one_of_them_can_go_to_standard_output(fivefold: Fivefold, three: JournalFile) -> None:
    answer = fivefold("arena", "report", str(three.folder), "--csv", "-")
    rows = list(csv.DictReader(io.StringIO(answer.out)))
    assert [row["result"] for row in rows] == ["1-0", "1/2-1/2"]
    refused = fivefold("arena", "report", str(three.folder), "--csv", "-", "--json")
    assert (refused.code, refused.out) == (2, "")
    assert "Only one of" in refused.err


def test_plots_go_into_a_folder(
    fivefold: Fivefold, tmp_path: Path, new_journal: NewJournal
) -> None:
    folder, plots = new_journal(tmp_path / "none", "a", "b").folder, tmp_path / "plots"
    options = ("--plots", str(plots), "--plots-as", "svg", "--json")
    answer = fivefold("arena", "report", str(folder), *options)
    assert json.loads(answer.out)["phase"] == "stopped"
    assert answer.err.count("Plot written to") == 5
    assert {path.suffix for path in plots.iterdir()} == {".svg"}


def test_plain_characters_where_they_are_asked_for(fivefold: Fivefold, three: JournalFile) -> None:
    answer = fivefold("arena", "report", str(three.folder), "--ascii")
    assert answer.out.isascii()
    assert answer.out == fivefold("arena", "report", str(three.folder)).out.translate(PLAIN)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nowhere"], "no tournament in"),
        (["three", "--anchor", "level(9)"], "“level(9)” is not a player"),
        (["three", "--anchor", "random=nan"], "The rating in"),
        (["three", "--plots-as", "gif"], ".png, .svg, .pdf"),
        (["three", "--plots", "no/such/plots"], "The folder for the plot"),
        (["three", "--csv", "no/such/games.csv"], "games.csv"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    fivefold: Fivefold,
    three: JournalFile,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = fivefold("arena", "report", *arguments)
    assert answer.code == 2
    assert sentence in answer.err
    assert answer.err.count("\n") == 1
    assert answer.out == ""
    assert [path.name for path in tmp_path.iterdir()] == ["three"]


def test_a_broken_journal_is_one_sentence_with_the_line(
    fivefold: Fivefold, three: JournalFile
) -> None:
    lines = three.file.read_bytes().splitlines(keepends=True)
    three.file.write_bytes(b"".join([lines[0], b"rubbish\n", *lines[1:]]))
    answer = fivefold("arena", "report", str(three.folder))
    assert answer.code == 2
    assert "Line 2 of" in answer.err


def test_every_option_is_in_the_reference(fivefold: Fivefold) -> None:
    page = (Path(__file__).parents[4] / "docs" / "reference" / "command-line.md").read_text("utf-8")
    section = page.partition("\n## arena report\n")[2].partition("\n## ")[0]
    text = fivefold("arena", "report", "--help").out
    shared = {"--ascii", "--help"}
    options = set(re.findall(r"^ +(--[\w-]+)", text, re.MULTILINE)) - shared
    assert {option for option in options if f"`{option}" not in section} == set()
    assert len(options) == 7
