"""From what people type to entrants: names, files and folders that hold wherever it goes on."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from fivefold.core import Game, Limit
from fivefold.engines.protocols import PROTOCOLS, check_protocol, driver_of
from fivefold.errors import InvalidNotation, UnknownName
from fivefold.names import file_of, strategy_from
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
    """Returns the entrant a text names, with files and folders as they are seen from `base`.

    They are made absolute, so that a tournament can be resumed from anywhere.
    """
    text = text.strip()
    home = (base / Path(folder or "").expanduser()).resolve()
    player, file = text, file_of(text)
    if is_program(text):
        folder = str(home)
    elif file is not None:
        place = str(home / Path(file).expanduser())
        player, folder = place + text[len(file) :], None
    return Entrant(name or text, player, folder, dict(options or {}), limit, time)


def is_program(text: str) -> bool:
    """Tells whether the text is `PROTOCOL:COMMAND`."""
    protocol, colon, _ = text.partition(":")
    return bool(colon) and protocol.strip() in PROTOCOLS


def check(entrant: Entrant, game: Game) -> None:
    """Raises what is wrong with an entrant, as far as that can be told without starting it.

    A program that turns out to be broken loses its games; a misspelt name need not wait for that.
    """
    text = entrant.player
    if is_program(text):
        protocol, _, command = text.partition(":")
        check_protocol(protocol.strip(), game.name)
        driver_of(protocol.strip())(game, entrant.options)
        _check_command(text, command)
        if entrant.folder is not None and not Path(entrant.folder).is_dir():
            folder = quoted(entrant.folder, 200)
            raise InvalidNotation("arena.no_folder", name=quoted(entrant.name, 200), folder=folder)
        return
    if entrant.options:
        raise InvalidNotation("arena.no_options", name=quoted(entrant.name, 200))
    file = file_of(text)
    if file is None:
        strategy_from(text, game)
    elif not Path(file).is_file():
        raise UnknownName("name.no_file", path=quoted(file, 200))


def _check_command(text: str, command: str) -> None:
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    if not words:
        raise InvalidNotation("arena.no_command", text=quoted(text, 200))


def with_names_apart(entrants: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """Returns the entrants with a number behind the names of those who are there several times."""
    found: dict[str, Entrant] = {}
    for entrant in entrants:
        name, number = entrant.name, 1
        while name in found:
            number += 1
            name = f"{entrant.name} #{number}"
        found[name] = replace(entrant, name=name)
    return tuple(found.values())
