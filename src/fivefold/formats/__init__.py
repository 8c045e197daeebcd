"""Ways to write games and positions down. Each is one file, and one line here.

Reading finds the format by looking at the text; writing is told its name or a file's extension.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fivefold.core import Game, Move, State
from fivefold.errors import InvalidNotation, UnknownName
from fivefold.formats.diagrams import DIAGRAM, NUMBERS
from fivefold.formats.files import read_from, write_to
from fivefold.formats.integers import INTEGERS
from fivefold.formats.position import POSITION
from fivefold.formats.reading import Format, Reading
from fivefold.formats.records import RECORD
from fivefold.formats.sgf import SGF
from fivefold.formats.tidy import tidy
from fivefold.formats.transcript import TRANSCRIPT
from fivefold.match.replay import read_line
from fivefold.words import quoted

__all__ = [
    "FORMATS",
    "Format",
    "Reading",
    "format_for",
    "read_all",
    "read_file",
    "read_from",
    "read_moves",
    "read_text",
    "write_text",
    "write_to",
]

# In the order in which they are tried on a text: the ones that are easiest to mistake come last.
FORMATS: dict[str, Format] = {
    "json": RECORD,
    "sgf": SGF,
    "integers": INTEGERS,
    "numbers": NUMBERS,
    "diagram": DIAGRAM,
    "position": POSITION,
    "moves": TRANSCRIPT,
}


def read_all(text: str, game: Game | None = None) -> tuple[Reading, ...]:
    """Returns every game in the text, whatever its format.

    Without a game, only formats that say which game they hold can be read.
    """
    return tuple(_format_of(text, game).read(text, game))


def read_text(text: str, game: Game | None = None) -> Reading:
    """Returns the first game, or the position, in the text, whatever its format.

    Games after it are not looked at: there may be hundreds, and any of them wrong.
    """
    return next(iter(_format_of(text, game).read(text, game)))


def _format_of(text: str, game: Game | None) -> Format:
    """Returns the format the text is meant to be in."""
    if not tidy(text).strip():
        raise InvalidNotation("format.empty")
    for known in FORMATS.values():
        if known.is_like(text, game):
            return known
    if game is None:
        raise InvalidNotation("format.which_game")
    raise InvalidNotation("format.unknown", text=quoted(tidy(text).strip()), game=game.name)


def read_file(path: str, game: Game) -> Reading:
    """Returns the first game, or the position, in the file; `-` is standard input."""
    return read_text(read_from(path), game)


def read_moves(text: str, state: State) -> tuple[Move, ...]:
    """Returns the moves of a line of play from the position, forced passes put in.

    Raises the reason, with the number of the move, where one cannot be read or is not allowed.
    """
    return read_line(state, state.game.split_moves(tidy(text)), passes_left_out=True)


def write_text(readings: Sequence[Reading], name: str) -> str:
    """Returns the games in the format of that name."""
    if name not in FORMATS:
        raise UnknownName("format.no_name", name=quoted(name), names=list(FORMATS))
    known = FORMATS[name]
    if len(readings) != 1 and not known.holds_many:
        raise InvalidNotation("format.one_only", name=name, count=len(readings))
    return known.write(tuple(readings))


def format_for(path: str) -> str:
    """Returns the name of the format that files with the path's extension are written in."""
    extension = Path(path).suffix.lower()
    for name, known in FORMATS.items():
        if extension in known.extensions:
            return name
    extensions = [each for known in FORMATS.values() for each in known.extensions]
    raise UnknownName("format.no_extension", path=quoted(path, 200), names=extensions)
