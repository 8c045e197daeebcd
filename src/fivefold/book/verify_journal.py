"""The journal of a verification, one line per position, so that it can be resumed.

    fivefold pentomino verified 1 8x8
    12 933 1507 lost        the side to move has lost with these on the board
    40 77 2001 won          the book was wrong about this one

The numbers are those of the smallest symmetric image. The lines are about positions, not about a
book, so a journal can serve several books.
"""

from __future__ import annotations

import fcntl
import os
import re
from pathlib import Path

from fivefold.book.verify_board import Board
from fivefold.errors import DamagedBook, Refused, StorageUnavailable
from fivefold.words import quoted

_LINE = re.compile(r"(\d{1,4}(?: \d{1,4}){1,2}) (lost|won)")

Position = tuple[int, ...]


class VerifyJournal:
    """The journal in a file, open for one verification at a time."""

    def __init__(self, file: Path, board: Board) -> None:
        """Opens or creates it; `is_lost` holds its content."""
        self.is_lost: dict[Position, bool] = {}
        self._board = board
        self._shown = quoted(str(file), 200)
        self._header = f"fivefold pentomino verified 1 {board.rows}x{board.columns}"
        try:
            self._stream = file.open("a+b", buffering=0)
        except OSError as error:
            raise self._trouble(error) from error
        try:
            self._open()
        except BaseException:
            self._stream.close()
            raise

    def _open(self) -> None:
        try:
            fcntl.flock(self._stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._read()
        except BlockingIOError:
            raise Refused("verify.running", file=self._shown) from None
        except OSError as error:
            raise self._trouble(error) from error

    def _read(self) -> None:
        self._stream.seek(0)
        data = self._stream.read()
        whole = data[: data.rfind(b"\n") + 1]
        lines = whole.decode("ascii", "replace").splitlines()
        if not lines and f"{self._header}\n".encode().startswith(data):
            self._stream.truncate(0)
            self._append(self._header)
            return
        if not lines or lines[0] != self._header:
            raise DamagedBook("verify.other_file", file=self._shown, header=self._header)
        for number, line in enumerate(lines[1:], start=2):
            self._read_line(number, line)
        self._stream.truncate(len(whole))  # a line torn by a crash is written again

    def _read_line(self, number: int, line: str) -> None:
        found = _LINE.fullmatch(line)
        moves = tuple(map(int, found[1].split())) if found else ()
        known = all(move < len(self._board.placements) for move in moves)
        if found is None or not known or self._board.canonical(*moves) != moves:
            raise DamagedBook("verify.journal_line", file=self._shown, line=number)
        self.is_lost[moves] = found[2] == "lost"

    def keep(self, moves: Position, is_lost: bool) -> None:
        """Writes the outcome of a search."""
        try:
            self._append(f"{' '.join(map(str, moves))} {'lost' if is_lost else 'won'}")
        except OSError as error:
            raise self._trouble(error) from error
        self.is_lost[moves] = is_lost

    def _append(self, line: str) -> None:
        data = f"{line}\n".encode()
        if self._stream.write(data) != len(data):
            raise StorageUnavailable("book.full", file=self._shown)

    def close(self) -> None:
        """Flushes everything to disk and releases the journal."""
        with self._stream:
            try:
                os.fsync(self._stream.fileno())
            except OSError as error:
                raise self._trouble(error) from error

    def _trouble(self, error: OSError) -> StorageUnavailable:
        reason = error.strerror or str(error)
        return StorageUnavailable("book.unwritable", file=self._shown, reason=reason)
