"""`fivefold solve gomoku`: forced wins, their proofs as files, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold

THREE = ("solve", "gomoku", "-m", "h8a1i8o1j8a15")
TWOS = ("solve", "gomoku", "-m", "h8a1i8o1j9a15j10o15")


def test_a_win_by_fours_is_told_with_its_line(fivefold: Fivefold) -> None:
    lines = fivefold(*THREE).out.splitlines()
    assert lines[0] == "Black wins in 3 by fours. Every reply was checked."
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


def test_a_win_by_threes_is_told_apart(fivefold: Fivefold) -> None:
    assert fivefold(*TWOS).out.startswith("Black wins in 5 by fours and threes.")
    assert fivefold(*TWOS, "--kind", "vcf").out.startswith(
        "Not proven. There is no win by fours.\n"
    )
    few = fivefold(*TWOS, "--kind", "both", "--plies", "3").out
    assert few.startswith("Not proven. There is no win by fours and threes in 3 moves or fewer.")
    stopped = fivefold(*TWOS, "--kind", "vct", "--nodes", "2").out
    assert stopped.startswith("Not proven. No win by fours and threes was found; not every line")


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
    assert answer.out.startswith("The proof holds: Black wins in 5, whatever the other side")
    assert fivefold("solve", "gomoku", "--check", str(file), "--json").document["holds"] is True


def test_a_false_proof_is_told_where_it_fails(fivefold: Fivefold, tmp_path: Path) -> None:
    file = tmp_path / "win.json"
    fivefold(*THREE, "--proof", str(file))
    proof = json.loads(file.read_text("utf-8"))
    proof["proof"][-1][1] = {}  # no reply is named any more
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
        ("", "This is no JSON document: "),
        ("[]", "A proof has a “position”, and this has none."),
        ('{"position": "X"}', "A proof has “rules” of Gomoku, and “None” are none."),
        ('{"position": "X", "rules": "renju"}', "A position"),
        ("[" * 100_000, "This is no JSON document: "),
    ],
)
def test_a_file_that_is_no_proof_is_refused(
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
def test_nodes_that_are_none_are_refused(fivefold: Fivefold, tmp_path: Path, nodes: object) -> None:
    file = tmp_path / "proof.json"
    document = {"position": "." * 225 + " X", "rules": "freestyle", "proof": nodes}
    file.write_text(json.dumps(document), encoding="utf-8")
    answer = fivefold("solve", "gomoku", "--check", str(file))
    assert (answer.code, answer.out) == (2, "")
    assert "roof" in answer.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("othello", "--kind", "vcf"), "--kind is for Gomoku."),
        (("pentomino", "--plies", "3"), "--plies is for Gomoku."),
        (("othello", "--proof", "x"), "--proof is for Gomoku."),
        (("othello", "--check", "x"), "--check is for Gomoku."),
        (("gomoku", "--plies", "0"), "--plies is 1 or more."),
        (("gomoku", "--proof", "-", "--json"), "Give either --proof - or --json, not both."),
        (("gomoku", "--check", "nowhere.json"), "There is no file “nowhere.json”."),
        (
            ("gomoku", "--kind", "four"),
            "--kind is vcf (fours), vct (fours and threes) or both, not “four”.",
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
