"""Who wins a pentomino position: the native solver, asked about the states of the Python rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from fivefold.core import Limit, Move, State
from fivefold.games.pentomino import PentominoGame
from fivefold.strategies import native
from fivefold.strategies.base import Stop

MEMORY = 64
"""The solver's table in MiB, unless somebody says otherwise."""

_VALUES: dict[int, Literal["win", "loss"] | None] = {1: "win", -1: "loss", 0: None}
_WINS = {1: True, -1: False, 0: None}


@dataclass(frozen=True)
class Verdict:
    """The value for the side to move, None where it was not proven; a move that wins."""

    value: Literal["win", "loss"] | None
    move: Move | None
    nodes: int


@dataclass(frozen=True)
class MoveValues:
    """For every legal move whether it wins, None where that was not proven."""

    values: dict[Move, bool | None]
    nodes: int


class PentominoSolver:
    """Solves positions of one board. What it learns it keeps: a stopped search goes on later."""

    def __init__(self, game: PentominoGame, memory: int = MEMORY, misere: bool = False) -> None:
        self.game = game
        self._native = native.pentomino_solver(game.rows, game.columns, memory, misere)

    def solve(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Verdict:
        """Returns who wins; ends without a value at the limit or soon after `stop` is set."""
        value, move, nodes = self._native.solve(state.cells, limit.seconds, limit.nodes, stop)
        winning = None if move is None else self.game.parse_move(move)
        return Verdict(_VALUES[value], winning, nodes)

    def values(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> MoveValues:
        """Returns which moves win, as far as the limit and `stop` let it find out."""
        values, nodes = self._native.values(state.cells, limit.seconds, limit.nodes, stop)
        found = zip(state.legal_moves(), (_WINS[value] for value in values), strict=True)
        return MoveValues(dict(found), nodes)

    def forget(self) -> None:
        """Forgets all it has learned, so that the next question costs what it costs alone."""
        self._native.forget()
