"""A target with a planted fault that the runner must find: it fails on any `!`."""

from __future__ import annotations

import re

from fuzz.checking import text_of, tried

from fivefold.games.gomoku import GomokuGame


def check(data: bytes) -> None:
    text = text_of(data)
    tried(lambda: GomokuGame().parse_move(text))
    if re.search("!", text):
        raise KeyError(text)
