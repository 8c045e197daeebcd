"""The journal of solved pairs: one line per pair, written as soon as it is solved.

    fivefold pentomino pairs 1 8x8
    12 1507 933         placement 933 wins after 12 and 1507
    40 2001 lost        the side to move after 40 and 2001 has lost

Numbers are moves in the board's order. A line torn by a crash is removed; any other invalid line is
an error, because another program must have written to the file.
"""

from __future__ import annotations

import fcntl
import os
import re
from pathlib import Path

from fivefold.book.pairs import LOST, SolvedPairs
from fivefold.core import Move
from fivefold.errors import DamagedBook, Refused, StorageUnavailable
from fivefold.games.pentomino import PentominoGame, board_of
from fivefold.strategies.pentomino.symmetry import Pair
from fivefold.words import quoted

VERSION = 1
_LINE = re.compile(rb"(\d{1,4}) (\d{1,4}) (\d{1,4}|lost)")


class Journal:
    """The journal in a file, open for one builder at a time."""

    def __init__(self, file: Path, game: PentominoGame) -> None:
        """Opens or creates it; raises `Refused` if another builder has it."""
        self._shown = quoted(str(file), 200)
        self._game = game
        try:
            self._number = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise self._trouble(error) from error
        try:
            fcntl.flock(self._number, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._number)
            raise Refused("book.running", file=self._shown) from None

    def read_into(self, solved: SolvedPairs) -> None:
        """Adds every pair of the journal to `solved`; changes nothing if a line is invalid."""
        header = f"fivefold pentomino pairs {VERSION} {self._game.rows}x{self._game.columns}"
        data = self._read()
        lines = data[: data.rfind(b"\n") + 1].splitlines()
        whole = f"{header}\n".encode()
        if not lines and whole.startswith(data):
            self._cut(0)
            self._write(whole)
            return
        if not lines or lines[0] != header.encode():
            raise DamagedBook("book.journal_header", file=self._shown, header=header)
        for number, line in enumerate(lines[1:], start=2):
            if not self._add(line, solved):
                raise DamagedBook("book.journal_line", file=self._shown, line=number)
        self._cut(data.rfind(b"\n") + 1)

    def _add(self, line: bytes, solved: SolvedPairs) -> bool:
        """Adds the pair of one line; False if the line is invalid."""
        found = _LINE.fullmatch(line)
        if found is None:
            return False
        one, other = int(found[1]), int(found[2])
        third = LOST if found[3] == b"lost" else int(found[3])
        board = board_of(self._game.rows, self._game.columns)
        live = (1 << len(board.placements)) - 1
        for move in (one, other) if third == LOST else (one, other, third):
            if not live >> move & 1:
                return False
            live &= ~board.conflicts[move]
        if third == LOST:
            solved.add_lost(one, other)
        else:
            solved.add_won(one, other, third)
        return True

    def append(self, pair: Pair, third: Move | None) -> None:
        """Writes a solved pair; without a third move it is lost."""
        self._write(f"{pair[0]} {pair[1]} {'lost' if third is None else third}\n".encode())

    def sync(self) -> None:
        """Returns when everything is on disk."""
        try:
            os.fdatasync(self._number)
        except OSError as error:
            raise self._trouble(error) from error

    def close(self) -> None:
        """Releases the journal."""
        os.close(self._number)

    def _read(self) -> bytes:
        try:
            return os.pread(self._number, os.fstat(self._number).st_size, 0)
        except OSError as error:
            raise self._trouble(error) from error

    def _cut(self, size: int) -> None:
        try:
            os.ftruncate(self._number, size)
            self._end = size
        except OSError as error:
            raise self._trouble(error) from error

    def _write(self, data: bytes) -> None:
        try:
            written = os.pwrite(self._number, data, self._end)
        except OSError as error:
            raise self._trouble(error) from error
        if written < len(data):
            self._cut(self._end)
            raise StorageUnavailable("book.full", file=self._shown)
        self._end += written

    def _trouble(self, error: OSError) -> StorageUnavailable:
        reason = error.strerror or str(error)
        return StorageUnavailable("book.unwritable", file=self._shown, reason=reason)
