"""`fivefold strategies`: the list of strategies."""

from __future__ import annotations

import inspect
from typing import Annotated, Any

import typer

from fivefold.cli.commands.games import summary
from fivefold.cli.support.completion import complete_game
from fivefold.cli.support.options import Ascii, Json, Rules, Size
from fivefold.cli.support.printing import Page
from fivefold.words import say

EXAMPLES = """\b
Examples:
  fivefold strategies
  fivefold strategies othello
  fivefold strategies gomoku --json
"""


def strategies(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="Only strategies that play this game.",
            autocompletion=complete_game,
        ),
    ] = None,
    size: Size = None,
    rules: Rules = None,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """List the strategies and their parameters."""
    from fivefold import names
    from fivefold.strategies.teaching.evaluate import evaluations_for

    chosen = [names.game_from(game, size, rules).name] if game else list(names.all_games())
    kinds = names.strategies_for(chosen[0]) if game else names.all_strategies()
    found = [_describe(name, kind, list(names.all_games())) for name, kind in kinds.items()]
    evaluations = {name: list(evaluations_for(name)) for name in chosen}
    aliases = {name: _aliases(name) for name in chosen}
    page = Page(ascii)
    if json:
        page.document({"strategies": found, "evaluations": evaluations, "aliases": aliases})
        return
    page.table(
        ("strategy", "games", "what it does"),
        [(_call(one), ", ".join(one["games"]), one["summary"]) for one in found],
    )
    page.line()
    for name, known in evaluations.items():
        page.line(str(say("cli.evaluations", game=name, names=known)))
    for name, others in aliases.items():
        if others:
            texts = [f"{alias} = {text}" for alias, text in others.items()]
            page.line(str(say("cli.aliases", game=name, names=texts)))


def _describe(name: str, kind: Any, games: list[str]) -> dict[str, Any]:
    from fivefold import names

    return {
        "name": name,
        "summary": summary(kind),
        "games": list(games if kind.games is None else kind.games),
        "parameters": [_parameter(one) for one in names.parameters(kind).values()],
    }


def _parameter(parameter: inspect.Parameter) -> dict[str, Any]:
    needed = parameter.default is parameter.empty
    kind = parameter.annotation
    return {
        "name": parameter.name,
        "kind": kind if isinstance(kind, str) else getattr(kind, "__name__", str(kind)),
        "required": needed,
        "default": None if needed else parameter.default,
    }


def _aliases(game: str) -> dict[str, str]:
    """Returns the aliases of a game, each with the strategy it means."""
    from fivefold.strategies import ALIASES

    return {
        alias: name
        + ("(" + ", ".join(f"{k}={v}" for k, v in preset.items()) + ")" if preset else "")
        for (owner, alias), (name, preset) in ALIASES.items()
        if owner in ("", game)
    }


def _call(strategy: dict[str, Any]) -> str:
    """Returns the call of a strategy, with the default of every parameter."""
    parts = [
        one["name"] if one["required"] else f"{one['name']}={_value(one['default'])}"
        for one in strategy["parameters"]
    ]
    return f"{strategy['name']}({', '.join(parts)})" if parts else str(strategy["name"])


def _value(default: Any) -> str:
    return str(default).lower() if default is None or isinstance(default, bool) else str(default)
