"""The C++ rules of renju, caro and omok against the Python rules and published boards."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from fivefold import _native
from fivefold.core import Player
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.strategies import native

BOARDS = Path(__file__).parents[1] / "data" / "renju-forbidden-points.jsonl"
RULES = [
    "renju",
    "caro",
    "omok",
    "omok:threes=none",
    "omok:threes=black:fours=black",
    "omok:fours=black:six=win",
    "omok:six=forbidden",
    "omok:threes=black:six=win",
]
SIZES = [5, 6, 7, 8, 9, 15, 22]


def outcome_text(state: GomokuState) -> str | None:
    if state.outcome is None:
        return None
    return state.outcome.winner.value if state.outcome.winner else "draw"


def crowded_game(number: int) -> None:
    """Plays a random game with stones close together under both rules, move by move."""
    chance = random.Random(number)
    size = chance.choice(SIZES)
    state = GomokuGame.of((size, size), RULES[number % len(RULES)]).start
    middle = size // 2
    while True:
        moves = state.legal_moves()
        assert native.legal_moves(state) == [state.game.format_move(move) for move in moves]
        assert native.outcome(state) == outcome_text(state)
        if not moves:
            return
        near = [
            move for move in moves if max(abs(move // size - middle), abs(move % size - middle)) < 4
        ]
        move = chance.choice(near or moves)
        after = native.play(state, state.game.format_move(move))
        state = state.play(move)
        assert after == state.game.format_position(state)


def crowded_position(number: int) -> None:
    """Compares a position with many more stones of one side, rich in fours and threes."""
    chance = random.Random(number)
    size = chance.choice(SIZES[1:])
    game = GomokuGame.of((size, size), RULES[number % len(RULES)])
    side, weights = chance.choice([("X", (5, 2, 12)), ("O", (2, 5, 12)), ("X", (3, 0, 9))])
    text = "".join(chance.choices("XO.", weights, k=size * size)) + f" {side}"
    try:
        state = game.parse_position(text)
    except ValueError:  # both sides have a five
        with pytest.raises(ValueError, match="Both sides"):
            _native.gomoku_outcome(text, game.rules)
        return
    assert native.legal_moves(state) == [game.format_move(move) for move in state.legal_moves()]
    assert native.outcome(state) == outcome_text(state)
    for move, foul in state.forbidden.items():
        with pytest.raises(ValueError, match=f"makes {foul}, which is forbidden"):
            native.play(state, game.format_move(move))


def test_random_games_agree_at_every_move() -> None:
    for number in range(2 * len(RULES)):
        crowded_game(number)


def test_random_positions_agree_on_every_forbidden_point() -> None:
    for number in range(150):
        crowded_position(number)


@pytest.mark.long
def test_thousands_of_random_games_and_positions_agree() -> None:
    for number in range(1_000, 4_000):
        crowded_game(number)
    for number in range(1_000, 20_000):
        crowded_position(number)


def test_the_published_boards_have_exactly_their_forbidden_points() -> None:
    game = GomokuGame(15, "renju")
    for line in BOARDS.read_text(encoding="utf-8").splitlines():
        board = json.loads(line)
        cells = ["."] * 225
        for stone, colour in (("X", "black"), ("O", "white")):
            for text in game.split_moves(board[colour]):
                cells[game.parse_move(text)] = stone
        free = {game.format_move(cell) for cell, mark in enumerate(cells) if mark == "."}
        allowed = _native.gomoku_legal_moves("".join(cells) + " X", "renju")
        assert free - set(allowed) == set(game.split_moves(board["forbidden"])), board


@pytest.mark.parametrize("rules", ["renju", "omok"])
def test_a_side_whose_every_free_point_is_forbidden_has_drawn(rules: str) -> None:
    rows = ["XX.XXX", "OOXXOX", "XXOOXX", "OOXXOO", "XXOOXX", "OOXXOO"]
    state = GomokuGame(6, rules).parse_position("".join(rows) + " X")
    assert native.outcome(state) == outcome_text(state) == ("draw" if rules == "renju" else None)
    assert native.perft(state, 2) == 1


@pytest.mark.parametrize("rules", ["renju", "omok"])
def test_perft_counts_no_forbidden_points(rules: str) -> None:
    chance = random.Random(2)
    game = GomokuGame(7, rules)
    for _ in range(5):
        state = game.start
        for _ in range(16):
            quiet = [m for m in state.legal_moves() if not state.play(m).outcome]
            state = state.play(chance.choice(quiet))
        leaves = 0
        for move in state.legal_moves():
            after = state.play(move)
            leaves += len(after.legal_moves()) if after.outcome is None else 1
        assert native.perft(state, 2) == leaves
        assert state.to_move is Player.FIRST


@pytest.mark.parametrize(
    "rules",
    ["renj", "omok:six", "omok:six=lose", "renju:six=win", "", "omok:", "omok:six=win:six=win"],
)
def test_unknown_rules_are_rejected(rules: str) -> None:
    with pytest.raises(ValueError, match=r"omok.*not"):
        _native.gomoku_outcome("." * 25 + " X", rules)
