"""Shell completion of names."""

from __future__ import annotations

import typer


def complete_game(incomplete: str) -> list[tuple[str, str]]:
    """Returns the games that start with the text, each with its summary."""
    from fivefold import names
    from fivefold.cli.commands.games import summary

    games = names.all_games()
    return [(name, summary(kind)) for name, kind in games.items() if name.startswith(incomplete)]


def complete_strategy(context: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Returns the matching strategies, of the game already typed if there is one."""
    from fivefold import names
    from fivefold.cli.commands.games import summary
    from fivefold.errors import FivefoldError

    try:
        game = names.game_from(context.params.get("game") or "").name
        strategies = names.strategies_for(game)
    except FivefoldError:
        strategies = names.all_strategies()
    return [
        (name, summary(kind)) for name, kind in strategies.items() if name.startswith(incomplete)
    ]


def complete_format(incomplete: str) -> list[str]:
    """Returns the formats that start with the text."""
    from fivefold.formats import NAMES

    return [name for name in NAMES if name.startswith(incomplete)]


def complete_protocol(incomplete: str) -> list[str]:
    """Returns the protocols that start with the text."""
    from fivefold.engines.protocols import PROTOCOLS

    return [name for name in PROTOCOLS if name.startswith(incomplete)]
