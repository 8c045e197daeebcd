"""Rectangular boards: names of cells, lines through them, and text diagrams.

A cell is its index in reading order, `row * columns + column`, with row 0 at the top. Its name is a
column letter and a row number; Gomoku numbers rows from the bottom, the other games from the top.
"""

from __future__ import annotations

import re
import string
from functools import cache

from fivefold.errors import IllegalMove, InvalidNotation
from fivefold.words import Message, quoted, say

LETTERS = "abcdefghijklmnopqrstuv"
LARGEST_SIDE = len(LETTERS)

RIGHT, DOWN, DOWN_RIGHT, DOWN_LEFT = (0, 1), (1, 0), (1, 1), (1, -1)
DIRECTIONS = (RIGHT, DOWN, DOWN_RIGHT, DOWN_LEFT)

Ray = tuple[int, ...]
"""The cells from a cell, exclusive, to the edge."""

# ASCII only: Python's \d, int() and lower() also accept digits and letters of other scripts.
_CELL = re.compile(r"([A-Za-z])\s*([0-9]{1,3})")
_CELL_IN_A_RUN = re.compile(r"[A-Za-z][0-9]{1,2}")
_RUN_OF_CELLS = re.compile(rf"(?:{_CELL_IN_A_RUN.pattern})+")
_AS_WRITTEN = str.maketrans(string.ascii_lowercase + "-", string.ascii_uppercase + ".")


def format_cell(cell: int, rows: int, columns: int, *, bottom_up: bool) -> str:
    """Returns the name of the cell, such as `h8`."""
    row, column = divmod(cell, columns)
    return f"{LETTERS[column]}{rows - row if bottom_up else row + 1}"


def parse_cell(text: str, rows: int, columns: int, *, bottom_up: bool) -> int:
    """Returns the named cell; raises `InvalidNotation` or, off the board, `IllegalMove`."""
    match = _CELL.fullmatch(text.strip())
    if not match:
        raise InvalidNotation("move.unreadable", text=quoted(text), example=_example(rows, columns))
    column, number = ord(match[1].lower()) - ord("a"), int(match[2])
    row = rows - number if bottom_up else number - 1
    if not (0 <= row < rows and column < columns):
        last_column = LETTERS[columns - 1]
        raise IllegalMove("move.off_board", text=quoted(text), last_column=last_column, rows=rows)
    return row * columns + column


def _example(rows: int, columns: int) -> Message:
    return say("move.example.cell", cell=f"{LETTERS[columns // 2]}{rows // 2 + 1}")


def split_cells(text: str) -> list[str]:
    """Returns the moves in a line of play, separated by spaces or commas or run together.

    >>> split_cells("f5d6, c3 (2, 4) --")
    ['f5', 'd6', 'c3', '(2, 4)', '--']
    """
    words = re.findall(r"\([^()]*\)|[^\s,()]+|[()]", text)
    moves: list[str] = []
    for word in words:
        if _RUN_OF_CELLS.fullmatch(word):
            moves += _CELL_IN_A_RUN.findall(word)
        else:
            moves.append(word)
    return moves


def check_text(text: object) -> None:
    """Raises `InvalidNotation` unless it is text."""
    if not isinstance(text, str):
        raise InvalidNotation("text.type", kind=type(text).__name__, value=quoted(repr(text)))


def squeeze(text: str) -> str:
    """Returns position text without white space, in capitals, with `.` for `-`."""
    return "".join(text.split()).translate(_AS_WRITTEN)


def read_position(
    text: str, game: str, sides: range | tuple[int, ...], expected: Message
) -> tuple[str, str, int]:
    """Returns (cells, side to move, board size) from cells written with `X O .` and a side.

    Accepts either case, any white space, and `-` for `.`. `expected` goes into the error message
    for a position of the wrong length.
    """
    squeezed = squeeze(text)
    if not squeezed:
        raise InvalidNotation("position.empty")
    check_alphabet(squeezed, "XO.")
    lengths = {side * side: side for side in sides}
    if len(squeezed) - 1 in lengths and squeezed[-1] in "XO":
        return squeezed[:-1], squeezed[-1], lengths[len(squeezed) - 1]
    *words, last = text.split()
    has_side = last.upper() in ("X", "O") and (len(words) == 1 or (words and len(words[-1]) > 1))
    if not has_side and (len(squeezed) in lengths or len(squeezed) - 1 in lengths):
        raise InvalidNotation("position.no_side")
    count = len(squeezed) - 1 if has_side else len(squeezed)
    raise InvalidNotation("position.length", count=count, game=game, expected=expected)


def check_alphabet(cells: str, alphabet: str) -> None:
    """Raises `InvalidNotation` for the first character outside the alphabet."""
    wrong = cells.lstrip(alphabet)
    if wrong:
        raise InvalidNotation(
            "position.character",
            place=len(cells) - len(wrong) + 1,
            character=quoted(wrong[0]),
            alphabet=" ".join(alphabet),
        )


def unsupported_size(game: str, size: tuple[int, int], sizes: Message) -> InvalidNotation:
    """Returns the error for an unsupported board size."""
    rows, columns = size
    return InvalidNotation("size.refused", game=game, rows=rows, columns=columns, sizes=sizes)


def diagram(cells: str, rows: int, columns: int, style: str, *, bottom_up: bool) -> str:
    """Returns the board as text in one of two styles.

    plain: labelled as in notation              numbers: counted from 0, `-` is empty

          a b c                                       | 0 1 2
        1 . X O                                      0| - X O
        2 . . .                                      1| - - -
    """
    if style == "numbers":
        width = len(str(max(rows, columns) - 1))
        heads = [str(column).rjust(width) for column in range(columns)]
        lines = [" " * width + "| " + " ".join(heads)]
        for row in range(rows):
            marks = cells[row * columns : (row + 1) * columns].replace(".", "-")
            lines.append(f"{row:>{width}}| " + " ".join(mark.rjust(width) for mark in marks))
        return "\n".join(lines)
    width = len(str(rows))
    lines = [" " * width + " " + " ".join(LETTERS[:columns])]
    for row in range(rows):
        number = rows - row if bottom_up else row + 1
        marks = cells[row * columns : (row + 1) * columns]
        lines.append(f"{number:>{width}} " + " ".join(marks))
    return "\n".join(lines)


@cache
def rays(rows: int, columns: int) -> tuple[tuple[tuple[Ray, Ray], ...], ...]:
    """Returns, by cell and direction (4 of them), the cells ahead and the cells behind."""

    def walk(row: int, column: int, down: int, right: int) -> Ray:
        found = []
        row, column = row + down, column + right
        while 0 <= row < rows and 0 <= column < columns:
            found.append(row * columns + column)
            row, column = row + down, column + right
        return tuple(found)

    return tuple(
        tuple((walk(r, c, d, e), walk(r, c, -d, -e)) for d, e in DIRECTIONS)
        for r in range(rows)
        for c in range(columns)
    )


@cache
def neighbours(rows: int, columns: int) -> tuple[tuple[int, ...], ...]:
    """Returns the neighbours of each cell, up to 8, in reading order."""
    return tuple(
        tuple(
            (r + d) * columns + c + e
            for d in (-1, 0, 1)
            for e in (-1, 0, 1)
            if (d or e) and 0 <= r + d < rows and 0 <= c + e < columns
        )
        for r in range(rows)
        for c in range(columns)
    )


def empty_move() -> InvalidNotation:
    """Returns the error for an empty move text."""
    return InvalidNotation("move.empty")
