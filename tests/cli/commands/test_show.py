from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fivefold import names

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold, Wander

GAMES = (
    "gomoku(size=6)",
    "gomoku(size=9, rules=standard)",
    "othello(size=4)",
    "othello",
    "pentomino",
)
KEYS = {"game", "position", "to_move", "legal_moves", "outcome"}


@pytest.mark.parametrize("game", GAMES)
def test_show_keeps_its_json_contract_in_any_position(
    fivefold: Fivefold, wander: Wander, game: str
) -> None:
    for seed in range(12):
        state = wander(game, seed)
        text = state.game.format_position(state)
        data = fivefold("show", game, "-p", text, "--json").document
        assert data.keys() >= KEYS
        assert "evaluations" not in data
        assert data["game"] == state.game.name
        assert data["position"] == text
        assert data["legal_moves"] == [state.game.format_move(m) for m in state.legal_moves()]
        if state.outcome is None:
            assert data["to_move"] == state.to_move.value
            assert data["outcome"] is None
            assert data["legal_moves"]
        else:
            assert data["to_move"] is None
            assert data["legal_moves"] == []
            assert data["outcome"].keys() == {"winner", "reason", "margin"}
            winner = state.outcome.winner
            assert data["outcome"]["winner"] == (winner and winner.value)
            assert data["outcome"]["reason"] == str(state.outcome.reason)


@pytest.mark.parametrize("game", GAMES)
def test_show_prints_any_position_for_people(fivefold: Fivefold, wander: Wander, game: str) -> None:
    for seed in range(4):
        state = wander(game, seed)
        text = state.game.format_position(state)
        answer = fivefold("show", game, "-p", text, "--evaluate")
        assert (answer.code, answer.err) == (0, "")
        assert state.game.diagram(state) in answer.out
        expected = str(state.outcome.reason) if state.outcome else "to move."
        assert expected in answer.out


@pytest.mark.parametrize("game", ["gomoku", "othello", "pentomino"])
def test_evaluate_adds_a_finite_number_for_each_evaluation(
    fivefold: Fivefold, wander: Wander, game: str
) -> None:
    from fivefold.strategies.teaching.evaluate import EVALUATIONS

    for seed in range(4):
        state = wander(game, seed)
        text = state.game.format_position(state)
        data = fivefold("show", game, "-p", text, "--evaluate", "--json").document
        assert list(data["evaluations"]) == list(EVALUATIONS[game])
        assert all(isinstance(value, (int, float)) for value in data["evaluations"].values())


def test_h1_and_h2_are_labelled_and_follow_their_formulas(fivefold: Fivefold) -> None:
    cells = "X......." + "." * 16 + "...XX..." + "...OX..." + "." * 24
    data = fivefold("show", "othello", "-p", f"{cells} O", "--evaluate", "--json").document
    assert data["evaluations"]["discs"] == 1 - 4
    assert data["evaluations"]["weighted"] == 1 - 4 - 3
    answer = fivefold("show", "othello", "-p", f"{cells} O", "--evaluate")
    assert "discs (H1)" in answer.out
    assert "weighted (H2)" in answer.out


def test_the_numbers_style_counts_from_0_and_can_be_read_back(
    fivefold: Fivefold, wander: Wander, tmp_path: Path
) -> None:
    state = wander("othello", 5, 20)
    text = state.game.format_position(state)
    answer = fivefold("show", "othello", "-p", text, "--style", "numbers")
    assert answer.out.startswith(" | 0 1 2 3 4 5 6 7\n0| ")
    file = tmp_path / "board.txt"
    file.write_text(answer.out.partition("\n\n")[0] + f"\n{state.to_move.value}\n")
    assert fivefold("show", "othello", "-i", str(file), "--json").document["position"] == text


def test_moves_are_played_from_the_given_position(fivefold: Fivefold) -> None:
    start = fivefold("show", "othello", "-m", "f5", "--json").document["position"]
    data = fivefold("show", "othello", "-p", start, "-m", "d6c3", "--json").document
    assert data == fivefold("show", "othello", "-m", "f5 d6, c3", "--json").document


def test_forced_passes_may_be_left_out_and_are_put_in(fivefold: Fivefold, wander: Wander) -> None:
    seed = 0
    while True:
        seed += 1
        state = wander("othello(size=4)", seed, 0)
        texts = []
        while not state.outcome:
            moves = state.legal_moves()
            move = moves[seed % len(moves)]
            if move != state.game.pass_move:
                texts.append(state.game.format_move(move))
            state = state.play(move)
            if move == state.game.pass_move:
                break
        else:
            continue
        break
    after = state.play(state.legal_moves()[0])
    texts.append(state.game.format_move(state.legal_moves()[0]))
    data = fivefold("show", "othello", "--size", "4", "-m", "".join(texts), "--json").document
    assert data["position"] == after.game.format_position(after)


def test_thousands_of_moves_are_shortened_for_people_only(fivefold: Fivefold) -> None:
    text = fivefold("show", "pentomino").out
    assert "2308 legal moves" in text
    assert "more" in text
    assert len(text) < 5000
    assert len(fivefold("show", "pentomino", "--json").document["legal_moves"]) == 2308


def test_a_forced_pass_is_the_only_legal_move(fivefold: Fivefold) -> None:
    position = "XXXO" + "XXX." + "XXXX" + "XXXX"
    data = fivefold("show", "othello", "-p", f"{position} O", "--json").document
    state = names.game_from("othello").parse_position(f"{position} O")
    assert data["legal_moves"] == [state.game.format_move(m) for m in state.legal_moves()]


@pytest.mark.parametrize(
    ("arguments", "size"),
    [
        (["gomoku", "--size", "19"], "19x19"),
        (["gomoku(size=9)"], "9x9"),
        (["pentomino", "--size", "6x10"], "6x10"),
        (["othello", "--rules", "mirrored"], "8x8"),
    ],
)
def test_size_and_rules_choose_the_board(
    fivefold: Fivefold, arguments: list[str], size: str
) -> None:
    assert fivefold("show", *arguments, "--json").document["size"] == size


def test_the_mirrored_start_has_black_on_d4_and_e5(fivefold: Fivefold) -> None:
    data = fivefold("show", "othello", "--rules", "mirrored", "--json").document
    assert data["position"][27] == data["position"][36] == "X"
    assert data["to_move"] == "X"


def test_the_length_of_a_position_decides_the_size(fivefold: Fivefold) -> None:
    assert fivefold("show", "gomoku", "-p", "." * 81 + " X", "--json").document["size"] == "9x9"
