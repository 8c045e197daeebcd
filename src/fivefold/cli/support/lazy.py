"""Command groups that are imported on first use, so that other commands start faster."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import typer
from typer.core import TyperGroup


def lazy_group(load: Callable[[], typer.Typer]) -> type[TyperGroup]:
    """Returns a group class whose commands come from the `typer.Typer` that `load` returns."""

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
            self.commands = commands()  # for suggestions when a name is misspelt
            return super().resolve_command(ctx, args)

    return Commands
