"""Benchmarks of the Othello engine: one thread, CPU seconds.

    .venv/bin/python bench/othello.py                                  everything except a suite
    .venv/bin/python bench/othello.py suite --suite endings.obf        published endgames
    .venv/bin/python bench/othello.py perft playouts                   some parts
    .venv/bin/python bench/othello.py midgame --depth 20 --json

suite     solves every position of an OBF file from an empty table and compares the scores
endgame   solves positions with 20 empty squares from quick games of the engine
midgame   searches positions with 52 and with 36 empty squares to a depth
perft     counts leaves by the rules: 11 plies for the speed, 10 in one call
playouts  random games in one call
threads   wall time to a depth with one and with two threads, 36 empty squares

Run it on an idle machine. Exits with 1 if a target is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass

from fivefold.cli.support.suite import read_problems
from fivefold.core import Limit
from fivefold.games.othello import OthelloGame, OthelloState
from fivefold.strategies import native
from fivefold.strategies.native_engine import NativeEngine
from fivefold.strategies.othello.search import OthelloSearch

GAME = OthelloGame()
QUICK = Limit(nodes=3_000)
"""Nodes per move in the games the positions come from."""


@dataclass(frozen=True)
class Figure:
    """A measurement, its target and whether it is met; without a target it always is."""

    name: str
    value: float
    unit: str = ""
    bar: str = ""
    met: bool = True


def position(empty: int, seed: int) -> OthelloState:
    """Returns a position with `empty` empty squares from a quick self-play game."""
    engine, state = NativeEngine(seed=seed, variety=2.0), GAME.start
    while state.cells.count(".") > empty:
        move = engine.choose(state, QUICK).move
        if move is None:
            return position(empty, seed + 1_000)
        state = state.play(move)
    return state if len(state.legal_moves()) > 1 else position(empty, seed + 1_000)


def costs(name: str, nodes: int, seconds: float, bar: str = "", least: float = 0) -> list[Figure]:
    """Returns nodes, time and speed of a call."""
    speed = nodes / max(seconds, 1e-9)
    return [
        Figure(f"{name}: nodes", nodes),
        Figure(f"{name}: CPU time", seconds, "s"),
        Figure(f"{name}: nodes a second", speed, "/s", bar, speed >= least),
    ]


def solve(search: OthelloSearch, state: OthelloState) -> tuple[int, int, float]:
    """Returns the exact score, nodes and CPU seconds, from an empty table."""
    search.forget()
    began = time.process_time()
    report = search.solve(state)
    return int(report.lines[0].score), report.nodes, time.process_time() - began


def suite(options: argparse.Namespace) -> list[Figure]:
    if options.suite is None:
        raise SystemExit("suite needs a file: --suite FILE")
    search, figures = OthelloSearch(options.memory, options.threads), list[Figure]()
    wrong, nodes, seconds = 0, 0, 0.0
    for number, problem in enumerate(read_problems(options.suite), start=1):
        score, searched, spent = solve(search, problem.state)
        nodes, seconds = nodes + searched, seconds + spent
        wrong += problem.published not in (None, score)
        tell(f"{number}: {score:+}, {searched:,} nodes, {spent:.2f} s")
    tell("")
    figures.append(Figure("wrong scores", wrong, "", "0", wrong == 0))
    return [*figures, *costs("all", nodes, seconds)]


def endgame(options: argparse.Namespace) -> list[Figure]:
    search, nodes, seconds = OthelloSearch(options.memory, options.threads), 0, 0.0
    for seed in range(options.positions):
        tell(f"endgame: {seed} of {options.positions}")
        _, searched, spent = solve(search, position(20, seed))
        nodes, seconds = nodes + searched, seconds + spent
    tell("")
    return costs(f"{options.positions} endings of 20", nodes, seconds, ">= 30 M", 30e6)


def midgame(options: argparse.Namespace) -> list[Figure]:
    search, figures = OthelloSearch(options.memory, options.threads), list[Figure]()
    for empty in (52, 36):
        nodes, seconds = 0, 0.0
        for seed in range(5):
            tell(f"midgame: {empty} empty, {seed} of 5")
            state = position(empty, seed)
            search.forget()
            began = time.process_time()
            nodes += search.search(state, Limit(depth=options.depth)).nodes
            seconds += time.process_time() - began
        figures += costs(f"5 with {empty} empty to depth {options.depth}", nodes, seconds)
    tell("")
    return figures


def threads(options: argparse.Namespace) -> list[Figure]:
    states = [position(36, seed) for seed in range(5)]
    wall: dict[int, float] = {}
    for count in (1, 2):
        search, wall[count] = OthelloSearch(options.memory, count), 0.0
        for number, state in enumerate(states):
            tell(f"threads: {count}, {number} of {len(states)}")
            search.forget()
            began = time.perf_counter()
            search.search(state, Limit(depth=options.deep))
            wall[count] += time.perf_counter() - began
    tell("")
    figures = [
        Figure(f"5 to depth {options.deep}, {count} at once", wall[count], "s") for count in wall
    ]
    gain = wall[1] / wall[2]
    return [*figures, Figure("speed-up with two", gain, "", "> 1", gain > 1)]


def perft(options: argparse.Namespace) -> list[Figure]:
    began = time.process_time()
    ten = native.perft(GAME.start, 10)
    short = time.process_time() - began
    began = time.process_time()
    eleven = native.perft(GAME.start, 11)
    speed = eleven / (time.process_time() - began)
    return [
        Figure("10 plies in one call", short, "s", "< 0.2", short < 0.2 and ten == 24_571_284),
        Figure("11 plies", eleven, "lines", "212,258,800", eleven == 212_258_800),
        Figure("11 plies: lines a second", speed, "/s", ">= 300 M", speed >= 300e6),
    ]


def playouts(options: argparse.Namespace) -> list[Figure]:
    began = time.process_time()
    played = native.othello_playouts(GAME.start, options.games, seed=1)
    seconds = time.process_time() - began
    games = options.games / seconds
    return [
        Figure("random games a second", games, "/s", ">= 44,000", games >= 44_000),
        Figure("moves a second", played.plies / seconds, "/s"),
        Figure("share won by Black", played.first / options.games),
    ]


PARTS: dict[str, Callable[[argparse.Namespace], list[Figure]]] = {
    "endgame": endgame,
    "midgame": midgame,
    "perft": perft,
    "playouts": playouts,
    "suite": suite,
    "threads": threads,
}


def tell(text: str) -> None:
    print(f"\r\x1b[2K{text}", end="", file=sys.stderr, flush=True)


def show(part: str, figures: list[Figure]) -> None:
    print(f"\n{part}")
    for figure in figures:
        value = f"{figure.value:,.4g}" if figure.value < 1000 else f"{figure.value:,.0f}"
        bar = f"   (bar {figure.bar}{'' if figure.met else ', MISSED'})" if figure.bar else ""
        print(f"  {figure.name:42} {value:>14} {figure.unit}{bar}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--suite", help="OBF file of the part suite")
    parser.add_argument("--positions", type=int, default=20, help="endings to solve")
    parser.add_argument("--depth", type=int, default=20, help="of the part midgame")
    parser.add_argument("--deep", type=int, default=28, help="depth of the part threads")
    parser.add_argument("--games", type=int, default=500_000, help="of the part playouts")
    parser.add_argument("--memory", type=int, default=32, help="MiB of table")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if unknown := [part for part in options.parts if part not in PARTS]:
        parser.error(f"there is no part {unknown[0]}; there are {', '.join(PARTS)}")
    results = {}
    for part in options.parts or [part for part in PARTS if part != "suite" or options.suite]:
        results[part] = PARTS[part](options)
        if not options.json:
            show(part, results[part])
    if options.json:
        print(json.dumps({part: list(map(asdict, each)) for part, each in results.items()}))
    return 0 if all(figure.met for each in results.values() for figure in each) else 1


if __name__ == "__main__":
    sys.exit(main())
