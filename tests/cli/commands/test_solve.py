from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fivefold.core import State

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold, Wander

KEYS = ["value", "exact", "move", "pv", "nodes", "seconds"]


def value_by_brute_force(state: State) -> str | int:
    """Returns the value by playing every line; empty squares of Othello go to the winner."""
    if state.outcome:
        winner = state.outcome.winner
        if state.game.name == "othello":
            own = state.cells.count(state.to_move.value)
            other = state.cells.count(state.to_move.other.value)
            empty = 0 if winner is None else state.cells.count(".")
            return own - other + (empty if winner is state.to_move else -empty)
        return "draw" if winner is None else "win" if winner is state.to_move else "loss"
    values = [value_by_brute_force(state.play(move)) for move in state.legal_moves()]
    if state.game.name == "othello":
        return max(-value for value in values if isinstance(value, int))
    return "win" if "loss" in values else "draw" if "draw" in values else "loss"


@pytest.mark.parametrize(
    ("game", "plies"), [("gomoku(size=5)", 20), ("othello(size=4)", 5), ("pentomino(size=4x6)", 2)]
)
def test_solve_finds_the_value_that_playing_every_line_finds(
    fivefold: Fivefold, wander: Wander, game: str, plies: int
) -> None:
    for seed in range(6):
        state = wander(game, seed, plies)
        text = state.game.format_position(state)
        data = fivefold("solve", game, "-p", text, "--json").document
        more = ["forced"] if state.game.name == "gomoku" and not state.outcome else []
        assert list(data) == KEYS + more
        assert data["exact"] is True
        assert data["value"] == value_by_brute_force(state)
        if state.outcome:
            assert (data["move"], data["pv"]) == (None, [])
            continue
        assert data["pv"][0] == data["move"]
        at = state
        for move in data["pv"]:
            at = at.play(state.game.parse_move(move))


@pytest.mark.parametrize("game", ["gomoku(size=6)", "othello", "othello(size=4)", "pentomino"])
def test_a_finished_game_has_its_value_and_no_move(
    fivefold: Fivefold, wander: Wander, game: str
) -> None:
    for seed in range(5):
        state = wander(game, seed, 1000)
        text = state.game.format_position(state)
        data = fivefold("solve", game, "-p", text, "--json").document
        assert data["value"] == value_by_brute_force(state)
        assert (data["exact"], data["move"], data["pv"]) == (True, None, [])
        assert fivefold("solve", game, "-p", text).out.startswith("The game is over.")


@pytest.mark.parametrize("game", ["gomoku", "othello", "pentomino(size=7x8)"])  # 8x8 is in the book
@pytest.mark.parametrize("limit", [("--seconds", "0.1"), ("--nodes", "20")])
def test_at_a_limit_partial_results_are_printed_without_a_claim(
    fivefold: Fivefold, game: str, limit: tuple[str, str]
) -> None:
    data = fivefold("solve", game, "--json", *limit).document
    assert (data["value"], data["exact"]) == (None, False)
    answer = fivefold("solve", game, *limit)
    assert answer.code == 0
    assert answer.out.startswith("Not proven")


def test_the_verdict_is_a_sentence(fivefold: Fivefold) -> None:
    assert "Black loses by 10 discs" in fivefold("solve", "othello", "--size", "4").out
    assert "First wins" in fivefold("solve", "pentomino", "--size", "4x5").out
    four = ("solve", "gomoku", "--size", "9", "-m", "e5a1e6a2e7a3e8a5", "--json")
    assert fivefold(*four).document["value"] == "win"


def test_solve_takes_the_size_of_the_table(fivefold: Fivefold) -> None:
    data = fivefold("solve", "pentomino", "--size", "5x6", "--memory", "1", "--json").document
    assert (data["value"], data["exact"]) == ("win", True)
    assert data["nodes"] > 0


@pytest.mark.parametrize("memory", ["0", "-1", "65537", "much"])
def test_solve_rejects_an_invalid_table_size(fivefold: Fivefold, memory: str) -> None:
    answer = fivefold("solve", "pentomino", "--size", "4x5", "--memory", memory)
    assert answer.code == 2
    assert "--memory" in answer.err


def test_solve_answers_8x8_positions_that_python_could_not(fivefold: Fivefold) -> None:
    opening = "P e6 f6 g6 f7 g7; Y d4 e4 f4 g4 f5; N a6 b6 b7 c7 d7"
    answer = fivefold("solve", "pentomino", "-m", opening)
    assert answer.code == 0
    assert answer.out.startswith("Second wins with best play.\nBest line: ")


def test_solve_finds_the_winner_of_an_othello_ending_without_counting_discs(
    fivefold: Fivefold, wander: Wander
) -> None:
    found = set()
    for seed in range(12):
        state = wander("othello", seed, 54)
        text = state.game.format_position(state)
        discs = fivefold("solve", "othello", "-p", text, "--json").document["value"]
        data = fivefold("solve", "othello", "-p", text, "--win-only", "--json").document
        assert data["value"] == ("win" if discs > 0 else "loss" if discs < 0 else "draw")
        assert data["exact"] is True
        found.add(data["value"])
    assert {"win", "loss"} <= found


ENDING = (
    "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXXX--OOOOXX-XXOXXXXXXXX-XX X",
    "XXXXXXXO XXXXXXOO XXXXXOXO XXXXOXXO XXXOXXXO XX.XXXXO X...XXXO ....XXX. O",
)


@pytest.mark.parametrize("text", ENDING)
def test_the_line_of_an_othello_ending_leads_to_its_value(fivefold: Fivefold, text: str) -> None:
    from fivefold.games.othello import OthelloGame

    data = fivefold("solve", "othello", "-p", text, "--json").document
    state = OthelloGame().parse_position(text)
    side, at = state.to_move, state
    for move in data["pv"]:
        at = at.play(at.game.parse_move(move))
    value = value_by_brute_force(at)
    assert isinstance(value, int)
    assert data["value"] == (value if at.to_move is side else -value)


def test_an_unproven_othello_position_has_an_estimate(fivefold: Fivefold) -> None:
    answer = fivefold("solve", "othello", "-m", "f5d6c3d3c4", "--nodes", "20000")
    assert answer.out.startswith("Not proven. So far ")
    assert "Line so far: " in answer.out
    data = fivefold("solve", "othello", "-m", "f5d6c3d3c4", "--nodes", "20000", "--json").document
    assert list(data["expected"]) == ["nodes", "depth", "percent", "score"]
    assert data["expected"]["depth"] > 2
    assert data["move"] == data["pv"][0]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("pentomino", "--win-only"), "--win-only is for Othello only."),
        (("gomoku", "--threads", "2"), "--threads is for Othello on 8x8 only."),
        (("othello", "--journal", "x"), "--journal is for Othello on 4x4 and 6x6 only."),
        (("othello", "--size", "6", "--threads", "2"), "--threads is for Othello on 8x8 only."),
    ],
)
def test_options_of_another_game_or_board_are_refused(
    fivefold: Fivefold, arguments: tuple[str, ...], sentence: str
) -> None:
    answer = fivefold("solve", *arguments)
    assert (answer.code, answer.out, answer.err.strip()) == (2, "", sentence)


def test_a_journal_lets_a_small_board_go_on_where_it_was(
    fivefold: Fivefold, wander: Wander, tmp_path: Path
) -> None:
    state, file = wander("othello(size=6)", 3, 17), tmp_path / "six.journal"
    arguments = ("solve", "othello", "-p", state.game.format_position(state), "--json")
    first = fivefold(*arguments, "--journal", str(file)).document
    again = fivefold(*arguments, "--journal", str(file)).document
    assert file.exists()
    assert first["value"] == again["value"] == fivefold(*arguments).document["value"]
    assert again["nodes"] <= first["nodes"]
    file.write_text("this is no journal\n")
    answer = fivefold(*arguments, "--journal", str(file))
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("The journal cannot be used: ")
    assert answer.err.count("\n") == 1
    nowhere = fivefold(*arguments, "--journal", str(tmp_path / "no" / "folder"))
    assert (nowhere.code, nowhere.out) == (2, "")
