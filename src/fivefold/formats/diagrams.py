"""Text diagrams, labelled with names or numbers, as `show` prints them.

  a b c d              | 0 1 2 3
1 . . . .             0| - - - -
2 . O X .             1| - O X -
3 . X O .             2| - X O -
4 . . . .             3| - - - -
X to move
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from fivefold.core import Game, State
from fivefold.errors import InvalidNotation
from fivefold.formats.reading import Reading
from fivefold.formats.tidy import tidy

_ROW = re.compile(r"\s*(\d{1,2})(\s*\||\s)(.*)")
_SIDE = re.compile(
    r"\b(x|o|black|white|first|second)\b\W*(?:is )?to (?:move|play)\b"
    r"|\b(?:to move|to play|current player)\W+(?:player )?(x|o|black|white|first|second|1|2)\b",
    re.IGNORECASE,
)
_SIDES = {"X": "X", "BLACK": "X", "FIRST": "X", "1": "X"}


@dataclass(frozen=True)
class _Drawing:
    """The rows found in a text, their labels if any, and the side to move."""

    rows: tuple[str, ...]
    labels: tuple[int, ...]
    side: str | None


@dataclass(frozen=True)
class DiagramFormat:
    """One position (of a game, the last). Other lines around the board are ignored."""

    style: str
    extensions: tuple[str, ...]

    holds_many: ClassVar[bool] = False

    def is_like(self, text: str, game: Game | None) -> bool:
        """Recognizes a board by lines that start with a row label, or by lines of equal length."""
        rows = _drawing(text).rows
        return game is not None and (len(rows) > 1 or (len(rows) == 1 and game.rows == 1))

    def read(self, text: str, game: Game | None) -> tuple[Reading, ...]:
        assert game
        drawing = _drawing(text)
        for number, row in enumerate(drawing.rows, start=1):
            if len(row) != len(drawing.rows[0]):
                facts = {"row": number, "count": len(row), "expected": len(drawing.rows[0])}
                raise InvalidNotation("diagram.row", **facts)
        size = len(drawing.rows), len(drawing.rows[0])
        if size != (game.rows, game.columns):
            game = game.of(size, game.rules)
        cells = "".join(_from_the_top(drawing, game))
        if game.name == "gomoku":
            cells = cells.replace("#", ".")  # `show` marks forbidden points with #
        return (Reading(_state(cells, drawing.side, game)),)

    def write(self, readings: tuple[Reading, ...]) -> str:
        state = readings[0].state
        return f"{state.game.diagram(state, self.style)}\n{state.to_move.value} to move\n"


@lru_cache(maxsize=1)  # detection tries both styles on the same text before it is read
def _drawing(text: str) -> _Drawing:
    labelled: list[tuple[int, str]] = []
    bare: list[str] = []
    side = None
    for line in tidy(text).split("\n"):
        if found := _SIDE.search(line):
            side = _SIDES.get((found[1] or found[2]).upper(), "O")
        elif (match := _ROW.fullmatch(line)) and (row := _row(match[3], "|" in match[2])):
            labelled.append((int(match[1]), row))
        elif line.strip():
            bare.append(_row(line, False))
    if labelled:
        labels, rows = zip(*labelled, strict=True)
        return _Drawing(rows, labels, side)
    # Without labels, accept nothing but the board: it might be position text broken into lines.
    is_board = len(bare) > 1 and len({len(row) for row in bare}) == 1 and len(bare[0]) > 3
    return _Drawing(tuple(bare) if is_board else (), (), side)


def _row(text: str, certain: bool) -> str:
    """Returns the cells of a row, or '' for any other line.

    Cells are separated, or run together if they have two colours. Anything after a bar counts as a
    row, so that a mistake in it is reported.
    """
    words = text.upper().rstrip("| \t").split()
    row = "".join(words)
    if certain:
        return row
    apart = len(words) > 1 and all(len(word) == 1 and not word.isdecimal() for word in words)
    together = len(words) == 1 and len(row) > 3 and set(row) <= set("XO.-")
    return row if apart or together else ""


def _from_the_top(drawing: _Drawing, game: Game) -> tuple[str, ...]:
    """Returns the rows from the top of the board; the labels tell which end is the top."""
    names = [
        int(re.sub(r"\D", "", game.format_cell(row * game.columns))) for row in range(game.rows)
    ]
    labels = list(drawing.labels)
    if labels in ([], names, list(range(game.rows))):
        return drawing.rows
    if labels == names[::-1]:
        return drawing.rows[::-1]
    raise InvalidNotation("diagram.labels", labels=labels)


def _state(cells: str, side: str | None, game: Game) -> State:
    try:
        return game.parse_position(cells)
    except InvalidNotation as error:
        if error.code != "position.no_side":
            raise
    return game.parse_position(f"{cells} {side or side_by_counting(cells, game)}")


def side_by_counting(cells: str, game: Game) -> str:
    """Returns the side to move if both always moved in turn; X if that is impossible."""
    first, second = cells.count("X"), cells.count("O")
    if game.name == "othello":
        return "O" if (first + second) % 2 else "X"
    return "O" if first == second + 1 else "X"


DIAGRAM = DiagramFormat("plain", (".board",))
NUMBERS = DiagramFormat("numbers", (".numbers",))
