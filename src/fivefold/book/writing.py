"""From solved pairs to a book, and the book to disk, atomically."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from fivefold.book.pairs import SolvedPairs
from fivefold.core import Move
from fivefold.errors import StorageUnavailable
from fivefold.games.pentomino import PentominoGame
from fivefold.results.journal_writer import sync_folder
from fivefold.strategies.pentomino.book import Book
from fivefold.strategies.pentomino.book_text import FirstMove, format_book, losing, winning
from fivefold.words import quoted


def add_book(solved: SolvedPairs, book: Book) -> None:
    """Adds the pairs that a book answers."""
    for first, known in book.first_moves.items():
        if known.refutation is not None:
            solved.add_lost(first, known.refutation)
        for reply, third in (known.answers or {}).items():
            solved.add_won(first, reply, third)


def decided(solved: SolvedPairs, first: Move) -> FirstMove | None:
    """Returns the book's line for a canonical first move, or None while it is open."""
    outcome = solved.outcome(first)
    if outcome is None:
        return None
    if outcome == "loss":
        return losing(solved.game, first, solved.refutations(first)[0])
    answers = {}
    for reply in solved.game.start.play(first).legal_moves():
        third = solved.third(first, reply)
        assert third is not None, "a first move that wins has an answer to every reply"
        answers[reply] = third
    return winning(solved.game, first, answers)


def save(file: Path, game: PentominoGame, first_moves: dict[Move, FirstMove]) -> None:
    """Writes the book; the file always holds either the old or the new one."""
    data = format_book(game, first_moves)
    unfinished = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with unfinished.open("wb") as new:
            new.write(data)
            new.flush()
            os.fsync(new.fileno())
        unfinished.replace(file)
        sync_folder(file.parent)
    except OSError as error:
        reason = error.strerror or str(error)
        shown = quoted(str(file), 200)
        raise StorageUnavailable("book.unwritable", file=shown, reason=reason) from error
    finally:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
