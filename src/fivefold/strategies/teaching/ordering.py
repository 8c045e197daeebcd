"""Move generation and move ordering for search: a good first move saves most of the work.

The candidates determine the result, so `minimax` and `negamax` share them. The order only affects
how soon alpha-beta can cut off.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from fivefold.core import Move, State
from fivefold.games import grid
from fivefold.games.gomoku import GomokuState
from fivefold.games.othello import PASS, OthelloState
from fivefold.games.pentomino import PentominoState, board_of
from fivefold.strategies.teaching.evaluate.squares import prices


def candidates(state: State) -> list[Move]:
    """Returns the moves worth searching, in reading order.

    In Gomoku these are the free cells next to a stone, or all cells of an empty board; in the other
    games every legal move.
    """
    return near_stones(state) if state.game.name == "gomoku" else state.legal_moves()


def near_stones(state: State) -> list[Move]:
    """Returns the allowed cells next to a stone, or every legal move if there is none."""
    if state.outcome:
        return []
    cells = state.cells
    barred = state.forbidden if isinstance(state, GomokuState) else ()
    neighbours = grid.neighbours(state.game.rows, state.game.columns)
    beside = {cell for stone, mark in enumerate(cells) if mark != "." for cell in neighbours[stone]}
    free = sorted(cell for cell in beside if cells[cell] == "." and cell not in barred)
    return free or state.legal_moves()


def ordered(state: State, moves: list[Move]) -> list[Move]:
    """Returns the moves, most promising first."""
    sort = ORDERINGS.get(state.game.name)
    return sort(state, moves) if sort else list(moves)


def by_threats(state: State, moves: list[Move]) -> list[Move]:
    """Gomoku: wins, blocks, multiple threats, then cells near many stones."""
    return sorted(moves, key=lambda move: -threat(state, move))


def by_squares(state: State, moves: list[Move]) -> list[Move]:
    """Othello: corners first, the squares next to them last."""
    assert isinstance(state, OthelloState)
    price = prices(state.game.size).by_square
    return sorted(moves, key=lambda move: 0 if move == PASS else -price[move])


def by_replies(state: State, moves: list[Move]) -> list[Move]:
    """Pentomino: fewest replies first."""
    assert isinstance(state, PentominoState)
    conflicts = board_of(state.game.rows, state.game.columns).conflicts
    live = state.live
    return sorted(moves, key=lambda move: (live & ~conflicts[move]).bit_count())


ORDERINGS: dict[str, Callable[[State, list[Move]], list[Move]]] = {
    "gomoku": by_threats,
    "othello": by_squares,
    "pentomino": by_replies,
}

# The worth of a new stone in one direction, by the number of stones it joins in its best free
# window of five. Making five comes before blocking five, and that before everything else:
#
#     X X X X *     joins 4: wins at once        O O O O *     blocks 4
#     . X X X *     joins 3: makes a four        . O O O *     blocks 3
ATTACK = (1, 4, 30, 250, 100_000)
DEFENCE = (1, 3, 20, 180, 20_000)


def threat(state: State, move: Move) -> int:
    """Returns how urgent a stone on `move` looks to the side to move."""
    cells, urgency = state.cells, 0
    for line in windows_around(state.game.rows)[move]:
        x, o = joins(cells[line[0]], line[1])
        own, other = (x, o) if state.to_move.value == "X" else (o, x)
        urgency += ATTACK[own] + DEFENCE[other]
    return urgency


@cache
def windows_around(size: int) -> tuple[tuple[tuple[slice, int], ...], ...]:
    """Returns, by cell and direction, a slice of 4 cells either way and the cell's index in it."""
    found = []
    for cell, directions in enumerate(grid.rays(size, size)):
        lines = []
        for (ahead, behind), (down, right) in zip(directions, grid.DIRECTIONS, strict=True):
            first, last = (cell, *behind[:4])[-1], (cell, *ahead[:4])[-1]
            lines.append((slice(first, last + 1, down * size + right), len(behind[:4])))
        found.append(tuple(lines))
    return tuple(found)


@cache
def joins(line: str, place: int) -> tuple[int, int]:
    """Returns how many stones of X, and of O, a stone on the free `place` would join at best.

    Only windows of five cells without the other colour count; 4 means five in a row.
    """
    best = {"X": 0, "O": 0}
    for start in range(max(0, place - 4), min(place, len(line) - 5) + 1):
        window = line[start : start + 5]
        for stone, other in ("XO", "OX"):
            if other not in window:
                best[stone] = max(best[stone], window.count(stone))
    return best["X"], best["O"]
