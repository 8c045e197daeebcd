"""PSQ: the game files of Piskvork and Gomocup."""

from __future__ import annotations

from fivefold.formats.psq import PSQ
from fuzz.checking import check_format, chosen, text_of


def check(data: bytes) -> None:
    game, rest = chosen(data)
    check_format(PSQ, text_of(rest), game if data[:1] < b"\x80" else None)
