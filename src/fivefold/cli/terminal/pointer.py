"""The board cursor and the selected pentomino, and the keys that change them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fivefold.cli.terminal.board import Marks
from fivefold.cli.terminal.tray import Hand, pieces_left
from fivefold.core import Move, State
from fivefold.errors import IllegalMove
from fivefold.games.pentomino import PentominoState

STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


@dataclass(frozen=True)
class Pointer:
    """The position of the cursor and the selected piece; immutable."""

    cell: int
    hand: Hand | None = None

    @classmethod
    def over(cls, state: State, before: Pointer | None = None) -> Pointer:
        """Returns the pointer for a turn: the previous cell or the centre, and a free piece."""
        game = state.game
        middle = game.rows // 2 * game.columns + game.columns // 2
        here = before.cell if before and before.cell < len(state.cells) else middle
        if not isinstance(state, PentominoState):
            return cls(here)
        hand = before.hand if before else None
        if hand is None or hand.letter not in pieces_left(state):
            hand = Hand.of((pieces_left(state) or "F")[0])
        return cls(hand.kept_inside(here, state.game), hand)

    @classmethod
    def on_move(cls, move: Move, state: State) -> Pointer | None:
        """Returns the pointer for which Enter plays the move; None for a pass."""
        if isinstance(state, PentominoState):
            hand, cell = Hand.holding(move, state.game)
            return cls(cell, hand)
        cells = state.game.move_cells(move)
        return cls(cells[0]) if cells else None

    def pressed(self, key: str, state: State) -> Pointer | None:
        """Returns the pointer after a key, or None if the key does not apply."""
        if self.hand is None or not isinstance(state, PentominoState):
            return self._stepped(key, state)
        hand = self.hand
        if key in ("tab", "backtab"):
            hand = hand.next_in(state, 1 if key == "tab" else -1)
        elif key == " ":
            hand = hand.turned()
        elif key == "/":
            hand = hand.flipped()
        elif key not in STEPS:
            return None
        row, column = divmod(self.cell, state.game.columns)
        down, right = STEPS.get(key, (0, 0))
        row = min(max(row + down, 0), state.game.rows - 1)
        column = min(max(column + right, 0), state.game.columns - 1)
        return Pointer(hand.kept_inside(row * state.game.columns + column, state.game), hand)

    def placed(self, cell: int, state: State) -> Pointer:
        """Returns the pointer at a cell, with the piece inside the board."""
        if self.hand is None or not isinstance(state, PentominoState):
            return Pointer(cell)
        return Pointer(self.hand.kept_inside(cell, state.game), self.hand)

    def _stepped(self, key: str, state: State) -> Pointer | None:
        """Returns the pointer moved one step; it wraps around at the edges."""
        if key not in STEPS:
            return None
        game, (down, right) = state.game, STEPS[key]
        row, column = divmod(self.cell, game.columns)
        row, column = (row + down) % game.rows, (column + right) % game.columns
        return Pointer(row * game.columns + column)

    def move(self, state: State) -> Move:
        """Returns the move of Enter, legal or not; raises if the piece leaves the board."""
        if self.hand is None or not isinstance(state, PentominoState):
            return self.cell
        move = self.hand.move_at(self.cell, state.game)
        if move is None:
            raise IllegalMove("play.sticks_out", letter=self.hand.letter)
        return move

    def marked(self, marks: Marks, state: State) -> Marks:
        """Returns the marks with the cursor or the selected piece added."""
        if self.hand and isinstance(state, PentominoState):
            cells = self.hand.cells_at(self.cell, state.game)
            return replace(marks, hand=cells, letter=self.hand.letter)
        return replace(marks, cursor=(self.cell,))
