"""The native pentomino solver for the states of `games.pentomino`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from fivefold.core import Limit, Move, State
from fivefold.games.pentomino import PentominoGame
from fivefold.strategies import native
from fivefold.strategies.base import Stop

MEMORY = 64
"""Default table size in MiB."""

_VALUES: dict[int, Literal["win", "loss"] | None] = {1: "win", -1: "loss", 0: None}
_WINS = {1: True, -1: False, 0: None}


@dataclass(frozen=True)
class Verdict:
    """The value for the side to move (None if not proven), and a winning move."""

    value: Literal["win", "loss"] | None
    move: Move | None
    nodes: int


@dataclass(frozen=True)
class MoveValues:
    """Whether each legal move wins; None if not proven."""

    values: dict[Move, bool | None]
    nodes: int


class PentominoSolver:
    """Solves positions of one board. Its table is kept, so a stopped search resumes later."""

    def __init__(self, game: PentominoGame, memory: int = MEMORY, misere: bool = False) -> None:
        self.game = game
        self._native = native.pentomino_solver(game.rows, game.columns, memory, misere)

    def solve(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> Verdict:
        """Returns who wins, or no value at the limit or soon after `stop` is set."""
        value, move, nodes = self._native.solve(state.cells, limit.seconds, limit.nodes, stop)
        winning = None if move is None else self.game.parse_move(move)
        return Verdict(_VALUES[value], winning, nodes)

    def values(self, state: State, limit: Limit = Limit(), stop: Stop | None = None) -> MoveValues:
        """Returns which moves win, as far as the limit and `stop` allow."""
        values, nodes = self._native.values(state.cells, limit.seconds, limit.nodes, stop)
        found = zip(state.legal_moves(), (_WINS[value] for value in values), strict=True)
        return MoveValues(dict(found), nodes)

    def forget(self) -> None:
        """Clears the table, so that the next search is independent of earlier ones."""
        self._native.forget()
