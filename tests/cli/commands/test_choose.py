from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fivefold import names
from fivefold.core import State

if TYPE_CHECKING:
    from tests.cli.conftest import Fivefold, Wander

KEYS = [
    "move",
    "score",
    "depth",
    "nodes",
    "seconds",
    "pv",
    "candidates",
    "overlay",
    "proof",
    "text",
]

PLAYERS = [
    ("gomoku(size=7)", "random"),
    ("gomoku(size=7)", "minimax(depth=1)"),
    ("gomoku(size=7)", "negamax(depth=2)"),
    ("gomoku(size=9, rules=standard)", "reactive"),
    ("gomoku(size=9)", "level(3)"),
    ("othello(size=6)", "random"),
    ("othello", "methodical"),
    ("othello", "h1"),
    ("othello", "greedy(heuristic=weighted)"),
    ("othello(size=6)", "minimax(depth=2)"),
    ("othello", "negamax(depth=2, evaluate=mobility)"),
    ("othello", "level(2)"),
    ("pentomino", "random"),
    ("pentomino(size=5x8)", "openspace"),
    ("pentomino(size=5x6)", "minimax(depth=1)"),
    ("pentomino", "level(2)"),
]


def check_decision(data: dict[str, Any], state: State) -> None:
    """Asserts that the document follows the contract for that position."""
    game = state.game
    legal = [game.format_move(move) for move in state.legal_moves()]
    assert list(data) == KEYS
    assert data["move"] in legal if legal else data["move"] is None
    assert data["score"] is None or isinstance(data["score"], (int, float))
    assert data["depth"] is None or type(data["depth"]) is int
    assert data["nodes"] is None or type(data["nodes"]) is int
    assert isinstance(data["seconds"], float)
    assert isinstance(data["text"], str)
    assert data["text"]
    for candidate in data["candidates"]:
        assert candidate.keys() == {"move", "score", "note", "pv", "depth"}
        assert candidate["move"] in legal
        assert candidate["note"] is None or isinstance(candidate["note"], str)
    if data["pv"]:
        assert data["pv"][0] == data["move"]
    at = state
    for text in data["pv"]:
        at = at.play(game.parse_move(text))
    cells = {game.format_cell(cell) for cell in range(game.rows * game.columns)}
    for overlay in data["overlay"]:
        assert overlay["kind"] in ("values", "cells", "line", "move")
        assert overlay["tone"] in ("good", "bad", "neutral")
        assert isinstance(overlay["label"], str)
        assert set(overlay.get("cells", ())) <= cells
        assert len(overlay.get("values", cells)) == len(cells)
        assert overlay.get("means") in (None, "four", "three", "sequence")
    if data["proof"] is not None:
        assert data["proof"]["claim"] in ("win", "loss", "draw", "exact")
        assert data["proof"]["by"] in ("search", "book", "vcf", "vct")
        assert isinstance(data["proof"]["line"], list)


@pytest.mark.parametrize(("game", "strategy"), PLAYERS)
def test_choose_keeps_its_json_contract_in_any_position(
    fivefold: Fivefold, wander: Wander, game: str, strategy: str
) -> None:
    for seed in range(5):
        state = wander(game, seed)
        text = state.game.format_position(state)
        answer = fivefold("choose", game, strategy, "-p", text, "--json", "--seed", "1")
        check_decision(answer.document, state)


@pytest.mark.parametrize(("game", "strategy"), PLAYERS)
def test_explain_prints_any_decision_for_people(
    fivefold: Fivefold, wander: Wander, game: str, strategy: str
) -> None:
    for seed in range(2):
        state = wander(game, seed, 3)
        text = state.game.format_position(state)
        arguments = ("choose", game, strategy, "-p", text, "--seed", "1")
        data = fivefold(*arguments, "--json").document
        answer = fivefold(*arguments, "--explain")
        assert (answer.code, answer.err) == (0, "")
        lines = answer.out.splitlines()
        assert lines[:2] == [data["move"], data["text"]]
        assert lines[-1].endswith("seconds.")


def forced_pass(wander: Wander) -> State:
    """Returns a position where the side to move must pass."""
    for seed in range(1000):
        state = wander("othello(size=6)", seed)
        if state.legal_moves() == [state.game.pass_move]:
            return state
    raise AssertionError("no pass was found")


def finished(wander: Wander, game: str) -> State:
    return wander(game, 0, 1000)


def test_a_forced_pass_is_two_dashes(fivefold: Fivefold, wander: Wander) -> None:
    state = forced_pass(wander)
    text = state.game.format_position(state)
    for strategy in (
        "random",
        "h1",
        "methodical",
        "minimax(depth=2)",
        "negamax(depth=2)",
        "level(2)",
    ):
        data = fivefold("choose", "othello", strategy, "-p", text, "--json").document
        assert data["move"] == "--"
        numbers = fivefold(
            "choose", "othello", strategy, "-p", text, "--json", "--numbers"
        ).document
        assert numbers["move"] == -1


@pytest.mark.parametrize("game", ["gomoku(size=6)", "othello", "pentomino"])
def test_no_move_is_chosen_when_the_game_is_over(
    fivefold: Fivefold, wander: Wander, game: str
) -> None:
    state = finished(wander, game)
    text = state.game.format_position(state)
    for strategy in ("random", "negamax", "level(1)", "engine"):
        data = fivefold("choose", game, strategy, "-p", text, "--json").document
        assert data["move"] is None
        assert data["pv"] == []
        check_decision(data, state)
    assert fivefold("choose", game, "random", "-p", text).out.startswith("The game is over.")


def test_with_numbers_a_finished_game_answers_minus_one(fivefold: Fivefold, wander: Wander) -> None:
    state = finished(wander, "othello")
    arguments = ("choose", "othello", "h1", "-p", state.game.format_position(state), "--numbers")
    assert fivefold(*arguments, "--json").document["move"] == -1
    assert fivefold(*arguments).out.splitlines()[0] == "-1"


def test_numbers_are_row_times_size_plus_column_everywhere(fivefold: Fivefold) -> None:
    arguments = ("choose", "othello", "minimax(depth=3)", "-m", "f5", "--json")
    words, numbers = fivefold(*arguments).document, fivefold(*arguments, "--numbers").document
    game = names.game_from("othello")
    assert numbers["move"] == game.parse_move(words["move"])
    assert numbers["pv"] == [game.parse_move(move) for move in words["pv"]]
    for one, other in zip(numbers["candidates"], words["candidates"], strict=True):
        assert one["move"] == game.parse_move(other["move"])


def test_the_same_seed_chooses_the_same_move(fivefold: Fivefold) -> None:
    arguments = ("choose", "pentomino", "random", "--seed", "7", "--json")
    assert fivefold(*arguments).document["move"] == fivefold(*arguments).document["move"]


def test_limits_reach_the_strategy(fivefold: Fivefold) -> None:
    data = fivefold("choose", "othello", "negamax", "--depth", "2", "--json").document
    assert data["depth"] == 2
    data = fivefold("choose", "othello", "negamax", "--nodes", "50", "--json").document
    assert data["nodes"] <= 50


def test_candidates_are_sorted_best_first_and_the_rest_is_counted(fivefold: Fivefold) -> None:
    answer = fivefold("choose", "pentomino", "openspace", "--seed", "1", "--explain")
    table = answer.out.split("\n\n")[1].splitlines()
    assert table[0].split() == ["move", "score", "for", "First"]
    assert len(table) == 22
    assert table[-1] == "… and 2288 more"
    scores = [float(line.split()[6]) for line in table[1:-1]]
    assert scores == sorted(scores, reverse=True)


def test_overlay_values_are_laid_out_like_the_board(fivefold: Fivefold) -> None:
    answer = fivefold("choose", "pentomino", "openspace(iterations=1)", "--seed", "1", "--explain")
    # Each number is followed by its shade, and the chosen cells are in brackets.
    rows = [re.findall("[0-9]+", line) for line in answer.out.splitlines()]
    assert ["1", "3", "5", "5", "5", "5", "5", "5", "3"] in rows
    assert ["2", "5", "8", "8", "8", "8", "8", "8", "5"] in rows


FOUR_OF_BLACK = "h8 a1 h9 a2 h10 a4 h11"


def test_explain_draws_the_stones_that_matter_and_names_the_winner(fivefold: Fivefold) -> None:
    arguments = ("choose", "gomoku", "engine", "-m", FOUR_OF_BLACK, "--nodes", "5000")
    for ascii, black in ((), "●"), (("--ascii",), "X"):
        answer = fivefold(*arguments, "--explain", "--lines", "2", *ascii)
        assert answer.code == 0
        assert "99999" not in answer.out
        named = [line for line in answer.out.splitlines() if "  Black wins in 2  " in line]
        assert len(named) == 4
        assert re.search(rf"^ 9 .*\.!{re.escape(black)}!\.", answer.out, re.MULTILINE)
        assert re.search(r"^   .*g h i", answer.out, re.MULTILINE)
        assert all(len(line) <= 80 for line in answer.out.splitlines())


ESCAPING_BOT = """
from fivefold import Candidate, Decision, Overlay, Strategy

class Escaping(Strategy):
    def choose(self, state, limit=None, stop=None):
        move, wild = state.legal_moves()[0], "\\x1b]0;mine\\x07 and more"
        return Decision(
            move, candidates=(Candidate(move, 1, wild), Candidate(move, 0, wild)),
            overlay=(Overlay("cells", wild, cells=(1,)),), text=wild,
        )
"""


@pytest.mark.system
def test_the_words_of_a_bot_cannot_forge_terminal_escapes(
    fivefold: Fivefold, tmp_path: Path
) -> None:
    file = tmp_path / "escaping.py"
    file.write_text(ESCAPING_BOT)
    answer = fivefold("choose", "othello", str(file), "--explain")
    assert answer.code == 0
    assert answer.out.count("and more") == 4
    assert answer.out.replace("\n", "").isprintable()


MY_BOT = """
from fivefold.strategies.base import Decision, Strategy
print("hello from the file")

class Last(Strategy):
    def choose(self, state, limit=None, stop=None):
        print("thinking aloud")
        return Decision(state.legal_moves()[-1], text="The last one.")
"""


@pytest.mark.system
def test_a_strategy_from_a_file_cannot_spoil_the_document(
    fivefold: Fivefold, tmp_path: Path
) -> None:
    file = tmp_path / "my_bot.py"
    file.write_text(MY_BOT)
    answer = fivefold("choose", "othello", f"{file}:Last", "--json")
    data = json.loads(answer.out)
    assert (answer.code, data["move"], data["text"]) == (0, "e6", "The last one.")
    said = ["hello from the file", "thinking aloud"]
    assert answer.err.splitlines() == [f"[{file}:Last] {line}" for line in said]


@pytest.mark.system
def test_the_document_has_no_infinity_where_a_strategy_answers_one(
    fivefold: Fivefold, tmp_path: Path
) -> None:
    file = tmp_path / "boundless.py"
    file.write_text(MY_BOT.replace("[-1],", "[-1], float('inf'),"))
    assert '"score": null' in fivefold("choose", "othello", str(file), "--json").out


@pytest.mark.system
def test_a_wrong_signature_of_choose_is_named_once(fivefold: Fivefold, tmp_path: Path) -> None:
    file = tmp_path / "my_bot.py"
    head = "from fivefold import Strategy\nclass Bot(Strategy):\n    "
    for line, words in (
        ("def choose(self, state): ...", "choose of “Bot” is choose(self, state); games call it"),
        ("def choose(self, state, limit, *, stop): ...", "choose(self, state, limit, *, stop); "),
        ("async def choose(self, state, limit, stop): ...", "must be an ordinary function"),
        ("def choose(self, state, limit, stop): yield 1", "must be an ordinary function"),
    ):
        file.write_text(head + line)
        answer = fivefold("choose", "othello", str(file))
        assert (answer.code, answer.out) == (3, "")
        assert words in answer.err
        assert len(answer.err.splitlines()) == 1


def test_the_output_of_json_is_one_line_that_ends(fivefold: Fivefold) -> None:
    answer = fivefold("choose", "gomoku", "reactive", "--json")
    assert answer.out.count("\n") == 1
    json.loads(answer.out)


def test_explain_counts_the_winning_moves_of_each_piece(fivefold: Fivefold) -> None:
    answer = fivefold("choose", "pentomino", "perfect", "--size", "4x5", "--explain")
    table = answer.out.partition("piece  win  lose\n")[2].partition("\n\n")[0]
    rows = [line.split() for line in table.splitlines()]
    assert [row[0] for row in rows] == list("FILNPTUVWXYZ")
    assert sum(int(row[1]) for row in rows) == 34
    assert sum(int(row[1]) + int(row[2]) for row in rows) == 376
    assert "34 of 376 moves win." in answer.out


def test_several_lines_are_printed_with_their_continuations(fivefold: Fivefold) -> None:
    arguments = ("choose", "gomoku", "engine", "-m", "h8i9h9", "--nodes", "5000", "--lines", "3")
    answer = fivefold(*arguments)
    assert answer.code == 0
    head, *rows = answer.out.splitlines()[-4:]
    assert head.split() == ["move", "score", "depth", "line"]
    assert all(row.split()[0] == row.split()[3] for row in rows)
    data = fivefold(*arguments, "--json").document
    assert len(data["candidates"]) == 3
    for candidate in data["candidates"]:
        assert candidate["pv"][0] == candidate["move"]
        assert candidate["depth"] >= 1
    refused = fivefold(*arguments[:-1], "0")
    assert (refused.code, refused.out) == (2, "")


def test_a_strategy_that_cannot_tell_prints_the_candidates_it_has(fivefold: Fivefold) -> None:
    data = fivefold("choose", "othello", "greedy", "--lines", "2", "--json").document
    assert len(data["candidates"]) == 2
    assert data["candidates"][0]["move"] == data["move"]
