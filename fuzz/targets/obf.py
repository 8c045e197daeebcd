"""OBF and the file of 1 + 64 integers: positions of Othello."""

from __future__ import annotations

from fivefold.formats.integers import INTEGERS
from fivefold.formats.obf import OBF
from fuzz.checking import check_format, chosen, text_of


def check(data: bytes) -> None:
    game, rest = chosen(data)
    known = game if data[:1] < b"\x80" else None
    for each in (OBF, INTEGERS):
        check_format(each, text_of(rest), known)
