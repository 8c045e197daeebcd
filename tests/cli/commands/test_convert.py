from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold


LEFT: dict[str, Any] = {"ending": "unfinished", "winner": None, "seconds": []}
"""A game that was not finished."""


@pytest.fixture
def record(fivefold: Fivefold, tmp_path: Path) -> Path:
    """Returns a file with the record of an Othello game."""
    played = fivefold("match", "othello", "random", "h1", "--seed", "3", "--json").document
    file = tmp_path / "game.json"
    file.write_text(json.dumps(played["games"][0]))
    return file


def test_a_record_becomes_every_format_and_stays_the_same_position(
    fivefold: Fivefold, record: Path, tmp_path: Path
) -> None:
    from fivefold.formats import FORMATS

    last = fivefold("show", "othello", "-i", str(record), "--json").document["position"]
    for name, known in FORMATS.items():
        if name in ("psq", "offsets"):  # of Gomoku
            continue
        target = tmp_path / f"copy{known.extensions[0]}"
        answer = fivefold("convert", str(record), str(target), "--to", name)
        assert (answer.code, answer.out) == (0, "")
        assert "Wrote 1 game" in answer.err
        again = fivefold("show", "othello", "-i", str(target), "--json").document["position"]
        assert again == last, name


def test_the_ending_of_the_file_decides_the_format(
    fivefold: Fivefold, record: Path, tmp_path: Path
) -> None:
    target = tmp_path / "game.pos"
    assert fivefold("convert", str(record), str(target)).code == 0
    assert len(target.read_text().split()[0]) == 64


def test_a_dash_writes_to_standard_output(fivefold: Fivefold, record: Path) -> None:
    answer = fivefold("convert", str(record), "-", "--to", "position")
    lost = "60 moves, 60 thinking times and 2 players' names are not written"
    assert (answer.code, answer.err) == (0, f"{lost}: the format position cannot hold them.\n")
    assert len(answer.out.split()[0]) == 64


def test_the_game_must_be_named_where_the_file_does_not_say_it(
    fivefold: Fivefold, tmp_path: Path
) -> None:
    source, target = tmp_path / "moves.txt", tmp_path / "out.json"
    source.write_text("f5d6c3")
    answer = fivefold("convert", str(source), str(target))
    assert answer.code == 2
    assert not target.exists()
    assert fivefold("convert", str(source), str(target), "--game", "othello").code == 0
    assert target.exists()


def test_nothing_is_written_where_something_is_wrong(
    fivefold: Fivefold, record: Path, tmp_path: Path
) -> None:
    record.write_text(record.read_text()[:-20])
    target = tmp_path / "out.pos"
    assert fivefold("convert", str(record), str(target)).code == 2
    assert {file.name for file in tmp_path.iterdir()} == {record.name}


def test_a_number_chooses_one_of_many(fivefold: Fivefold, record: Path, tmp_path: Path) -> None:
    game = json.loads(record.read_text())
    both = tmp_path / "both.json"
    both.write_text(json.dumps([game, {**game, **LEFT, "moves": game["moves"][:3]}]))
    for target in ("games.ggf", "games.wtb", "games.moves", "games.obf"):
        file = str(tmp_path / target)
        assert fivefold("convert", str(both), file).code == 0
        arguments = ("convert", file, "-", "--to", "position", "--game", "othello", "--number")
        third = fivefold("show", "othello", "-m", " ".join(game["moves"][:3]), "--json").document
        assert fivefold(*arguments, "2").out.strip() == third["position"]
        refused = fivefold(*arguments, "3")
        assert (refused.code, refused.out) == (2, "")
        assert "contains 2 games" in refused.err


STUDY = "(;GM[4]PB[Ann]DT[2026]RE[B+];B[hh]C[a]BL[9];W[ii]TE[1](;B[ij]C[b]XX[y])(;B[gh]C[c]))"
LOST = "1 variation, 3 comments, 1 glyph, 1 clock time, 1 other property, 1 player's name, 1 result"


def test_what_the_target_cannot_hold_is_said_and_written_all_the_same(
    fivefold: Fivefold, tmp_path: Path
) -> None:
    source, target = tmp_path / "study.sgf", tmp_path / "moves.txt"
    source.write_text(STUDY)
    answer = fivefold("convert", str(source), str(target))
    assert (answer.code, answer.out, target.read_text()) == (0, "", "h8 i7 i6\n")
    said = f"{LOST} and 1 detail are not written: the format moves cannot hold them."
    assert answer.err.splitlines()[0] == said
    for name in ("copy.json", "copy.sgf"):
        answer = fivefold("convert", str(source), str(tmp_path / name), "--strict")
        assert (answer.code, answer.err.count("\n")) == (0, 1)


def test_strict_writes_nothing_that_would_lose_something(
    fivefold: Fivefold, tmp_path: Path
) -> None:
    source, target = tmp_path / "study.sgf", tmp_path / "study.lib"
    source.write_text("(;GM[4];B[hh]C[a];W[ii]CR[aa])")
    answer = fivefold("convert", str(source), str(target), "--strict")
    assert (answer.code, answer.out, target.exists()) == (1, "", False)
    assert answer.err == "Nothing was written: the format lib cannot hold 1 marked cell.\n"
    source.write_text("(;GM[4];B[hh]C[a];W[ii]LB[aa:x])")
    assert fivefold("convert", str(source), str(target), "--strict").code == 0


@pytest.mark.parametrize("lost", ["x" * 3, "(;GM[1];B[pd])", "(;GM[4]C[", "(;GM[4]CA[x]PB[\xff])"])
def test_a_bad_file_is_one_sentence_and_nothing_is_written(
    fivefold: Fivefold, tmp_path: Path, lost: str
) -> None:
    source, target = tmp_path / "bad.sgf", tmp_path / "out.sgf"
    source.write_bytes(lost.encode("latin-1"))
    answer = fivefold("convert", str(source), str(target))
    assert (answer.code, answer.out, target.exists()) == (2, "", False)
    assert answer.err.count("\n") == 1
