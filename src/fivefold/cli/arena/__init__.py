"""`fivefold arena`: matches, tournaments, ratings; one file a sub-command."""

from __future__ import annotations

from functools import cache
from typing import Any

import typer
from typer.core import TyperGroup

from fivefold.cli.printing import Page


class Commands(TyperGroup):
    """The group's commands, loaded when one of them is asked for: the others start sooner."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(_commands())

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        return _commands().get(cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        self.commands = _commands()  # among which a misspelt one looks for its like
        return super().resolve_command(ctx, args)


@cache
def _commands() -> dict[str, Any]:
    from fivefold.cli.arena.commands import commands

    group: Any = typer.main.get_command(commands)
    return dict(group.commands)


arena = typer.Typer(
    cls=Commands,
    help="Find out who is stronger: tournaments that can be killed and resumed, honest ratings.",
    rich_markup_mode=None,
)


@arena.callback(invoke_without_command=True)
def overview(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        Page().line(context.get_help())
