"""The game that a program knows, and whether a new position continues it."""

from __future__ import annotations

from collections.abc import Sequence

from fivefold.core import Game, Move, State
from fivefold.errors import IllegalMove


class Following:
    """A start position, the moves from it and the current position.

    Drivers use it because each question about one game is the last one plus two moves.
    """

    def __init__(self, game: Game) -> None:
        self.begin(game.start)

    def begin(self, start: State, moves: Sequence[Move] = ()) -> None:
        """Resets to this position."""
        self.start = start
        self.moves: list[Move] = []
        self.now = start
        for move in moves:
            self.play(move)

    def play(self, move: Move) -> None:
        """Plays a move; an illegal one changes nothing."""
        try:
            self.now = self.now.play(move)
        except IllegalMove:
            return
        self.moves.append(move)

    def goes_on_to(self, state: State) -> Move | None:
        """Returns the one move that leads from here to the position, or None."""
        move = state.last_move
        if move is None:
            return None
        try:
            return move if self.now.play(move) == state else None
        except IllegalMove:
            return None
