"""The exports of a tournament, read back by the rules of their formats."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fivefold.arena.reports.exports import as_json, games_csv, games_pgn, ratings_csv
from fivefold.formats.files import write_parts
from fivefold.results.journal import Journal
from fivefold.results.standings import standings_of
from fivefold.results.tournament_status import TournamentStatus

if TYPE_CHECKING:
    from tests.conftest import JournalFile, NewJournal

ODD = 'a "quoted" \\ name, with a comma'


@pytest.fixture
def small(tmp_path: Path, new_journal: NewJournal) -> JournalFile:
    """Two pairs of games: a complete one, and one whose second game ended by a fault."""
    file = new_journal(tmp_path / "small", ODD, "b", pairs=2, withdraw_after=9)
    pair = f"{ODD} – b"
    file.finished(f"{pair} 1", 1, ODD, "b", "X")
    file.finished(f"{pair} 1", 2, "b", ODD, None)
    file.finished(f"{pair} 2", 1, ODD, "b", "O")
    facts = {"ending": "crashed", "fault": "b", "reason": "It broke,\nand how."}
    file.finished(f"{pair} 2", 2, "b", ODD, "O", **facts)
    file.finished("nobody – knows 1", 1, "nobody", "knows", "X")
    return file


def status_of(file: JournalFile) -> TournamentStatus:
    journal = Journal.open(file.folder)
    return TournamentStatus.of(journal, standings_of(journal))


def test_the_document_says_what_the_report_says(small: JournalFile) -> None:
    text = json.dumps(as_json(status_of(small)), allow_nan=False)
    document = json.loads(text)
    assert list(document) == [
        *("tournament", "phase", "games", "anchor", "players", "cross", "match", "sprt", "faults"),
    ]
    assert document["phase"] == "finished"
    assert document["games"] == {
        "counted": 4,
        "pending": 0,
        "void": 0,
        "under_way": 0,
        "total": 4,
    }
    best, worst = document["players"]
    assert (best["rank"], best["name"], best["points"], best["faults"]) == (1, ODD, 2.5, 0)
    assert (worst["name"], worst["wins"], worst["draws"], worst["losses"]) == ("b", 1, 1, 2)
    assert best["rating"] + worst["rating"] == pytest.approx(3000)
    assert document["match"]["pairs"] == [0, 0, 1, 1, 0]
    assert document["match"]["elo"]["difference"] == pytest.approx(88.74, abs=0.01)
    assert document["cross"][0] == {
        "player": ODD,
        "opponent": "b",
        "wins": 2,
        "draws": 1,
        "losses": 1,
        "points": 2.5,
    }
    assert document["sprt"] is None
    assert document["faults"] == [
        {"name": "b", "ending": "crashed", "reason": "It broke,\nand how.", "games": 1}
    ]
    assert document["tournament"]["entrants"][0]["name"] == ODD


def test_the_document_of_a_sequential_test_has_its_state(
    tmp_path: Path, new_journal: NewJournal
) -> None:
    file = new_journal(tmp_path, "a", "b", pairs=9, sprt={"elo0": 0, "elo1": 10})
    file.finished("a – b 1", 1, "a", "b", "X")
    file.finished("a – b 1", 2, "b", "a", "O")
    sprt = as_json(status_of(file))["sprt"]
    assert {key: sprt[key] for key in ("elo0", "elo1", "model", "verdict", "games_left")} == {
        "elo0": 0,
        "elo1": 10,
        "model": "normalized",
        "verdict": None,
        "games_left": None,
    }
    assert sprt["lower"] < 0 < sprt["llr"] < sprt["upper"]


def test_without_games_the_document_has_no_made_up_numbers(
    tmp_path: Path, new_journal: NewJournal
) -> None:
    document = as_json(status_of(new_journal(tmp_path, "a", "b", "c")))
    assert [player["rating"] for player in document["players"]] == [None, None, None]
    assert document["cross"] == []
    assert document["match"] is None


def test_the_games_are_one_line_each(small: JournalFile) -> None:
    rows = list(csv.DictReader(io.StringIO("".join(games_csv(status_of(small))))))
    assert [row["result"] for row in rows] == ["1-0", "1/2-1/2", "0-1", "0-1"]
    assert [row["winner"] for row in rows] == [ODD, "", "b", ODD]
    assert rows[0]["first"] == ODD
    assert rows[0]["moves"] == "9"
    assert (rows[0]["first_seconds"], rows[0]["second_seconds"]) == ("1.25", "2.0")
    assert rows[0]["finished"] == "2026-11-16T04:00:02.000+00:00"
    assert (rows[3]["ending"], rows[3]["fault"]) == ("crashed", "b")
    assert rows[3]["reason"] == "It broke,\nand how."


def test_the_ratings_are_one_line_each(small: JournalFile) -> None:
    rows = list(csv.DictReader(io.StringIO("".join(ratings_csv(status_of(small))))))
    assert [row["name"] for row in rows] == [ODD, "b"]
    assert float(rows[0]["rating"]) - float(rows[1]["rating"]) == pytest.approx(88.74, abs=0.02)
    assert rows[1]["faults"] == "1"


TAG = re.compile(r'^\[(\w+) "((?:[^"\\]|\\.)*)"\]$', re.MULTILINE)


def test_rating_tools_find_who_played_whom_and_the_result(small: JournalFile) -> None:
    text = "".join(games_pgn(status_of(small)))
    games = [game for game in re.split(r"(?=\[Event )", text) if game]
    assert len(games) == 4
    heads = [
        {tag: re.sub(r"\\(.)", r"\1", value) for tag, value in TAG.findall(game)} for game in games
    ]
    assert [(head["White"], head["Black"], head["Result"]) for head in heads] == [
        (ODD, "b", "1-0"),
        ("b", ODD, "1/2-1/2"),
        (ODD, "b", "0-1"),
        ("b", ODD, "0-1"),
    ]
    assert heads[0]["Date"] == "2026.11.16"
    assert heads[3]["Termination"] == "crashed"
    for game, head in zip(games, heads, strict=True):
        moves, result = re.fullmatch(r".*\n\n\{(.*)\} (\S+)\n\n", game, re.DOTALL).groups()  # type: ignore[union-attr]
        assert result == head["Result"]
        assert moves.split()[0] in ("c3", "a1")
        assert all(len(line) < 256 for line in game.splitlines())  # the maximum of the PGN standard


def test_moves_with_spaces_inside_are_kept_apart(tmp_path: Path, new_journal: NewJournal) -> None:
    game = "pentomino(size=8)"
    file = new_journal(tmp_path, "a", "b", game=game)
    moves = ["F c4 d4 d5 e5 d6", "I a1 b1 c1 d1 e1"]
    line: dict[str, Any] = {"game": game, "first": "a", "second": "b", "moves": moves}
    line |= {"start": "." * 64}
    line |= {"winner": None, "ending": "maximum", "reason": "", "fault": None, "seconds": []}
    file.write(**{"event": "finished", "key": "a – b 1.1", **line})
    assert "{F c4 d4 d5 e5 d6; I a1 b1 c1 d1 e1}" in "".join(games_pgn(status_of(file)))


def test_a_file_is_written_whole_or_not_at_all(small: JournalFile, tmp_path: Path) -> None:
    status = status_of(small)
    target = tmp_path / "games.pgn"
    target.write_text("before")
    small.file.write_bytes(small.file.read_bytes()[:600])  # games disappear before they are read
    with pytest.raises(Exception):  # noqa: B017, PT011 - what it is does not matter here
        write_parts(str(target), games_pgn(status))
    assert target.read_text() == "before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.pgn", "small"]
