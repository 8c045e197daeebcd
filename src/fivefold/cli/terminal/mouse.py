"""What the buttons of the mouse do: move the cursor, play, turn the piece, scroll.

The keys are those of `KeyDecoder`, such as `click 12 3`: button, column and line from 0.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fivefold.cli.terminal.board import board_width, margin_of
from fivefold.cli.terminal.capabilities import Look
from fivefold.cli.terminal.pointer import Pointer
from fivefold.core import Game, State

_BUTTON = re.compile(r"(click|right click|wheel up|wheel down) ([0-9]+) ([0-9]+)")


@dataclass(frozen=True)
class Painted:
    """The lines on the screen and the board that is among them."""

    lines: list[str]
    board: list[str]
    look: Look

    def cell_at(self, place: int, line: int, game: Game) -> int | None:
        """Returns the cell that is painted there, or None."""
        if not 0 <= line < len(self.lines):
            return None
        rows = enumerate(self.board[1:])
        row = next((row for row, text in rows if self.lines[line].startswith(text)), None)
        width = 1 if self.look.columns < board_width(game) else 2
        column = (place - margin_of(game) - 1) // width
        if row is None or not 0 <= column < game.columns:
            return None
        return row * game.columns + column


def is_button(key: str) -> bool:
    """Tells whether the key is a button of the mouse."""
    return _BUTTON.fullmatch(key) is not None


def press_button(
    key: str, pointer: Pointer, state: State, painted: Painted
) -> tuple[Pointer, bool]:
    """Returns the pointer after a button, and whether it means Enter: a click on the cursor.

    The wheel turns the piece, the right button flips it.
    """
    found = _BUTTON.fullmatch(key)
    assert found
    button, place, line = found[1], int(found[2]), int(found[3])
    if button != "click":
        return pointer.pressed("/" if button == "right click" else " ", state) or pointer, False
    cell = painted.cell_at(place, line, state.game)
    if cell is None:
        return pointer, False
    moved = pointer.placed(cell, state)
    return moved, moved == pointer
