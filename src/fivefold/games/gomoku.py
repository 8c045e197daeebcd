"""Gomoku: five in a row on a square board, under five rule sets.

    X X X X X     wins under every rule set, except in caro with both ends blocked
    X X X X X X   wins in freestyle, and for White in renju
    X X . X X X   never wins: the row has a gap

`gomoku_rules.py` defines which rows win, `gomoku_fouls.py` finds the forbidden points. Playing on a
forbidden point is illegal; a side left with nothing else draws.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar

from fivefold.core import Move, Outcome, Player, State
from fivefold.errors import IllegalMove, InvalidPosition
from fivefold.games import grid
from fivefold.games.board_state import BoardState
from fivefold.games.gomoku_fouls import foul, fouls
from fivefold.games.gomoku_rules import RULE_NAMES, SWITCHES, SideRules, canonical, side_rules
from fivefold.words import Message, say

SMALLEST, LARGEST = 5, grid.LARGEST_SIDE
FIRST, SECOND = say("colour.black"), say("colour.white")


@dataclass(frozen=True)
class GomokuState(BoardState):
    """Stones on the board. `play` checks for a five only along lines through the new stone."""

    game: GomokuGame
    cells: str
    to_move: Player
    outcome: Outcome | None = field(default=None, compare=False)
    last_move: Move | None = field(default=None, compare=False)

    def __hash__(self) -> int:
        return hash((self.cells, self.to_move))

    @cached_property
    def forbidden(self) -> Mapping[Move, Message]:
        """The free cells forbidden to the side to move, and why, in reading order."""
        if self.outcome:
            return {}
        rules = self.game.rules_for(self.to_move)
        found = fouls(self.cells, self.game.size, self.to_move.value, rules)
        return {cell: say(f"gomoku.foul.{kind}") for cell, kind in found.items()}

    def legal_moves(self) -> list[Move]:
        if self.outcome:
            return []
        barred = self.forbidden
        return [
            cell
            for cell, stone in enumerate(self.cells)
            if stone == "." and not (barred and cell in barred)
        ]

    def play(self, move: Move | str) -> GomokuState:
        if type(move) is not int:
            move = self.as_move(move)
        cells = self.cells
        if self.outcome:
            raise IllegalMove("move.over", reason=self.outcome.reason)
        if not 0 <= move < len(cells):
            raise IllegalMove("move.unknown", move=move)
        if cells[move] != ".":
            raise IllegalMove("move.occupied", move=self.game.format_move(move))
        if kind := self.game.foul(cells, move, self.to_move):
            name, player = self.game.format_move(move), self.game.player_name(self.to_move)
            raise IllegalMove("gomoku.forbidden", move=name, player=player, foul=kind)
        game, other = self.game, self.to_move.other
        after = cells[:move] + self.to_move.value + cells[move + 1 :]
        outcome = game.outcome_through(after, move) or game.draw(after, other)
        return GomokuState(game, after, other, outcome, move)


@dataclass(frozen=True)
class GomokuGame:
    """Gomoku on a square board, from 5x5 to 22x22."""

    size: int = 15
    rules: str = "freestyle"

    name: ClassVar[str] = "gomoku"
    rule_names: ClassVar[tuple[str, ...]] = RULE_NAMES
    switches: ClassVar[Mapping[str, tuple[str, ...]]] = SWITCHES
    """The switches of `omok`, as in `omok:threes=black`; the first value is the default."""
    sizes: ClassVar[Message] = Message("size.gomoku")
    pass_move: ClassVar[Move | None] = None

    @classmethod
    def of(cls, size: tuple[int, int] | None = None, rules: str | None = None) -> GomokuGame:
        rows, columns = size or (15, 15)
        if rows != columns or not SMALLEST <= rows <= LARGEST:
            raise grid.unsupported_size(cls.name, (rows, columns), cls.sizes)
        return cls(rows, canonical(rules or cls.rule_names[0]))

    @property
    def rows(self) -> int:
        return self.size

    @property
    def columns(self) -> int:
        return self.size

    @property
    def start(self) -> GomokuState:
        return GomokuState(self, "." * (self.size * self.size), Player.FIRST)

    @property
    def has_fouls(self) -> bool:
        """Whether the rules forbid any moves."""
        return any(self.rules_for(player).has_fouls for player in Player)

    def rules_for(self, player: Player) -> SideRules:
        """Returns what wins for this side, and what is forbidden to it."""
        return side_rules(self.rules, player)

    def five_through(self, cells: str, move: Move) -> tuple[int, ...]:
        """Returns the cells of a winning row through the stone on `move`, or ().

        Scans each of the four lines both ways, up to the first cell without such a stone.
        """
        stone = cells[move]
        rules = self.rules_for(Player(stone))
        for ahead, behind in grid.rays(self.size, self.size)[move]:
            line, free_ends = [move], 2
            for ray in (ahead, behind):
                for cell in ray:
                    if cells[cell] != stone:
                        free_ends -= cells[cell] != "."
                        break
                    line.append(cell)
            if rules.wins_by(len(line)) and (free_ends or not rules.needs_an_end):
                return tuple(sorted(line))
        return ()

    def foul(self, cells: str, move: Move, player: Player) -> Message | None:
        """Returns the foul that the player would commit on the free cell, if any."""
        rules = self.rules_for(player)
        kind = foul(cells, move, self.size, player.value, rules) if rules.has_fouls else None
        return kind and say(f"gomoku.foul.{kind}")

    def outcome_through(self, cells: str, move: Move) -> Outcome | None:
        """Returns the win made by the stone on `move`, if any."""
        if self.five_through(cells, move):
            winner = Player(cells[move])
            return Outcome(winner, say("gomoku.five", winner=self.player_name(winner)))
        return None

    def draw(self, cells: str, to_move: Player) -> Outcome | None:
        """Returns a draw if the side to move has no legal move; assumes that nobody has won."""
        if "." not in cells:
            return Outcome(None, say("gomoku.full"))
        if not self.rules_for(to_move).has_fouls:
            return None
        free = (cell for cell, stone in enumerate(cells) if stone == ".")
        if any(not self.foul(cells, cell, to_move) for cell in free):
            return None
        return Outcome(None, say("gomoku.stuck", player=self.player_name(to_move)))

    def parse_move(self, text: str) -> Move:
        grid.check_text(text)
        if not text.strip():
            raise grid.empty_move()
        return grid.parse_cell(text, self.size, self.size, bottom_up=True)

    def format_move(self, move: Move) -> str:
        return self.format_cell(move)

    def split_moves(self, text: str) -> list[str]:
        return grid.split_cells(text)

    def parse_position(self, text: str) -> GomokuState:
        grid.check_text(text)
        expected = say("position.length.gomoku")
        sides = range(SMALLEST, LARGEST + 1)
        cells, side, size = grid.read_position(text, self.name, sides, expected)
        game = self if size == self.size else replace(self, size=size)
        wins = {
            win.winner: win
            for cell, stone in enumerate(cells)
            if stone != "." and (win := game.outcome_through(cells, cell))
        }
        if len(wins) == 2:
            raise InvalidPosition("position.two_winners")
        outcome = next(iter(wins.values()), None) or game.draw(cells, Player(side))
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
        return FIRST if player is Player.FIRST else SECOND
