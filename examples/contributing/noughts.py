"""Noughts and crosses: three in a row on 3x3."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from fivefold.core import Move, Outcome, Player, State
from fivefold.errors import IllegalMove
from fivefold.games import grid
from fivefold.games.board_state import BoardState
from fivefold.words import Message, plain

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


@dataclass(frozen=True)
class NoughtsState(BoardState):
    """Marks on the board."""

    game: NoughtsGame
    cells: str
    to_move: Player
    last_move: Move | None = field(default=None, compare=False)

    @property
    def outcome(self) -> Outcome | None:
        for line in LINES:
            marks = {self.cells[int(cell)] for cell in line}
            if marks in ({"X"}, {"O"}):
                winner = Player(marks.pop())
                name = self.game.player_name(winner)
                return Outcome(winner, plain(f"{name} has three in a row."))
        return None if "." in self.cells else Outcome(None, plain("The board is full: a draw."))

    def legal_moves(self) -> list[Move]:
        return [] if self.outcome else [c for c, mark in enumerate(self.cells) if mark == "."]

    def play(self, move: Move | str) -> NoughtsState:
        move = self.as_move(move)
        if move not in self.legal_moves():
            if self.outcome:
                raise IllegalMove("move.over", reason=self.outcome.reason)
            if not 0 <= move < 9:
                raise IllegalMove("move.unknown", move=move)
            raise IllegalMove("move.occupied", move=self.game.format_move(move))
        cells = self.cells[:move] + self.to_move.value + self.cells[move + 1 :]
        return NoughtsState(self.game, cells, self.to_move.other, move)


@dataclass(frozen=True)
class NoughtsGame:
    """Noughts and crosses."""

    name: ClassVar[str] = "noughts"
    rule_names: ClassVar[tuple[str, ...]] = ("normal",)
    sizes: ClassVar[Message] = plain("3x3 only")
    pass_move: ClassVar[Move | None] = None
    rows: ClassVar[int] = 3
    columns: ClassVar[int] = 3
    rules: ClassVar[str] = "normal"

    @classmethod
    def of(cls, size: tuple[int, int] | None = None, rules: str | None = None) -> NoughtsGame:
        if size is not None and size != (3, 3):
            raise grid.unsupported_size(cls.name, size, cls.sizes)
        return cls()

    @property
    def start(self) -> NoughtsState:
        return NoughtsState(self, "." * 9, Player.FIRST)

    def parse_move(self, text: str) -> Move:
        return grid.parse_cell(text, 3, 3, bottom_up=False)

    def format_move(self, move: Move) -> str:
        return self.format_cell(move)

    def split_moves(self, text: str) -> list[str]:
        return grid.split_cells(text)

    def parse_position(self, text: str) -> NoughtsState:
        expected = plain("9 cells and the side to move")
        cells, side, _ = grid.read_position(text, self.name, (3,), expected)
        return NoughtsState(self, cells, Player(side))

    def format_position(self, state: State) -> str:
        return f"{state.cells} {state.to_move.value}"

    def format_cell(self, cell: int) -> str:
        return grid.format_cell(cell, 3, 3, bottom_up=False)

    def move_cells(self, move: Move) -> tuple[int, ...]:
        return (move,)

    def diagram(self, state: State, style: str = "plain") -> str:
        return grid.diagram(state.cells, 3, 3, style, bottom_up=False)

    def player_name(self, player: Player) -> Message:
        return plain("Crosses" if player is Player.FIRST else "Noughts")
