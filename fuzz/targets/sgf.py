"""SGF: games of Gomoku and Othello with players and results."""

from __future__ import annotations

from fivefold.formats.sgf.format import SGF
from fuzz.checking import check_format, chosen, text_of


def check(data: bytes) -> None:
    game, rest = chosen(data)
    check_format(SGF, text_of(rest), game if data[:1] < b"\x80" else None)
