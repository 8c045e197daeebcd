"""Gomoku: five in a row on a square board.

`freestyle`: five or more in a row win. `standard`: exactly five win, six or more are nothing.

    X X X X X     wins under both rules
    X X X X X X   wins in freestyle only
    X X . X X X   wins under neither: a gap does not count
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar

from fivefold.core import Move, Outcome, Player, State
from fivefold.errors import IllegalMove, InvalidPosition
from fivefold.games import grid
from fivefold.words import Message, say

SMALLEST, LARGEST = 5, grid.LARGEST_SIDE


@dataclass(frozen=True)
class GomokuState:
    """Stones on the board. `play` looks for a five only through the new stone."""

    game: GomokuGame
    cells: str
    to_move: Player
    outcome: Outcome | None = field(default=None, compare=False)
    last_move: Move | None = field(default=None, compare=False)

    def __hash__(self) -> int:
        return hash((self.cells, self.to_move))

    def legal_moves(self) -> list[Move]:
        if self.outcome:
            return []
        return [cell for cell, stone in enumerate(self.cells) if stone == "."]

    def play(self, move: Move) -> GomokuState:
        cells = self.cells
        if self.outcome:
            raise IllegalMove("move.over", reason=self.outcome.reason)
        if not 0 <= move < len(cells):
            raise IllegalMove("move.unknown", move=move)
        if cells[move] != ".":
            raise IllegalMove("move.occupied", move=self.game.format_move(move))
        after = cells[:move] + self.to_move.value + cells[move + 1 :]
        outcome = self.game.outcome_through(after, move)
        return GomokuState(self.game, after, self.to_move.other, outcome, move)


@dataclass(frozen=True)
class GomokuGame:
    """Gomoku on a square of 5 to 22 cells a side."""

    size: int = 15
    rules: str = "freestyle"

    name: ClassVar[str] = "gomoku"
    rule_names: ClassVar[tuple[str, ...]] = ("freestyle", "standard")
    sizes: ClassVar[Message] = Message("size.gomoku")
    pass_move: ClassVar[Move | None] = None

    @classmethod
    def of(cls, size: tuple[int, int] | None = None, rules: str | None = None) -> GomokuGame:
        rows, columns = size or (15, 15)
        if rows != columns or not SMALLEST <= rows <= LARGEST:
            raise grid.refuse_size(cls.name, (rows, columns), cls.sizes)
        return cls(rows, rules or cls.rule_names[0])

    @property
    def rows(self) -> int:
        return self.size

    @property
    def columns(self) -> int:
        return self.size

    @property
    def start(self) -> GomokuState:
        return GomokuState(self, "." * (self.size * self.size), Player.FIRST)

    def five_through(self, cells: str, move: Move) -> tuple[int, ...]:
        """Returns the cells of a winning line through the stone on `move`, or ().

        Scans both ways along the four lines and stops at the first cell of another kind.
        """
        stone = cells[move]
        for ahead, behind in grid.rays(self.size, self.size)[move]:
            line = [move]
            for ray in (ahead, behind):
                for cell in ray:
                    if cells[cell] != stone:
                        break
                    line.append(cell)
            if len(line) == 5 or (len(line) > 5 and self.rules == "freestyle"):
                return tuple(sorted(line))
        return ()

    def outcome_through(self, cells: str, move: Move) -> Outcome | None:
        """Returns the outcome that the stone on `move` brought about, if any."""
        if self.five_through(cells, move):
            winner = Player(cells[move])
            return Outcome(winner, say("gomoku.five", winner=self.player_name(winner)))
        if "." not in cells:
            return Outcome(None, say("gomoku.full"))
        return None

    def parse_move(self, text: str) -> Move:
        if not text.strip():
            raise grid.no_move()
        return grid.parse_cell(text, self.size, self.size, bottom_up=True)

    def format_move(self, move: Move) -> str:
        return self.format_cell(move)

    def split_moves(self, text: str) -> list[str]:
        return grid.split_cells(text)

    def parse_position(self, text: str) -> GomokuState:
        expected = say("position.length.gomoku")
        sides = range(SMALLEST, LARGEST + 1)
        cells, side, size = grid.read_position(text, self.name, sides, expected)
        game = self if size == self.size else replace(self, size=size)
        outcomes = {
            outcome.winner: outcome
            for cell, stone in enumerate(cells)
            if stone != "." and (outcome := game.outcome_through(cells, cell))
        }
        if len(outcomes.keys() - {None}) == 2:
            raise InvalidPosition("position.two_winners")
        winners = [outcome for winner, outcome in outcomes.items() if winner]
        outcome = winners[0] if winners else outcomes.get(None)
        return GomokuState(game, cells, Player(side), outcome)

    def format_position(self, state: State) -> str:
        return f"{state.cells} {state.to_move.value}"

    def format_cell(self, cell: int) -> str:
        return grid.format_cell(cell, self.size, self.size, bottom_up=True)

    def move_cells(self, move: Move) -> tuple[int, ...]:
        return (move,)

    def diagram(self, state: State, style: str = "plain") -> str:
        return grid.diagram(state.cells, self.size, self.size, style, bottom_up=True)

    def player_name(self, player: Player) -> Message:
        return say("colour.black" if player is Player.FIRST else "colour.white")
