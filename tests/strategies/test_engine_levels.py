"""Levels above 5: weakened by fewer positions and a random error, and open about both."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

import pytest

from fivefold.core import Game, Limit, State
from fivefold.games.gomoku import GomokuGame
from fivefold.games.othello import OthelloGame
from fivefold.strategies.engine_levels import HANDICAPS
from fivefold.strategies.levels import HIGHEST, Level
from fivefold.strategies.native_engine import NativeEngine
from fivefold.words import ENGLISH

Wander = Callable[[Game, random.Random, int], State]
BOARDS: dict[str, Game] = {"gomoku": GomokuGame(), "othello": OthelloGame()}
PLIES = {"gomoku": (0, 9, 40), "othello": (0, 8, 20, 40)}
LEVELS = [(game, level) for game, handicaps in HANDICAPS.items() for level in handicaps]


@pytest.mark.parametrize(("game", "level"), LEVELS)
def test_a_level_searches_and_errs_no_more_than_it_says(
    game: str, level: int, wander: Wander
) -> None:
    handicap, rng = HANDICAPS[game][level], random.Random(90)
    for plies in PLIES[game]:
        state = wander(BOARDS[game], rng, plies)
        decision = Level(level, seed=plies).choose(state)
        assert (decision.nodes or 0) <= handicap.nodes
        scores = [each.score for each in decision.candidates if each.score is not None]
        assert decision.score is not None
        assert decision.score >= max(scores) - 2 * handicap.error
        start = f"Level {level}. Searches at most {handicap.nodes} positions and may misjudge"
        assert str(decision.text).startswith(start)


@pytest.mark.parametrize("game", HANDICAPS)
def test_a_higher_level_searches_more_and_errs_less(game: str) -> None:
    handicaps = [HANDICAPS[game][level] for level in sorted(HANDICAPS[game])]
    for lower, higher in pairwise(handicaps):
        assert lower.nodes < higher.nodes
        assert lower.error > higher.error
    assert HIGHEST[game] == {"gomoku": 9, "othello": 12}[game]


@pytest.mark.parametrize(("game", "level"), LEVELS)
def test_the_page_says_the_same_numbers(game: str, level: int) -> None:
    handicap = HANDICAPS[game][level]
    about = ENGLISH[f"opponent.about.{game}.{level}"]
    unit = {"gomoku": "points.", "othello": "disc"}[game]
    assert f" {handicap.nodes:,} positions " in about
    assert f" {handicap.error} {unit}" in about


def test_a_proven_win_is_never_misjudged() -> None:
    game = GomokuGame()
    position = "." * 107 + "XXXX" + "." * 114
    for seed in range(4):
        decision = Level(6, seed=seed).choose(game.parse_position(f"{position} X"))
        assert decision.proof is not None
        assert decision.proof.plies == 1


def test_an_exact_endgame_is_never_misjudged(wander: Wander) -> None:
    rng = random.Random(91)
    for _ in range(10):
        state = wander(OthelloGame(), rng, 57)
        decision = Level(6, seed=1).choose(state)
        if all(str(each.note).startswith("exact") for each in decision.candidates):
            assert decision.score == max(each.score or 0 for each in decision.candidates)


@pytest.mark.parametrize("game", HANDICAPS)
def test_the_error_is_random_and_reproducible_with_a_seed(game: str, wander: Wander) -> None:
    states = [wander(BOARDS[game], random.Random(seed), 14) for seed in range(6)]
    moves = [[Level(6, seed=seed).choose(state).move for state in states] for seed in (1, 1, 2)]
    assert moves[0] == moves[1] != moves[2]


@pytest.mark.parametrize("game", HANDICAPS)
def test_the_highest_level_is_the_engine(game: str) -> None:
    state, limit = BOARDS[game].start, Limit(nodes=2_000)
    decision = Level(HIGHEST[game], seed=3).choose(state, limit)
    expected = NativeEngine(seed=3).choose(state, limit)
    assert (decision.move, decision.score) == (expected.move, expected.score)
    assert str(decision.text) == f"Level {HIGHEST[game]}. {expected.text}"


@pytest.mark.parametrize("rules", ["renju", "omok", "caro"])
def test_they_play_under_every_rule_set(rules: str) -> None:
    for size in (5, 19):
        start = GomokuGame(size, rules).start
        assert Level(7, seed=1).choose(start).move in start.legal_moves()


def test_they_play_on_small_boards_too() -> None:
    for game in (OthelloGame(4), OthelloGame(6), OthelloGame(8, "mirrored")):
        decision = Level(7, seed=1).choose(game.start)
        assert decision.move in game.start.legal_moves()
