"""The pentomino tray: the pieces that are left, and the one in hand, turned as wanted."""

from __future__ import annotations

from dataclasses import dataclass, replace

from fivefold.cli.terminal.board import PIECE_COLOURS
from fivefold.cli.terminal.look import Look, background, foreground
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
    """A piece as the player holds it. The cell under the cursor is about its middle."""

    letter: str
    shape: Shape

    @classmethod
    def of(cls, letter: str) -> Hand:
        """Returns the piece as it lies in the tray."""
        return cls(letter, SHAPES[letter])

    @classmethod
    def holding(cls, move: Move, game: PentominoGame) -> tuple[Hand, int]:
        """Returns the piece turned as in the move, and the cell the cursor has then."""
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
        """Returns the piece a quarter turn further."""
        return replace(self, shape=rotated(self.shape))

    def flipped(self) -> Hand:
        """Returns the piece mirrored."""
        return replace(self, shape=mirrored(self.shape))

    def next_in(self, state: PentominoState, step: int) -> Hand:
        """Returns the next piece that is not yet on the board; itself when there is no other."""
        left = pieces_left(state)
        if not left:
            return self
        around = LETTERS[::step]
        place = around.index(self.letter)
        later = around[place + 1 :] + around[: place + 1]
        return Hand.of(next(letter for letter in later if letter in left))

    def kept_inside(self, cell: int, game: PentominoGame) -> int:
        """Returns the cell nearest to that one around which the piece lies within the board."""
        (down, right), (rows, columns) = self._middle, self._last
        row, column = divmod(cell, game.columns)
        row = max(down, min(row, game.rows - 1 - rows + down))
        column = max(right, min(column, game.columns - 1 - columns + right))
        return min(row, game.rows - 1) * game.columns + min(column, game.columns - 1)

    def cells_at(self, cell: int, game: PentominoGame) -> tuple[int, ...]:
        """Returns the cells it covers around that one; those off the board are left out."""
        (down, right), (row, column) = self._middle, divmod(cell, game.columns)
        covered = ((row - down + r, column - right + c) for r, c in sorted(self.shape))
        return tuple(
            r * game.columns + c for r, c in covered if 0 <= r < game.rows and 0 <= c < game.columns
        )

    def move_at(self, cell: int, game: PentominoGame) -> Move | None:
        """Returns the move that places it there, or None where it sticks out of the board."""
        return board_of(game.rows, game.columns).by_cells.get(self.cells_at(cell, game))


def pieces_left(state: PentominoState) -> str:
    """Returns the letters of the pieces that are not on the board."""
    return "".join(letter for letter in LETTERS if letter not in state.cells)


def paint_tray(state: PentominoState, hand: Hand, look: Look, columns: int) -> list[str]:
    """Returns the pieces that are left with their shapes, as many beside each other as fit.

    The one in hand has its letter in brackets.
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
    """Returns the tray as one line of letters, for where there is no room for shapes."""
    names = (_name(letter, hand, look) for letter in pieces_left(state))
    return ["".join(names).rstrip()]


def _name(letter: str, hand: Hand, look: Look) -> str:
    text = f"[{letter}]" if letter == hand.letter else f" {letter} "
    return look.paint(text, foreground(16), background(PIECE_COLOURS[letter]))


def _piece(letter: str, hand: Hand, look: Look) -> list[str]:
    """Returns the name of a piece and its shape under it, all lines equally wide."""
    shape = SHAPES[letter]
    width = max(3, 1 + max(column for _, column in shape)) + 2
    texts = _in_ascii(shape) if look.ascii or look.stone_width == 2 else _in_half_blocks(shape)
    ink = foreground(PIECE_COLOURS[letter])
    lines = [_name(letter, hand, look), *(look.paint(text, ink) for text in texts)]
    return [look.filled(line, width) for line in lines]


def _in_ascii(shape: Shape) -> list[str]:
    """Returns the shape, which has at most three rows, in three lines."""
    return [
        "".join("#" if (row, c) in shape else " " for c in range(5)).rstrip() for row in (0, 1, 2)
    ]


def _in_half_blocks(shape: Shape) -> list[str]:
    """Returns the shape, which has at most three rows, in two lines."""
    lines = []
    for row in (0, 2):
        halves = (((row, c) in shape, (row + 1, c) in shape) for c in range(5))
        lines.append("".join(" ▀▄█"[upper + 2 * lower] for upper, lower in halves).rstrip())
    return lines
