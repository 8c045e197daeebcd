"""Methodical, row R3: the smallest `row % (column + 1)`, ties in reading order."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from fivefold.core import Game, State
from fivefold.games.othello import PASS, OthelloGame
from fivefold.strategies.teaching.methodical import Methodical

Wander = Callable[[Game, random.Random, int], State]


@pytest.mark.parametrize("size", [4, 6, 8])
def test_r3_it_plays_the_smallest_number_with_ties_in_reading_order(
    size: int, wander: Wander
) -> None:
    rng, ties = random.Random(size), 0
    for _ in range(60):
        state = wander(OthelloGame(size), rng, rng.randrange(size * size))
        moves = [move for move in state.legal_moves() if move != PASS]
        if not moves:
            continue
        numbers = [(move // size) % (move % size + 1) for move in moves]
        decision = Methodical().choose(state)
        assert decision.move == moves[numbers.index(min(numbers))]
        assert [each.move for each in decision.candidates] == moves
        assert [-(each.score or 0) for each in decision.candidates] == numbers
        assert f": {min(numbers)}." in str(decision.text)
        ties += numbers.count(min(numbers)) > 1
    assert ties > 0


def test_r3_the_first_moves_of_a_game_are_these() -> None:
    # By hand: d3 is 2 % 4 = 2, c4 is 3 % 3 = 0, f5 is 4 % 6 = 4, e6 is 5 % 5 = 0.
    state = OthelloGame().start
    decision = Methodical().choose(state)
    assert state.game.format_move(decision.move or 0) == "c4"
    mirrored = OthelloGame(rules="mirrored").start
    decision = Methodical().choose(mirrored)
    assert mirrored.game.format_move(decision.move or 0) == "c5"  # 1, as d6; e3 is 2, f4 is 3


def test_r3_the_numbers_are_drawn() -> None:
    (table,) = [
        drawn.values for drawn in Methodical().choose(OthelloGame().start).overlay if drawn.values
    ]
    assert table == tuple(row % (column + 1) for row in range(8) for column in range(8))


def test_r3_a_forced_pass_is_played_and_said() -> None:
    state = OthelloGame(4).parse_position("OOOO XXXO .XXO ..X. X")
    decision = Methodical().choose(state)
    assert decision.move == PASS
    assert "passes" in str(decision.text)
