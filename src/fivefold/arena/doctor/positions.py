"""Positions and lines of play for the checks."""

from __future__ import annotations

import random
from functools import cache

from fivefold.arena.doctor.conversation import SHOWN, Failed
from fivefold.core import Game, Move, State
from fivefold.errors import IllegalMove, InvalidNotation
from fivefold.words import quoted, say

TRIES = 200


def read_move(state: State, text: str, line: str) -> Move:
    """Returns the legal move of a text in our notation; `line` is the program's output."""
    try:
        move = state.game.parse_move(text)
    except InvalidNotation:
        example = state.game.format_move(state.legal_moves()[0])
        raise Failed(say("doctor.not_move", answer=quoted(line, SHOWN), example=example)) from None
    except IllegalMove as error:
        raise illegal(line, error) from None
    check_legal(state, move, line)
    return move


def check_legal(state: State, move: Move, line: str) -> None:
    """Raises with the reason if the move named by a line is illegal."""
    try:
        state.play(move)
    except IllegalMove as error:
        raise illegal(line, error) from None


def illegal(line: str, error: IllegalMove) -> Failed:
    """Returns the failure for a line with an illegal move."""
    return Failed(say("doctor.illegal", answer=quoted(line, SHOWN), reason=error.message))


def after(start: State, moves: list[Move]) -> State:
    """Returns the position after the moves."""
    for move in moves:
        start = start.play(move)
    return start


def some_moves(game: Game, count: int, seed: int = 1) -> list[Move]:
    """Returns the beginning of a random game, at most `count` moves."""
    state, chance, moves = game.start, random.Random(seed), list[Move]()
    for _ in range(count):
        moves.append(chance.choice(state.legal_moves()))
        state = state.play(moves[-1])
        if state.outcome:
            return moves[:-1]
    return moves


@cache
def line_to_pass(game: Game) -> tuple[Move, ...]:
    """Returns a line after which the side to move must pass; empty if none was found."""
    if game.pass_move is None:
        return ()
    for seed in range(TRIES):
        state, chance, moves = game.start, random.Random(seed), list[Move]()
        while not state.outcome:
            legal = state.legal_moves()
            if legal == [game.pass_move]:
                return tuple(moves)
            moves.append(chance.choice(legal))
            state = state.play(moves[-1])
    return ()


def whole_game(game: Game, seed: int = 1) -> list[Move]:
    """Returns the moves of a complete random game."""
    state, chance, moves = game.start, random.Random(seed), list[Move]()
    while not state.outcome:
        moves.append(chance.choice(state.legal_moves()))
        state = state.play(moves[-1])
    return moves
