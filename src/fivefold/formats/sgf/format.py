"""SGF, the format of Go programs, in which Gomoku is game 4 and Othello game 2.

(;FF[4]GM[4]CA[UTF-8]AP[Fivefold]SZ[15]RU[freestyle]PB[Ann]PW[level(2)]RE[B+]
;B[hh];W[ii];B[hg]C[Too slow.](;W[gi])(;W[hi]))

A point is a column and a row from the top, both as letters; notation such as `h8` is also read. A
pass is `[]`. Other starting positions use AB and AW for set-up stones and PL for the side to move.
In a game opened by swap2, ON gives the opener's colour and the choices: `ON[swap2 O black]`.
A file is read as a tree, and written with every property that it had.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import ClassVar

from fivefold.core import Game
from fivefold.errors import InvalidNotation
from fivefold.formats.files import decoded
from fivefold.formats.reading import Reading
from fivefold.formats.records import as_tree
from fivefold.formats.sgf.grammar import has_tree, trees_in
from fivefold.formats.sgf.read import reading_of
from fivefold.formats.sgf.write import tree_text
from fivefold.words import quoted

DEFAULT_CHARSET = "latin-1"
"""The charset of an SGF that names none, by its definition."""
_CHARSET = re.compile(rb"CA\s*\[\s*([^\]\s]{1,40})\s*\]")
BEGINNING = 10_000
"""The charset has to be named within this many bytes."""


class SgfFormat:
    """Any number of Gomoku or Othello games, with their trees."""

    extensions: ClassVar[tuple[str, ...]] = (".sgf",)
    holds_many: ClassVar[bool] = True

    def is_like(self, text: str, game: Game | None) -> bool:
        return has_tree(text)

    def read(self, text: str, game: Game | None) -> Iterator[Reading]:
        return (reading_of(nodes, game) for nodes in trees_in(text))

    def write(self, readings: tuple[Reading, ...]) -> str:
        return "".join(tree_text(as_tree(reading)) for reading in readings)


def decoded_sgf(content: bytes, path: str) -> str | None:
    """Returns the text of an SGF in the charset it names, or None if it is no SGF.

    Without a name it is UTF-8 or, as SGF defines it, Latin-1.
    """
    beginning = content[:BEGINNING].decode(DEFAULT_CHARSET)
    if b"\0" in content or beginning.lstrip().startswith(("{", "[")) or not has_tree(beginning):
        return None
    named = _CHARSET.search(content[:BEGINNING])
    name = DEFAULT_CHARSET if named is None else named[1].decode(DEFAULT_CHARSET)
    with suppress(InvalidNotation):
        if named is None or name.upper() == "UTF-8":
            return decoded(content, path)
    try:
        if not codecs.lookup(name)._is_text_encoding:
            raise LookupError
        return content.decode(name)
    except (LookupError, UnicodeError) as error:
        shown = {"path": quoted(path, 200), "charset": quoted(name)}
        raise InvalidNotation("sgf.charset", **shown) from error


SGF = SgfFormat()
