"""The words of Gomocup that both ends use: points and rules."""

from __future__ import annotations

import re

from fivefold.core import Game, Move
from fivefold.errors import IllegalMove, InvalidNotation
from fivefold.words import quoted

RULES = {0: "freestyle", 1: "standard", 4: "renju", 5: "renju", 8: "caro", 9: "caro"}
"""What `INFO rule` means: a sum of 1 exactly five, 2 a game that goes on after it, 4 Renju, 8 Caro.

Renju and Caro say themselves which fives count, so that a 1 beside them adds nothing.
"""
UNLIMITED = 2_147_483_647
"""The `time_left` of a match without a limit."""

_POINT = re.compile(r"\s*(-?[0-9]{1,4})\s*,\s*(-?[0-9]{1,4})\s*")


def is_point(text: str) -> bool:
    """Tells whether the text is `x,y`, on any board or off it."""
    return _POINT.fullmatch(text) is not None


def parse_point(text: str, game: Game) -> Move:
    """Returns the cell at `x,y`, or raises what is wrong with it."""
    match = _POINT.fullmatch(text)
    if not match:
        raise InvalidNotation("gomocup.unreadable", text=quoted(text))
    x, y = int(match[1]), int(match[2])
    if not (0 <= x < game.columns and 0 <= y < game.rows):
        raise IllegalMove("move.pair_off_board", text=quoted(text.strip()), last=game.rows - 1)
    return y * game.columns + x


def format_point(move: Move, game: Game) -> str:
    """Returns the cell as `x,y`: row 0 of the board is its top, as is y 0."""
    y, x = divmod(move, game.columns)
    return f"{x},{y}"
