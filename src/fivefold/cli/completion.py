"""Names offered by the shell when Tab is pressed."""

from __future__ import annotations

import typer


def complete_game(incomplete: str) -> list[tuple[str, str]]:
    """Returns the games that begin like that, each with a few words."""
    from fivefold import names
    from fivefold.cli.games import summary

    games = names.all_games()
    return [(name, summary(kind)) for name, kind in games.items() if name.startswith(incomplete)]


def complete_strategy(context: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """Returns the strategies of the game already typed that begin like that."""
    from fivefold import names
    from fivefold.cli.games import summary
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
    """Returns the formats that begin like that."""
    from fivefold.formats import NAMES

    return [name for name in NAMES if name.startswith(incomplete)]


def complete_protocol(incomplete: str) -> list[str]:
    """Returns the protocols that begin like that."""
    from fivefold.engines.protocols import PROTOCOLS

    return [name for name in PROTOCOLS if name.startswith(incomplete)]
