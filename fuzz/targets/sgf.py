"""SGF: trees of Gomoku and Othello; what comes in goes out, every property of every node."""

from __future__ import annotations

from zlib import crc32

from fivefold.formats.sgf.format import SGF, decoded_sgf
from fivefold.formats.sgf.grammar import trees_in
from fivefold.formats.sgf.header import RECORD_PROPERTIES
from fuzz import checking
from fuzz.checking import check_format, chosen, read_all, text_of, tried

NEW = {("B", ""), ("W", "")}
"""Passes that a file leaves out are put in."""


def check(data: bytes) -> None:
    game, rest = chosen(data)
    known = game if data[:1] < b"\x80" else None
    text = text_of(rest)
    check_format(SGF, text, known)
    tried(lambda: decoded_sgf(rest, "fuzz.sgf"))
    if crc32(rest) % checking.ONE_IN or not SGF.is_like(text, known):
        return
    readings = read_all(SGF.read(text, known))
    written = None if readings is None else tried(lambda: SGF.write(readings))
    if written is not None:
        assert properties(written) == properties(text), written


def properties(text: str) -> list[tuple[str, str]]:
    """Returns the values of all properties that the game itself does not decide, in order."""
    return sorted(
        (name, value)
        for nodes in trees_in(text)
        for _, found in nodes
        for name, values in found
        for value in values
        if (name in ("B", "W") or name not in RECORD_PROPERTIES) and (name, value) not in NEW
    )
