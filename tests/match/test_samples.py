"""The sample positions: of all kinds, and the same for all strategies."""

from __future__ import annotations

import pytest

from fivefold.match.samples import POSITIONS, sample
from fivefold.names import game_from

GAMES = ["gomoku", "gomoku(size=9)", "othello", "othello(size=4)", "pentomino", "pentomino(5x6)"]


@pytest.mark.parametrize("name", GAMES)
def test_somebody_has_to_move_in_every_position(name: str) -> None:
    game = game_from(name)
    samples = sample(game)
    assert 20 <= len(samples.any) <= POSITIONS
    for state in (*samples.any, *samples.ends):
        assert state.legal_moves() not in ([], [game.pass_move])
    assert samples.single
    assert all(len(state.legal_moves()) == 1 for state in samples.single)
    assert all(state.legal_moves() == [game.pass_move] for state in samples.passes)
    assert bool(samples.passes) == (game.pass_move is not None)


@pytest.mark.parametrize("name", ["othello", "pentomino"])
def test_the_end_is_near_in_positions_near_the_end(name: str) -> None:
    for state in sample(game_from(name)).ends:
        while not state.outcome:
            state = state.play(state.legal_moves()[0])
        assert state.cells.count(".") < 40


def test_everybody_is_asked_the_same() -> None:
    assert sample(game_from("othello")) == sample(game_from("othello"))
    assert sample(game_from("othello")) != sample(game_from("othello"), seed=2)


def test_a_game_of_one_move_has_its_start() -> None:
    game = game_from("pentomino(1x5)")
    assert sample(game).any == (game.start,)
