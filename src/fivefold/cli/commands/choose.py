"""`fivefold choose`: the move of a strategy, and its reasons."""

from __future__ import annotations

import time
from dataclasses import replace
from threading import Event
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fivefold.cli.support.bots import Debugger, bots_on_stderr, opener_of
from fivefold.cli.support.caging import CageLimits
from fivefold.cli.support.exits import INTERRUPTED
from fivefold.cli.support.interrupt import Work, run_async
from fivefold.cli.support.options import (
    Ascii,
    Depth,
    GameName,
    Input,
    Json,
    Moves,
    MoveWriter,
    Nodes,
    Numbers,
    Position,
    Rules,
    Seconds,
    Seed,
    Size,
    StrategyName,
    read_state,
)
from fivefold.cli.support.printing import Page
from fivefold.cli.support.progress import Ticker
from fivefold.core import Limit, State
from fivefold.errors import EngineCrashed, FivefoldError
from fivefold.words import quoted, say

if TYPE_CHECKING:
    from fivefold.match.series import Opener
    from fivefold.strategies.base import Decision

EXAMPLES = """\b
Examples:
  fivefold choose othello "minimax(depth=3)" -m f5d6c3 --explain
  fivefold choose gomoku reactive -m "h8 i9" --json
  fivefold choose pentomino openspace --seed 1
  fivefold choose gomoku engine -m "h8 i9" --lines 3 --seconds 2
  fivefold choose othello greedy --numbers -i input.txt
  fivefold choose othello "engine(every_value=true)" -m f5d6c3 --seconds 1 --explain
  fivefold choose othello ./my_bot.py:MyBot -m f5d6c3 --debugger
"""


def choose(
    game: GameName,
    strategy: StrategyName,
    position: Position = None,
    moves: Moves = None,
    input: Input = None,
    seconds: Seconds = None,
    depth: Depth = None,
    nodes: Nodes = None,
    seed: Seed = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Print all compared moves and what the strategy saw.")
    ] = False,
    lines: Annotated[
        int | None,
        typer.Option(
            "--lines",
            metavar="N",
            min=1,
            max=64,
            help="Print the N best moves, each with its score and expected line.",
        ),
    ] = None,
    numbers: Numbers = False,
    size: Size = None,
    rules: Rules = None,
    cage: CageLimits = None,
    debugger: Debugger = False,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Ask a strategy for a move and its reasons.

    Ctrl-C prints the best move found so far.
    """
    limit = Limit(seconds, depth, nodes)
    state = read_state(game, size, rules, position, moves, input)
    write = MoveWriter(state.game, numbers)
    page = Page(ascii)
    ticker = Ticker(page)
    with bots_on_stderr(page, redirects=not debugger):
        opener = opener_of(debugger, json=json)
        answer = decide(strategy, state, limit, seed, ticker, lines or 1, opener)
    decision, interrupted, passed = answer
    if lines is not None:
        from fivefold.strategies.explain import best_candidates

        decision = replace(decision, candidates=best_candidates(decision, lines))
    ticker.close()
    if json:
        page.document(answer_as_json(decision, state, write, passed))
    else:
        _print(page, decision, state, write)
        if lines is not None:
            _print_lines(page, decision, state, write)
        if explain and not state.outcome:
            from fivefold.cli.support.explain import explain as print_explanation

            print_explanation(page, decision, state, write, passed, ascii=ascii)
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def decide(
    text: str,
    state: State,
    limit: Limit,
    seed: int | None,
    ticker: Ticker,
    lines: int = 1,
    opener: Opener | None = None,
) -> tuple[Decision, bool, float]:
    """Returns the decision of the strategy, whether Ctrl-C interrupted it, and the seconds taken.

    Loading does not count. An engine that can search several lines at once searches this many.
    """
    from fivefold import names
    from fivefold.engines import is_foreign, open_engine
    from fivefold.engines.bot_output import log_traceback
    from fivefold.engines.wire import as_decision, own_traceback, reason_of
    from fivefold.strategies.base import GAME_OVER
    from fivefold.strategies.native_engine import NativeEngine

    if is_foreign(text):
        decision, seconds = _ask_process(text, state, limit, seed, opener or open_engine)
        return decision, False, seconds
    strategy = names.strategy_from(text, state.game.name, seed)
    if isinstance(strategy, NativeEngine):
        strategy.lines = max(strategy.lines, lines)
    if state.outcome:
        return GAME_OVER, False, 0.0
    started = time.perf_counter()

    def ask(stop: Event) -> Decision:
        nonlocal started
        strategy.prepare(state.game)
        started = time.perf_counter()
        return strategy.choose(state, limit, stop)

    try:
        decision, interrupted = Work(ask).finish(
            lambda passed: ticker.tick(passed, say("choose.thinking", seconds=f"{passed:.0f}"))
        )
    except FivefoldError:
        raise
    except Exception as error:
        log_traceback(text, own_traceback(error))
        crash = {"name": quoted(text), "reason": reason_of(error)}
        raise EngineCrashed("engine.crashed", **crash) from error
    return as_decision(decision, state, text), interrupted, time.perf_counter() - started


def _ask_process(
    text: str, state: State, limit: Limit, seed: int | None, opener: Opener
) -> tuple[Decision, float]:
    """Returns the decision of a strategy in a file or of a program, and the seconds it took."""
    from fivefold.strategies.base import GAME_OVER

    async def ask() -> tuple[Decision, float]:
        async with opener(text, state.game, seed) as engine:
            started = time.perf_counter()
            decision = GAME_OVER if state.outcome else await engine.choose(state, limit)
            return decision, time.perf_counter() - started

    return run_async(ask())


def answer_as_json(
    decision: Decision, state: State, write: MoveWriter, seconds: float
) -> dict[str, Any]:
    """Returns the decision as `choose --json` prints it."""
    from fivefold.strategies.base import decision_as_json

    data = decision_as_json(decision, state.game, write)
    head = {key: data.pop(key) for key in ("move", "score", "depth", "nodes")}
    return {**head, "seconds": round(seconds, 6), **data}


def _print_lines(page: Page, decision: Decision, state: State, write: MoveWriter) -> None:
    """Prints the best moves with their scores and expected lines."""
    from fivefold.cli.support.explain import score_in_words

    rows = [
        (
            write.text(each.move),
            score_in_words(each.score, state),
            str(each.depth or ""),
            write.line(each.pv),
        )
        for each in decision.candidates
    ]
    if rows:
        page.line()
        page.table(("move", "score", "depth", "line"), rows, numbers=("score", "depth"))


def _print(page: Page, decision: Decision, state: State, write: MoveWriter) -> None:
    if decision.move is not None or write(None) is not None:
        page.line(write.text(decision.move))
    if state.outcome:
        page.line(str(say("cli.over", reason=state.outcome.reason)))
    elif str(decision.text):
        from fivefold.cli.terminal.glass_box import printable

        page.line(printable(decision.text))
