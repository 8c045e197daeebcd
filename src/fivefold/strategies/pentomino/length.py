"""How many plies a pentomino game still lasts if the winner hurries and the loser delays.

The player who places the last piece wins, so the number of placements to come tells who that is:
the side to move if it is odd, the opponent if it is even.

    live = {}            0 placements: the side to move has lost
    live = {a}           1: it places a and wins
    live = {a, b}        2, if they do not exclude each other: the opponent places the last
"""

from __future__ import annotations

from dataclasses import dataclass, field

from fivefold.core import Move
from fivefold.games.pentomino import PentominoState, board_of, members
from fivefold.strategies.budget import Budget, OutOfBudget

MAX_MOVES = 60
"""Lengths are counted only with at most this many legal moves, to save time."""
MAX_NODES = 1_000
"""Counting stops after this many positions."""


@dataclass
class LengthSearch:
    """Counts the plies to the end by searching every line; may raise `OutOfBudget`."""

    conflicts: tuple[int, ...]
    budget: Budget
    known: dict[int, int] = field(default_factory=dict)

    def length(self, live: int) -> int:
        """Returns the plies left: the fewest for a win (odd), the most for a loss (even)."""
        if not live:
            return 0
        if live in self.known:
            return self.known[live]
        self.budget.spend()
        rest = {live & ~self.conflicts[move] for move in members(live)}
        if 0 in rest:
            found = 1
        else:
            lengths = [1 + self.length(after) for after in rest]
            found = min((each for each in lengths if each % 2), default=0) or max(lengths)
        self.known[live] = found
        return found


def lengths_of(state: PentominoState, budget: Budget) -> dict[Move, int]:
    """Returns the plies left by move, counting it; {} if counting would take too long."""
    if state.live.bit_count() > MAX_MOVES:
        return {}
    counting = budget.part(MAX_NODES)
    before = budget.nodes
    search = LengthSearch(board_of(state.game.rows, state.game.columns).conflicts, counting)
    try:
        return {
            move: 1 + search.length(state.live & ~search.conflicts[move])
            for move in members(state.live)
        }
    except OutOfBudget:
        return {}
    finally:
        budget.charge(counting.nodes - before)
