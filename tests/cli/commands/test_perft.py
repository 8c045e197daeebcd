from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold, Wander

OTHELLO = [1, 4, 12, 56, 244, 1396, 8200]


@pytest.mark.parametrize("rules", ["native", "python"])
def test_perft_counts_the_known_numbers(fivefold: Fivefold, rules: str) -> None:
    for depth, leaves in enumerate(OTHELLO[:5]):
        data = fivefold("perft", "othello", str(depth), "--rules-in", rules, "--json").document
        assert list(data) == ["depth", "leaves", "seconds"]
        assert (data["depth"], data["leaves"]) == (depth, leaves)
    data = fivefold("perft", "pentomino", "1", "--rules-in", rules, "--json").document
    assert data["leaves"] == 2308
    data = fivefold("perft", "gomoku", "2", "--size", "9", "--rules-in", rules, "--json").document
    assert data["leaves"] == 81 * 80


@pytest.mark.parametrize(
    "game", ["gomoku(size=5)", "gomoku(size=6, rules=standard)", "othello(size=4)", "pentomino"]
)
def test_both_rules_agree_in_any_position(fivefold: Fivefold, wander: Wander, game: str) -> None:
    for seed in range(6):
        state = wander(game, seed)
        text = state.game.format_position(state)
        arguments = ("perft", game, "2", "-p", text, "--json")
        native = fivefold(*arguments).document["leaves"]
        assert native == fivefold(*arguments, "--rules-in", "python").document["leaves"]


def test_a_finished_game_is_one_leaf(fivefold: Fivefold, wander: Wander) -> None:
    state = wander("othello(size=4)", 0, 100)
    text = state.game.format_position(state)
    assert fivefold("perft", "othello", "5", "-p", text, "--json").document["leaves"] == 1


def test_people_read_the_count_in_a_sentence(fivefold: Fivefold) -> None:
    answer = fivefold("perft", "othello", "5")
    assert answer.out.startswith("1,396 lines of 5 plies, counted in ")


def test_without_the_native_core_it_says_so(
    fivefold: Fivefold, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("fivefold._native", raising=False)
    monkeypatch.setitem(sys.modules, "fivefold._native", None)
    for arguments in (("perft", "othello", "2"), ("bench", "pentomino")):
        answer = fivefold(*arguments)
        assert (answer.code, answer.out) == (3, "")
        assert answer.err.count("\n") == 1
    assert fivefold("perft", "othello", "2", "--rules-in", "python").code == 0
