"""The board as lines of text: coloured, plain or narrow.

With colour, the last move, a winning line and the cursor have their own background. Without, the
characters around a cell mark them:

(X) the last move    *X*X*X*X*X* a winning line    [.] the cursor    {N} the piece in hand

A point that is forbidden to the side to move is a #.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from fivefold.cli.terminal.capabilities import (
    BOLD,
    REVERSED,
    UNDERLINED,
    Look,
    background,
    foreground,
)
from fivefold.core import Game, State

WOOD, FELT, TABLE = 180, 65, 236
BLACK, WHITE, FAINT, BRIGHT = 16, 231, 240, 194
GROUNDS = {"gomoku": WOOD, "othello": FELT}
PIECE_COLOURS = dict(
    zip("FILNPTUVWXYZ", (174, 39, 208, 142, 170, 72, 220, 110, 203, 250, 107, 139), strict=True)
)
TROUBLE, BARRED = 203, 88
FORBIDDEN = "#"
"""The mark of a point that is forbidden to the side to move."""
STONES = {"X": "●", "O": "○"}


@dataclass(frozen=True)
class Marks:
    """Cells to mark on the board."""

    last: tuple[int, ...] = ()
    line: tuple[int, ...] = ()
    cursor: tuple[int, ...] = ()
    hand: tuple[int, ...] = ()
    letter: str = ""
    """The cells under the selected piece."""
    legal: tuple[int, ...] = ()
    """The legal cells, if not all free cells are legal."""
    forbidden: tuple[int, ...] = ()
    good: tuple[int, ...] = ()
    bad: tuple[int, ...] = ()
    neutral: tuple[int, ...] = ()


class Sign(NamedTuple):
    """The appearance of a mark."""

    kind: str
    fences: str
    ground: int
    styles: tuple[str, ...]


# Later marks cover earlier ones on the same cell.
SIGNS = (
    Sign("neutral", "''", 110, (UNDERLINED,)),
    Sign("bad", "!!", 210, (UNDERLINED,)),
    Sign("good", "<>", 114, (UNDERLINED,)),
    Sign("last", "()", 214, (UNDERLINED,)),
    Sign("line", "**", TROUBLE, (BOLD, UNDERLINED)),
    Sign("hand", "{}", 157, (REVERSED,)),
    Sign("cursor", "[]", 117, (REVERSED,)),
)
NO_MARKS = Marks()


def paint_board(
    state: State,
    look: Look,
    marks: Marks = NO_MARKS,
    rows: range | None = None,
    columns: range | None = None,
) -> list[str]:
    """Returns the board, or the given rows and columns, with row and column names."""
    game = state.game
    rows, columns = rows or range(game.rows), columns or range(game.columns)
    margin = margin_of(game)
    narrow = look.columns < board_width(game, columns)
    letters = [cell_name(game, column)[0] for column in columns]
    lines = [" " * margin + " " + ("" if narrow else " ").join(letters)]
    for row in rows:
        number = cell_name(game, row * game.columns)[1]
        cells = [row * game.columns + column for column in columns]
        lines.append(f"{number:>{margin}}" + _row(state, cells, look, marks, narrow))
    return lines


def board_width(game: Game, columns: range | None = None) -> int:
    """Returns the preferred width of the board in terminal columns."""
    return margin_of(game) + 1 + 2 * len(columns or range(game.columns))


def margin_of(game: Game) -> int:
    """Returns the width of the widest row name."""
    return max(len(cell_name(game, row * game.columns)[1]) for row in range(game.rows))


def cell_name(game: Game, cell: int) -> tuple[str, str]:
    """Returns the column part and the row part of a cell's name."""
    found = re.fullmatch(r"(\D*)(.*)", game.format_cell(cell))
    assert found
    return found[1], found[2]


def stone(mark: str, game: Game, look: Look) -> str:
    """Returns the drawn form of a cell's mark: stones for black and white games."""
    return STONES.get(mark, mark) if game.name in GROUNDS and not look.ascii else mark


def _row(state: State, cells: list[int], look: Look, marks: Marks, narrow: bool) -> str:
    # Two-column stones neither fit a narrow cell nor leave room between cells.
    if narrow and look.stone_width == 2:
        look = Look(look.colour, look.styles, ascii=True)
    if look.colour:
        ground = background(GROUNDS.get(state.game.name, TABLE))
        painted = (_painted(state, cell, look, marks, narrow) for cell in cells)
        return look.paint(" ", ground) + "".join(painted)
    if narrow or look.width(stone("X", state.game, look)) == 2:
        return " " + "".join(_styled(state, cell, look, marks, narrow) for cell in cells).rstrip()
    line = ""
    for left, cell in zip([None, *cells], cells, strict=False):
        line += _fence(marks, left, cell) + stone(_mark(state, cell, marks), state.game, look)
    return (line + _fence(marks, cells[-1], None)).rstrip()


def _signs(marks: Marks, cell: int | None) -> list[Sign]:
    """Returns the signs on a cell, topmost last."""
    return [sign for sign in SIGNS if cell in getattr(marks, sign.kind)]


def _fence(marks: Marks, left: int | None, right: int | None) -> str:
    """Returns the character between two cells: a mark of either, or a space."""
    before, after = _signs(marks, left), _signs(marks, right)
    if not before and not after:
        return " "
    if not before or (after and SIGNS.index(after[-1]) >= SIGNS.index(before[-1])):
        return after[-1].fences[0]
    return before[-1].fences[1]


def _styled(state: State, cell: int, look: Look, marks: Marks, narrow: bool) -> str:
    """Returns a cell and its right gap in styles other than colour, without room for marks."""
    text = stone(_mark(state, cell, marks), state.game, look)
    signs = _signs(marks, cell)
    gap = "" if narrow or look.width(text) == 2 else " "
    return look.paint(text, *(signs[-1].styles if signs else ())) + gap


def _painted(state: State, cell: int, look: Look, marks: Marks, narrow: bool) -> str:
    """Returns a cell and its right gap in colour."""
    game, mark = state.game, _mark(state, cell, marks)
    text, ground, ink = mark, GROUNDS.get(game.name, TABLE), FAINT
    if mark == "+":
        ink = BRIGHT
    elif mark == FORBIDDEN:
        ink = BARRED
    elif mark in STONES and game.name in GROUNDS:
        ink = BLACK if mark == "X" else WHITE
        text = mark if look.ascii else "●"
    elif mark != ".":
        ground, ink = PIECE_COLOURS.get(mark.upper(), TABLE), BLACK
    if signs := _signs(marks, cell):
        ground = TROUBLE if mark.islower() else signs[-1].ground
        ink = BLACK if mark in ".+#" else ink
    gap = "" if narrow or look.width(text) == 2 else " "
    return look.paint(text + gap, foreground(ink), background(ground))


def _mark(state: State, cell: int, marks: Marks) -> str:
    """Returns the cell's mark; the selected piece is in lower case where it overlaps."""
    if cell in marks.hand:
        return marks.letter if state.cells[cell] == "." else marks.letter.lower()
    if cell in marks.forbidden:
        return FORBIDDEN
    return "+" if cell in marks.legal else state.cells[cell]
