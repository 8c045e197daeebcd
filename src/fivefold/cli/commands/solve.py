"""`fivefold solve`: the proven value of a position."""

from __future__ import annotations

import time
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated

import typer

from fivefold.cli.support.exits import INTERRUPTED
from fivefold.cli.support.interrupt import Work
from fivefold.cli.support.options import (
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
from fivefold.cli.support.printing import Page, count
from fivefold.cli.support.progress import Ticker
from fivefold.core import Limit, State
from fivefold.errors import InvalidNotation
from fivefold.words import Message, say

if TYPE_CHECKING:
    from fivefold.strategies.gomoku.forced_wins import Forced
    from fivefold.strategies.solve import ProgressProbe, Solution

EXAMPLES = """\b
Examples:
  fivefold solve pentomino --size 4x5
  fivefold solve pentomino --size 6x8 --memory 500
  fivefold solve othello --size 4 --json
  fivefold solve othello -i ending.obf --win-only
  fivefold solve othello --size 6 --memory 100 --journal six.journal --seconds 1
  fivefold solve gomoku --size 7 -m "d4 a1 d5 a2 d3 a4"
  fivefold solve gomoku -m h8a1i8o1j8a15 --kind vcf --proof win.json
  fivefold solve gomoku --check win.json
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
            help="Native solver's table in MiB; default: 64.",
        ),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads", metavar="N", min=1, max=64, help="Othello 8x8: threads; default: 1."
        ),
    ] = None,
    win_only: Annotated[
        bool,
        typer.Option("--win-only", help="Othello: find the winner, not the number of discs."),
    ] = False,
    journal: Annotated[
        str | None,
        typer.Option(
            "--journal",
            metavar="FILE",
            help="Othello 4x4 and 6x6: store results in FILE and resume from it.",
        ),
    ] = None,
    kind: Annotated[
        str | None,
        typer.Option(
            "--kind",
            metavar="KIND",
            help="Gomoku: forced wins by fours (vcf), also threes (vct), or both.",
        ),
    ] = None,
    plies: Annotated[
        int | None,
        typer.Option(
            "--plies", metavar="N", help="Gomoku: longest forced win to search for, in plies."
        ),
    ] = None,
    proof: Annotated[
        str | None,
        typer.Option("--proof", metavar="FILE", help="Gomoku: write the forced win to FILE."),
    ] = None,
    check: Annotated[
        str | None,
        typer.Option(
            "--check", metavar="FILE", help="Gomoku: check the proof in FILE without a search."
        ),
    ] = None,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Find the exact value of a position and the best line.

    At a limit or Ctrl-C the results so far are printed.
    """
    from fivefold.cli.support.solve_proof import check_file, kinds_named, write_file
    from fivefold.strategies.solve import DEFAULTS, ProgressProbe, SolveOptions
    from fivefold.strategies.solve import solve as prove

    limit = Limit(seconds=seconds, nodes=nodes)
    state = read_state(game, size, rules, position, moves, input)
    _check_options(state, win_only, journal, threads)
    _check_gomoku_options(state, kind=kind, plies=plies, proof=proof, check=check)
    if proof == "-" and json:
        raise InvalidNotation("cli.exclusive", one="--proof -", other="--json")
    page = Page(ascii)
    if check is not None:
        check_file(check, page, json)
        return
    ways = SolveOptions(memory or DEFAULTS.memory, threads or DEFAULTS.threads, win_only, journal)
    ways = replace(ways, kinds=kinds_named(kind), plies=plies)
    ticker, watch = Ticker(page), ProgressProbe()
    started = time.perf_counter()
    solution, interrupted = Work(lambda stop: prove(state, limit, stop, ways, watch)).finish(
        lambda passed: ticker.tick(passed, _progress_line(watch, passed))
    )
    passed = time.perf_counter() - started
    ticker.close()
    if solution.trouble is not None:
        page.note(str(solution.trouble))
    if proof is not None:
        write_file(proof, state, solution.forced, page)
    write = MoveWriter(state.game)
    if json:
        document = {
            "value": solution.value,
            "exact": solution.exact,
            "move": write(solution.move),
            "pv": [write(move) for move in solution.pv],
            "nodes": solution.nodes,
            "seconds": round(passed, 6),
        }
        if solution.expected is not None:
            document["expected"] = asdict(solution.expected)
        if (forced := solution.forced) is not None:
            document["forced"] = {
                "kind": forced.kind,
                "found": forced.tree is not None,
                "plies": forced.tree and forced.tree.plies,
                "complete": forced.complete,
                "checked": forced.checked,
            }
        page.document(document)
    else:
        page.line(str(_verdict(state, solution, plies)))
        if solution.pv:
            key = "cli.best_line" if solution.exact else "solve.line_so_far"
            page.line(str(say(key, moves=write.line(solution.pv))))
        effort = {"nodes": count(solution.nodes), "many": solution.nodes}
        page.line(str(say("cli.looked_at", **effort, seconds=f"{passed:.2f}")))
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _check_options(state: State, win_only: bool, journal: str | None, threads: int | None) -> None:
    """Raises for Othello options with another game or board."""
    is_othello = state.game.name == "othello"
    is_small = is_othello and state.game.rows < 8
    given = {
        "--win-only": (win_only, is_othello, "othello"),
        "--journal": (journal is not None, is_small, "small"),
        "--threads": (threads is not None, is_othello and not is_small, "large"),
    }
    for option, (is_given, fits, board) in given.items():
        if is_given and not fits:
            raise InvalidNotation(f"solve.only_{board}", option=option)


def _check_gomoku_options(state: State, **given: object) -> None:
    """Raises for Gomoku options with another game, and for invalid values."""
    for name, value in given.items():
        if value is not None and state.game.name != "gomoku":
            raise InvalidNotation("solve.only_gomoku", option=f"--{name}")
    plies = given["plies"]
    if isinstance(plies, int) and plies < 1:
        raise InvalidNotation("gomoku.solve.plies")


def _progress_line(watch: ProgressProbe, passed: float) -> Message:
    """Returns the progress line: the time and, if the solver knows it, the share done."""
    seconds, progress = f"{passed:.0f}", watch.progress()
    if progress is None:
        return say("cli.solving", seconds=seconds)
    facts = {"depth": progress.depth, "percent": progress.percent, "nodes": count(progress.nodes)}
    return say("solve.progress", seconds=seconds, **facts)


def _verdict(state: State, solution: Solution, plies: int | None) -> Message:
    if state.outcome:
        return say("cli.over", reason=state.outcome.reason)
    value = solution.value
    if solution.forced is not None and (solution.forced.tree is not None or not solution.exact):
        return _verdict_on_forced(state, solution.forced, plies)
    if not solution.exact or value is None:
        expected = solution.expected
        if expected is None or expected.score is None:
            return say("cli.unproven")
        score = say("score.number", score=expected.score)
        facts = {"score": score, "depth": expected.depth, "percent": expected.percent}
        return say("solve.so_far", **facts)
    player = state.game.player_name(state.to_move)
    if isinstance(value, str):
        return say(f"cli.solved.{value}", player=player)
    if value == 0:
        return say("cli.solved.draw", player=player)
    result = "win" if value > 0 else "loss"
    return say(f"cli.solved.{result}_by", player=player, discs=abs(value))


def _verdict_on_forced(state: State, forced: Forced, plies: int | None) -> Message:
    kind = forced.kind
    if forced.tree is not None:
        player = state.game.player_name(state.to_move)
        return say(f"gomoku.solve.found.{kind}", player=player, plies=forced.tree.plies)
    if forced.flaw is not None:
        moves = " ".join(map(state.game.format_move, forced.flaw.moves))
        return say("gomoku.solve.refused", moves=moves, reason=forced.flaw.reason)
    if not forced.complete:
        return say(f"gomoku.solve.limit.{kind}")
    if plies is not None:
        return say(f"gomoku.solve.up_to.{kind}", plies=plies)
    return say(f"gomoku.solve.none.{kind}")
