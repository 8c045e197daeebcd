"""Makes the arena's Gomoku openings: three to seven stones, balanced as far as our engine sees.

    .venv/bin/python bench/gomoku_openings.py                 50 openings, where they belong
    .venv/bin/python bench/gomoku_openings.py --count 10 --output -

Stones are drawn by lot, the first near the middle, each further one near another. A line is
searched with more and more positions; it is kept if neither side is ahead in any of the searches,
whoever is to move. No two are the same position, whichever way the board is turned. Positions are
counted, never time, so that any machine makes the same list with the same engine and weights.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from opening_lists import make_list, tell

from fivefold.arena.symmetry import same_for_all
from fivefold.core import Limit, State
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.strategies.gomoku_search import GomokuSearch

GAME = GomokuGame()
STONES = (3, 7)
AROUND, NEAR = 4, 3
"""How far from the middle the first stone may be, and from another stone each further one."""
LOOKS = ((2_000, 20), (20_000, 12), (200_000, 8))
"""Positions to look at, and how many points either side may be ahead then."""


def drawn(chance: random.Random) -> list[int]:
    """Returns a line of random moves near each other."""
    middle = GAME.size // 2
    cells: list[int] = []
    stones = chance.randint(*STONES)
    while len(cells) < stones:
        if cells:
            row, column = divmod(chance.choice(cells), GAME.size)
            reach = NEAR
        else:
            row, column, reach = middle, middle, AROUND
        row += chance.randint(-reach, reach)
        column += chance.randint(-reach, reach)
        cell = row * GAME.size + column
        if 0 <= row < GAME.size and 0 <= column < GAME.size and cell not in cells:
            cells.append(cell)
    return cells


def after(line: list[int]) -> GomokuState:
    state = GAME.start
    for move in line:
        state = state.play(move)
    return state


def is_even(search: GomokuSearch, state: GomokuState) -> bool:
    """Tells whether neither side is ahead in any of the searches."""
    search.forget()
    for nodes, points in LOOKS:
        best = search.search(state, Limit(nodes=nodes)).lines[0]
        if abs(best.score) > points:
            return False
    return True


def balanced(count: int, seed: int) -> Iterator[list[int]]:
    """Yields even lines, all different."""
    search, chance, seen = GomokuSearch(memory=16), random.Random(seed), set[object]()
    found, tried, began = 0, 0, time.monotonic()
    while found < count:
        line = drawn(chance)
        state: State = after(line)
        tried += 1
        view = same_for_all(state)
        assert isinstance(state, GomokuState)
        if state.outcome or view in seen or not is_even(search, state):
            continue
        seen.add(view)
        found += 1
        yield line
        tell(f"{found} of {count}, {tried:,} tried, {time.monotonic() - began:.0f} s")


def main() -> None:
    make_list(
        GAME,
        "bench/gomoku_openings.py",
        50,
        f"After {STONES[0]} to {STONES[1]} stones neither side is ahead by more than "
        f"{LOOKS[-1][1]} points, {LOOKS[-1][0]:,} positions looked at.",
        balanced,
    )


if __name__ == "__main__":
    main()
