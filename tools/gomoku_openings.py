"""Makes the arena's Gomoku openings: three to seven stones, balanced according to the engine.

    .venv/bin/python tools/gomoku_openings.py                 50 openings into the package
    .venv/bin/python tools/gomoku_openings.py --count 10 --output -

Stones are random, the first near the centre, each further one near another. A line is searched with
growing node counts and kept if neither side is ahead in any search, whoever moves. No two openings
are the same position up to symmetry. Limits are nodes, not time, so every machine makes the same
list with the same engine and weights.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from opening_lists import make_list, tell

from fivefold.arena.openings.symmetry import same_for_all
from fivefold.core import Limit, State
from fivefold.games.gomoku import GomokuGame, GomokuState
from fivefold.strategies.gomoku.search import GomokuSearch

GAME = GomokuGame()
STONES = (3, 7)
AROUND, NEAR = 4, 3
"""Maximum distance of the first stone from the centre, and of each further one from another stone.
"""
SEARCHES = ((2_000, 20), (20_000, 12), (200_000, 8))
"""Nodes of each search, and the points either side may be ahead."""


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
    """Returns whether neither side is ahead in any of the searches."""
    search.forget()
    for nodes, points in SEARCHES:
        best = search.search(state, Limit(nodes=nodes)).lines[0]
        if abs(best.score) > points:
            return False
    return True


def balanced(count: int, seed: int) -> Iterator[list[int]]:
    """Yields distinct balanced lines."""
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
        "tools/gomoku_openings.py",
        50,
        f"After {STONES[0]} to {STONES[1]} stones neither side is ahead by more than "
        f"{SEARCHES[-1][1]} points at {SEARCHES[-1][0]:,} nodes.",
        balanced,
    )


if __name__ == "__main__":
    main()
