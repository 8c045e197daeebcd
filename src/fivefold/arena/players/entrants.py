"""Entrants from what users type, with names, files and folders that stay valid elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from fivefold.core import Game, Limit
from fivefold.engines.protocols import check_protocol, driver_of
from fivefold.errors import InvalidNotation, UnknownName
from fivefold.names import FromFile, Program, parse_player, strategy_from
from fivefold.results.tournament import Entrant
from fivefold.words import quoted


def entrant_from(
    text: str,
    base: Path,
    *,
    name: str | None = None,
    folder: str | None = None,
    options: Mapping[str, str] | None = None,
    limit: Limit | None = None,
    time: str | None = None,
) -> Entrant:
    """Returns the entrant named by a text, with paths relative to `base`.

    They are made absolute, so that a tournament can be resumed from any folder.
    """
    text = text.strip()
    home = (base / Path(folder or "").expanduser()).resolve()
    player, parsed = text, parse_player(text)
    if isinstance(parsed, Program):
        folder = str(home)
    elif isinstance(parsed, FromFile):
        player, folder = parsed.at(home / Path(parsed.file).expanduser()), None
    return Entrant(name or text, player, folder, dict(options or {}), limit, time)


def check(entrant: Entrant, game: Game) -> None:
    """Raises what is wrong with an entrant, as far as is known without starting it.

    A broken program loses its games; a misspelt name is reported before the first one.
    """
    text, player = entrant.player, parse_player(entrant.player)
    if isinstance(player, Program):
        check_protocol(player.protocol, game.name)
        driver_of(player.protocol)(game, entrant.options)
        if not player.words:
            raise InvalidNotation("arena.no_command", text=quoted(text, 200))
        if entrant.folder is not None and not Path(entrant.folder).is_dir():
            folder = quoted(entrant.folder, 200)
            raise InvalidNotation("arena.no_folder", name=quoted(entrant.name, 200), folder=folder)
        return
    if entrant.options:
        raise InvalidNotation("arena.no_options", name=quoted(entrant.name, 200))
    if not isinstance(player, FromFile):
        strategy_from(text, game)
    elif not Path(player.file).is_file():
        raise UnknownName("name.no_file", path=quoted(player.file, 200))


def with_names_apart(entrants: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """Returns the entrants, with a number added to repeated names."""
    found: dict[str, Entrant] = {}
    for entrant in entrants:
        name, number = entrant.name, 1
        while name in found:
            number += 1
            name = f"{entrant.name} #{number}"
        found[name] = replace(entrant, name=name)
    return tuple(found.values())
