"""`BoardState`: what every state offers at a prompt and in a notebook.

>>> from fivefold.games.othello import OthelloGame
>>> state = OthelloGame(4).start.play("a2")
>>> print(state)
  a b c d
1 . . . .
2 X X X .
3 . X O .
4 . . . .
>>> state.moves
('a1', 'c1', 'a3')
>>> "c1" in state, "d4" in state
(True, False)
"""

from __future__ import annotations

import operator
from typing import cast

from fivefold.core import Move, State
from fivefold.errors import InvalidNotation, RulesError
from fivefold.words import quoted


class BoardState:
    """The part of a state that follows from the rest: text, pictures and moves by name.

    A state of your own inherits it, defines what `State` asks for, and begins `play` with
    `move = self.as_move(move)`.
    """

    __slots__ = ()

    @property
    def moves(self) -> tuple[str, ...]:
        """The legal moves as text, in the order of `legal_moves`."""
        state = cast(State, self)
        return tuple(map(state.game.format_move, state.legal_moves()))

    def __contains__(self, move: object) -> bool:
        """Tells whether the move, as a number or as text, is legal here."""
        state = cast(State, self)
        try:
            return self.as_move(move) in state.legal_moves()
        except RulesError:
            return False

    def as_move(self, move: object) -> Move:
        """Returns the number of a move given as a number or as text.

        Raises `RulesError` if it is neither.
        """
        if isinstance(move, str):
            return cast(State, self).game.parse_move(move)
        try:
            return operator.index(move)  # type: ignore[arg-type]  # raises TypeError
        except TypeError:
            kind, shown = type(move).__name__, quoted(repr(move))
            raise InvalidNotation("move.type", kind=kind, value=shown) from None

    def __str__(self) -> str:
        state = cast(State, self)
        return state.game.diagram(state)

    def _repr_svg_(self) -> str:
        from fivefold.drawing import board_svg  # only notebooks draw

        return board_svg(cast(State, self))

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": str(self), "image/svg+xml": self._repr_svg_()}
