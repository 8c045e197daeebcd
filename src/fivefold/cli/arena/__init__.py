"""`fivefold arena`: matches, tournaments, ratings; one file a sub-command."""

from __future__ import annotations

import typer

from fivefold.cli.lazy import lazy_group
from fivefold.cli.printing import Page


def _load() -> typer.Typer:
    from fivefold.cli.arena.commands import commands

    return commands


arena = typer.Typer(
    cls=lazy_group(_load),
    help="Find out who is stronger: tournaments that can be killed and resumed, honest ratings.",
    rich_markup_mode=None,
)


@arena.callback(invoke_without_command=True)
def overview(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        Page().line(context.get_help())
