"""Capabilities of the terminal: colours, Unicode, character widths and size."""

from __future__ import annotations

import codecs
import os
import re
import shutil
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TextIO

RESET = "\x1b[0m"
BOLD, UNDERLINED, REVERSED = "1", "4", "7"
STYLES = (BOLD, UNDERLINED, REVERSED)
_PARTS = re.compile(r"\x1b\[[0-9;]*m|.", re.DOTALL)


@dataclass(frozen=True)
class Look:
    """What the output can show. `stone_width` is 2 in CJK terminals, where ● takes two columns."""

    colour: bool = False
    styles: bool = False
    """Whether bold and reverse are available; NO_COLOR does not disable them."""
    ascii: bool = True
    stone_width: int = 1
    columns: int = 80
    lines: int = 24

    @classmethod
    def of(
        cls, stream: TextIO, *, ascii: bool = False, environment: Mapping[str, str] = os.environ
    ) -> Look:
        """Returns the capabilities of a stream: colours only on terminals and without NO_COLOR."""
        styles = stream.isatty() and environment.get("TERM", "dumb") != "dumb"
        colour = styles and not environment.get("NO_COLOR")
        size = shutil.get_terminal_size()
        plain = ascii or not _is_unicode(stream)
        return cls(colour, styles, plain, 1, size.columns, size.lines)

    def paint(self, text: str, *codes: str) -> str:
        """Returns the text with those of the SGR codes that are supported."""
        shown = [code for code in codes if self.colour or (self.styles and code in STYLES)]
        return f"\x1b[{';'.join(shown)}m{text}{RESET}" if shown else text

    def width(self, text: str) -> int:
        """Returns the width of the text in columns."""
        return sum(self._width(part) for part in _PARTS.findall(text))

    def clipped(self, text: str, columns: int) -> str:
        """Returns the text cut to at most that many columns; colour codes stay intact."""
        left, kept = columns, ""
        for part in _PARTS.findall(text):
            width = self._width(part)
            if width > left:
                left = -1  # no narrower character may follow
            if width <= left or part[0] == "\x1b":
                kept += part
                left -= width
        return kept

    def filled(self, text: str, columns: int) -> str:
        """Returns the text padded with spaces to that many columns."""
        return text + " " * (columns - self.width(text))

    def _width(self, part: str) -> int:
        if part[0] == "\x1b" or unicodedata.category(part) in ("Mn", "Me", "Cf"):
            return 0
        # If stones are wide, so are all characters of ambiguous width.
        kind = unicodedata.east_asian_width(part)
        return 2 if kind in "WF" else self.stone_width if kind == "A" else 1


def _is_unicode(stream: TextIO) -> bool:
    try:
        return codecs.lookup(stream.encoding or "ascii").name.startswith("utf")
    except LookupError:
        return False


def foreground(number: int) -> str:
    """Returns the SGR code of a foreground colour, 0 to 255."""
    return f"38;5;{number}"


def background(number: int) -> str:
    """Returns the SGR code of a background colour, 0 to 255."""
    return f"48;5;{number}"
