"""Points and rules in Gomocup notation."""

from __future__ import annotations

import re

from fivefold.core import Game, Move
from fivefold.errors import IllegalMove, InvalidNotation
from fivefold.words import quoted

RULES = {0: "freestyle", 1: "standard", 4: "renju", 5: "renju", 8: "caro", 9: "caro"}
"""`INFO rule`: a sum of 1 (exactly five), 2 (continuous game), 4 (Renju) and 8 (Caro).

Renju and Caro define which fives count, so 1 has no effect with them.
"""
UNLIMITED = 2_147_483_647
"""`time_left` of a match without a time limit."""

_POINT = re.compile(r"\s*(-?[0-9]{1,4})\s*,\s*(-?[0-9]{1,4})\s*")


def is_point(text: str) -> bool:
    """Tells whether the text has the form `x,y`."""
    return _POINT.fullmatch(text) is not None


def parse_point(text: str, game: Game) -> Move:
    """Returns the cell at `x,y`, or raises."""
    match = _POINT.fullmatch(text)
    if not match:
        raise InvalidNotation("gomocup.unreadable", text=quoted(text))
    x, y = int(match[1]), int(match[2])
    if not (0 <= x < game.columns and 0 <= y < game.rows):
        raise IllegalMove("move.pair_off_board", text=quoted(text.strip()), last=game.rows - 1)
    return y * game.columns + x


def format_point(move: Move, game: Game) -> str:
    """Returns the cell as `x,y`, counted from the top left."""
    y, x = divmod(move, game.columns)
    return f"{x},{y}"
