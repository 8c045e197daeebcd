"""What the Python targets share: bytes as text, and what counts as a proper refusal."""

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
"""What a target's first byte chooses from: small boards, so that games get far and are fast."""

_written: Counter[str] = Counter()
"""How often a sentence was written: to write each time would take half of the time."""

ONE_IN = 1
"""Of so many inputs one gets the checks that take longest: a fuzzer, in a hurry, says 4."""


def own_folder() -> Path:
    """Returns an empty folder that is gone afterwards; the runner has it in memory."""
    folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


class OwnFile:
    """A file that is only read, kept open for writing: to open it took a fifth of the time."""

    def __init__(self, name: str) -> None:
        self.path = own_folder() / name
        self._number = os.open(self.path, os.O_CREAT | os.O_WRONLY)

    def write(self, content: bytes) -> None:
        """Has the file hold that and nothing else."""
        os.ftruncate(self._number, 0)
        os.pwrite(self._number, content, 0)


def text_of(data: bytes) -> str:
    """Returns the bytes as a text such as a command line or JSON can bring: half characters too."""
    return data.decode("utf-8", "surrogateescape")


def chosen(data: bytes) -> tuple[Game, bytes]:
    """Returns the game that the first byte names, and the other bytes."""
    return GAMES[(data[0] if data else 0) % len(GAMES)], data[1:]


def tried(read: Callable[[], Value]) -> Value | None:
    """Returns what was read, or None when it was refused by one of our errors.

    Any other error goes on: it is a finding, as is a refusal that cannot be put into words.
    """
    try:
        return read()
    except FivefoldError as error:
        check_sentence(error.message)
        return None


def check_sentence(message: Message) -> None:
    """Raises if a message cannot be written in every language, or not on one printable line.

    The first hundred of a kind are looked at, and then a few.
    """
    _written[message.key] += 1
    if _written[message.key] > 100 and _written[message.key] % 32:
        return
    for catalogue in CATALOGUES.values():
        sentence = write(message, catalogue)
        assert sentence, message
        assert sentence.isprintable(), sentence


def read_all(readings: Iterable[Reading]) -> tuple[Reading, ...] | None:
    """Returns every game of a text, or None when one of them was refused."""
    return tried(lambda: tuple(readings))


def check_format(known: Format, text: str, game: Game | None) -> None:
    """Reads the text in a format; what is read can be written, read again, and is the same.

    The second half is for one text in `ONE_IN`: it takes longer than the first.
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
    # A file of several games says of each which it is, but for what was known without it.
    played = {each.start.game for each in readings}
    again = tuple(known.read(written, played.pop() if len(played) == 1 else game))
    assert [(each.start, each.moves) for each in again] == [
        (each.start, each.moves) for each in readings
    ], written
    assert known.write(again) == written


def lazily(known: Format, text: str, game: Game | None) -> Iterator[Reading]:
    """Gives the games of a text; also what is wrong with the text as a whole comes when asked."""
    yield from known.read(text, game)
