"""GGF: the games of the Othello servers, read by the format and by the protocol NBoard."""

from __future__ import annotations

from fivefold.engines.protocols.ggf import read_ggf
from fivefold.formats.ggf import GGF
from fivefold.games.othello import OthelloGame
from fuzz.checking import check_format, chosen, text_of, tried


def check(data: bytes) -> None:
    game, rest = chosen(data)
    text = text_of(rest)
    check_format(GGF, text, game if data[:1] < b"\x80" else None)
    tried(lambda: read_ggf(text, OthelloGame()))
