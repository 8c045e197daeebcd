"""Othello, also called Reversi: outflank discs to flip them; most discs at the end win.

A board is two integers, one per colour, with bit `row * size + column` set for each disc, so a
shift handles all squares at once. On 8x8, `d4` is bit 27:

    standard start      mirrored start
      c d e f             c d e f
    3 . . . .           3 . . . .
    4 . O X .           4 . X O .
    5 . X O .           5 . O X .
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import ClassVar, NamedTuple

from fivefold.core import Move, Outcome, Player, State
from fivefold.errors import IllegalMove, InvalidPosition
from fivefold.games import grid
from fivefold.games.board_state import BoardState
from fivefold.words import Message, quoted, say

PASS: Move = -1
FIRST, SECOND = say("colour.black"), say("colour.white")
PASS_TEXT = "--"
_PASS_WORDS = {PASS_TEXT, "-1", "PASS", "PA", "PS"}
_PAIR = re.compile(r"\(\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*\)")
_NUMBER = re.compile(r"[+-]?[0-9]+")
SIDES = (4, 6, 8)


class Board(NamedTuple):
    """The geometry of one board size: all squares, and the four axes to shift along.

    An axis is (shift, squares whose discs can flip along it). Discs in the outer columns never flip
    along a row or a diagonal; masking them out keeps a shift from wrapping around the edge.
    """

    size: int
    squares: int
    axes: tuple[tuple[int, int], ...]


@cache
def board_of(size: int) -> Board:
    """Returns the geometry of a board size."""
    squares = (1 << size * size) - 1
    inner_row = ((1 << size) - 1) & ~(1 | 1 << (size - 1))
    inner = sum(inner_row << (row * size) for row in range(size))
    axes = ((1, inner), (size, squares), (size - 1, inner), (size + 1, inner))
    return Board(size, squares, axes)


def placements(own: int, other: int, board: Board) -> int:
    """Returns the squares where `own` may place: each ends a run of `other` that `own` starts."""
    found = 0
    longest = range(board.size - 3)
    for shift, turnable in board.axes:
        victims = other & turnable
        forward = victims & own << shift
        backward = victims & own >> shift
        for _ in longest:
            forward |= victims & forward << shift
            backward |= victims & backward >> shift
        found |= forward << shift | backward >> shift
    return found & board.squares & ~(own | other)


def flips(move: Move, own: int, other: int, board: Board) -> int:
    """Returns the discs of `other` that a disc of `own` on `move` flips."""
    turned = 0
    for shift, turnable in board.axes:
        victims = other & turnable
        run, square = 0, 1 << move + shift
        while square & victims:
            run |= square
            square <<= shift
        if square & own:
            turned |= run
        run, square = 0, (1 << move) >> shift
        while square & victims:
            run |= square
            square >>= shift
        if square & own:
            turned |= run
    return turned


@dataclass(frozen=True)
class OthelloState(BoardState):
    """Discs on the board; `black` plays first."""

    game: OthelloGame
    black: int
    white: int
    to_move: Player
    last_move: Move | None = field(default=None, compare=False)

    def __hash__(self) -> int:
        return hash((self.black, self.white, self.to_move))

    @cached_property
    def cells(self) -> str:
        count = self.game.size * self.game.size
        return "".join(
            "X" if self.black >> cell & 1 else "O" if self.white >> cell & 1 else "."
            for cell in range(count)
        )

    @cached_property
    def placements(self) -> int:
        """The squares where the side to move may place a disc, as bits."""
        own, other = self.own_and_other
        return placements(own, other, board_of(self.game.size))

    @property
    def own_and_other(self) -> tuple[int, int]:
        """The discs of the side to move, then the opponent's."""
        if self.to_move is Player.FIRST:
            return self.black, self.white
        return self.white, self.black

    @cached_property
    def outcome(self) -> Outcome | None:
        own, other = self.own_and_other
        if self.placements or placements(other, own, board_of(self.game.size)):
            return None
        black, white = self.black.bit_count(), self.white.bit_count()
        if black == white:
            return Outcome(None, say("othello.draw", discs=black, other=white), 0)
        winner = Player.FIRST if black > white else Player.SECOND
        name, most, fewest = self.game.player_name(winner), max(black, white), min(black, white)
        reason = say("othello.win", winner=name, discs=most, other=fewest)
        return Outcome(winner, reason, most - fewest)

    def legal_moves(self) -> list[Move]:
        if not self.placements:
            return [] if self.outcome else [PASS]
        return [cell for cell in range(self.placements.bit_length()) if self.placements >> cell & 1]

    def play(self, move: Move | str) -> OthelloState:
        if type(move) is not int:
            move = self.as_move(move)
        own, other = self.own_and_other
        if move == PASS:
            if self.placements or self.outcome:
                raise self._illegal_move(move)
        elif move < 0 or not self.placements >> move & 1:
            raise self._illegal_move(move)
        else:
            turned = flips(move, own, other, board_of(self.game.size))
            own, other = own | turned | 1 << move, other & ~turned
        if self.to_move is Player.FIRST:
            return OthelloState(self.game, own, other, Player.SECOND, move)
        return OthelloState(self.game, other, own, Player.FIRST, move)

    def _illegal_move(self, move: Move) -> IllegalMove:
        game = self.game
        if self.outcome:
            return IllegalMove("move.over", reason=self.outcome.reason)
        if not (move == PASS or 0 <= move < game.size * game.size):
            return IllegalMove("move.unknown", move=move)
        player, text = game.player_name(self.to_move), game.format_move(move)
        if move == PASS:
            moves = [game.format_move(legal) for legal in self.legal_moves()]
            return IllegalMove("othello.may_not_pass", player=player, moves=moves)
        if (self.black | self.white) >> move & 1:
            return IllegalMove("othello.occupied", move=text)
        if not self.placements:
            return IllegalMove("othello.must_pass", move=text, player=player)
        return IllegalMove("othello.no_flips", move=text)


@dataclass(frozen=True)
class OthelloGame:
    """Othello on 4x4, 6x6 or 8x8, from the standard or the mirrored start."""

    size: int = 8
    rules: str = "standard"

    name: ClassVar[str] = "othello"
    rule_names: ClassVar[tuple[str, ...]] = ("standard", "mirrored")
    sizes: ClassVar[Message] = Message("size.othello")
    pass_move: ClassVar[Move | None] = PASS

    @classmethod
    def of(cls, size: tuple[int, int] | None = None, rules: str | None = None) -> OthelloGame:
        rows, columns = size or (8, 8)
        if rows != columns or rows not in SIDES:
            raise grid.unsupported_size(cls.name, (rows, columns), cls.sizes)
        return cls(rows, rules or cls.rule_names[0])

    @property
    def rows(self) -> int:
        return self.size

    @property
    def columns(self) -> int:
        return self.size

    @property
    def centre(self) -> tuple[int, int, int, int]:
        """The four squares occupied at the start, in reading order."""
        corner = (self.size // 2 - 1) * (self.size + 1)
        return corner, corner + 1, corner + self.size, corner + self.size + 1

    @property
    def start(self) -> OthelloState:
        a, b, c, d = self.centre
        falling, rising = 1 << a | 1 << d, 1 << b | 1 << c
        if self.rules == "mirrored":
            falling, rising = rising, falling
        return OthelloState(self, rising, falling, Player.FIRST)

    def parse_move(self, text: str) -> Move:
        """Reads `f5`, a pass `--`, a number `row*size+column`, or a pair `(row, column)` from 0."""
        grid.check_text(text)
        stripped = text.strip()
        if not stripped:
            raise grid.empty_move()
        if stripped.upper() in _PASS_WORDS:
            return PASS
        if pair := _PAIR.fullmatch(stripped):
            row, column = int(pair[1]), int(pair[2])
            if row < self.size and column < self.size:
                return row * self.size + column
            raise IllegalMove("move.pair_off_board", text=quoted(text), last=self.size - 1)
        if _NUMBER.fullmatch(stripped):
            last = self.size * self.size - 1
            if len(stripped) <= 3 and 0 <= int(stripped) <= last:
                return int(stripped)
            raise IllegalMove("move.number_off_board", text=quoted(text), last=last)
        return grid.parse_cell(text, self.size, self.size, bottom_up=False)

    def format_move(self, move: Move) -> str:
        return PASS_TEXT if move == PASS else self.format_cell(move)

    def split_moves(self, text: str) -> list[str]:
        return grid.split_cells(text.replace(PASS_TEXT, f" {PASS_TEXT} "))

    def parse_position(self, text: str) -> OthelloState:
        grid.check_text(text)
        expected = say("position.length.othello")
        cells, side, size = grid.read_position(text, self.name, SIDES, expected)
        game = self if size == self.size else replace(self, size=size)
        for square in game.centre:
            if cells[square] == ".":
                raise InvalidPosition("position.unreachable", cell=game.format_cell(square))
        black = sum(1 << cell for cell, disc in enumerate(cells) if disc == "X")
        white = sum(1 << cell for cell, disc in enumerate(cells) if disc == "O")
        return OthelloState(game, black, white, Player(side))

    def format_position(self, state: State) -> str:
        return f"{state.cells} {state.to_move.value}"

    def format_cell(self, cell: int) -> str:
        return grid.format_cell(cell, self.size, self.size, bottom_up=False)

    def move_cells(self, move: Move) -> tuple[int, ...]:
        return () if move == PASS else (move,)

    def diagram(self, state: State, style: str = "plain") -> str:
        return grid.diagram(state.cells, self.size, self.size, style, bottom_up=False)

    def player_name(self, player: Player) -> Message:
        return FIRST if player is Player.FIRST else SECOND
