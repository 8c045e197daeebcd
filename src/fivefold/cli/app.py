"""The commands in the order of the help text, and the output of plain `fivefold`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any

import typer

from fivefold.cli.commands import (
    analyse,
    backup,
    bench,
    check_strategy,
    choose,
    convert,
    engine,
    games,
    match,
    perft,
    play,
    serve,
    show,
    solve,
    strategies,
)
from fivefold.cli.commands.arena import arena
from fivefold.cli.commands.book import book
from fivefold.cli.support.options import Ascii
from fivefold.cli.support.printing import Page
from fivefold.words import say

app = typer.Typer(
    help="Play, watch and measure Gomoku, Othello and Pentomino. Every player explains its moves.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command(epilog=serve.EXAMPLES)(serve.serve)
app.command(epilog=backup.BACKUP_EXAMPLES)(backup.backup)
app.command(epilog=backup.RESTORE_EXAMPLES)(backup.restore)
app.command(epilog=play.EXAMPLES)(play.play)
app.command(epilog=show.EXAMPLES)(show.show)
app.command(epilog=choose.EXAMPLES)(choose.choose)
app.command(epilog=solve.EXAMPLES)(solve.solve)
app.command(epilog=match.EXAMPLES)(match.match)
app.add_typer(arena, name="arena")
app.add_typer(book, name="book")
app.command(epilog=engine.EXAMPLES)(engine.engine)
app.command(epilog=check_strategy.EXAMPLES)(check_strategy.check_strategy)
app.command(epilog=perft.EXAMPLES)(perft.perft)
app.command(epilog=bench.EXAMPLES)(bench.bench)
app.command(epilog=analyse.EXAMPLES)(analyse.analyse)
app.command(epilog=convert.EXAMPLES)(convert.convert)
app.command(epilog=games.EXAMPLES)(games.games)
app.command(epilog=strategies.EXAMPLES)(strategies.strategies)


@app.callback(invoke_without_command=True)
def welcome(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
    ascii: Ascii = False,
) -> None:
    page = Page(ascii)
    if version:
        from importlib.metadata import version as version_of

        page.line(f"fivefold {version_of('fivefold')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        if sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
            from fivefold.cli.commands.menu import offer

            offer(ascii)
        else:
            page.line(str(say("cli.welcome")))


def run(arguments: Sequence[str]) -> int:
    """Runs the command line and returns its exit code; errors are raised."""
    code = _command().main(args=list(arguments), prog_name="fivefold", standalone_mode=False)
    return code if isinstance(code, int) else 0


@cache
def _command() -> Any:
    """Returns the whole command line, built once per process."""
    return typer.main.get_command(app)
