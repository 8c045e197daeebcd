"""How the makers of opening lists tell how far they are, and where they write."""

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
    """Writes a line over the last one."""
    print(f"\r\x1b[2K{text}", end="", file=sys.stderr, flush=True)


def make_list(
    game: Game, program: str, count: int, balance: str, made: Callable[[int, int], Lines]
) -> None:
    """Writes so many lines of play as the command line says, with a word on how they were made."""
    parser = argparse.ArgumentParser(description=f"Makes the arena's openings of {game.name}.")
    parser.add_argument("--count", type=int, default=count)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--output", metavar="FILE", help="- is standard output")
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
