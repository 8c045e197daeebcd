"""Patterns in Gomoku: any five cells in a line with stones of one colour only may become a five.

    . X X . X     three stones, two free cells: worth WORTH[3] to X
    . X X O X     both colours: worth nothing to either

Cost: a line is a slice of the board string and its worth is cached, so a 15x15 board takes 72
look-ups. Read next: `../ordering.py`, which sorts moves by the same windows.
"""

from __future__ import annotations

from functools import cache, lru_cache

from fivefold.core import Player, State
from fivefold.games import grid

WORTH = (0, 1, 8, 60, 600, 0)
"""The worth of a window, by its number of stones, all of one colour."""
MOVE_WINS = 10_000
"""Bonus when the side to move has a window of four: it wins at once."""
CACHED_LINES = 1 << 16
"""Maximum number of cached lines: far more than one game needs, and bounded over many games."""


@cache
def line_slices(size: int) -> tuple[slice, ...]:
    """Returns the rows, columns and long enough diagonals, as slices of the board string."""
    found = set()
    for cell, directions in enumerate(grid.rays(size, size)):
        for (ahead, behind), (down, right) in zip(directions, grid.DIRECTIONS, strict=True):
            if not behind and len(ahead) >= 4:
                found.add((cell, ahead[-1] + 1, down * size + right))
    return tuple(slice(*bounds) for bounds in sorted(found))


@lru_cache(maxsize=CACHED_LINES)
def line_worth(line: str) -> tuple[int, int, int, int]:
    """Returns (worth to X, worth to O, fours of X, fours of O) of one line of cells."""
    worth, fours = {"X": 0, "O": 0}, {"X": 0, "O": 0}
    for start in range(len(line) - 4):
        window = line[start : start + 5]
        for stone, other in ("XO", "OX"):
            if other not in window:
                count = window.count(stone)
                worth[stone] += WORTH[count]
                fours[stone] += count == 4
    return worth["X"], worth["O"], fours["X"], fours["O"]


def patterns(state: State) -> int:
    """Returns the worth of all windows, own minus the opponent's, for the side to move."""
    cells = state.cells
    black = white = black_fours = white_fours = 0
    for line in line_slices(state.game.rows):
        x, o, x_fours, o_fours = line_worth(cells[line])
        black += x
        white += o
        black_fours += x_fours
        white_fours += o_fours
    if state.to_move is Player.FIRST:
        return black - white + (MOVE_WINS if black_fours else 0)
    return white - black + (MOVE_WINS if white_fours else 0)
