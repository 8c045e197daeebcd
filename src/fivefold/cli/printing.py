"""What the commands print: text for people, one JSON document for programs, notes on stderr."""

from __future__ import annotations

import codecs
import io
import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any, TextIO

import typer

from fivefold.cli.exits import READER_GONE

# What a terminal without Unicode sees instead.
_PLAIN = str.maketrans(
    {
        "–": "-",
        "—": "-",
        "…": "...",
        "“": '"',
        "”": '"',
        "’": "'",
        "×": "x",
        "±": "+/-",
        "·": "-",
        "→": "->",
        "−": "-",
        "\N{REPLACEMENT CHARACTER}": "?",
    }
)


class Page:
    """Standard output and standard error of one command.

    Text falls back to plain characters where the stream cannot show others or `ascii` asks for it.
    """

    def __init__(self, ascii: bool = False) -> None:
        self._ascii = ascii

    def line(self, text: str = "") -> None:
        """Prints text to standard output."""
        _write(sys.stdout, self.plain(text, sys.stdout) + "\n")

    def prompt(self, text: str) -> None:
        """Prints text to standard output and stays on the line."""
        _write(sys.stdout, self.plain(text, sys.stdout))

    def note(self, text: str) -> None:
        """Prints text to standard error: errors, progress, remarks."""
        _write(sys.stderr, self.plain(text, sys.stderr) + "\n")

    def note_in_place(self, text: str) -> None:
        """Prints text over the line before on the terminal that shows standard error."""
        _write(sys.stderr, f"\r\x1b[2K{self.plain(text, sys.stderr)}")

    def document(self, data: Any) -> None:
        """Prints the one JSON document of the command."""
        ascii = self._ascii or not _is_unicode(sys.stdout)
        text = json.dumps(data, ensure_ascii=ascii, allow_nan=False)
        _write(sys.stdout, text + "\n", "backslashreplace")

    def table(
        self, heads: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[str] = ()
    ) -> None:
        """Prints rows under their heads; columns under the `numbers` are set to the right."""
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        for head in heads:
            table.add_column(Text(head), justify="right" if head in numbers else "left")
        for row in rows:
            table.add_row(*(Text(self.plain(cell, sys.stdout)) for cell in row))
        terminal = sys.stdout.isatty()
        # Only a terminal has a width to wrap to; a pipe gets each row on its line.
        width = None if terminal else 10_000
        paper = io.StringIO()
        console = Console(file=paper, force_terminal=terminal, width=width, emoji=False)
        console.print(table)
        for line in paper.getvalue().splitlines():
            self.line(line.rstrip())

    def plain(self, text: str, stream: TextIO) -> str:
        """Returns the text in characters the stream can show."""
        return text.translate(_PLAIN) if self._ascii or not _is_unicode(stream) else text


def count(number: int) -> str:
    """Returns a number with its thousands set apart: 2,308."""
    return f"{number:,}"


def score_text(score: float | None) -> str:
    """Returns a score for people: whole numbers whole, others with two digits, none as a dash."""
    if score is None:
        return "–"
    score += 0  # no minus before a zero
    return f"{score:.0f}" if float(score).is_integer() else f"{score:.2f}"


def _is_unicode(stream: TextIO) -> bool:
    try:
        return codecs.lookup(stream.encoding or "ascii").name.startswith("utf")
    except LookupError:
        return False


def _write(stream: TextIO, text: str, errors: str = "replace") -> None:
    encoding = stream.encoding or "ascii"
    try:
        stream.write(text.encode(encoding, errors).decode(encoding))
        stream.flush()
    except OSError as error:
        # What is still buffered has nowhere to go: let the interpreter flush it into nothing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        if isinstance(error, BrokenPipeError):
            raise typer.Exit(READER_GONE) from None
        raise
