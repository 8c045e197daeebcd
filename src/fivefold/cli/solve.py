"""`fivefold solve`: the exact value of a position, where it can be proven."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from fivefold.cli.exits import INTERRUPTED
from fivefold.cli.interrupt import Work
from fivefold.cli.position import (
    Ascii,
    GameName,
    Input,
    Json,
    Moves,
    MoveWriter,
    Nodes,
    Position,
    Rules,
    Seconds,
    Size,
    read_state,
)
from fivefold.cli.printing import Page, count
from fivefold.cli.progress import Ticker
from fivefold.core import Limit, State
from fivefold.words import Message, say

if TYPE_CHECKING:
    from fivefold.strategies.solve import Solution

EXAMPLES = """\b
Examples:
  fivefold solve pentomino --size 4x5
  fivefold solve pentomino --size 6x8 --memory 500
  fivefold solve othello --size 4 --json
  fivefold solve gomoku --size 7 -m "d4 a1 d5 a2 d3 a4" --seconds 10
"""


def solve(
    game: GameName,
    position: Position = None,
    moves: Moves = None,
    input: Input = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    size: Size = None,
    rules: Rules = None,
    memory: Annotated[
        int | None,
        typer.Option(
            "--memory",
            metavar="MIB",
            min=1,
            max=65_536,
            help="Pentomino: MiB for the solver's table; 64 unless said.",
        ),
    ] = None,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Find the exact value of a position and the best line.

    On a limit or Ctrl-C it prints what is known so far.
    """
    from fivefold.strategies.pentomino_solver import MEMORY
    from fivefold.strategies.solve import solve as prove

    limit = Limit(seconds=seconds, nodes=nodes)
    state = read_state(game, size, rules, position, moves, input)
    page = Page(ascii)
    ticker = Ticker(page)
    started = time.perf_counter()
    solution, interrupted = Work(lambda stop: prove(state, limit, stop, memory or MEMORY)).finish(
        lambda passed: ticker.tick(passed, say("cli.solving", seconds=f"{passed:.0f}"))
    )
    passed = time.perf_counter() - started
    ticker.close()
    if solution.trouble is not None:
        page.note(str(solution.trouble))
    write = MoveWriter(state.game)
    if json:
        page.document(
            {
                "value": solution.value,
                "exact": solution.exact,
                "move": write(solution.move),
                "pv": [write(move) for move in solution.pv],
                "nodes": solution.nodes,
                "seconds": round(passed, 6),
            }
        )
    else:
        page.line(str(_verdict(state, solution)))
        if solution.pv:
            page.line(str(say("cli.best_line", moves=write.line(solution.pv))))
        effort = {"nodes": count(solution.nodes), "many": solution.nodes}
        page.line(str(say("cli.looked_at", **effort, seconds=f"{passed:.2f}")))
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _verdict(state: State, solution: Solution) -> Message:
    if state.outcome:
        return say("cli.over", reason=state.outcome.reason)
    value = solution.value
    if not solution.exact or value is None:
        return say("cli.unproven")
    player = state.game.player_name(state.to_move)
    if isinstance(value, str):
        return say(f"cli.solved.{value}", player=player)
    if value == 0:
        return say("cli.solved.draw", player=player)
    result = "win" if value > 0 else "loss"
    return say(f"cli.solved.{result}_by", player=player, discs=abs(value))
