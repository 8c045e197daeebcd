"""The command line under the rule sets of Gomoku that forbid points."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fivefold import formats, names

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold

MOVES = "h8 a1 i8 c1 j7 e1 j6 g1"  # Black's next stone on j8 makes a double three


def test_show_marks_forbidden_points_and_says_why(fivefold: Fivefold) -> None:
    answer = fivefold("show", "gomoku", "--rules", "renju", "-m", MOVES)
    assert answer.code == 0
    assert " 8 . . . . . . . X X # . . . . ." in answer.out
    assert "Forbidden for Black (#): j8 (a double three)" in answer.out


def test_show_lists_forbidden_points_for_programs(fivefold: Fivefold) -> None:
    data = fivefold("show", "gomoku", "--rules", "renju", "-m", MOVES, "--json").document
    assert data["forbidden"] == [{"move": "j8", "reason": "a double three"}]
    assert "j8" not in data["legal_moves"]
    data = fivefold("show", "gomoku", "--rules", "renju", "-m", f"{MOVES} a15", "--json").document
    assert data["forbidden"] == []  # White has no forbidden points
    assert "forbidden" not in fivefold("show", "gomoku", "-m", MOVES, "--json").document


@pytest.mark.parametrize("style", ["plain", "numbers"])
def test_the_output_of_show_can_be_read_back(
    fivefold: Fivefold, tmp_path: Path, style: str
) -> None:
    shown = fivefold("show", "gomoku", "--rules", "renju", "-m", MOVES, "--style", style).out
    file = tmp_path / "board.txt"
    file.write_text(shown, encoding="utf-8")
    again = fivefold("show", "gomoku", "--rules", "renju", "-i", str(file), "--style", style).out
    assert again == shown


def test_a_forbidden_move_is_refused_with_the_reason(fivefold: Fivefold) -> None:
    answer = fivefold("show", "gomoku", "--rules", "renju", "-m", f"{MOVES} j8")
    assert (answer.code, answer.out) == (1, "")
    reason = "j8 is forbidden: Black may not make a double three."
    assert answer.err == f"Move 9: {reason}\n"


def test_the_switches_of_omok_are_an_option_or_parameters(fivefold: Fivefold) -> None:
    for arguments in (
        ("gomoku", "--rules", "omok:fours=black:threes=none"),
        ("gomoku(rules=omok, threes=none, fours=black)",),
    ):
        data = fivefold("show", *arguments, "-m", MOVES, "--json").document
        assert data["rules"] == "omok:threes=none:fours=black"
        assert data["forbidden"] == []


def test_an_unknown_switch_is_wrong_usage(fivefold: Fivefold) -> None:
    answer = fivefold("show", "gomoku", "--rules", "omok:sixes=win")
    assert answer.code == 2
    assert "“sixes=win” is not a switch of omok" in answer.err


def test_a_match_is_played_and_kept_under_the_rules_it_names(fivefold: Fivefold) -> None:
    game = "gomoku(size=6, rules=omok:threes=black)"
    data = fivefold("match", game, "random", "random", "--seed", "4", "--json").document
    assert data["games"][0]["game"] == game
    again = fivefold("match", game, "random", "level(2)", "--games", "2", "--json").document
    assert [record["ending"] for record in again["games"]] == ["normal", "normal"]


@pytest.mark.parametrize("rules", ["renju", "caro", "omok", "omok:threes=black:six=win"])
def test_records_name_their_rules(rules: str) -> None:
    game = names.game_from("gomoku", 9, rules)
    reading = formats.Reading(game.start, formats.read_moves("e5 e6", game.start))
    sgf = formats.write_text((reading,), "sgf")
    assert f"RU[{rules}]" in sgf
    assert formats.read_all(sgf)[0].start.game == game
