"""What a program has been told of a game, and whether a new position goes on from there."""

from __future__ import annotations

from collections.abc import Sequence

from fivefold.core import Game, Move, State
from fivefold.errors import IllegalMove


class Following:
    """A position, the moves played from it, and where they lead.

    A driver keeps it beside its program: as long as questions are about one game, each is the
    last one with two more moves.
    """

    def __init__(self, game: Game) -> None:
        self.begin(game.start)

    def begin(self, start: State, moves: Sequence[Move] = ()) -> None:
        """Forgets everything but this."""
        self.start = start
        self.moves: list[Move] = []
        self.now = start
        for move in moves:
            self.play(move)

    def play(self, move: Move) -> None:
        """Goes on by a move, if that is legal; an illegal one changes nothing."""
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
