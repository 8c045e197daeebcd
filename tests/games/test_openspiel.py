"""The Python rules compared with OpenSpiel's, move by move in random games."""

from __future__ import annotations

import random
from typing import Any

import pyspiel
import pytest

from fivefold.core import Game, Player
from fivefold.games.gomoku import GomokuGame
from fivefold.games.othello import OthelloGame

PASS = 64  # OpenSpiel's Othello pass; ours is -1

PAIRS = [
    ("othello", OthelloGame(), 200),
    ("gomoku(size=15,connect=5)", GomokuGame(), 40),
    ("gomoku(size=6,connect=5)", GomokuGame(size=6), 200),
    ("mnk(m=15,n=15,k=5)", GomokuGame(), 40),
    ("mnk(m=7,n=7,k=5)", GomokuGame(size=7), 200),
]


def play_both(spiel: Any, game: Game, rng: random.Random) -> None:
    """Plays one random game under both rules; both number cells alike."""
    theirs, ours = spiel.new_initial_state(), game.start
    while not theirs.is_terminal():
        assert ours.outcome is None
        actions = theirs.legal_actions()
        assert [PASS if move < 0 else move for move in ours.legal_moves()] == actions
        assert theirs.current_player() == [Player.FIRST, Player.SECOND].index(ours.to_move)
        action = rng.choice(actions)
        theirs.apply_action(action)
        ours = ours.play(game.pass_move if action == PASS and game.pass_move else action)
    assert ours.outcome is not None
    assert ours.legal_moves() == []
    result = {Player.FIRST: [1.0, -1.0], Player.SECOND: [-1.0, 1.0], None: [0.0, 0.0]}
    assert theirs.returns() == result[ours.outcome.winner]


@pytest.mark.parametrize(("text", "game", "games"), PAIRS)
def test_random_games_agree_with_openspiel(text: str, game: Game, games: int) -> None:
    spiel = pyspiel.load_game(text)
    for seed in range(games):
        play_both(spiel, game, random.Random(seed))
