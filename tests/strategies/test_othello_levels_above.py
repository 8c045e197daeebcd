"""The Othello levels above the fifth: weaker by what they see and by chance, and they say so."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

import pytest

from fivefold.core import Game, Limit, State
from fivefold.games.othello import OthelloGame
from fivefold.strategies.engine import Engine
from fivefold.strategies.levels import HIGHEST, Level
from fivefold.strategies.othello_levels_above import HANDICAPS
from fivefold.words import ENGLISH

Wander = Callable[[Game, random.Random, int], State]


@pytest.mark.parametrize("level", HANDICAPS)
def test_a_level_looks_at_no_more_and_errs_no_more_than_it_says(level: int, wander: Wander) -> None:
    handicap, chance = HANDICAPS[level], random.Random(90)
    for plies in (0, 8, 20, 40):
        state = wander(OthelloGame(), chance, plies)
        decision = Level(level, seed=plies).choose(state)
        assert (decision.nodes or 0) <= handicap.nodes
        scores = [each.score for each in decision.candidates if each.score is not None]
        assert decision.score is not None
        assert decision.score >= max(scores) - 2 * handicap.discs
        start = f"Level {level}. Looks at {handicap.nodes} positions at most and may misjudge"
        assert str(decision.text).startswith(start)


def test_the_higher_level_looks_at_more_and_errs_less() -> None:
    handicaps = [HANDICAPS[level] for level in sorted(HANDICAPS)]
    for lower, higher in pairwise(handicaps):
        assert lower.nodes < higher.nodes
        assert lower.discs > higher.discs
    assert HIGHEST["othello"] == max(HANDICAPS) + 1


@pytest.mark.parametrize("level", HANDICAPS)
def test_the_page_says_the_same_numbers(level: int) -> None:
    handicap = HANDICAPS[level]
    about = ENGLISH[f"opponent.about.othello.{level}"]
    assert f" {handicap.nodes:,} positions " in about
    assert f" {handicap.discs} disc" in about


def test_what_is_counted_out_is_not_misjudged(wander: Wander) -> None:
    chance = random.Random(91)
    for _ in range(10):
        state = wander(OthelloGame(), chance, 57)
        decision = Level(6, seed=1).choose(state)
        if all(str(each.note).startswith("exact") for each in decision.candidates):
            assert decision.score == max(each.score or 0 for each in decision.candidates)


def test_chance_decides_and_the_seed_repeats_it(wander: Wander) -> None:
    states = [wander(OthelloGame(), random.Random(seed), 14) for seed in range(6)]
    moves = [[Level(6, seed=seed).choose(state).move for state in states] for seed in (1, 1, 2)]
    assert moves[0] == moves[1] != moves[2]


def test_the_highest_level_is_the_engine() -> None:
    state, limit = OthelloGame().start, Limit(nodes=2_000)
    decision = Level(HIGHEST["othello"], seed=3).choose(state, limit)
    expected = Engine(seed=3).choose(state, limit)
    assert (decision.move, decision.score) == (expected.move, expected.score)
    assert str(decision.text) == f"Level 12. {expected.text}"


def test_they_play_on_small_boards_too() -> None:
    for game in (OthelloGame(4), OthelloGame(6), OthelloGame(8, "mirrored")):
        decision = Level(7, seed=1).choose(game.start)
        assert decision.move in game.start.legal_moves()
