"""Output of the commands: text, one JSON document, or notes on stderr."""

from __future__ import annotations

import codecs
import io
import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any, TextIO

import typer

from fivefold.cli.support.exits import READER_GONE

# Replacements on terminals without Unicode.
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

    Text is reduced to ASCII if the stream cannot show more, or with `ascii`.
    """

    def __init__(self, ascii: bool = False) -> None:
        self._ascii = ascii

    def line(self, text: str = "") -> None:
        """Prints text to standard output."""
        _write(sys.stdout, self.plain(text, sys.stdout) + "\n")

    def prompt(self, text: str) -> None:
        """Prints text to standard output without a line break."""
        _write(sys.stdout, self.plain(text, sys.stdout))

    def note(self, text: str) -> None:
        """Prints text to standard error: errors, progress, remarks."""
        _write(sys.stderr, self.plain(text, sys.stderr) + "\n")

    def note_in_place(self, text: str) -> None:
        """Prints text over the current line of the terminal on standard error."""
        _write(sys.stderr, f"\r\x1b[2K{self.plain(text, sys.stderr)}")

    def document(self, data: Any) -> None:
        """Prints the one JSON document of the command."""
        ascii = self._ascii or not _is_unicode(sys.stdout)
        text = json.dumps(data, ensure_ascii=ascii, allow_nan=False)
        _write(sys.stdout, text + "\n", "backslashreplace")

    def table(
        self, heads: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[str] = ()
    ) -> None:
        """Prints rows with heads; columns with heads in `numbers` are right-aligned."""
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        for head in heads:
            table.add_column(Text(head), justify="right" if head in numbers else "left")
        for row in rows:
            table.add_row(*(Text(self.plain(cell, sys.stdout)) for cell in row))
        terminal = sys.stdout.isatty()
        # Only a terminal has a width; in a pipe each row is one line.
        width = None if terminal else 10_000
        paper = io.StringIO()
        console = Console(file=paper, force_terminal=terminal, width=width, emoji=False)
        console.print(table)
        for line in paper.getvalue().splitlines():
            self.line(line.rstrip())

    def plain(self, text: str, stream: TextIO) -> str:
        """Returns the text in characters that the stream supports."""
        return text.translate(_PLAIN) if self._ascii or not _is_unicode(stream) else text


def count(number: int) -> str:
    """Returns a number with thousands separators: 2,308."""
    return f"{number:,}"


def score_text(score: float | None) -> str:
    """Returns a score as text: integers as they are, others with two decimals, None as a dash."""
    if score is None:
        return "–"
    score += 0  # turns -0.0 into 0.0
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
        # Discard the buffer, so that the final flush of the interpreter does not fail.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        if isinstance(error, BrokenPipeError):
            raise typer.Exit(READER_GONE) from None
        raise
