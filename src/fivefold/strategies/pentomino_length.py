"""How long the end of a pentomino game lasts if the winner hurries and the loser delays.

Whoever places the last piece wins, so the number of placements still to come says who that is:
odd, the side to move; even, the other.

    live = {}            0 placements: the side to move has lost
    live = {a}           1: it places a and wins
    live = {a, b}, which do not exclude each other    2: it places one, the other the last
"""

from __future__ import annotations

from dataclasses import dataclass, field

from fivefold.core import Move
from fivefold.games.pentomino import PentominoState, board_of, members
from fivefold.strategies.budget import Budget, OutOfBudget

MOST_MOVES = 60
MOST_NODES = 1_000
"""With more moves, or over more positions than these, lengths are not counted: it takes long."""


@dataclass
class LengthSearch:
    """Counts plies to the end over every line; `OutOfBudget` may end it."""

    conflicts: tuple[int, ...]
    budget: Budget
    known: dict[int, int] = field(default_factory=dict)

    def length(self, live: int) -> int:
        """Returns the plies left: odd and least if the side to move wins, else even and most."""
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
    """Returns for each move the plies left with it; nothing where that would take long."""
    if state.live.bit_count() > MOST_MOVES:
        return {}
    counting = budget.part(MOST_NODES)
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
