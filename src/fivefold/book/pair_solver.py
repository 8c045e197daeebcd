"""The work of a book's process: solves pairs, and keeps what it learned between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fivefold.core import Move
from fivefold.games.pentomino import PentominoGame
from fivefold.strategies.pentomino.solver import PentominoSolver


class Solution(NamedTuple):
    """A third move that wins after a pair, or None if the pair is lost; and the nodes searched."""

    third: Move | None
    nodes: int


_SOLVERS: dict[tuple[PentominoGame, int], PentominoSolver] = {}
"""The solver of this process, at most one: its table may take most of the memory."""


def solve_pair(
    rows: int, columns: int, memory: int, one: Move, other: Move, thirds: Sequence[Move] = ()
) -> Solution:
    """Returns the solution of a pair, trying these third moves first.

    `memory` is the solver's table in MiB.
    """
    game = PentominoGame(rows, columns)
    solver = _SOLVERS.get((game, memory))
    if solver is None:
        _SOLVERS.clear()
        solver = _SOLVERS[game, memory] = PentominoSolver(game, memory)
    after = game.start.play(one).play(other)
    nodes = 0
    for third in thirds:
        verdict = solver.solve(after.play(third))
        nodes += verdict.nodes
        if verdict.value == "loss":
            return Solution(third, nodes)
    verdict = solver.solve(after)
    return Solution(verdict.move if verdict.value == "win" else None, nodes + verdict.nodes)
