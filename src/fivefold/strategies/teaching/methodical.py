"""Methodical: the square with the smallest `row % (column + 1)`, counted from 0.

    0 0 0 0
    0 1 1 1     its number for each square: always the same, never any good
    0 0 2 2
    0 1 0 3

Idea: a rule that never varies, to test programs with. Cost: one list of moves. Read next:
`greedy.py`, which looks at the board.
"""

from __future__ import annotations

from dataclasses import dataclass

from fivefold.core import Game, Limit, Move, State
from fivefold.strategies import explain
from fivefold.strategies.base import GAME_OVER, Candidate, Decision, Overlay, Stop, Strategy
from fivefold.words import say


@dataclass
class Methodical(Strategy):
    """Plays the smallest `row % (column + 1)`; ties go to the first in reading order."""

    games = ("othello",)

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        if state.outcome:
            return GAME_OVER
        game, moves = state.game, state.legal_moves()
        numbers = {move: method(game, move) for move in moves}
        best = min(moves, key=lambda move: numbers[move])
        text = say("methodical.text", move=game.format_move(best), number=numbers[best])
        if best == game.pass_move:
            text = say("decision.pass")
        candidates = tuple(
            Candidate(move, -numbers[move], say("methodical.note", number=numbers[move]))
            for move in moves
        )
        by_cell = tuple(method(game, cell) for cell in range(game.rows * game.columns))
        overlay = Overlay("values", say("methodical.overlay"), values=by_cell)
        return Decision(
            best,
            -numbers[best],
            candidates=candidates,
            overlay=(overlay, *explain.move_overlay(game, best)),
            text=text,
        )


def method(game: Game, move: Move) -> int:
    """Returns the number of a move; 0 for a pass."""
    if move == game.pass_move:
        return 0
    row, column = divmod(move, game.columns)
    return row % (column + 1)
