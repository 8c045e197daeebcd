"""Solves the pentomino game on every rectangle of 5 to 64 cells, in normal and misère play.

    .venv/bin/python tools/pentomino_rectangles.py                      all unsolved ones
    .venv/bin/python tools/pentomino_rectangles.py --seconds 60 --total 600
    .venv/bin/python tools/pentomino_rectangles.py --only 5x8 --file /tmp/again.txt

Every result is appended to the file at once, one per line, so a run can be stopped at any time; the
next one continues with what is missing, the fewest placements first:

    4x5 normal first 103 0.00 P a1 b1 a2 b2 a3

size, rule, winner, nodes, CPU seconds, and a winning first move (`-` if there is none).
`tools/pictures/make_pentomino.py` makes the tables of the page from this file.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from fivefold.core import Limit
from fivefold.games.grid import LARGEST_SIDE
from fivefold.games.pentomino import LARGEST, LETTERS, SMALLEST, PentominoGame, orientations
from fivefold.strategies.pentomino.solver import PentominoSolver

DATA = Path(__file__).parents[1] / "docs" / "explanation" / "data" / "pentomino-rectangles.txt"
HEAD = "# size, rule, winner, nodes, CPU seconds, a first move that wins\n"
SMALL = 40
"""Boards up to this many cells use a small table: clearing a large one takes longer."""

Question = tuple[int, int, str]


def questions() -> list[Question]:
    """Returns every rectangle with both rules, fewest placements first."""
    sizes = [
        (rows, columns)
        for rows in range(1, LARGEST_SIDE + 1)
        for columns in range(rows, LARGEST_SIDE + 1)
        if SMALLEST <= rows * columns <= LARGEST
    ]
    sizes.sort(key=lambda size: (placements(*size), size))
    return [(rows, columns, rule) for rows, columns in sizes for rule in ("normal", "misere")]


def placements(rows: int, columns: int) -> int:
    """Returns the number of placements on a board."""
    corners = [
        (max(row for row, _ in shape), max(column for _, column in shape))
        for letter in LETTERS
        for shape in orientations(letter)
    ]
    return sum(max(0, rows - down) * max(0, columns - right) for down, right in corners)


def answered(path: Path) -> set[Question]:
    """Returns the solved cases in the file, ignoring a line truncated by a kill."""
    if not path.exists():
        return set()
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    whole = [line.split() for line in lines if line.endswith("\n") and not line.startswith("#")]
    sizes = [(words[0].split("x"), words[1]) for words in whole]
    return {(int(rows), int(columns), rule) for (rows, columns), rule in sizes}


def answer(question: Question, seconds: float, memory: int) -> str | None:
    """Returns the line for a rectangle, or None if time ran out."""
    rows, columns, rule = question
    game = PentominoGame.of((rows, columns))
    table = memory if rows * columns > SMALL else min(memory, 16)
    solver = PentominoSolver(game, table, misere=rule == "misere")
    began = time.process_time()
    verdict = solver.solve(game.start, Limit(seconds=seconds))
    used = time.process_time() - began
    if verdict.value is None:
        return None
    winner = "first" if verdict.value == "win" else "second"
    move = "-" if verdict.move is None else game.format_move(verdict.move)
    return f"{rows}x{columns} {rule} {winner} {verdict.nodes} {used:.2f} {move}\n"


def append(path: Path, line: str) -> None:
    """Appends a line, after removing a line truncated by a kill."""
    text = path.read_text(encoding="utf-8") if path.exists() else HEAD
    whole = text[: text.rfind("\n") + 1]
    path.write_text(whole + line, encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--seconds", type=float, default=600.0, help="seconds per rectangle and rule"
    )
    parser.add_argument("--total", type=float, default=2400.0, help="seconds for all of them")
    parser.add_argument("--memory", type=int, default=1024, help="MiB for the solver's table")
    parser.add_argument("--only", nargs="*", metavar="RxC", help="only these sizes")
    parser.add_argument("--file", type=Path, default=DATA)
    options = parser.parse_args()
    end = time.monotonic() + options.total
    left = [each for each in questions() if each not in answered(options.file)]
    if options.only:
        left = [each for each in left if f"{each[0]}x{each[1]}" in options.only]
    unsolved = []
    for rows, columns, rule in left:
        name, seconds = f"{rows}x{columns} {rule}", min(options.seconds, end - time.monotonic())
        if seconds <= 0:
            unsolved.append(name)
            continue
        print(f"{name} ...", end="\r", file=sys.stderr, flush=True)
        try:
            line = answer((rows, columns, rule), seconds, options.memory)
        except KeyboardInterrupt:
            return 130
        if line is None:
            unsolved.append(name)
        else:
            append(options.file, line)
        print(line.strip() if line else f"{name} open after {seconds:.0f} s", flush=True)
    if unsolved:
        print("open: " + ", ".join(unsolved))
    return 0


if __name__ == "__main__":
    sys.exit(main())
