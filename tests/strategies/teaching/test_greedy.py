"""Greedy: the one-ply players of row R4, H1 and H2."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from fivefold.core import Game, State
from fivefold.errors import UnknownName
from fivefold.games.othello import PASS, OthelloGame
from fivefold.names import strategy_from
from fivefold.strategies.teaching.greedy import Greedy

Wander = Callable[[Game, random.Random, int], State]
AfterMoves = Callable[[str, str], dict[int, str]]


def heuristic(name: str, cells: str, side: str) -> int:
    """Returns H1 or H2 of a board for a side, by the formula of the origin document."""
    size, total = {16: 4, 36: 6, 64: 8}[len(cells)], 0
    for cell, disc in enumerate(cells):
        row, column = divmod(cell, size)
        borders = (row in (0, size - 1)) + (column in (0, size - 1))
        extra = {0: 0, 1: 1, 2: 3}[borders] if name == "weighted" else 0
        total += 0 if disc == "." else 1 + extra if disc == side else -1 - extra
    return total


@pytest.mark.parametrize("name", ["discs", "weighted"])
@pytest.mark.parametrize("size", [4, 6, 8])
def test_r4_a_moves_score_is_h_after_it_for_the_player_who_made_it(
    size: int, name: str, wander: Wander, othello_after: AfterMoves
) -> None:
    rng, ties = random.Random(size), 0
    for _ in range(40):
        state = wander(OthelloGame(size), rng, rng.randrange(size * size))
        side = state.to_move.value
        boards = othello_after(state.cells, side) or {PASS: state.cells}
        scores = {move: heuristic(name, boards[move], side) for move in sorted(boards)}
        decision = Greedy(name).choose(state)
        assert {each.move: each.score for each in decision.candidates} == scores
        best = [move for move, score in scores.items() if score == max(scores.values())]
        assert decision.move == best[0]
        assert decision.score == max(scores.values())
        ties += len(best) > 1
    assert ties > 0


def test_r4_ties_go_to_the_first_in_reading_order() -> None:
    assert Greedy().choose(OthelloGame().start).move == OthelloGame().parse_move("d3")


def test_r4_the_values_are_drawn_and_h2_also_shows_its_weights() -> None:
    state = OthelloGame().start
    (values,) = [drawn.values for drawn in Greedy().choose(state).overlay if drawn.values]
    assert {cell: value for cell, value in enumerate(values) if value is not None} == {
        19: 3,
        26: 3,
        37: 3,
        44: 3,
    }
    pictures = [drawn.values for drawn in Greedy("weighted").choose(state).overlay if drawn.values]
    assert len(pictures) == 2
    assert pictures[1][:9] == (4, 2, 2, 2, 2, 2, 2, 4, 2)
    assert sum(value or 0 for value in pictures[1]) == 64 + 4 * 3 + 24


def test_r4_a_forced_pass_is_played() -> None:
    state = OthelloGame(4).parse_position("OOOO XXXO .XXO ..X. X")
    for name in ("discs", "weighted"):
        assert Greedy(name).choose(state).move == PASS


def test_r4_h1_and_h2_are_aliases() -> None:
    assert strategy_from("h1", "othello") == Greedy("discs")
    assert strategy_from("h2", "othello") == Greedy("weighted")
    assert strategy_from("greedy", "othello") == Greedy("discs")


def test_an_unknown_heuristic_is_rejected_with_the_valid_ones() -> None:
    with pytest.raises(UnknownName, match=r"discs, weighted"):
        strategy_from("greedy(heuristic=corners)", "othello")
