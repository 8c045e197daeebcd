"""Makes the arena's Othello openings: distinct balanced positions after eight plies.

    .venv/bin/python tools/othello_openings.py                200 openings into the package
    .venv/bin/python tools/othello_openings.py --count 20 --output -

All 67,245 positions after eight plies, up to symmetry, are searched in random order to a depth, and
those that look even to a greater one; positions even in both are kept. A limit per four-ply line
keeps the list varied. Limits are depths, not time, so every machine makes the same list.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator

from opening_lists import make_list, tell

from fivefold.arena.openings.symmetry import symmetries
from fivefold.core import Limit
from fivefold.games.othello import OthelloGame, OthelloState
from fivefold.strategies.othello.search import OthelloSearch

GAME = OthelloGame()
PLIES, STEM = 8, 4
SEARCHES = ((6, 4.0), (12, 2.0), (16, 1.5))
"""Search depths, and the discs either side may be ahead."""


def canonical(state: OthelloState) -> str:
    """Returns a text of the cells that is the same for all symmetric positions."""
    cells = state.cells
    return min("".join(map(cells.__getitem__, view)) for view in symmetries(8, 8))


def lines() -> list[tuple[int, ...]]:
    """Returns one line of play to each position after eight plies."""
    found: dict[str, tuple[int, ...]] = {canonical(GAME.start): ()}
    for ply in range(PLIES):
        longer: dict[str, tuple[int, ...]] = {}
        for line in found.values():
            state = after(line)
            for move in state.legal_moves():
                longer.setdefault(canonical(state.play(move)), (*line, move))
        found = longer
        tell(f"{len(found):,} positions after {ply + 1} plies")
    return [found[key] for key in sorted(found)]


def after(line: tuple[int, ...]) -> OthelloState:
    state = GAME.start
    for move in line:
        state = state.play(move)
    return state


def is_even(search: OthelloSearch, state: OthelloState) -> bool:
    """Returns whether neither side is ahead at any of the depths."""
    for depth, discs in SEARCHES:
        search.forget()
        best = search.search(state, Limit(depth=depth)).lines[0]
        if abs(best.score) > discs:
            return False
    return True


def balanced(count: int, seed: int) -> Iterator[tuple[int, ...]]:
    """Yields balanced lines, with a limit per first four plies."""
    all_lines, search, stems = lines(), OthelloSearch(memory=16), Counter[str]()
    random.Random(seed).shuffle(all_lines)
    share, found, began = max(1, count // 10), 0, time.monotonic()
    for tried, line in enumerate(all_lines, start=1):
        state, stem = after(line), canonical(after(line[:STEM]))
        if state.outcome or stems[stem] >= share or not is_even(search, state):
            continue
        stems[stem] += 1
        found += 1
        yield line
        tell(f"{found} of {count}, {tried:,} tried, {time.monotonic() - began:.0f} s")
        if found == count:
            return


def main() -> None:
    make_list(
        GAME,
        "tools/othello_openings.py",
        200,
        f"After {PLIES} plies neither side is ahead by more than {SEARCHES[-1][1]:g} discs "
        f"at depth {SEARCHES[-1][0]}.",
        balanced,
    )


if __name__ == "__main__":
    main()
