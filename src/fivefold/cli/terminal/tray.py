"""The pentomino tray: the remaining pieces and the selected one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fivefold.cli.terminal.board import PIECE_COLOURS
from fivefold.cli.terminal.capabilities import Look, background, foreground
from fivefold.core import Move
from fivefold.games.pentomino import (
    LETTERS,
    SHAPES,
    PentominoGame,
    PentominoState,
    Shape,
    board_of,
    mirrored,
    rotated,
)


@dataclass(frozen=True)
class Hand:
    """The selected piece and its orientation. The cursor is near its centre."""

    letter: str
    shape: Shape

    @classmethod
    def of(cls, letter: str) -> Hand:
        """Returns the piece in its default orientation."""
        return cls(letter, SHAPES[letter])

    @classmethod
    def holding(cls, move: Move, game: PentominoGame) -> tuple[Hand, int]:
        """Returns the piece oriented as in the move, and the cell of the cursor."""
        letter, cells = board_of(game.rows, game.columns).placements[move]
        places = [divmod(cell, game.columns) for cell in cells]
        top, left = min(row for row, _ in places), min(column for _, column in places)
        hand = cls(letter, frozenset((row - top, column - left) for row, column in places))
        down, right = hand._middle
        return hand, (top + down) * game.columns + left + right

    @property
    def _last(self) -> tuple[int, int]:
        return max(row for row, _ in self.shape), max(column for _, column in self.shape)

    @property
    def _middle(self) -> tuple[int, int]:
        rows, columns = self._last
        return rows // 2, columns // 2

    def turned(self) -> Hand:
        """Returns the piece rotated by 90 degrees."""
        return replace(self, shape=rotated(self.shape))

    def flipped(self) -> Hand:
        """Returns the piece mirrored."""
        return replace(self, shape=mirrored(self.shape))

    def next_in(self, state: PentominoState, step: int) -> Hand:
        """Returns the next remaining piece, or itself if there is no other."""
        left = pieces_left(state)
        if not left:
            return self
        around = LETTERS[::step]
        place = around.index(self.letter)
        later = around[place + 1 :] + around[: place + 1]
        return Hand.of(next(letter for letter in later if letter in left))

    def kept_inside(self, cell: int, game: PentominoGame) -> int:
        """Returns the nearest cell at which the whole piece is on the board."""
        (down, right), (rows, columns) = self._middle, self._last
        row, column = divmod(cell, game.columns)
        row = max(down, min(row, game.rows - 1 - rows + down))
        column = max(right, min(column, game.columns - 1 - columns + right))
        return min(row, game.rows - 1) * game.columns + min(column, game.columns - 1)

    def cells_at(self, cell: int, game: PentominoGame) -> tuple[int, ...]:
        """Returns the board cells that the piece covers at that cell."""
        (down, right), (row, column) = self._middle, divmod(cell, game.columns)
        covered = ((row - down + r, column - right + c) for r, c in sorted(self.shape))
        return tuple(
            r * game.columns + c for r, c in covered if 0 <= r < game.rows and 0 <= c < game.columns
        )

    def move_at(self, cell: int, game: PentominoGame) -> Move | None:
        """Returns the move that places it there, or None if it leaves the board."""
        return board_of(game.rows, game.columns).by_cells.get(self.cells_at(cell, game))


def pieces_left(state: PentominoState) -> str:
    """Returns the letters of the remaining pieces."""
    return "".join(letter for letter in LETTERS if letter not in state.cells)


def paint_tray(state: PentominoState, hand: Hand, look: Look, columns: int) -> list[str]:
    """Returns the remaining pieces with their shapes, as many side by side as fit.

    The selected piece has its letter in brackets.
    """
    pieces = [_piece(letter, hand, look) for letter in pieces_left(state)]
    lines: list[str] = []
    while pieces:
        count, room = 0, columns
        while count < len(pieces) and (room := room - look.width(pieces[count][0])) >= -2:
            count += 1
        band, pieces = pieces[: max(1, count)], pieces[max(1, count) :]
        lines += ["".join(rows).rstrip() for rows in zip(*band, strict=True)]
    return lines


def paint_letters(state: PentominoState, hand: Hand, look: Look) -> list[str]:
    """Returns the tray as one line of letters, if there is no room for shapes."""
    names = (_name(letter, hand, look) for letter in pieces_left(state))
    return ["".join(names).rstrip()]


def _name(letter: str, hand: Hand, look: Look) -> str:
    text = f"[{letter}]" if letter == hand.letter else f" {letter} "
    return look.paint(text, foreground(16), background(PIECE_COLOURS[letter]))


def _piece(letter: str, hand: Hand, look: Look) -> list[str]:
    """Returns the name and the shape of a piece, in lines of equal width."""
    shape = SHAPES[letter]
    width = max(3, 1 + max(column for _, column in shape)) + 2
    texts = _in_ascii(shape) if look.ascii or look.stone_width == 2 else _in_half_blocks(shape)
    ink = foreground(PIECE_COLOURS[letter])
    lines = [_name(letter, hand, look), *(look.paint(text, ink) for text in texts)]
    return [look.filled(line, width) for line in lines]


def _in_ascii(shape: Shape) -> list[str]:
    """Returns the shape of at most three rows as three lines."""
    return [
        "".join("#" if (row, c) in shape else " " for c in range(5)).rstrip() for row in (0, 1, 2)
    ]


def _in_half_blocks(shape: Shape) -> list[str]:
    """Returns the shape of at most three rows as two lines of half blocks."""
    lines = []
    for row in (0, 2):
        halves = (((row, c) in shape, (row + 1, c) in shape) for c in range(5))
        lines.append("".join(" ▀▄█"[upper + 2 * lower] for upper, lower in halves).rstrip())
    return lines
