"""The C++ rules agree with the Python rules: every legal move, position, outcome, and perft."""

from __future__ import annotations

import random

import pytest

from fivefold.core import Game, State
from fivefold.games.gomoku import GomokuGame
from fivefold.games.othello import OthelloGame
from fivefold.games.pentomino import PentominoGame
from fivefold.strategies import native

FEW, MANY = 216, 1_080
"""Random games of each kind; multiples of the number of boards."""

BOARDS: dict[str, list[Game]] = {
    "gomoku": [
        GomokuGame(size, rules) for size in range(5, 23) for rules in ("freestyle", "standard")
    ],
    "othello": [
        OthelloGame(size, rules) for size in (8, 6, 8, 4) for rules in ("standard", "mirrored")
    ],
    "pentomino": [
        PentominoGame(8, 8),
        PentominoGame(5, 12),
        PentominoGame(8, 8),
        PentominoGame(3, 21),
        PentominoGame(8, 8),
        PentominoGame(22, 2),
        PentominoGame(7, 9),
        PentominoGame(4, 5),
    ],
}


class MoveTexts(dict[int, str]):
    """Formats each move of a game once: the same moves recur in every game."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    def __missing__(self, move: int) -> str:
        return self.setdefault(move, self.game.format_move(move))


def outcome_text(state: State) -> str | None:
    if state.outcome is None:
        return None
    return state.outcome.winner.value if state.outcome.winner else "draw"


def python_perft(state: State, depth: int) -> int:
    """The definition: a game that ended earlier is one leaf, and so is each last move."""
    if depth == 0 or state.outcome:
        return 1
    if depth == 1:
        return len(state.legal_moves())
    return sum(python_perft(state.play(move), depth - 1) for move in state.legal_moves())


def random_state(game: Game, plies: int, chance: random.Random) -> State:
    state = game.start
    for _ in range(plies):
        if state.outcome:
            break
        state = state.play(chance.choice(state.legal_moves()))
    return state


@pytest.mark.slow
@pytest.mark.parametrize("games", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", BOARDS)
def test_random_games_agree_at_every_move(name: str, games: int) -> None:
    boards = [(game, MoveTexts(game)) for game in BOARDS[name]]
    for number in range(games):
        game, texts = boards[number % len(boards)]
        chance = random.Random(number)
        state = game.start
        while True:
            moves = state.legal_moves()
            assert native.legal_moves(state) == [texts[move] for move in moves]
            assert native.outcome(state) == outcome_text(state)
            if not moves:
                break
            move = chance.choice(moves)
            after = native.play(state, texts[move])
            state = state.play(move)
            assert after == game.format_position(state)


@pytest.mark.parametrize("name", BOARDS)
def test_positions_read_from_text_agree_too(name: str) -> None:
    chance = random.Random(7)
    for game in BOARDS[name]:
        state = random_state(game, chance.randrange(40), chance)
        again = game.parse_position(game.format_position(state))
        assert native.legal_moves(again) == native.legal_moves(state)
        assert native.outcome(again) == outcome_text(again)


@pytest.mark.parametrize("size", [4, 6, 8])
@pytest.mark.parametrize("rules", ["standard", "mirrored"])
def test_othello_perft_agrees(size: int, rules: str) -> None:
    start = OthelloGame(size, rules).start
    for depth in range(6):
        assert native.perft(start, depth) == python_perft(start, depth)


def test_the_whole_game_tree_of_small_endings_agrees() -> None:
    chance = random.Random(3)
    for game, plies in ((OthelloGame(4), 7), (OthelloGame(6), 27), (OthelloGame(8), 55)):
        for _ in range(20):
            state = random_state(game, plies, chance)
            assert native.perft(state, 20) == python_perft(state, 20)


@pytest.mark.parametrize("rules", ["freestyle", "standard"])
def test_gomoku_perft_agrees_where_games_end(rules: str) -> None:
    chance = random.Random(5)
    for size, plies in ((5, 12), (5, 18), (6, 24), (7, 38)):
        for _ in range(5):
            state = random_state(GomokuGame(size, rules), plies, chance)
            assert native.perft(state, 3) == python_perft(state, 3)


@pytest.mark.slow
def test_pentomino_perft_agrees() -> None:
    for rows, columns, depth in ((1, 5, 3), (3, 5, 3), (4, 5, 3), (6, 6, 2), (2, 13, 4)):
        start = PentominoGame(rows, columns).start
        assert native.perft(start, depth) == python_perft(start, depth)


def test_perft_has_the_known_numbers() -> None:
    othello, pentomino = OthelloGame().start, PentominoGame().start
    known = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284]
    assert [native.perft(othello, depth) for depth in range(11)] == known
    assert [native.perft(pentomino, depth) for depth in range(3)] == [1, 2308, 3418576]
    assert native.perft(GomokuGame().start, 3) == 225 * 224 * 223


@pytest.mark.long
def test_the_long_perft_numbers() -> None:
    assert native.perft(OthelloGame().start, 11) == 212_258_800
    assert native.perft(OthelloGame().start, 12) == 1_939_886_636
    assert native.perft(PentominoGame().start, 3) == 3_095_401_056
