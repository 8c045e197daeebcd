"""`fivefold arena`: matches, tournaments, ratings; one file a sub-command."""

from __future__ import annotations

import typer

arena = typer.Typer(
    help="Find out who is stronger: tournaments that can be killed and resumed, honest ratings.",
    rich_markup_mode=None,
    no_args_is_help=True,
)
