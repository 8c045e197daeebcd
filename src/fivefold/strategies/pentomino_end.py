"""The end of a pentomino game, counted out: who places last from here?

All that matters of a position is which placements are still possible, a set of bits. A move
takes its conflicts out of the set; whoever faces the empty set has lost.

    live = {a, b, c}, a excludes b, nothing excludes c
    play a -> {c}, the other plays c -> {}: lost;  play c -> {a, b}: the other takes one, wins too
"""

from __future__ import annotations

from dataclasses import dataclass, field

from fivefold.core import Move
from fivefold.games.pentomino import PentominoState, board_of, members
from fivefold.strategies.budget import Budget


@dataclass
class EndSearch:
    """Decides sets of live placements and remembers each; `OutOfBudget` may end it."""

    conflicts: tuple[int, ...]
    budget: Budget
    known: dict[int, Move | None] = field(default_factory=dict)
    """By set: a move that wins, or None where all lose."""

    def winning_move(self, live: int) -> Move | None:
        """Returns a move after which the other cannot win, or None if there is none."""
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
        """Returns a line of best play through what has been decided; the loser plays any move."""
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
    """Returns a search for positions of that board."""
    return EndSearch(board_of(state.game.rows, state.game.columns).conflicts, budget)
