"""The registries of games and strategies: built-in and from installed plug-ins.

Plug-ins are entry points in the groups `fivefold.games` and `fivefold.strategies`.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from fivefold.core import Game
from fivefold.errors import EngineCrashed, UnknownName
from fivefold.games import GAMES
from fivefold.strategies import STRATEGIES
from fivefold.strategies.base import Strategy
from fivefold.words import quoted, say


def all_games() -> dict[str, type[Game]]:
    """Returns all games, built-in and from plug-ins."""
    return {**_plugged_in("fivefold.games"), **GAMES}


def all_strategies() -> dict[str, type[Strategy]]:
    """Returns all named strategies, built-in and from plug-ins."""
    return {**_plugged_in("fivefold.strategies"), **STRATEGIES}


def strategies_for(game: str) -> dict[str, type[Strategy]]:
    """Returns the named strategies that play the game."""
    return {
        name: kind
        for name, kind in all_strategies().items()
        if kind.games is None or game in kind.games
    }


@cache
def _plugged_in(group: str) -> dict[str, Any]:
    found = {}
    for entry in entry_points(group=group):
        try:
            found[entry.name] = kind = entry.load()
            if not isinstance(kind, type):
                raise TypeError(f"{kind!r} is not a class")
        except Exception as error:
            raise EngineCrashed(
                "name.plugin", name=quoted(entry.name), reason=describe(error)
            ) from error
    return found


def look_up(
    kind: str, name: str, known: Mapping[str, Any] | Iterable[str], owner: str | None = None
) -> Any:
    """Returns the entry of that name; raises `UnknownName` with close matches."""
    names = sorted(known)
    if name in names:
        return known[name] if isinstance(known, Mapping) else name
    close = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
    what = say(f"name.kind.{kind}", owner=owner)
    if close:
        raise UnknownName("name.unknown_close", what=what, name=quoted(name), names=close)
    raise UnknownName("name.unknown", what=what, name=quoted(name), names=names)


def describe(error: BaseException) -> str:
    """Returns the type and the text of an error, quoted."""
    return quoted(f"{type(error).__name__}: {error}", 200)
