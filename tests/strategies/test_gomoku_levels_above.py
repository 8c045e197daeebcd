"""The Gomoku levels above the fifth: weaker by what they see and by chance, and they say so."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

import pytest

from fivefold.core import Game, Limit, State
from fivefold.games.gomoku import GomokuGame
from fivefold.strategies.engine import Engine
from fivefold.strategies.gomoku_levels_above import HANDICAPS
from fivefold.strategies.levels import HIGHEST, Level
from fivefold.words import ENGLISH

Wander = Callable[[Game, random.Random, int], State]


@pytest.mark.parametrize("level", HANDICAPS)
def test_a_level_looks_at_no_more_and_errs_no_more_than_it_says(level: int, wander: Wander) -> None:
    handicap, chance = HANDICAPS[level], random.Random(90)
    for plies in (0, 9, 40):
        state = wander(GomokuGame(), chance, plies)
        decision = Level(level, seed=plies).choose(state)
        assert (decision.nodes or 0) <= handicap.nodes
        scores = [each.score for each in decision.candidates if each.score is not None]
        assert decision.score is not None
        assert decision.score >= max(scores) - 2 * handicap.points
        start = f"Level {level}. Looks at {handicap.nodes} positions at most and may misjudge"
        assert str(decision.text).startswith(start)


def test_the_higher_level_looks_at_more_and_errs_less() -> None:
    handicaps = [HANDICAPS[level] for level in sorted(HANDICAPS)]
    for lower, higher in pairwise(handicaps):
        assert lower.nodes < higher.nodes
        assert lower.points > higher.points
    assert HIGHEST["gomoku"] == max(HANDICAPS) + 1


@pytest.mark.parametrize("level", HANDICAPS)
def test_the_page_says_the_same_numbers(level: int) -> None:
    handicap = HANDICAPS[level]
    about = ENGLISH[f"opponent.about.gomoku.{level}"]
    assert f" {handicap.nodes:,} positions " in about
    assert f" {handicap.points} points." in about


def test_what_is_proven_is_not_misjudged() -> None:
    game = GomokuGame()
    position = "." * 107 + "XXXX" + "." * 114
    for seed in range(4):
        decision = Level(6, seed=seed).choose(game.parse_position(f"{position} X"))
        assert decision.proof is not None
        assert decision.proof.plies == 1


def test_chance_decides_and_the_seed_repeats_it(wander: Wander) -> None:
    states = [wander(GomokuGame(), random.Random(seed), 14) for seed in range(6)]
    moves = [[Level(6, seed=seed).choose(state).move for state in states] for seed in (1, 1, 2)]
    assert moves[0] == moves[1] != moves[2]


def test_the_highest_level_is_the_engine() -> None:
    state, limit = GomokuGame().start, Limit(nodes=2_000)
    decision = Level(HIGHEST["gomoku"], seed=3).choose(state, limit)
    expected = Engine(seed=3).choose(state, limit)
    assert (decision.move, decision.score) == (expected.move, expected.score)
    assert str(decision.text) == f"Level {HIGHEST['gomoku']}. {expected.text}"


@pytest.mark.parametrize("rules", ["renju", "omok", "caro"])
def test_they_play_by_every_rule(rules: str) -> None:
    for size in (5, 19):
        start = GomokuGame(size, rules).start
        assert Level(7, seed=1).choose(start).move in start.legal_moves()
