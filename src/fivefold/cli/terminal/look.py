"""What the terminal can show: colours, Unicode, how wide characters are, how much room there is."""

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
    """How boards are painted. `stone_width` is 2 in CJK terminals, where ● takes two columns."""

    colour: bool = False
    styles: bool = False
    """Whether bold and reversed characters can be shown; NO_COLOR leaves these alone."""
    ascii: bool = True
    stone_width: int = 1
    columns: int = 80
    lines: int = 24

    @classmethod
    def of(
        cls, stream: TextIO, *, ascii: bool = False, environment: Mapping[str, str] = os.environ
    ) -> Look:
        """Returns what fits the stream: colours on terminals only, and never under NO_COLOR."""
        styles = stream.isatty() and environment.get("TERM", "dumb") != "dumb"
        colour = styles and not environment.get("NO_COLOR")
        size = shutil.get_terminal_size()
        plain = ascii or not _is_unicode(stream)
        return cls(colour, styles, plain, 1, size.columns, size.lines)

    def paint(self, text: str, *codes: str) -> str:
        """Returns the text in those SGR codes as far as they can be shown."""
        shown = [code for code in codes if self.colour or (self.styles and code in STYLES)]
        return f"\x1b[{';'.join(shown)}m{text}{RESET}" if shown else text

    def width(self, text: str) -> int:
        """Returns how many columns the text takes."""
        return sum(self._width(part) for part in _PARTS.findall(text))

    def clipped(self, text: str, columns: int) -> str:
        """Returns the text cut to at most that many columns, its colours intact."""
        left, kept = columns, ""
        for part in _PARTS.findall(text):
            width = self._width(part)
            if width > left:
                left = -1  # nothing that is narrower may slip in behind
            if width <= left or part[0] == "\x1b":
                kept += part
                left -= width
        return kept

    def filled(self, text: str, columns: int) -> str:
        """Returns the text with spaces behind it, up to that many columns."""
        return text + " " * (columns - self.width(text))

    def _width(self, part: str) -> int:
        if part[0] == "\x1b" or unicodedata.category(part) in ("Mn", "Me", "Cf"):
            return 0
        # Where a stone is wide, so are the other characters whose width Unicode leaves open.
        kind = unicodedata.east_asian_width(part)
        return 2 if kind in "WF" else self.stone_width if kind == "A" else 1


def _is_unicode(stream: TextIO) -> bool:
    try:
        return codecs.lookup(stream.encoding or "ascii").name.startswith("utf")
    except LookupError:
        return False


def foreground(number: int) -> str:
    """Returns the SGR code of one of the 256 colours for characters."""
    return f"38;5;{number}"


def background(number: int) -> str:
    """Returns the SGR code of one of the 256 colours behind characters."""
    return f"48;5;{number}"
