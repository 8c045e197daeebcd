"""Solves the end of a pentomino game in Python: who places the last piece?

A position is reduced to the set of placements still possible, as bits. A move removes itself and
its conflicts from the set; a player who faces the empty set has lost.

    live = {a, b, c}; a and b exclude each other, nothing excludes c
    play a, the opponent plays c: lost;  play c, the opponent plays a or b: lost
"""

from __future__ import annotations

from dataclasses import dataclass, field

from fivefold.core import Move
from fivefold.games.pentomino import PentominoState, board_of, members
from fivefold.strategies.budget import Budget


@dataclass
class EndSearch:
    """Solves sets of live placements and caches the results; may raise `OutOfBudget`."""

    conflicts: tuple[int, ...]
    budget: Budget
    known: dict[int, Move | None] = field(default_factory=dict)
    """By set: a winning move, or None if all lose."""

    def winning_move(self, live: int) -> Move | None:
        """Returns a winning move, or None if there is none."""
        if live in self.known:
            return self.known[live]
        self.budget.spend()
        conflicts = self.conflicts
        children = sorted(
            ((after := live & ~conflicts[move]).bit_count(), move, after) for move in members(live)
        )
        found = None
        for count, move, after in children:
            if count == 0 or self.winning_move(after) is None:
                found = move
                break
        self.known[live] = found
        return found

    def line(self, live: int) -> tuple[Move, ...]:
        """Returns a line of best play; the losing side plays its first move."""
        moves: list[Move] = []
        while live:
            move = self.known.get(live)
            if move is None:
                move = members(live)[0]
            moves.append(move)
            live &= ~self.conflicts[move]
            if live and live not in self.known:
                self.winning_move(live)
        return tuple(moves)


def end_search(state: PentominoState, budget: Budget) -> EndSearch:
    """Returns a search for the board of this position."""
    return EndSearch(board_of(state.game.rows, state.game.columns).conflicts, budget)
