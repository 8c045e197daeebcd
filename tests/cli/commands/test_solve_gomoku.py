"""`fivefold solve gomoku`: forced wins, proof files, and rejected input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold

THREE = ("solve", "gomoku", "-m", "h8a1i8o1j8a15")
TWOS = ("solve", "gomoku", "-m", "h8a1i8o1j9a15j10o15")
COUNTERED = ("solve", "gomoku", "-m", "f9h9k6h7h6f7g7i5g8g6i8h8h5f4f5e5j6g4l6i6e4e8k5d6c7e7n6")


def test_a_win_by_fours_is_shown_with_its_line(fivefold: Fivefold) -> None:
    lines = fivefold(*THREE).out.splitlines()
    assert lines[0] == "Black wins in 3 plies by fours. Every reply was checked."
    assert lines[1].startswith("Best line: ")
    assert len(lines[1].split()) == 2 + 3
    data = fivefold(*THREE, "--json").document
    assert (data["value"], data["exact"], len(data["pv"])) == ("win", True, 3)
    assert data["forced"] | {"checked": 0} == {
        "kind": "vcf",
        "found": True,
        "plies": 3,
        "complete": False,
        "checked": 0,
    }
    assert data["forced"]["checked"] > 0


def test_a_win_by_threes_is_named_as_such(fivefold: Fivefold) -> None:
    assert fivefold(*TWOS).out.startswith("Black wins in 5 plies by fours and threes.")
    assert fivefold(*TWOS, "--kind", "vcf").out.startswith(
        "Not proven: there is no win by fours.\n"
    )
    few = fivefold(*TWOS, "--kind", "both", "--plies", "3").out
    assert few.startswith("Not proven: there is no win by fours and threes within 3 plies.")
    stopped = fivefold(*TWOS, "--kind", "vct", "--nodes", "2").out
    assert stopped.startswith(
        "Not proven: no win by fours and threes was found, but not every line"
    )


def test_a_win_is_found_although_the_defender_answers_with_fours(fivefold: Fivefold) -> None:
    answer = fivefold(*COUNTERED, "--kind", "vct", "--nodes", "500000")
    assert answer.out.startswith("White wins in ")
    assert "by fours and threes. Every reply was checked." in answer.out


def test_no_win_is_claimed_only_if_every_threat_was_tried(fivefold: Fivefold) -> None:
    few = ("solve", "gomoku", "-m", "h8h9i8", "--kind", "vct", "--json")
    assert fivefold(*few).document["forced"]["complete"] is True
    assert fivefold(*few, "--nodes", "2").document["forced"]["complete"] is False


def test_a_board_without_a_forced_win_is_answered_at_once(fivefold: Fivefold) -> None:
    data = fivefold("solve", "gomoku", "--json").document
    assert (data["value"], data["exact"], data["move"]) == (None, False, None)
    assert data["forced"]["complete"] is True


def test_a_proof_is_written_and_checked(fivefold: Fivefold, tmp_path: Path) -> None:
    file = tmp_path / "win.json"
    assert fivefold(*TWOS, "--proof", str(file)).code == 0
    proof = json.loads(file.read_text("utf-8"))
    assert list(proof) == ["game", "rules", "position", "kind", "plies", "line", "proof"]
    answer = fivefold("solve", "gomoku", "--check", str(file))
    assert answer.code == 0
    assert answer.out.startswith("The proof holds: Black wins in 5 plies, whatever the other side")
    assert fivefold("solve", "gomoku", "--check", str(file), "--json").document["holds"] is True


def test_a_false_proof_is_rejected_with_the_place_of_the_error(
    fivefold: Fivefold, tmp_path: Path
) -> None:
    file = tmp_path / "win.json"
    fivefold(*THREE, "--proof", str(file))
    proof = json.loads(file.read_text("utf-8"))
    proof["proof"][-1][1] = {}  # without replies
    file.write_text(json.dumps(proof), encoding="utf-8")
    answer = fivefold("solve", "gomoku", "--check", str(file))
    assert answer.code == 1
    assert answer.out.startswith("The proof fails after ")
    data = fivefold("solve", "gomoku", "--check", str(file), "--json")
    assert data.code == 1
    found = json.loads(data.out)
    assert found["holds"] is False
    assert len(found["line"]) == 3


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "This is not a JSON document: "),
        ("[]", "The proof has no “position”."),
        ('{"position": "X"}', "The “rules” of the proof must be a Gomoku rule set, not “None”."),
        ('{"position": "X", "rules": "renju"}', "A position"),
        ("[" * 100_000, "This is not a JSON document: "),
    ],
)
def test_a_file_without_a_proof_is_rejected(
    fivefold: Fivefold, tmp_path: Path, text: str, sentence: str
) -> None:
    file = tmp_path / "proof.json"
    file.write_text(text, encoding="utf-8")
    answer = fivefold("solve", "gomoku", "--check", str(file))
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.count("\n") == 1
    if sentence != "A position":
        assert answer.err.startswith(sentence)


@pytest.mark.parametrize(
    "nodes",
    [[], "h8", [1], [["h8"]], [["h8", {}, 0]], [["h8", {"g8": 1}, None]], [["zz", {}, None]]],
)
def test_invalid_nodes_are_rejected(fivefold: Fivefold, tmp_path: Path, nodes: object) -> None:
    file = tmp_path / "proof.json"
    document = {"position": "." * 225 + " X", "rules": "freestyle", "proof": nodes}
    file.write_text(json.dumps(document), encoding="utf-8")
    answer = fivefold("solve", "gomoku", "--check", str(file))
    assert (answer.code, answer.out) == (2, "")
    assert "roof" in answer.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("othello", "--kind", "vcf"), "--kind is for Gomoku only."),
        (("pentomino", "--plies", "3"), "--plies is for Gomoku only."),
        (("othello", "--proof", "x"), "--proof is for Gomoku only."),
        (("othello", "--check", "x"), "--check is for Gomoku only."),
        (("gomoku", "--plies", "0"), "--plies must be 1 or more."),
        (("gomoku", "--proof", "-", "--json"), "Use either --proof - or --json, not both."),
        (("gomoku", "--check", "nowhere.json"), "There is no file “nowhere.json”."),
        (
            ("gomoku", "--kind", "four"),
            "--kind must be vcf (fours), vct (fours and threes) or both, not “four”.",
        ),
    ],
)
def test_options_that_do_not_fit_are_refused(
    fivefold: Fivefold, arguments: tuple[str, ...], sentence: str
) -> None:
    answer = fivefold("solve", *arguments)
    assert (answer.code, answer.out, answer.err.strip()) == (2, "", sentence)


def test_without_a_win_there_is_no_proof_to_write(fivefold: Fivefold, tmp_path: Path) -> None:
    file = tmp_path / "win.json"
    answer = fivefold("solve", "gomoku", "--kind", "vcf", "--proof", str(file))
    assert answer.code == 0
    assert "There is no proof to write" in answer.err
    assert not file.exists()
