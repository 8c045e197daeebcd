"""Shared by the Python targets: bytes as text, and what counts as a proper rejection."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar
from zlib import crc32

from fivefold.core import Game
from fivefold.errors import FivefoldError
from fivefold.formats.reading import Format, Reading
from fivefold.games.gomoku import GomokuGame
from fivefold.games.othello import OthelloGame
from fivefold.games.pentomino import PentominoGame
from fivefold.words import CATALOGUES, Message, write

Value = TypeVar("Value")

GAMES: tuple[Game, ...] = (
    GomokuGame(9),
    OthelloGame(8),
    PentominoGame(5, 6),
    GomokuGame(5, "renju"),
    OthelloGame(4),
    PentominoGame(3, 5),
    GomokuGame(6),
    OthelloGame(6, "mirrored"),
    PentominoGame(5, 5),
    GomokuGame(5, "caro"),
    GomokuGame(7, "standard"),
)
"""The games selected by a target's first byte: small boards, so that games get far quickly."""

_written: Counter[str] = Counter()
"""How often each message was checked: checking every time would take half of the time."""

ONE_IN = 1
"""One in this many inputs gets the slowest checks; the fuzzer sets 4."""


def own_folder() -> Path:
    """Yields an empty temporary folder; the runner keeps it in memory."""
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


class OwnFile:
    """A read-only input file, kept open for writing: reopening it took a fifth of the time."""

    def __init__(self, name: str) -> None:
        self.path = own_folder() / name
        self._number = os.open(self.path, os.O_CREAT | os.O_WRONLY)

    def write(self, content: bytes) -> None:
        """Replaces the file's content."""
        os.ftruncate(self._number, 0)
        os.pwrite(self._number, content, 0)


def text_of(data: bytes) -> str:
    """Returns the bytes as text as a command line or JSON can deliver it, with lone surrogates."""
    return data.decode("utf-8", "surrogateescape")


def chosen(data: bytes) -> tuple[Game, bytes]:
    """Returns the game selected by the first byte, and the other bytes."""
    return GAMES[(data[0] if data else 0) % len(GAMES)], data[1:]


def tried(read: Callable[[], Value]) -> Value | None:
    """Returns the result, or None if it was rejected by one of our errors.

    Any other error propagates as a finding, as does a rejection without a proper message.
    """
    try:
        return read()
    except FivefoldError as error:
        check_sentence(error.message)
        return None


def check_sentence(message: Message) -> None:
    """Raises if a message cannot be written in every language on one printable line.

    Checks the first hundred of a kind, then a sample.
    """
    _written[message.key] += 1
    if _written[message.key] > 100 and _written[message.key] % 32:
        return
    for catalogue in CATALOGUES.values():
        sentence = write(message, catalogue)
        assert sentence, message
        assert sentence.isprintable(), sentence


def read_all(readings: Iterable[Reading]) -> tuple[Reading, ...] | None:
    """Returns every game of a text, or None if one was rejected."""
    return tried(lambda: tuple(readings))


def check_format(known: Format, text: str, game: Game | None) -> None:
    """Reads the text in a format; the result must survive writing and reading again.

    The second half runs for one text in `ONE_IN`, because it is slower than the first.
    """
    if not known.is_like(text, game):
        return
    readings = read_all(lazily(known, text, game))
    if readings is None:
        return
    assert readings, "a format gives at least one game"
    if crc32(text.encode("utf-8", "surrogatepass")) % ONE_IN:
        return
    written = tried(lambda: known.write(readings))
    if written is None:
        return
    # A file of several games records each one's properties, except those known without it.
    played = {each.start.game for each in readings}
    again = tuple(known.read(written, played.pop() if len(played) == 1 else game))
    assert [(each.start, each.moves) for each in again] == [
        (each.start, each.moves) for each in readings
    ], written
    assert known.write(again) == written


def lazily(known: Format, text: str, game: Game | None) -> Iterator[Reading]:
    """Yields the games of a text, including the errors that concern the whole text."""
    yield from known.read(text, game)
