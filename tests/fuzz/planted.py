"""A target with a fault in it, which the runner has to find: any `!` is too much for it."""

from __future__ import annotations

import re

from fuzz.checking import text_of, tried

from fivefold.games.gomoku import GomokuGame


def check(data: bytes) -> None:
    text = text_of(data)
    tried(lambda: GomokuGame().parse_move(text))
    if re.search("!", text):
        raise KeyError(text)
