"""`fivefold analyse`: the report of a game, as text, JSON, SGF or HTML."""

from __future__ import annotations

import textwrap
import threading
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fivefold.cli.support.completion import complete_game
from fivefold.cli.support.exits import INTERRUPTED
from fivefold.cli.support.interrupt import Work
from fivefold.cli.support.options import Ascii, Json, Rules, Size
from fivefold.cli.support.printing import Page
from fivefold.cli.support.progress import Ticker
from fivefold.core import Player
from fivefold.errors import InvalidNotation
from fivefold.words import quoted, say

if TYPE_CHECKING:
    from fivefold.analysis import GameReport
    from fivefold.tree.game_tree import GameTree

EXAMPLES = """\b
Examples:
  fivefold analyse game.json
  fivefold analyse game.txt --game othello --json
  fivefold analyse study.sgf --sgf report.sgf
  fivefold analyse game.json --html report.html --nodes 100000
"""
WIDTH = 80


def analyse(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="File with a game; - for standard input.")
    ],
    sgf: Annotated[
        str | None,
        typer.Option(
            "--sgf", metavar="OUT", help="Write the game with the report as notes to this SGF."
        ),
    ] = None,
    html: Annotated[
        str | None,
        typer.Option("--html", metavar="OUT", help="Write the report to this HTML file."),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="GAME",
            help="The game, if FILE does not name it.",
            autocompletion=complete_game,
        ),
    ] = None,
    number: Annotated[
        int, typer.Option("--number", metavar="N", min=1, help="The Nth game of FILE.")
    ] = 1,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", metavar="S", help="Time limit per position in seconds."),
    ] = None,
    depth: Annotated[
        int | None, typer.Option("--depth", metavar="N", help="Depth limit per position in plies.")
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option("--nodes", metavar="N", help="Limit per position, in positions searched."),
    ] = None,
    size: Size = None,
    rules: Rules = None,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Report on a game: what each move lost, the accuracy of both sides, and where it turned.

    The limits are for each position; without any, the number of positions searched is limited, and
    the same game has the same report. Ctrl-C reports what is known so far.
    """
    if (sgf == "-") + (html == "-") + json > 1:
        raise InvalidNotation("report.one_output")
    tree = _read(file, number, game, size, rules)
    if sgf is not None:
        _check_sgf(tree)
    page = Page(ascii)
    report, interrupted = _analysed(page, tree, seconds, depth, nodes)
    if sgf is not None:
        _write_sgf(page, sgf, tree, report)
    if html is not None:
        from fivefold.formats.files import write_to
        from fivefold.formats.report import report_html

        write_to(html, report_html(report, tree.main_line))
        _written(page, html)
    if json:
        page.document(_as_json(tree, report))
    elif sgf is None and html is None:
        _print(page, tree, report)
    if interrupted:
        page.note(str(say("report.incomplete")))
        raise typer.Exit(INTERRUPTED)


def _read(
    file: str, number: int, game: str | None, size: str | None, rules: str | None
) -> GameTree:
    from fivefold import formats, names
    from fivefold.formats.records import as_tree

    if game is None and (size is not None or rules is not None):
        raise InvalidNotation("cli.needs_game_option", option="--size" if size else "--rules")
    known = None if game is None else names.game_from(game, size, rules)
    readings = list(islice(formats.read_each(file, known), number))
    if len(readings) < number:
        facts = {"count": len(readings), "file": quoted(file, 200), "number": number}
        raise InvalidNotation("cli.no_such_game", **facts)
    tree = as_tree(readings[-1])
    if not tree.moves:
        raise InvalidNotation("report.no_moves", file=quoted(file, 200))
    return tree


def _analysed(
    page: Page, tree: GameTree, seconds: float | None, depth: int | None, nodes: int | None
) -> tuple[GameReport, bool]:
    from fivefold.analysis import report

    ticker, done, total = Ticker(page), 0, len(tree.moves) + 1

    def progress(now: int, of: int) -> None:
        nonlocal done
        done = now

    def work(stop: threading.Event) -> GameReport:
        limits = {"seconds": seconds, "depth": depth, "nodes": nodes}
        return report(tree, **limits, stop=stop, progress=progress)  # type: ignore[arg-type]

    found, interrupted = Work(work).finish(
        lambda passed: ticker.tick(passed, say("report.progress", done=done, total=total))
    )
    ticker.close()
    return found, interrupted


def _check_sgf(tree: GameTree) -> None:
    """Raises if SGF cannot hold the game, before it is analysed."""
    from fivefold.formats import Reading, write_text

    write_text([Reading(tree.start, tree.moves, tree.main_line, tree=tree)], "sgf")


def _write_sgf(page: Page, path: str, tree: GameTree, report: GameReport) -> None:
    from fivefold.analysis.game_report import annotated
    from fivefold.formats import write_tree

    write_tree(path, annotated(tree, report), "sgf")
    _written(page, path)


def _written(page: Page, path: str) -> None:
    if path != "-":
        page.note(str(say("report.written", file=quoted(path, 200))))


def _as_json(tree: GameTree, report: GameReport) -> dict[str, Any]:
    from fivefold.analysis.game_report import report_as_json

    record = tree.main_line.as_json()
    head = {key: record[key] for key in ("game", "first", "second", "winner", "ending")}
    return {**head, **report_as_json(report)}


def _print(page: Page, tree: GameTree, report: GameReport) -> None:
    from fivefold.analysis.game_report.words import loss_words, side_words, time_words

    record, game = tree.main_line, report.start.game

    def wrapped(text: str, indent: str = "") -> None:
        for line in textwrap.wrap(text, WIDTH - 1, initial_indent=indent, subsequent_indent=indent):
            page.line(line)

    _print_moves(page, report)
    page.line()
    for side, name in ((Player.FIRST, record.first), (Player.SECOND, record.second)):
        wrapped(str(side_words(report, side, quoted(name, 40)[1:-1])))
        if side in report.time:
            wrapped(str(time_words(report.time[side])), "  ")
    wrapped(str(report.definition), "  ")
    page.line()
    page.line(str(say("report.head.turned" if report.turning_points else "report.no_turns")))
    for turn in report.turning_points:
        loss = loss_words(report, turn.side, turn.loss)
        wrapped(f"{turn.ply}. {game.format_move(turn.move)}: {loss}.", "  ")
        wrapped(" ".join(map(str, (*turn.reasons, turn.instead))), "     ")
        line = [game.format_move(move) for move in turn.line]
        if len(line) > 1:
            wrapped(("; " if any(" " in move for move in line) else " ").join(line), "     ")


def _print_moves(page: Page, report: GameReport) -> None:
    """Prints every move with what it lost; an asterisk marks what is proven."""
    game, rows = report.start.game, list[tuple[str, ...]]()
    marks = {turn.ply: f"({turn.number})" for turn in report.turning_points}
    for each in report.moves:
        loss = "–" if each.loss is None else f"{each.loss:g}" + ("*" if each.exact else " ")
        better = game.format_move(each.best) if each.best is not None and each.loss else ""
        side, move = str(game.player_name(each.side)), game.format_move(each.move)
        rows.append((str(each.ply), side, move, loss, better, marks.get(each.ply, "")))
    heads = [str(say(f"report.column.{name}")) for name in ("side", "move", "lost", "better")]
    page.table(("#", *heads, ""), rows, numbers=("#", heads[2]))
