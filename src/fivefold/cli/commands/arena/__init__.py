"""`fivefold arena`: matches, tournaments and ratings; one module per sub-command."""

from __future__ import annotations

import typer

from fivefold.cli.support.lazy import lazy_group
from fivefold.cli.support.printing import Page


def _load() -> typer.Typer:
    from fivefold.cli.commands.arena.commands import commands

    return commands


arena = typer.Typer(
    cls=lazy_group(_load),
    help="Play tournaments and rate the players.",
    rich_markup_mode=None,
)


@arena.callback(invoke_without_command=True)
def overview(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        Page().line(context.get_help())
