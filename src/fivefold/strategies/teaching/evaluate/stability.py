"""Stability: own discs that can never be flipped again, minus the opponent's.

    X X X .     A disc is stable if, along each of the four axes, it is at the edge, next to
    X X . .     a stable disc of its own colour, or in a full line. Stability starts in the
    X . . .     corners and spreads: all six discs here are stable.

It is silent until a corner is taken. Strong engines learn all of this as pattern weights; read
next: `docs/explanation/othello-evaluation.md`.
"""

from __future__ import annotations

from functools import cache

from fivefold.core import State
from fivefold.games import grid
from fivefold.games.othello import OthelloState


@cache
def axes(size: int) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """Returns, for each axis, the shift along it, the squares where it ends, and its lines."""
    found = []
    for index, (down, right) in enumerate(grid.DIRECTIONS):
        lines, ends = set(), 0
        for cell in range(size * size):
            ahead, behind = grid.rays(size, size)[cell][index]
            lines.add(sum(1 << other for other in (cell, *ahead, *behind)))
            if not ahead or not behind:
                ends |= 1 << cell
        found.append((down * size + right, ends, tuple(sorted(lines))))
    return tuple(found)


def stable_discs(own: int, filled: int, size: int) -> int:
    """Returns the discs of `own` that this simple rule proves stable."""
    secured = []
    for shift, ends, lines in axes(size):
        full = ends
        for line in lines:
            if line & filled == line:
                full |= line
        secured.append((shift, full))
    stable = 0
    while True:
        grown = own
        for shift, full in secured:
            grown &= full | stable << shift | stable >> shift
        if grown == stable:
            return stable
        stable = grown


def stability(state: State) -> int:
    """Returns the difference in stable discs for the side to move."""
    assert isinstance(state, OthelloState)
    own, other = state.own_and_other
    size, filled = state.game.size, own | other
    mine, theirs = stable_discs(own, filled, size), stable_discs(other, filled, size)
    return mine.bit_count() - theirs.bit_count()
