"""`fivefold perft`: counts lines of play, a check of the rules."""

from __future__ import annotations

import time
from typing import Annotated, Literal

import typer

from fivefold.cli.support.options import (
    Ascii,
    GameName,
    Input,
    Json,
    Moves,
    Position,
    Rules,
    Size,
    read_state,
)
from fivefold.cli.support.printing import Page, count
from fivefold.core import State
from fivefold.errors import InvalidNotation
from fivefold.words import say

DEEPEST = 100

EXAMPLES = """\b
Examples:
  fivefold perft othello 6
  fivefold perft pentomino 2 --rules-in python
  fivefold perft gomoku 2 --size 9 --json
"""


def perft(
    game: GameName,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="Plies to play.")],
    position: Position = None,
    moves: Moves = None,
    input: Input = None,
    rules_in: Annotated[
        Literal["native", "python"],
        typer.Option("--rules-in", help="Which implementation of the rules to use."),
    ] = "native",
    size: Size = None,
    rules: Rules = None,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Count all lines of play of a given length.

    A pass is a move; a game that ends earlier counts as one line.
    """
    from fivefold.strategies import native

    if not 0 <= depth <= DEEPEST:
        raise InvalidNotation("cli.perft_depth", deepest=DEEPEST, depth=depth)
    state = read_state(game, size, rules, position, moves, input)
    page = Page(ascii)
    started = time.perf_counter()
    leaves = count_leaves(state, depth) if rules_in == "python" else native.perft(state, depth)
    seconds = time.perf_counter() - started
    if json:
        page.document({"depth": depth, "leaves": leaves, "seconds": round(seconds, 6)})
        return
    counted = {"leaves": count(leaves), "many": leaves, "seconds": f"{seconds:.2f}"}
    page.line(str(say("cli.perft", depth=depth, **counted)))


def count_leaves(state: State, depth: int) -> int:
    """Returns the number of lines of `depth` plies; a finished game counts once.

    >>> from fivefold.games.othello import OthelloGame
    >>> [count_leaves(OthelloGame().start, depth) for depth in range(5)]
    [1, 4, 12, 56, 244]
    """
    if depth == 0 or state.outcome:
        return 1
    moves = state.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(count_leaves(state.play(move), depth - 1) for move in moves)
