"""Central: the move nearest to the middle of the board.

Idea: the middle touches most lines. Cost: one look at each move. Read next: `greedy.py`.
"""

from __future__ import annotations

from fivefold.core import Limit, Move, State
from fivefold.strategies import explain
from fivefold.strategies.base import GAME_OVER, Candidate, Decision, Stop, Strategy
from fivefold.words import plain


class Central(Strategy):
    """Plays the move whose cells are nearest to the middle; ties go to the first in order."""

    def choose(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Decision:
        if state.outcome:
            return GAME_OVER
        game = state.game
        scores = {move: -self.distance(state, move) for move in state.legal_moves()}
        best = max(scores, key=lambda move: scores[move])
        return Decision(
            best,
            scores[best],
            candidates=tuple(Candidate(move, score) for move, score in scores.items()),
            overlay=explain.move_overlay(game, best),
            text=plain(f"{game.format_move(best)} is nearest to the middle."),
        )

    @staticmethod
    def distance(state: State, move: Move) -> int:
        """Returns how far the move's cells are from the middle, in half cells."""
        rows, columns = state.game.rows, state.game.columns
        cells = (divmod(cell, columns) for cell in state.game.move_cells(move))
        return sum(abs(2 * r - rows + 1) + abs(2 * c - columns + 1) for r, c in cells)
