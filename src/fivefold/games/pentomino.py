"""The pentomino game: two players share twelve pieces and take turns; the last to place one wins.

A position is represented by the set of placements still possible: an integer with one bit for each
placement on the board (2,308 on 8x8). A move removes the placements that overlap it or use its
piece.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cache
from math import isqrt
from typing import ClassVar, NamedTuple

from fivefold.core import Move, Outcome, Player, State
from fivefold.errors import IllegalMove, InvalidNotation, InvalidPosition
from fivefold.games import grid
from fivefold.games.board_state import BoardState
from fivefold.words import Message, quoted, say

PICTURES = """
F  .##   I  #####   L  ####   N  ##..   P  ##   T  ###
   ##.                 #...      .###      ##      .#.
   .#.                                     #.      .#.

U  #.#   V  #..     W  #..    X  .#.    Y  ####  Z  ##.
   ###      #..        ##.       ###       .#..     .#.
            ###        .##       .#.                .##
"""
LETTERS = "FILNPTUVWXYZ"
FIRST, SECOND = say("seat.first"), say("seat.second")
SMALLEST, LARGEST = 5, 64

Shape = frozenset[tuple[int, int]]


def _read_pictures() -> dict[str, Shape]:
    """Returns the twelve shapes drawn above as (row, column) pairs from their own corner."""
    shapes = {}
    for band in PICTURES.strip("\n").split("\n\n"):
        lines = band.split("\n")
        heads = [(found.start(), found[0]) for found in re.finditer(r"[A-Z]", lines[0])]
        for (start, letter), (end, _) in zip(heads, [*heads[1:], (999, "")], strict=True):
            rows = [line[start + 3 : end] for line in lines]
            shapes[letter] = frozenset(
                (r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#"
            )
    return shapes


SHAPES = _read_pictures()


@cache
def orientations(letter: str) -> tuple[Shape, ...]:
    """Returns the distinct rotations and reflections of a piece: 1 for X, 2 for I, up to 8."""
    found: dict[Shape, None] = {}
    shape = SHAPES[letter]
    for _ in range(2):
        for _ in range(4):
            shape = rotated(shape)
            found[shape] = None
        shape = mirrored(shape)
    return tuple(found)


def rotated(shape: Shape) -> Shape:
    """Returns the shape after a quarter turn clockwise."""
    return _to_corner(frozenset((c, -r) for r, c in shape))


def mirrored(shape: Shape) -> Shape:
    """Returns the shape with left and right swapped."""
    return _to_corner(frozenset((r, -c) for r, c in shape))


def _to_corner(shape: Shape) -> Shape:
    top, left = min(r for r, _ in shape), min(c for _, c in shape)
    return frozenset((r - top, c - left) for r, c in shape)


class Placement(NamedTuple):
    """A piece on five cells, listed in reading order."""

    letter: str
    cells: tuple[int, ...]


class Board(NamedTuple):
    """All placements of a board, indexed by move, and the placements that each one rules out."""

    placements: tuple[Placement, ...]
    conflicts: tuple[int, ...]
    by_cells: dict[tuple[int, ...], Move]


@cache
def board_of(rows: int, columns: int) -> Board:
    """Returns the placements of a board, sorted by letter, then by cells."""
    found = [
        Placement(letter, tuple(sorted((r + top) * columns + c + left for r, c in shape)))
        for letter in LETTERS
        for shape in orientations(letter)
        for top in range(rows - max(r for r, _ in shape))
        for left in range(columns - max(c for _, c in shape))
    ]
    placements = tuple(sorted(found))
    on_cell, of_piece = [0] * (rows * columns), dict.fromkeys(LETTERS, 0)
    for move, (letter, cells) in enumerate(placements):
        of_piece[letter] |= 1 << move
        for cell in cells:
            on_cell[cell] |= 1 << move
    conflicts = []
    for letter, cells in placements:
        excluded = of_piece[letter]
        for cell in cells:
            excluded |= on_cell[cell]
        conflicts.append(excluded)
    by_cells = {cells: move for move, (_, cells) in enumerate(placements)}
    return Board(placements, tuple(conflicts), by_cells)


_BITS_OF_BYTE = [[bit for bit in range(8) if byte >> bit & 1] for byte in range(256)]


def members(live: int) -> list[Move]:
    """Returns the moves in a set of placements, in ascending order."""
    octets = live.to_bytes((live.bit_length() + 7) // 8, "little")
    return [
        index * 8 + bit
        for index, octet in enumerate(octets)
        if octet
        for bit in _BITS_OF_BYTE[octet]
    ]


@dataclass(frozen=True)
class PentominoState(BoardState):
    """Pieces on the board; `live` is the set of placements still possible, one bit per move."""

    game: PentominoGame
    cells: str
    to_move: Player
    live: int = field(compare=False)
    last_move: Move | None = field(default=None, compare=False)

    def __hash__(self) -> int:
        return hash(self.cells)

    @property
    def outcome(self) -> Outcome | None:
        if self.live:
            return None
        winner = self.to_move.other
        stuck, last = self.game.player_name(self.to_move), self.game.player_name(winner)
        return Outcome(winner, say("pentomino.stuck", loser=stuck, winner=last))

    def legal_moves(self) -> list[Move]:
        return members(self.live)

    def play(self, move: Move | str) -> PentominoState:
        if type(move) is not int:
            move = self.as_move(move)
        if move < 0 or not self.live >> move & 1:
            raise self._illegal_move(move)
        board = board_of(self.game.rows, self.game.columns)
        letter, covered = board.placements[move]
        cells = list(self.cells)
        for cell in covered:
            cells[cell] = letter
        live = self.live & ~board.conflicts[move]
        return PentominoState(self.game, "".join(cells), self.to_move.other, live, move)

    def _illegal_move(self, move: Move) -> IllegalMove:
        if self.outcome:
            return IllegalMove("move.over", reason=self.outcome.reason)
        board = board_of(self.game.rows, self.game.columns)
        if not 0 <= move < len(board.placements):
            return IllegalMove("move.unknown", move=move)
        letter, covered = board.placements[move]
        text = self.game.format_move(move)
        if letter in self.cells:
            return IllegalMove("pentomino.used", move=text, letter=letter)
        cell = next(cell for cell in covered if self.cells[cell] != ".")
        return IllegalMove("pentomino.overlap", move=text, cell=self.game.format_cell(cell))


@dataclass(frozen=True)
class PentominoGame:
    """The pentomino game on a rectangular board of 5 to 64 cells."""

    rows: int = 8
    columns: int = 8

    name: ClassVar[str] = "pentomino"
    rule_names: ClassVar[tuple[str, ...]] = ("normal",)
    sizes: ClassVar[Message] = Message("size.pentomino")
    pass_move: ClassVar[Move | None] = None
    rules: ClassVar[str] = "normal"

    @classmethod
    def of(cls, size: tuple[int, int] | None = None, rules: str | None = None) -> PentominoGame:
        rows, columns = size or (8, 8)
        sides_fit = min(rows, columns) >= 1 and max(rows, columns) <= grid.LARGEST_SIDE
        if not (sides_fit and SMALLEST <= rows * columns <= LARGEST):
            raise grid.unsupported_size(cls.name, (rows, columns), cls.sizes)
        return cls(rows, columns)

    @property
    def start(self) -> PentominoState:
        live = (1 << len(board_of(self.rows, self.columns).placements)) - 1
        return PentominoState(self, "." * (self.rows * self.columns), Player.FIRST, live)

    def parse_move(self, text: str) -> Move:
        """Reads `F c4 d4 d5 e5 d6`: an optional letter and five cells in any order."""
        grid.check_text(text)
        rest = text.strip()
        if not rest:
            raise grid.empty_move()
        letter = ""
        if len(rest) > 1 and not rest[1].isdigit():
            letter, rest = rest[0].upper() if rest[0].isascii() else rest[0], rest[1:]
            if letter not in LETTERS:
                raise InvalidNotation("pentomino.no_letter", letter=quoted(letter), letters=LETTERS)
        names = grid.split_cells(rest.replace(":", " "))
        cells = {self._parse_cell(name, text) for name in names}
        if len(cells) != 5 or len(names) != 5:
            count = len(cells) if len(names) == 5 else len(names)
            raise InvalidNotation("pentomino.not_five", count=count)
        covered = tuple(sorted(cells))
        move = board_of(self.rows, self.columns).by_cells.get(covered)
        shown = " ".join(map(self.format_cell, covered))
        if move is None:
            raise IllegalMove("pentomino.no_shape", cells=shown)
        actual = board_of(self.rows, self.columns).placements[move].letter
        if letter and actual != letter:
            raise IllegalMove("pentomino.other_letter", cells=shown, actual=actual, letter=letter)
        return move

    def _parse_cell(self, name: str, text: str) -> int:
        try:
            return grid.parse_cell(name, self.rows, self.columns, bottom_up=False)
        except InvalidNotation:
            example = say("move.example.pentomino")
            raise InvalidNotation("move.unreadable", text=quoted(text), example=example) from None

    def format_move(self, move: Move) -> str:
        letter, cells = board_of(self.rows, self.columns).placements[move]
        return " ".join([letter, *map(self.format_cell, cells)])

    def split_moves(self, text: str) -> list[str]:
        return [part.strip() for part in re.split(r"[;\n]", text) if part.strip()]

    def parse_position(self, text: str) -> PentominoState:
        grid.check_text(text)
        cells = grid.squeeze(text)
        if not cells:
            raise InvalidNotation("position.empty")
        grid.check_alphabet(cells, LETTERS + ".")
        game, side = self, isqrt(len(cells))
        if len(cells) != self.rows * self.columns:
            if side * side != len(cells) or not SMALLEST <= len(cells) <= LARGEST:
                expected = say("position.length.pentomino", rows=self.rows, columns=self.columns)
                raise InvalidNotation(
                    "position.length", count=len(cells), game=self.name, expected=expected
                )
            game = replace(self, rows=side, columns=side)
        state = game.start
        for letter in sorted(set(cells) - {"."}):
            covered = tuple(cell for cell, mark in enumerate(cells) if mark == letter)
            board = board_of(game.rows, game.columns)
            move = board.by_cells.get(covered)
            if move is None or board.placements[move].letter != letter:
                raise InvalidPosition("position.shape", letter=letter)
            state = state.play(move)
        return replace(state, last_move=None)

    def format_position(self, state: State) -> str:
        return state.cells

    def format_cell(self, cell: int) -> str:
        return grid.format_cell(cell, self.rows, self.columns, bottom_up=False)

    def move_cells(self, move: Move) -> tuple[int, ...]:
        return board_of(self.rows, self.columns).placements[move].cells

    def diagram(self, state: State, style: str = "plain") -> str:
        return grid.diagram(state.cells, self.rows, self.columns, style, bottom_up=False)

    def player_name(self, player: Player) -> Message:
        return FIRST if player is Player.FIRST else SECOND
