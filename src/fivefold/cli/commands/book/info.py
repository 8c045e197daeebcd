"""`fivefold book pentomino info`: the contents of a book, or its entry for one first move."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fivefold.cli.support.options import Ascii, Json
from fivefold.cli.support.printing import Page, count
from fivefold.words import quoted, say

if TYPE_CHECKING:
    from fivefold.strategies.pentomino.book import Book

EXAMPLES = """\b
Examples:
  fivefold book pentomino info
  fivefold book pentomino info --move "N d4 e4 f4 c5 d5"
  fivefold book pentomino info --json
"""


def info(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="The book; default: the one Fivefold plays from."),
    ] = None,
    move: Annotated[
        str | None,
        typer.Option("--move", metavar="MOVE", help="Show this first move only."),
    ] = None,
    json: Json = False,
    ascii: Ascii = False,
) -> None:
    """Show the contents of a book."""
    from fivefold.strategies.pentomino.book import packaged, read_book

    page = Page(ascii)
    place = packaged() if file is None else file
    book = read_book(place)
    if move is not None:
        document = _of_move(book, move)
        lines = _move_lines(document)
    else:
        document = _of_book(book, str(place))
        lines = _book_lines(document)
    if json:
        page.document(document)
        return
    for line in lines:
        page.line(line)


def _of_book(book: Book, file: str) -> dict[str, Any]:
    from fivefold.strategies.pentomino.symmetry import symmetry_of

    game = book.game
    outcomes = [known.outcome for known in book.first_moves.values()]
    every = len(symmetry_of(game.rows, game.columns).first_moves)
    decided = [
        {
            "move": game.format_move(first),
            "outcome": known.outcome,
            "refutation": None if known.refutation is None else game.format_move(known.refutation),
            "answers": None if known.answers is None else len(known.answers),
        }
        for first, known in book.first_moves.items()
    ]
    return {
        "board": f"{game.rows}x{game.columns}",
        "file": file,
        "sha256": book.sha256,
        "bytes": book.size,
        "first_moves": every,
        "won": outcomes.count("win"),
        "lost": outcomes.count("loss"),
        "undecided": every - len(outcomes),
        "decided": decided,
    }


def _book_lines(document: dict[str, Any]) -> list[str]:
    facts = {name: document[name] for name in ("board", "first_moves", "won", "lost", "undecided")}
    shown, size = quoted(document["file"], 200), count(document["bytes"])
    return [
        str(say("book.info", **facts)),
        str(say("book.info_file", file=shown, bytes=size, sha256=document["sha256"])),
    ]


def _of_move(book: Book, text: str) -> dict[str, Any]:
    from fivefold.strategies.pentomino.symmetry import symmetry_of

    game = book.game
    move = game.parse_move(text)
    canonical = symmetry_of(game.rows, game.columns).canonical[move]
    known, after = book.first_moves.get(canonical), game.start.play(move)
    answer = book.lookup(after)
    refutation = None if answer is None or answer.move is None else game.format_move(answer.move)
    return {
        "move": game.format_move(move),
        "canonical": game.format_move(canonical),
        "outcome": None if known is None else known.outcome,
        "refutation": refutation,
        "replies": len(after.legal_moves()),
        "answers": None if known is None or known.answers is None else len(known.answers),
    }


def _move_lines(document: dict[str, Any]) -> list[str]:
    facts = {name: document[name] for name in ("move", "refutation")}
    replies = count(document["replies"])
    return [str(say(f"book.move_{document['outcome'] or 'open'}", **facts, replies=replies))]
