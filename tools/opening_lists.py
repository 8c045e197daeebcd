"""Shared by the generators of opening lists: progress and output."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import resources
from pathlib import Path

from fivefold.core import Game
from fivefold.names import format_game

Lines = Iterable[Sequence[int]]


def tell(text: str) -> None:
    """Prints a line over the previous one."""
    print(f"\r\x1b[2K{text}", end="", file=sys.stderr, flush=True)


def make_list(
    game: Game, program: str, count: int, balance: str, made: Callable[[int, int], Lines]
) -> None:
    """Writes the list of openings with a header that names its command."""
    parser = argparse.ArgumentParser(description=f"Makes the arena's openings of {game.name}.")
    parser.add_argument("--count", type=int, default=count)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", metavar="FILE", help="-: standard output")
    options = parser.parse_args()
    text = [
        f"# Openings of {format_game(game)}, made by",
        f"#   .venv/bin/python {program} --count {options.count} --seed {options.seed}",
        f"# {balance}",
    ]
    for line in made(options.count, options.seed):
        text.append(" ".join(map(game.format_move, line)))
    tell("")
    if options.output == "-":
        print("\n".join(text))
        return
    own = resources.files("fivefold").joinpath("data", "openings", f"{game.name}.txt")
    Path(options.output or str(own)).write_text("\n".join(text) + "\n", encoding="utf-8")
