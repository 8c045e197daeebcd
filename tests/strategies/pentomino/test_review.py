"""The last win that the loser of a pentomino game missed, compared with brute force."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from fivefold.core import Limit, Player, State
from fivefold.games.pentomino import PentominoGame, PentominoState
from fivefold.strategies.pentomino.review import missed_win

Wins = Callable[[State], bool]
PLENTY = Limit(nodes=10**8)


def game_by_chance(game: PentominoGame, seed: int) -> list[PentominoState]:
    """Returns the positions of a random game, up to its end."""
    rng, states = random.Random(seed), [game.start]
    while not states[-1].outcome:
        states.append(states[-1].play(rng.choice(states[-1].legal_moves())))
    return states


def moves_of(states: list[PentominoState]) -> list[int]:
    return [state.last_move for state in states[1:] if state.last_move is not None]


@pytest.mark.parametrize("sides", [(5, 5), (4, 6), (5, 6)])
def test_it_finds_the_last_won_position_of_the_loser(
    sides: tuple[int, int], pentomino_wins: Wins
) -> None:
    game, found = PentominoGame(*sides), []
    for seed in range(12):
        states = game_by_chance(game, seed)
        loser = states[-1].to_move
        won = [
            ply
            for ply, state in enumerate(states)
            if state.to_move is loser and pentomino_wins(state)
        ]
        missed = missed_win(game, moves_of(states), loser, PLENTY)
        found.append(missed is not None)
        assert (missed is None) == (not won)
        if missed is None:
            continue
        state = states[missed.ply]
        assert missed.ply == won[-1]
        assert missed.played == states[missed.ply + 1].last_move
        assert not pentomino_wins(state.play(missed.winning))
        winning = [move for move in state.legal_moves() if not pentomino_wins(state.play(move))]
        assert missed.count == len(winning)
        sentence = str(missed.words(game, loser))
        assert game.format_move(missed.winning) in sentence
        assert sentence.startswith(f"{game.player_name(loser)} could have won at move ")
    assert True in found


def test_the_review_starts_from_the_games_own_start(pentomino_wins: Wins) -> None:
    states = game_by_chance(PentominoGame(5, 6), 3)
    game, loser, rest = states[0].game, states[-1].to_move, states[1:]
    whole = missed_win(game, moves_of(states), loser, PLENTY)
    part = missed_win(game, moves_of(rest), loser, PLENTY, start=rest[0])
    assert whole is not None
    if whole.ply == 0:
        assert part is None
    else:
        assert part is not None
        assert (part.ply + 1, part.winning) == (whole.ply, whole.winning)


def test_resigning_a_won_position_is_a_missed_win(pentomino_wins: Wins) -> None:
    states = game_by_chance(PentominoGame(5, 6), 4)
    game = states[0].game
    for ply, state in enumerate(states[:-1]):
        missed = missed_win(game, moves_of(states[: ply + 1]), state.to_move, PLENTY)
        if pentomino_wins(state):
            assert missed is not None
            assert (missed.ply, missed.played) == (ply, None)
            assert "could still have won with" in str(missed.words(game, state.to_move))


def test_a_winning_move_just_made_is_not_a_missed_win(pentomino_wins: Wins) -> None:
    game = PentominoGame(5, 5)
    moves = [move for move in game.start.legal_moves() if not pentomino_wins(game.start.play(move))]
    # Its player may still lose on time, but there was no better move.
    assert missed_win(game, moves[:1], Player.FIRST, PLENTY) is None


def test_an_undecided_position_is_not_claimed() -> None:
    states = game_by_chance(PentominoGame(7, 9), 5)[:2]
    assert missed_win(states[0].game, moves_of(states), Player.FIRST, Limit(nodes=10)) is None
