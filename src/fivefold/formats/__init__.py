"""File formats for games and positions. Each is one file, registered with one line here.

Reading detects the format from the content; writing takes a format name or a file extension. Every
format is text except WTHOR, which keeps its names in separate files, and RenLib.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from fivefold.core import Game, Move, State
from fivefold.errors import InvalidNotation, UnknownName
from fivefold.formats.diagrams import DIAGRAM, NUMBERS
from fivefold.formats.files import decoded, read_bytes, read_from, write_to, write_together
from fivefold.formats.ggf import GGF
from fivefold.formats.integers import INTEGERS
from fivefold.formats.obf import OBF
from fivefold.formats.offsets import OFFSETS, are_offsets, read_offsets
from fivefold.formats.position import POSITION
from fivefold.formats.psq import PSQ
from fivefold.formats.reading import BinaryFormat, Format, Reading
from fivefold.formats.records import RECORD, as_tree
from fivefold.formats.renlib import LIB
from fivefold.formats.sgf.format import SGF, decoded_sgf
from fivefold.formats.tidy import tidy
from fivefold.formats.transcript import TOGETHER, TRANSCRIPT, move_texts
from fivefold.formats.wthor import WTHOR
from fivefold.match.replay import read_line
from fivefold.tree.game_tree import GameTree
from fivefold.words import quoted

__all__ = [
    "BINARY",
    "FORMATS",
    "NAMES",
    "Format",
    "Reading",
    "format_for",
    "read_all",
    "read_content",
    "read_each",
    "read_file",
    "read_from",
    "read_moves",
    "read_opening",
    "read_text",
    "read_tree",
    "write_file",
    "write_text",
    "write_to",
    "write_tree",
]

# In order of detection: the formats that are easiest to confuse come last.
FORMATS: dict[str, Format] = {
    "json": RECORD,
    "ggf": GGF,
    "sgf": SGF,
    "psq": PSQ,
    "offsets": OFFSETS,
    "obf": OBF,
    "integers": INTEGERS,
    "numbers": NUMBERS,
    "diagram": DIAGRAM,
    "position": POSITION,
    "moves": TRANSCRIPT,
    "together": TOGETHER,
}
BINARY: dict[str, BinaryFormat] = {"wthor": WTHOR, "lib": LIB}
NAMES = (*FORMATS, *BINARY)
"""The names of all formats that can be written."""


def read_all(text: str, game: Game | None = None) -> tuple[Reading, ...]:
    """Returns every game in the text, in any format.

    Without `game`, only formats that name their game can be read.
    """
    return tuple(_format_of(text, game).read(text, game))


def read_text(text: str, game: Game | None = None) -> Reading:
    """Returns the first game, or the position, in the text, in any format.

    Later games are not read: there may be hundreds, and errors in them do not matter here.
    """
    return next(iter(_format_of(text, game).read(text, game)))


def _format_of(text: str, game: Game | None) -> Format:
    """Returns the format of the text; raises `InvalidNotation` if none matches."""
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
    return next(iter(read_each(path, game)))


def read_each(path: str, game: Game | None = None) -> Iterable[Reading]:
    """Yields every game in the file, in any format, reading each on demand."""
    content = read_bytes(path)
    for known in BINARY.values():
        if known.is_like(content, path):
            return known.read(content, path, game)
    text = _decoded(content, path)
    return _format_of(text, game).read(text, game)


def read_content(content: bytes, name: str, game: Game | None = None) -> Reading:
    """Returns the first game of a file's content; `name` is the file's name, which is not opened.

    The names in a WTHOR file stay unknown: they are in other files.
    """
    for known in BINARY.values():
        if known.is_like(content, name):
            return next(iter(known.read(content, "-", game)))
    text = _decoded(content, name)
    return next(iter(_format_of(text, game).read(text, game)))


def read_tree(path: str, game: Game | None = None) -> GameTree:
    """Returns the first game of the file with its variations and notes."""
    return as_tree(next(iter(read_each(path, game))))


def write_tree(path: str, tree: GameTree, name: str | None = None) -> None:
    """Writes the tree in the named format; default: by the ending of the path."""
    reading = Reading(tree.start, tree.moves, tree.main_line, tree=tree)
    write_file(path, [reading], format_for(path) if name is None else name)


def _decoded(content: bytes, path: str) -> str:
    """Returns the text of a file: an SGF names its charset, GGF predates UTF-8."""
    if (text := decoded_sgf(content, path)) is not None:
        return text
    try:
        return decoded(content, path)
    except InvalidNotation:
        text = content.decode("latin-1")
        if "\0" in text or not GGF.is_like(text, None):
            raise
        return text


def read_moves(text: str, state: State) -> tuple[Move, ...]:
    """Returns the moves of a line of play from the position, with forced passes inserted.

    Raises `RulesError` with the number of the first move that is unreadable or illegal.
    """
    return read_line(state, move_texts(text, state.game), passes_left_out=True)


def read_opening(text: str, start: State) -> tuple[Move, ...]:
    """Returns the moves of an opening: a line of play or, in Gomoku, Gomocup offsets."""
    if start == start.game.start and are_offsets(text, start.game):
        return read_offsets(text, start.game)
    return read_moves(text, start)


def write_text(readings: Sequence[Reading], name: str) -> str:
    """Returns the games in the named format."""
    if name in BINARY:
        raise InvalidNotation(f"{name}.no_stream")
    if name not in FORMATS:
        raise UnknownName("format.no_name", name=quoted(name), names=list(NAMES))
    known = FORMATS[name]
    if len(readings) != 1 and not known.holds_many:
        raise InvalidNotation("format.one_only", name=name, count=len(readings))
    return known.write(tuple(readings))


def write_file(path: str, readings: Sequence[Reading], name: str) -> None:
    """Writes the games in the named format; `-` is standard output.

    The file is replaced in one step; if a game cannot be written, the file stays unchanged.
    """
    if name in BINARY:
        write_together(BINARY[name].files(readings, path))
    else:
        write_to(path, write_text(readings, name))


def format_for(path: str) -> str:
    """Returns the name of the format for the path's extension."""
    extension = Path(path).suffix.lower()
    extensions = {each: name for name, known in FORMATS.items() for each in known.extensions}
    extensions |= {each: name for name, known in BINARY.items() for each in known.extensions}
    if extension in extensions:
        return extensions[extension]
    raise UnknownName("format.no_extension", path=quoted(path, 200), names=list(extensions))
