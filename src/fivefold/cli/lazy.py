"""Groups of commands that are loaded when one of them is asked for: the others start sooner."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import typer
from typer.core import TyperGroup


def lazy_group(load: Callable[[], typer.Typer]) -> type[TyperGroup]:
    """Returns a kind of group whose commands are those of the `typer.Typer` that `load` returns."""

    @cache
    def commands() -> dict[str, Any]:
        group: Any = typer.main.get_command(load())
        return dict(group.commands)

    class Commands(TyperGroup):
        def list_commands(self, ctx: Any) -> list[str]:
            return list(commands())

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            return commands().get(cmd_name)

        def resolve_command(self, ctx: Any, args: list[str]) -> Any:
            self.commands = commands()  # among which a misspelt one looks for its like
            return super().resolve_command(ctx, args)

    return Commands
