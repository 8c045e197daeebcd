"""The Othello levels: random, H2, and search with better and better evaluations."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from fivefold.core import Game, Limit, Player, State
from fivefold.games.othello import OthelloGame, OthelloState
from fivefold.strategies.base import Decision
from fivefold.strategies.levels import Level
from fivefold.strategies.teaching.evaluate import evaluation_named
from fivefold.strategies.teaching.greedy import Greedy
from fivefold.strategies.teaching.negamax import Negamax

Wander = Callable[[Game, random.Random, int], State]

QUICK = Limit(nodes=400)


def play(level: int, state: State, seed: int = 1) -> Decision:
    """Returns the level's decision, checking that its text names the level."""
    decision = Level(level, seed=seed).choose(state, QUICK)
    assert str(decision.text).startswith(f"Level {level}. ")
    assert decision.move in state.legal_moves()
    return decision


def test_othello_level_1_is_random_and_level_2_is_h2(wander: Wander) -> None:
    rng = random.Random(10)
    start = OthelloGame().start
    assert {play(1, start, seed).move for seed in range(30)} == set(start.legal_moves())
    for _ in range(15):
        state = wander(OthelloGame(), rng, rng.randrange(60))
        h2, decision = Greedy("weighted").choose(state), play(2, state)
        assert (decision.move, decision.score) == (h2.move, h2.score)
        assert decision.candidates == h2.candidates


def test_othello_level_3_looks_two_plies_ahead_by_squares(wander: Wander) -> None:
    rng = random.Random(11)
    for _ in range(8):
        state = wander(OthelloGame(), rng, rng.randrange(60))
        decision = Level(3).choose(state)
        expected = Negamax(depth=2, evaluate="squares").choose(state)
        assert (decision.move, decision.score) == (expected.move, expected.score)


@pytest.mark.parametrize(("level", "deepest"), [(4, 4), (5, 6)])
def test_othello_levels_4_and_5_keep_their_depth(level: int, deepest: int, wander: Wander) -> None:
    rng = random.Random(12)
    state = wander(OthelloGame(4), rng, 1)
    assert (Level(level).choose(state).depth or 0) <= deepest
    for depth in (1, 2):
        decision = Level(level).choose(OthelloGame().start, Limit(depth=depth))
        assert decision.depth == depth
    weights = {4: {"squares": 1, "mobility": 2}, 5: {"squares": 1, "mobility": 3, "stability": 4}}
    for _ in range(6):
        state = wander(OthelloGame(), rng, rng.randrange(45))
        decision = Level(level).choose(state, Limit(depth=1))
        children = {move: state.play(move) for move in state.legal_moves()}
        if any(child.outcome for child in children.values()):
            continue
        values = {
            move: -sum(
                weight * evaluation_named(name, "othello")(child)
                for name, weight in weights[level].items()
            )
            for move, child in children.items()
        }
        best = max(values.values())
        assert decision.score == best
        assert decision.move == min(move for move in values if values[move] == best)


def final_lead(state: OthelloState, root: Player) -> int:
    if state.outcome:
        lead = state.cells.count("X") - state.cells.count("O")
        return lead if root is Player.FIRST else -lead
    values = [final_lead(state.play(move), root) for move in state.legal_moves()]
    return max(values) if state.to_move is root else min(values)


def test_othello_level_5_is_exact_at_the_end(wander: Wander) -> None:
    rng = random.Random(13)
    for empties in (2, 3, 4, 5, 6, 6):
        state = wander(OthelloGame(), rng, 60 - empties)
        if state.cells.count(".") > 6:
            continue
        assert isinstance(state, OthelloState)
        decision = Level(5).choose(state)
        assert decision.score == final_lead(state, state.to_move)
        assert decision.proof is not None
        assert decision.proof.claim == "exact"
