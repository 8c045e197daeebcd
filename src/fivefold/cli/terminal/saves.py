"""Saved games: the numbered files that `save`, `load`, `quit` and Ctrl-C use.

The first game is saved in `gomoku.json`, the next in `gomoku-2.json`, and so on. A game that is
saved again, or was loaded from one of these files, keeps its number.
"""

from __future__ import annotations

import errno
import glob
import os
import re
from pathlib import Path

from fivefold import formats
from fivefold.cli.terminal.session import Session
from fivefold.errors import InvalidNotation, UnknownName
from fivefold.formats import Reading
from fivefold.match.record import MatchRecord
from fivefold.words import quoted


def default_file(game: str) -> Path:
    """Returns the file of the first saved game."""
    try:
        home = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    except RuntimeError:  # a user without a home folder
        home = "."
    return Path(home) / "fivefold" / f"{game}.json"


def numbered_file(game: str, number: int) -> Path:
    """Returns the file of a saved game by its number."""
    first = default_file(game)
    return first if number == 1 else first.with_name(f"{game}-{number}.json")


def saved_numbers(game: str) -> list[int]:
    """Returns the numbers of the saved games, the one saved last at the end."""
    first, found = default_file(game), list[tuple[int, int]]()
    try:
        for path in first.parent.glob(f"{glob.escape(game)}*.json"):
            match = re.fullmatch(r"(?:-([1-9][0-9]{0,5}))?", path.stem.removeprefix(game))
            if match:
                found.append((path.stat().st_mtime_ns, int(match[1] or 1)))
    except OSError:
        return []
    return [number for _, number in sorted(found)]


def save(session: Session, name: str = "") -> str:
    """Writes the game as a record and returns the file's name.

    Without a name it is the file of this game, or the next free number; a number is that one.
    """
    game = session.state.game.name
    path = _path(name, session) if name else session.saved_as or _next_file(game)
    reading = Reading(session.states[0], tuple(session.moves), session.as_record())
    formats.write_to(str(path), formats.write_text([reading], "json"))
    remember(session, path)
    return str(path)


def load(session: Session, name: str = "") -> tuple[Path, MatchRecord | None]:
    """Loads a game from a file, by default the one saved last; the seats stay.

    Returns the file and the record in it.
    """
    path = _path(name, session)
    reading = formats.read_file(str(path), session.state.game)
    session.load(reading)
    remember(session, path)
    return path, reading.record


def remember(session: Session, path: Path) -> None:
    """Notes that the game is in one of the numbered files, so that it is saved there again."""
    game, path = session.state.game.name, path.absolute()
    if path in (numbered_file(game, number) for number in saved_numbers(game)):
        session.saved_as = path


def _next_file(game: str) -> Path:
    """Returns a new file with the next number; creates it, so that no other game takes it."""
    number = max(saved_numbers(game), default=0)
    while True:
        number += 1
        path = numbered_file(game, number)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.open("x").close()
        except FileExistsError:
            if not path.parent.is_dir():
                raise _refusal(path, NotADirectoryError(errno.ENOTDIR, "not a folder")) from None
        except OSError as error:
            raise _refusal(path, error) from error
        else:
            return path


def _path(name: str, session: Session) -> Path:
    game = session.state.game.name
    numbers = saved_numbers(game)
    if not name:
        return numbered_file(game, numbers[-1] if numbers else 1)
    if re.fullmatch(r"[0-9]{1,9}", name):
        if int(name) in numbers:
            return numbered_file(game, int(name))
        key = "play.no_save" if numbers else "play.no_saves"
        raise UnknownName(key, number=int(name), numbers=sorted(numbers), count=len(numbers))
    if name == "-":
        raise InvalidNotation("play.no_stream")
    try:
        return Path(name).expanduser()
    except RuntimeError:  # an unknown user
        return Path(name)


def _refusal(path: Path, error: OSError) -> UnknownName:
    reason = error.strerror or str(error)
    return UnknownName("file.refused", path=quoted(str(path), 200), reason=reason)
