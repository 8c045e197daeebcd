"""Random, rows P2 and R3: legal moves, uniform, and reproducible with a seed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from fivefold.core import Game, State
from fivefold.errors import InvalidNotation
from fivefold.games.gomoku import GomokuGame
from fivefold.games.othello import PASS, OthelloGame
from fivefold.games.pentomino import PentominoGame
from fivefold.names import strategy_from
from fivefold.strategies.teaching.random_move import Random

Wander = Callable[[Game, random.Random, int], State]


def game_of(seed: int | None, game: Game) -> list[int]:
    player, state, moves = Random(seed), game.start, []
    while not state.outcome:
        move = player.choose(state).move
        assert move is not None
        moves.append(move)
        state = state.play(move)
    return moves


@pytest.mark.parametrize("game", [OthelloGame(), GomokuGame(7), PentominoGame()], ids=repr)
def test_the_same_seed_repeats_a_game_and_another_seed_varies_it(game: Game) -> None:
    assert game_of(5, game) == game_of(5, game)
    assert game_of(5, game) != game_of(6, game)
    assert len({tuple(game_of(None, game)) for _ in range(4)}) > 1


def test_r3_every_legal_move_is_about_equally_likely() -> None:
    state, player = OthelloGame().start, Random(1)
    counts = Counter(player.choose(state).move for _ in range(4_000))
    assert set(counts) == set(state.legal_moves())
    # 137 is five standard deviations of a uniform choice.
    assert all(abs(count - 1_000) < 137 for count in counts.values())


def test_p2_all_legal_moves_are_candidates_with_their_probability(wander: Wander) -> None:
    rng = random.Random(2)
    for plies in (0, 3, 6, 9):
        state = wander(PentominoGame(), rng, plies)
        decision = Random(3).choose(state)
        assert [each.move for each in decision.candidates] == state.legal_moves()
        assert all(each.score is None for each in decision.candidates)
        assert f"1 in {len(state.legal_moves())}" in str(decision.candidates[0].note)


def test_an_only_move_and_a_forced_pass_are_named() -> None:
    state = OthelloGame(4).parse_position("OOOO XXXO .XXO ..X. X")
    decision = Random(1).choose(state)
    assert decision.move == PASS
    assert "only move" in str(decision.text)


@pytest.mark.parametrize("text", ["random(seed=-1)", "random(seed=x)", "random(seed=1e3)"])
def test_a_bad_seed_is_rejected_in_one_sentence(text: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        strategy_from(text, "othello")
    assert str(refused.value).endswith(".")
