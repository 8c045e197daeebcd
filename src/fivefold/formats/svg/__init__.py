"""Boards as pictures: one self-contained SVG, for notebooks, documents and the README.

>>> from fivefold.games.othello import OthelloGame
>>> board_svg(OthelloGame().start).startswith("<svg ")
True
"""

from __future__ import annotations

import re
import zlib

from fivefold.core import State
from fivefold.formats.svg.boards import draw_board, plan_of
from fivefold.formats.svg.ink import FONT, clean, tag
from fivefold.formats.svg.marks import (
    draw_decision,
    draw_heat,
    draw_last_move,
    draw_winning_line,
    scores_of,
)
from fivefold.formats.svg.pieces import definitions, draw_pieces
from fivefold.strategies.base import Decision
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

    A decision about this position is drawn too: the move it chose, and the scores of its candidates
    or, as tints, the quantity it looked at. `heat` decides between the two, which is otherwise done
    by what there is; without `numbers` none are written.
    """
    plan = plan_of(state.game, coordinates)
    board, men = draw_board(plan, coordinates), draw_pieces(state, plan)
    tints, thoughts = list[str](), list[str]()
    if decision is not None:
        scores = {} if heat else scores_of(state, decision)
        if heat or (heat is None and not scores):
            tints = draw_heat(state, decision, plan, numbers=numbers)
        thoughts = draw_decision(state, decision, plan, scores if numbers else {})
    marks = [*draw_winning_line(state, plan), *draw_last_move(state, plan)]
    told = [tag("title", clean(_title(state)))]
    if decision is not None and str(decision.text):
        told.append(tag("desc", clean(str(decision.text))))
    picture = tag(
        "svg",
        *told,
        tag("defs", *definitions()),
        *board,
        *tints,
        *men,
        *marks,
        *thoughts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {plan.width:g} {plan.height:g}",
        width=width,
        height=round(width * plan.height / plan.width),
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
    """Returns the picture with names of its own for gradients: a page may hold many pictures."""
    mark = f"{zlib.crc32(picture.encode()):08x}"
    return re.sub(r'(?<= id=")|(?<=url\(#)', f"f{mark}-", picture)
