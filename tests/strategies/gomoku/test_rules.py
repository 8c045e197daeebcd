"""Every strategy plays legal moves under every rule set, including those with forbidden points."""

from __future__ import annotations

import random

import pytest

from fivefold.core import Limit
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.names import strategy_from

STRATEGIES = ["random", "reactive", "minimax(depth=1)", "negamax(depth=2)"]
LEVELS = [f"level({number})" for number in range(1, 6)]
RULES = ["renju", "caro", "omok", "omok:fours=black:six=forbidden"]


def double_three(rules: str, side: str = "X") -> GomokuState:
    """Returns a position whose most natural point, d4, makes a double three."""
    rows = (
        ".........",
        ".........",
        ".........",
        "...X.....",
        "...X.....",
        ".........",
        ".XX......",
        "O.......O",
        "O.......O",
    )
    text = "".join(rows)
    text = text if side == "X" else text.translate(str.maketrans("XO", "OX"))
    return GomokuGame.of((9, 9), rules).parse_position(f"{text} {side}")


@pytest.mark.parametrize("name", [*STRATEGIES, *LEVELS])
@pytest.mark.parametrize("rules", RULES)
def test_a_short_game_of_legal_moves(name: str, rules: str) -> None:
    player = strategy_from(name, "gomoku", seed=3)
    state = double_three(rules)
    rng = random.Random(f"{name} {rules}")
    for _ in range(4):
        move = player.choose(state, Limit(nodes=60)).move
        assert move in state.legal_moves()
        assert move is not None
        state = state.play(move)
        if state.outcome:
            return
        state = state.play(rng.choice(state.legal_moves()))
        if state.outcome:
            return


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_forbidden_point_is_not_a_candidate(name: str) -> None:
    state = double_three("renju")
    assert [state.game.format_move(move) for move in state.forbidden] == ["d3"]
    decision = strategy_from(name, "gomoku", seed=1).choose(state, Limit(nodes=500))
    compared = {candidate.move for candidate in decision.candidates}
    assert compared
    assert compared <= set(state.legal_moves())


def test_reactive_takes_the_other_end_when_the_first_is_forbidden() -> None:
    rows = [
        "...........",
        "...........",
        ".OOO.......",
        "....XX.....",
        "....X.X....",
        "...........",
    ]
    text = "".join(rows) + "." * (121 - 66) + " X"
    usual = GomokuGame.of((11, 11)).parse_position(text)
    renju = GomokuGame.of((11, 11), "renju").parse_position(text)
    reactive = strategy_from("reactive", "gomoku")
    assert reactive.choose(usual).move == usual.game.parse_move("e9")
    assert [renju.game.format_move(move) for move in renju.forbidden] == ["e9"]
    assert reactive.choose(renju).move == usual.game.parse_move("a9")


def test_a_block_on_a_forbidden_point_is_not_tried() -> None:
    rows = [
        "...........",
        "...........",
        "XOOOO......",
        ".....XX....",
        ".....X.X...",
        "...........",
    ]
    text = "".join(rows) + "." * (121 - 66) + " X"
    renju = GomokuGame.of((11, 11), "renju").parse_position(text)
    assert [renju.game.format_move(move) for move in renju.forbidden] == ["f9"]
    for level in LEVELS[:3]:
        move = strategy_from(level, "gomoku", seed=2).choose(renju).move
        assert move in renju.legal_moves()
