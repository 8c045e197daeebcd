"""Keeping games: the files that `save`, `load` and Ctrl-C use."""

from __future__ import annotations

import os
from pathlib import Path

from fivefold import formats
from fivefold.cli.terminal.table import Table
from fivefold.errors import InvalidNotation, UnknownName
from fivefold.formats import Reading
from fivefold.words import quoted


def usual_file(game: str) -> Path:
    """Returns where a game is kept when nobody names a file."""
    try:
        home = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    except RuntimeError:  # an account without a home
        home = "."
    return Path(home) / "fivefold" / f"{game}.json"


def save(table: Table, name: str = "") -> str:
    """Writes the game as a record and returns the file's name."""
    path = _path(name, table)
    if not name:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _refusal(path, error) from error
    reading = Reading(table.states[0], tuple(table.moves), table.as_record())
    formats.write_to(str(path), formats.write_text([reading], "json"))
    return str(path)


def load(table: Table, name: str = "") -> None:
    """Puts the game of a file on the table; the seats stay."""
    table.put(formats.read_file(str(_path(name, table)), table.state.game))


def _path(name: str, table: Table) -> Path:
    if not name:
        return usual_file(table.state.game.name)
    if name == "-":
        raise InvalidNotation("play.no_stream")
    try:
        return Path(name).expanduser()
    except RuntimeError:  # the home of nobody
        return Path(name)


def _refusal(path: Path, error: OSError) -> UnknownName:
    reason = error.strerror or str(error)
    return UnknownName("file.refused", path=quoted(str(path), 200), reason=reason)
