"""`fivefold book`: books of solved openings; one module per sub-command."""

from __future__ import annotations

import typer

from fivefold.cli.support.lazy import lazy_group
from fivefold.cli.support.printing import Page


def _load() -> typer.Typer:
    from fivefold.cli.commands.book.commands import commands

    return commands


book = typer.Typer(help="Build, verify and query books of solved openings.", rich_markup_mode=None)
pentomino = typer.Typer(
    cls=lazy_group(_load),
    help="The winner after each first move of Pentomino.",
    rich_markup_mode=None,
)
book.add_typer(pentomino, name="pentomino")


@book.callback(invoke_without_command=True)
def overview(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        Page().line(context.get_help())


@pentomino.callback(invoke_without_command=True)
def overview_of_pentomino(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        Page().line(context.get_help())
