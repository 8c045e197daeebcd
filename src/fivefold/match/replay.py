"""Replays lines of play given as moves or as text."""

from __future__ import annotations

from collections.abc import Iterable

from fivefold.core import Move, State
from fivefold.errors import RulesError


def play_through(start: State, moves: Iterable[Move]) -> tuple[State, ...]:
    """Returns the positions of a line of play, including the first and the last."""
    states = [start]
    for move in moves:
        states.append(states[-1].play(move))
    return tuple(states)


def read_line(
    start: State, texts: Iterable[str], *, passes_left_out: bool = False
) -> tuple[Move, ...]:
    """Returns the moves of a line of play, or raises at the first invalid move.

    With `passes_left_out`, missing forced passes are inserted.
    """
    state, moves = start, list[Move]()
    forced = [start.game.pass_move]
    for number, text in enumerate(texts, start=1):
        try:
            move = state.game.parse_move(text)
            if passes_left_out and move not in forced and state.legal_moves() == forced:
                moves += state.legal_moves()
                state = state.play(moves[-1])
            state = state.play(move)
        except RulesError as error:
            raise type(error)("moves.numbered", number=number, reason=error.message) from error
        moves.append(move)
    return tuple(moves)
