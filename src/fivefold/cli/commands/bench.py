"""`fivefold bench`: search signature, search speed and speed of the native rules."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fivefold.cli.support.completion import complete_game
from fivefold.cli.support.exits import ANSWER_IS_NO, INTERRUPTED
from fivefold.cli.support.interrupt import Work
from fivefold.cli.support.options import Ascii, Json, Rules, Size
from fivefold.cli.support.printing import Page, count
from fivefold.cli.support.progress import Ticker
from fivefold.core import Game, State
from fivefold.errors import InvalidNotation, RulesError
from fivefold.words import quoted, say

if TYPE_CHECKING:
    from fivefold.cli.support.signature import Measurement

EXAMPLES = """\b
Examples:
  fivefold bench
  fivefold bench othello --json
  fivefold bench gomoku --suite positions.txt
  fivefold bench othello --suite ending.obf --memory 256
"""

MEMORY = 64
"""Default transposition table for a suite, in MiB."""

_PERFT_DEPTHS = {"gomoku": 3, "othello": 8, "pentomino": 2}
"""Deep enough to measure, short enough to run often."""


def bench(
    game: Annotated[
        str | None,
        typer.Argument(metavar="[GAME]", help="Only this game.", autocompletion=complete_game),
    ] = None,
    suite: Annotated[
        str | None,
        typer.Option(
            "--suite",
            metavar="FILE",
            help="Use the positions of a file, one per line. Othello 8x8: solve them and compare "
            "with the scores in the file (OBF). Otherwise text after a semicolon is ignored.",
        ),
    ] = None,
    memory: Annotated[
        int | None,
        typer.Option(
            "--memory",
            metavar="MIB",
            min=1,
            max=65_536,
            help="Othello with --suite: solver's table in MiB; default: 64.",
        ),
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads",
            metavar="N",
            min=1,
            max=64,
            help="Othello with --suite: threads; default: 1.",
        ),
    ] = None,
    size: Size = None,
    rules: Rules = None,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Measure the speed and the signature of the search.

    The signature changes only if the search visits other positions or returns other results.
    A suite of Othello positions is solved; exit code 1 if a published score differs.
    """
    from fivefold import names

    given = {"--suite": suite, "--size": size, "--rules": rules}
    for option in (option for option, value in given.items() if value is not None):
        if game is None:
            raise InvalidNotation("cli.needs_game", option=option)
    chosen = [game] if game else list(names.all_games())
    games = [names.game_from(name, size, rules) for name in chosen]
    if suite is not None and games[0].name == "othello" and _is_of_8x8(suite):
        _solve_suite(suite, memory or MEMORY, threads or 1, Page(ascii), json)
        return
    for option, value in {"--memory": memory, "--threads": threads}.items():
        if value is not None:
            raise InvalidNotation("suite.option", option=option)
    states = None if suite is None else read_suite(suite, games[0])
    found = [_measure(one, states) for one in games]
    page = Page(ascii)
    if json:
        page.document({"games": found})
        return
    page.table(
        ("game", "signature", "nodes", "nodes/s", "native leaves/s"),
        [row for one in found for row in _rows(one)],
        numbers=("nodes", "nodes/s", "native leaves/s"),
    )


def _is_of_8x8(file: str) -> bool:
    """Tells whether the first position of a file has at least the squares of 8x8."""
    from fivefold import formats

    lines = map(str.strip, formats.read_from(file).splitlines())
    first = next((line for line in lines if line and line[0] not in "%#"), "")
    return len("".join(first.partition(";")[0].split())) >= 64


def _solve_suite(file: str, memory: int, threads: int, page: Page, json: bool) -> None:
    """Solves the positions of a file and prints the results."""
    from fivefold.cli.support.suite import as_json, collect, print_answers, read_problems

    problems = read_problems(file)
    ticker, told = Ticker(page), [say("suite.progress", done=0, all=len(problems))]
    found, interrupted = Work(
        lambda stop: collect(problems, memory, threads, stop, told.append)
    ).finish(lambda passed: ticker.tick(passed, told[-1]))
    ticker.close()
    if json:
        page.document({"suite": as_json(found, len(problems))})
    else:
        print_answers(page, found)
    if interrupted:
        raise typer.Exit(INTERRUPTED)
    if any(answer.right is False for answer in found):
        raise typer.Exit(ANSWER_IS_NO)


def _rows(one: dict[str, Any]) -> list[tuple[str, ...]]:
    """Returns the rows of a game: the search, and the native engine if the game has one."""

    def search(name: str, part: dict[str, Any]) -> tuple[str, ...]:
        return name, part["signature"], count(part["nodes"]), count(part["nodes_per_second"])

    leaves = count(one["perft"]["leaves_per_second"])
    rows = [(*search(one["game"], one), leaves)]
    if "engine" in one:
        rows.append((*search(f"{one['game']} engine", one["engine"]), ""))
    return rows


def read_suite(file: str, game: Game) -> list[State]:
    """Returns the positions of a file, one per line; text after a semicolon is ignored."""
    from fivefold import formats

    states = []
    for number, line in enumerate(formats.read_from(file).splitlines(), start=1):
        text = line.partition(";")[0].strip()
        if not text:
            continue
        try:
            states.append(game.parse_position(text))
        except RulesError as error:
            place = {"number": number, "file": quoted(file, 200), "reason": error.message}
            raise type(error)("cli.line", **place) from error
    if not states:
        raise InvalidNotation("cli.no_positions", file=quoted(file, 200))
    return states


def _measure(game: Game, states: list[State] | None) -> dict[str, Any]:
    from fivefold.cli.support.signature import (
        measure,
        measure_gomoku,
        measure_search,
        measure_solver,
        positions,
    )
    from fivefold.games.gomoku import GomokuGame
    from fivefold.games.othello import OthelloGame
    from fivefold.games.pentomino import PentominoGame
    from fivefold.strategies import native

    search = measure(*positions(game)) if states is None else measure(states)
    depth = _PERFT_DEPTHS.get(game.name, 1)
    started = time.perf_counter()
    leaves = native.perft(game.start, depth)
    seconds = time.perf_counter() - started
    found = {
        "game": game.name,
        **_as_json(search),
        "perft": {
            "depth": depth,
            "leaves": leaves,
            "seconds": round(seconds, 6),
            "leaves_per_second": _pace(leaves, seconds),
        },
    }
    if isinstance(game, PentominoGame):
        found["engine"] = _as_json(measure_solver(game))
    if isinstance(game, OthelloGame) and game.size == 8:
        found["engine"] = _as_json(measure_search(game))
    if isinstance(game, GomokuGame):
        found["engine"] = _as_json(measure_gomoku(game))
    return found


def _as_json(search: Measurement) -> dict[str, Any]:
    return {
        "signature": search.signature,
        "nodes": search.nodes,
        "seconds": round(search.seconds, 6),
        "nodes_per_second": _pace(search.nodes, search.seconds),
    }


def _pace(count: int, seconds: float) -> int:
    return round(count / max(seconds, 1e-9))
