"""Saved games: the files that `save`, `load` and Ctrl-C use."""

from __future__ import annotations

import os
from pathlib import Path

from fivefold import formats
from fivefold.cli.terminal.session import Session
from fivefold.errors import InvalidNotation, UnknownName
from fivefold.formats import Reading
from fivefold.words import quoted


def default_file(game: str) -> Path:
    """Returns the default file of a game."""
    try:
        home = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    except RuntimeError:  # a user without a home folder
        home = "."
    return Path(home) / "fivefold" / f"{game}.json"


def save(session: Session, name: str = "") -> str:
    """Writes the game as a record and returns the file's name."""
    path = _path(name, session)
    if not name:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _refusal(path, error) from error
    reading = Reading(session.states[0], tuple(session.moves), session.as_record())
    formats.write_to(str(path), formats.write_text([reading], "json"))
    return str(path)


def load(session: Session, name: str = "") -> None:
    """Loads a game from a file; the seats stay."""
    session.load(formats.read_file(str(_path(name, session)), session.state.game))


def _path(name: str, session: Session) -> Path:
    if not name:
        return default_file(session.state.game.name)
    if name == "-":
        raise InvalidNotation("play.no_stream")
    try:
        return Path(name).expanduser()
    except RuntimeError:  # an unknown user
        return Path(name)


def _refusal(path: Path, error: OSError) -> UnknownName:
    reason = error.strerror or str(error)
    return UnknownName("file.refused", path=quoted(str(path), 200), reason=reason)
