"""Benchmarks of the pentomino solver: one thread, CPU seconds.

    .venv/bin/python bench/pentomino.py                      everything
    .venv/bin/python bench/pentomino.py three one            some parts
    .venv/bin/python bench/pentomino.py two --positions 1000 --limit 60
    .venv/bin/python bench/pentomino.py three --positions 20 --json

empty  the empty 8x8 board without a book, until a first move is proven to win
three  random positions with three pieces placed (random legal moves, seeded), without a book
two    the same with two pieces; a lost one takes long, and --limit leaves it unproven
one    every first move up to symmetry: the book's verdict, and how fast it comes

The solver's table is cleared before each position; clearing is not timed. Run it on an idle
machine. Exits with 1 if a target is missed. bench/pentomino_perfect.py plays the games of
`perfect`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from math import ceil

from fivefold.core import Limit, State
from fivefold.games.pentomino import PentominoGame
from fivefold.strategies.pentomino.book import book
from fivefold.strategies.pentomino.solver import PentominoSolver
from fivefold.strategies.pentomino.symmetry import symmetry_of

GAME = PentominoGame()


@dataclass(frozen=True)
class Figure:
    """A measurement, its target and whether it is met; without a target it always is."""

    name: str
    value: float
    unit: str
    bar: str = ""
    met: bool = True


@dataclass(frozen=True)
class Sample:
    """A solved position: CPU seconds, seconds to set up the solver, and the result."""

    seconds: float
    nodes: int
    value: str | None


def solve(solver: PentominoSolver, state: State, limit: float | None = None) -> Sample:
    """Solves a position from an empty table."""
    solver.forget()
    began = time.process_time()
    verdict = solver.solve(state, Limit(seconds=limit))
    return Sample(time.process_time() - began, verdict.nodes, verdict.value)


def random_position(pieces: int, chance: random.Random) -> State:
    state: State = GAME.start
    for _ in range(pieces):
        state = state.play(chance.choice(state.legal_moves()))
    return state


def samples(pieces: int, options: argparse.Namespace, count: int) -> list[Sample]:
    """Solves random positions; prints progress every few seconds."""
    chance, found, told = random.Random(f"{options.seed}/{pieces}"), list[Sample](), 0.0
    solver = PentominoSolver(GAME, options.memory)
    for number in range(1, count + 1):
        found.append(solve(solver, random_position(pieces, chance), options.limit))
        if time.monotonic() - told > 2:
            print(f"{pieces} pieces: {number} of {count}", end="\r", file=sys.stderr, flush=True)
            told = time.monotonic()
    print(" " * 40, end="\r", file=sys.stderr)
    return found


def percentile(values: list[float], share: float) -> float:
    """Returns the quantile of the values."""
    return sorted(values)[max(0, ceil(share * len(values)) - 1)]


def under(limit: float) -> Callable[[float], tuple[str, bool]]:
    return lambda seconds: (f"< {limit:g}", seconds < limit)


def summary(found: list[Sample], bars: dict[float, float]) -> list[Figure]:
    """Returns percentiles (some with targets), the worst case, shares and speed."""
    times, figures = [sample.seconds for sample in found], list[Figure]()
    for share in (0.5, 0.9, 0.95, 0.99, 0.999):
        seconds, (bar, met) = percentile(times, share), ("", True)
        if share in bars:
            bar, met = under(bars[share])(seconds)
        figures.append(Figure(f"{100 * share:g} % within", seconds, "s", bar, met))
    values = [sample.value for sample in found]
    decided = [value for value in values if value]
    worst = max(found, key=lambda sample: sample.seconds)
    nodes, seconds = sum(sample.nodes for sample in found), sum(times)
    return [
        *figures,
        Figure("worst", worst.seconds, "s"),
        Figure("positions", len(found), ""),
        Figure("not proven within the limit", len(values) - len(decided), ""),
        Figure("share won for the side to move", decided.count("win") / max(1, len(decided)), ""),
        Figure("nodes", nodes, ""),
        Figure("nodes a second", nodes / seconds, "/s"),
    ]


def empty(options: argparse.Namespace) -> list[Figure]:
    found = solve(PentominoSolver(GAME, options.table), GAME.start)
    proven = found.value == "win"
    speed = found.nodes / found.seconds
    return [
        Figure("first-player win proven", float(proven), "", "1", proven),
        Figure("CPU time", found.seconds, "s", *under(300)(found.seconds)),
        Figure("nodes", found.nodes, ""),
        Figure("nodes a second", speed, "/s", ">= 3 M", speed >= 3e6),
        Figure("table", options.table, "MiB"),
    ]


def three(options: argparse.Namespace) -> list[Figure]:
    return summary(samples(3, options, options.positions or 1000), {0.95: 0.1, 0.999: 1.0})


def two(options: argparse.Namespace) -> list[Figure]:
    return summary(samples(2, options, options.positions or 100), {0.5: 1.0})


def one(options: argparse.Namespace) -> list[Figure]:
    """Looks up one random image of every first move in the book."""
    known, chance, decided, times = book(), random.Random(options.seed), 0, []
    symmetry = symmetry_of(GAME.rows, GAME.columns)
    firsts, expected = symmetry.first_moves, len(known.first_moves)
    for move in firsts:
        state = GAME.start.play(chance.choice(symmetry.images)[move])
        began = time.process_time()
        decided += known.lookup(state) is not None
        times.append(time.process_time() - began)
    return [
        Figure("first moves", len(firsts), "", "296", len(firsts) == 296),
        Figure("decided by the book", decided, "", str(expected), decided == expected),
        Figure("a question to the book, worst", max(times), "s", *under(0.1)(max(times))),
    ]


PARTS: dict[str, Callable[[argparse.Namespace], list[Figure]]] = {
    "empty": empty,
    "three": three,
    "two": two,
    "one": one,
}


def show(part: str, figures: list[Figure]) -> None:
    print(f"\n{part}")
    for figure in figures:
        value = f"{figure.value:,.4g}" if figure.value < 1000 else f"{figure.value:,.0f}"
        bar = f"   (bar {figure.bar}{'' if figure.met else ', MISSED'})" if figure.bar else ""
        print(f"  {figure.name:34} {value:>14} {figure.unit}{bar}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--positions", type=int, help="1000 of three pieces, 100 of two")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for one position")
    parser.add_argument("--memory", type=int, default=16, help="MiB of table for a position")
    parser.add_argument("--table", type=int, default=2048, help="MiB of table for the empty board")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if unknown := [part for part in options.parts if part not in PARTS]:
        parser.error(f"there is no part {unknown[0]}; there are {', '.join(PARTS)}")
    results = {}
    for part in options.parts or PARTS:
        results[part] = PARTS[part](options)
        if not options.json:
            show(part, results[part])
    if options.json:
        print(json.dumps({part: list(map(asdict, each)) for part, each in results.items()}))
    return 0 if all(figure.met for each in results.values() for figure in each) else 1


if __name__ == "__main__":
    sys.exit(main())
