"""Draws a board as one self-contained SVG, for notebooks, documents and the README.

>>> from fivefold.games.othello import OthelloGame
>>> board_svg(OthelloGame().start).startswith("<svg ")
True
"""

from __future__ import annotations

import re
import zlib

from fivefold.core import State
from fivefold.drawing.boards import draw_board, layout_of
from fivefold.drawing.drawn import Decision
from fivefold.drawing.marks import (
    draw_decision,
    draw_heat,
    draw_last_move,
    draw_legend,
    draw_winning_line,
    scores_of,
)
from fivefold.drawing.markup import FONT, clean, tag
from fivefold.drawing.pieces import definitions, draw_pieces
from fivefold.words import say

__all__ = ["board_svg"]


def board_svg(
    state: State,
    decision: Decision | None = None,
    *,
    width: int = 480,
    coordinates: bool = True,
    heat: bool | None = None,
    numbers: bool = True,
) -> str:
    """Returns a picture of the position, with the last move and a winning line marked.

    A decision adds its move and either the candidates' scores or a heat map of the quantity it
    looked at. `heat` chooses between them (default: scores if there are any); `numbers=False` hides
    the numbers.
    """
    layout = layout_of(state.game, coordinates)
    board, men = draw_board(layout, coordinates), draw_pieces(state, layout)
    tints, thoughts = list[str](), list[str]()
    if decision is not None:
        scores = {} if heat else scores_of(state, decision)
        if heat or (heat is None and not scores):
            tints = draw_heat(state, decision, layout, numbers=numbers)
        thoughts = draw_decision(state, decision, layout, scores if numbers else {})
        if scores and numbers:
            thoughts += draw_legend(state, layout)
    marks = [*draw_winning_line(state, layout), *draw_last_move(state, layout)]
    description = [tag("title", clean(_title(state)))]
    if decision is not None and str(decision.text):
        description.append(tag("desc", clean(str(decision.text))))
    picture = tag(
        "svg",
        *description,
        tag("defs", *definitions()),
        *board,
        *tints,
        *men,
        *marks,
        *thoughts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {layout.width:g} {layout.height:g}",
        width=width,
        height=round(width * layout.height / layout.width),
        role="img",
        font_family=FONT,
    )
    return _with_own_names(picture)


def _title(state: State) -> str:
    game = state.game.name.capitalize()
    if state.outcome:
        return str(say("svg.over", game=game, reason=state.outcome.reason))
    player = state.game.player_name(state.to_move)
    return str(say("svg.to_move", game=game, player=player))


def _with_own_names(picture: str) -> str:
    """Makes the ids of gradients unique, since a page may contain several pictures."""
    mark = f"{zlib.crc32(picture.encode()):08x}"
    return re.sub(r'(?<= id=")|(?<=url\(#)', f"f{mark}-", picture)
