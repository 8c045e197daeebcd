"""Measures the CPU milliseconds of an open-space move on the empty 8x8 board, per difficulty.

.venv/bin/python bench/openspace.py
"""

from __future__ import annotations

import time

from fivefold.games.pentomino import PentominoGame
from fivefold.strategies.teaching.openspace import OpenSpace

REPEATS = 200


def main() -> None:
    state = PentominoGame().start
    OpenSpace().choose(state)  # warm-up: computes the board's placements
    for name, iterations in (("Easy", 1), ("Medium", 3), ("Hard", 5)):
        player = OpenSpace(iterations, seed=1)
        began = time.process_time()
        for _ in range(REPEATS):
            player.choose(state)
        milliseconds = (time.process_time() - began) / REPEATS * 1000
        print(f"{name} ({iterations} iterations): {milliseconds:.2f} ms")


if __name__ == "__main__":
    main()
