"""Measures operations on game trees of 10^3 to 10^6 nodes, in CPU milliseconds.

.venv/bin/python bench/trees.py [--largest 1000000]

study    a game of 60 moves with variations of 20 nodes each, as people make them
nested   every node is a variation inside the one before it: the deepest tree possible
"""

from __future__ import annotations

import argparse
import gc
import resource
import time
from collections.abc import Callable
from functools import partial

from fivefold.formats.reading import Reading
from fivefold.formats.records import as_tree, record_of
from fivefold.formats.sgf.format import SGF
from fivefold.games.gomoku import GomokuGame
from fivefold.tree import GameTree, Notes, Path
from fivefold.tree.node import Entry, assemble
from fivefold.tree.operations import add, annotate, delete, merge, promote
from fivefold.tree.walk import contents, walk

GAME = GomokuGame(15)
MAIN = 60
VARIATION = 20
SIZES = (1_000, 10_000, 100_000, 1_000_000)
QUICK = 20
"""Small operations are repeated this often."""


def game_line() -> list[int]:
    """Returns a long line without five in a row: the cells in a pattern of knights' moves."""
    state, line = GAME.start, list[int]()
    for cell in (place * 97 % 225 for place in range(225)):
        after = state.play(cell)
        if after.outcome is None:
            state, line = after, [*line, cell]
    return line


def study(size: int) -> tuple[GameTree, Path]:
    """Returns a game with variations, and the path to the last node of the main line."""
    line = game_line()
    entries = [Entry(-1)]
    for move in line[:MAIN]:
        entries.append(Entry(len(entries) - 1, move, Notes(comment="A remark.")))
    while len(entries) <= size:
        number = len(entries) // VARIATION
        above = MAIN - 1 - number % MAIN
        # The second move of a variation differs from that of the last one at the same node.
        start = MAIN + number // MAIN % (len(line) - MAIN - VARIATION)
        for move in line[start : start + min(VARIATION, size + 1 - len(entries))]:
            entries.append(Entry(above, move))
            above = len(entries) - 1
    return made(entries), (0,) * MAIN


def nested(size: int) -> tuple[GameTree, Path]:
    """Returns nodes that are each the only child of the one before."""
    return made([Entry(place - 1) for place in range(size + 1)]), (0,) * size


def made(entries: list[Entry]) -> GameTree:
    tree = GameTree(GAME.start, assemble(entries), record_of(Reading(GAME.start)))
    return GameTree(tree.start, tree.root, tree.main_line)


def milliseconds(task: Callable[[], object], repeats: int = 1) -> float:
    """Returns the CPU time of one run."""
    gc.collect()
    began = time.process_time()
    for _ in range(repeats):
        task()
    return (time.process_time() - began) / repeats * 1000


def measure(name: str, make: Callable[[int], tuple[GameTree, Path]], size: int) -> None:
    tree, path = make(size)
    repeats = QUICK if len(path) <= MAIN else 1
    branched, other = add(tree, path, 224)
    branch = (*path[:-1], 0)
    reading = Reading(tree.start, tree.moves, tree.record, tree=tree)
    text = SGF.write((reading,))
    tasks: dict[str, tuple[Callable[[], object], int]] = {
        "add": (partial(add, tree, path, 224), repeats),
        "annotate": (partial(annotate, tree, path, comment="x"), repeats),
        "promote": (partial(promote, branched, branch), repeats),
        "delete": (partial(delete, branched, other), repeats),
        "merge": (partial(merge, tree, branched), 1),
        "count": (partial(contents, tree), 1),
        "walk": (lambda: sum(1 for _ in walk(tree)), 1),
        "write": (partial(SGF.write, (reading,)), 1),
        "read": (lambda: [as_tree(each) for each in SGF.read(text, None)], 1),
    }
    times = [milliseconds(task, count) for task, count in tasks.values()]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    cells = " | ".join(f"{each:,.2f}" if each < 100 else f"{each:,.0f}" for each in times)
    if size == SIZES[0] and make is study:
        print(f"| tree | nodes | {' | '.join(tasks)} | peak MB |")
        print(f"|---|---|{'---|' * (len(tasks) + 1)}")
    print(f"| {name} | {size:,} | {cells} | {memory:,} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--largest", type=int, default=SIZES[-1], metavar="N")
    largest = parser.parse_args().largest
    for name, make in (("study", study), ("nested", nested)):
        for size in (each for each in SIZES if each <= largest):
            measure(name, make, size)


if __name__ == "__main__":
    main()
