"""Draws marks on a board: the last move, a winning line, and a strategy's decision."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TypeGuard

from fivefold.core import WIN, Move, State
from fivefold.drawing import palette
from fivefold.drawing.drawn import Decision, Overlay, Score
from fivefold.drawing.layout import CELL, Layout
from fivefold.drawing.markup import tag, text
from fivefold.drawing.pieces import DISC, STONE, draw_piece
from fivefold.words import say

MOST_SCORES = 12
"""Maximum number of scores in Gomoku, where every cell can be a candidate; the best are shown."""
LONGEST_WIN = 1000
SHORT = {
    "five": "5",
    "open_four": "4",
    "double_four": "44",
    "four_three": "43",
    "double_three": "33",
}
"""Players' shorthand for what a stone on a ringed cell would make."""
STROKES = {"four": None, "three": "11 8", "sequence": "0.1 8"}


def draw_last_move(state: State, layout: Layout) -> list[str]:
    """Returns the mark on the last stone, or in the corner of the last piece."""
    if state.last_move is None:
        return []
    cells = state.game.move_cells(state.last_move)
    if not cells:
        return []
    x, y = layout.centre(cells[0])
    side = 10.0 if layout.on_lines else 8.0
    if len(cells) > 1:
        x, y = x + CELL / 2 - 9, y - CELL / 2 + 9
    elif not layout.on_lines:
        y -= 0.8
    box = {"x": x - side / 2, "y": y - side / 2, "width": side, "height": side, "rx": 1.6}
    return [tag("rect", **box, fill=palette.SEAL, stroke="#ffffff", stroke_width=1.4)]


def draw_winning_line(state: State, layout: Layout) -> list[str]:
    """Returns the line through the five that won a game of Gomoku."""
    game = state.game
    five_through = getattr(game, "five_through", None)
    if five_through is None or not (state.outcome and state.outcome.winner):
        return []
    winner = state.outcome.winner.value
    stones = [cell for cell, mark in enumerate(state.cells) if mark == winner]
    five = next(filter(None, (five_through(state.cells, cell) for cell in stones)), ())
    if not five:
        return []
    path = _through(layout, (five[0], five[-1]))
    style = {"fill": "none", "stroke_linecap": "round"}
    return [
        tag("path", d=path, stroke="#ffffff", stroke_width=9, stroke_opacity=0.9, **style),
        tag("path", d=path, stroke=palette.SEAL, stroke_width=4.2, **style),
    ]


def heat_of(state: State, decision: Decision) -> Overlay | None:
    """Returns the first overlay whose values are more than the scores of the moves."""
    cells = {state.game.move_cells(move)[0] for move in scores_of(state, decision)}
    for overlay in decision.overlay:
        if overlay.kind == "values" and overlay.values is not None:
            valued = {cell for cell, value in enumerate(overlay.values) if value is not None}
            if valued and not valued <= cells:
                return overlay
    return None


def _is_known(value: Score | None) -> TypeGuard[Score]:
    return value is not None and math.isfinite(value)


def draw_heat(state: State, decision: Decision, layout: Layout, *, numbers: bool) -> list[str]:
    """Returns the heat map of the quantity the strategy looked at, drawn under the stones."""
    overlay = heat_of(state, decision)
    values = overlay.values if overlay else None
    if values is None:
        return []
    known = [value for value in values if _is_known(value)]
    low, high = min(known, default=0), max(known, default=0)
    covered = () if decision.move is None else state.game.move_cells(decision.move)
    inset = 3.0 if layout.on_lines else 1.0
    drawn = []
    for cell, value in enumerate(values[: len(state.cells)]):
        if not _is_known(value):
            continue
        step = 0 if high == low else round((value - low) / (high - low) * (len(palette.HEAT) - 1))
        (x, y), side = layout.corner(cell), CELL - 2 * inset
        box = {"x": x + inset, "y": y + inset, "width": side, "height": side, "rx": 4}
        drawn.append(tag("rect", **box, fill=palette.HEAT[step], fill_opacity=0.93))
        if numbers and state.cells[cell] == "." and cell not in covered:
            words = score_text(value)
            size = 12.5 if len(words) < 4 else 10.5
            colour = palette.PAPER if step > 4 else palette.DARK
            drawn.append(text(*layout.centre(cell), words, fill=colour, font_size=size))
    return drawn


def draw_decision(
    state: State, decision: Decision, layout: Layout, scores: Mapping[Move, Score]
) -> list[str]:
    """Returns the decision's marks, drawn above the stones: lines, cells, scores and its move."""
    drawn = []
    for overlay in decision.overlay:
        if overlay.kind == "line" and overlay.cells:
            drawn.append(_line(overlay, layout))
        elif overlay.kind == "cells" and overlay.cells:
            drawn += _rings(overlay, state, layout)
    best = decision.move if decision.move in scores else None
    shown = sorted(scores, key=lambda move: (move != best, -scores[move]))
    for move in shown[: MOST_SCORES if layout.on_lines else None]:
        cell = state.game.move_cells(move)[0]
        draw = _pill if layout.on_lines else _ring
        drawn.append(draw(layout, cell, scores[move], is_best=move == best))
    if best is None and decision.move is not None:
        drawn += _ghost(state, decision.move, layout)
    return drawn


def scores_of(state: State, decision: Decision) -> Mapping[Move, Score]:
    """Returns the scores of candidates that fill a single cell, where a number can be drawn."""
    legal = set(state.legal_moves())
    return {
        candidate.move: candidate.score
        for candidate in decision.candidates
        if _is_known(candidate.score)
        and candidate.move in legal
        and len(state.game.move_cells(candidate.move)) == 1
    }


def score_text(score: Score) -> str:
    """Returns a score in at most four characters: +6, W7 (a win in 7), 12k."""
    for sign, letter in ((1, "W"), (-1, "L")):
        if WIN - LONGEST_WIN < sign * score <= WIN:
            return f"{letter}{WIN - sign * score:.0f}"
    size = abs(score)
    sign_text = "−" if score < 0 else ""
    if size >= 999_500:
        return f"{sign_text}{size / 1_000_000:.0f}M"
    if size >= 1000:
        return f"{sign_text}{size / 1000:.0f}k"
    if size >= 10 or float(size).is_integer():
        return f"{sign_text}{size:.0f}"
    return f"{sign_text}{size:.1f}"


def _signed(score: Score) -> str:
    """Returns a score of at most three digits with its sign."""
    words = score_text(score)
    return f"+{words}" if score > 0 and words.isdigit() else words


def draw_legend(state: State, layout: Layout) -> list[str]:
    """Returns the line in the margin that says which side the scores are for."""
    words = str(say("svg.scores", player=state.game.player_name(state.to_move)))
    middle, edge = layout.width / 2, layout.margin * (0.34 if layout.on_lines else 0.5)
    y = edge if layout.on_lines else layout.height - edge
    labels = {"gomoku": palette.WOOD_LABEL, "othello": palette.FELT_LABEL}
    colour = labels.get(state.game.name, palette.SLAB_LABEL)
    size = min(12.0, layout.margin * 0.55)
    return [text(middle, y, words, fill=colour, font_size=round(size, 1), font_weight=600)]


def _pill(layout: Layout, cell: int, score: Score, *, is_best: bool) -> str:
    """Returns a score in Gomoku: a pill, filled for the best move."""
    x, y = layout.centre(cell)
    words = _signed(score)
    wide = min(38.0, 16.0 + 7 * len(words))
    size = 14.0 if len(words) < 4 else 11.5
    fill, colour = (palette.GLASS, "#ffffff") if is_best else (palette.PAPER, "#0d3b36")
    box = {"x": x - wide / 2, "y": y - 11.5, "width": wide, "height": 23, "rx": 11.5}
    return tag("rect", **box, fill=fill, stroke=palette.GLASS, stroke_width=1.3) + text(
        x, y, words, fill=colour, font_size=size, font_weight=600
    )


def _ring(layout: Layout, cell: int, score: Score, *, is_best: bool) -> str:
    """Returns a score in the other games: a ring, filled for the best move, dashed if negative."""
    x, y = layout.centre(cell)
    words = _signed(score)
    on_felt = layout.game.name == "othello"
    line, filled = ("#ffffff", "#0d4a33") if on_felt else (palette.GLASS, "#ffffff")
    fill = (line if on_felt else palette.GLASS) if is_best else "none"
    dashes = "4 3" if score < 0 and not is_best else None
    ring = {"fill": fill, "stroke": line, "stroke_width": 1.2, "stroke_opacity": 0.7}
    return tag("circle", cx=x, cy=y, r=14.5, stroke_dasharray=dashes, **ring) + text(
        x, y, words, fill=filled if is_best else line, font_size=13.5, font_weight=600
    )


def _ghost(state: State, move: Move, layout: Layout) -> list[str]:
    """Returns the chosen move as a translucent stone or piece."""
    cells: Sequence[int] = state.game.move_cells(move)
    if state.game.name == "pentomino":
        letter = state.game.format_move(move)[0]
        return [draw_piece(layout, letter, cells, ghost=True)]
    black = state.to_move.value == "X"
    drawn = []
    for x, y in map(layout.centre, cells):
        fill = {
            "fill": palette.DARK if black else palette.PAPER,
            "fill_opacity": 0.62 if black else 0.78,
        }
        edge = {"stroke": palette.DARK, "stroke_width": 1.4, "stroke_dasharray": "4 3"}
        radius = 0.9 * (STONE if layout.on_lines else DISC)
        drawn.append(tag("circle", cx=x, cy=y, r=radius, **fill, **edge))
    return drawn


def _line(overlay: Overlay, layout: Layout) -> str:
    """Returns a threat or a sequence as a solid, dashed or dotted line."""
    assert overlay.cells
    means = overlay.means or "sequence"
    colour = "#124a8f" if means != "four" else "#8c2d04"
    style = {"fill": "none", "stroke": colour, "stroke_linecap": "round"}
    width = {"four": 3.4, "three": 3.0}.get(means, 4.2)
    ends = (overlay.cells[0], overlay.cells[-1])
    return tag(
        "path",
        d=_through(layout, ends),
        stroke_width=width,
        stroke_dasharray=STROKES.get(means),
        **style,
    )


def _rings(overlay: Overlay, state: State, layout: Layout) -> list[str]:
    """Returns a ring on each cell, labelled with what a stone there would make, if known."""
    assert overlay.cells
    style = {
        "fill": "none",
        "stroke": palette.TONES.get(overlay.tone, palette.GLASS),
        "stroke_width": 2.4,
    }
    inside = [cell for cell in overlay.cells if 0 <= cell < len(state.cells)]
    if words := SHORT.get(overlay.means or ""):
        paper = {**style, "fill": palette.PAPER, "fill_opacity": 0.9}
        letters = {"fill": palette.DARK, "font_size": 13, "font_weight": 600}
        return [
            tag("circle", cx=x, cy=y, r=12, **paper) + text(x, y, words, **letters)
            for x, y in map(layout.centre, inside)
        ]
    radius = 14 if layout.on_lines else 16.5
    rings = [tag("circle", cx=x, cy=y, r=radius, **style) for x, y in map(layout.centre, inside)]
    if layout.game.name == "othello":  # the colours alone can hardly be seen on felt
        halo = {**style, "stroke": palette.PAPER, "stroke_width": 5.2}
        halos = [tag("circle", cx=x, cy=y, r=radius, **halo) for x, y in map(layout.centre, inside)]
        return [*halos, *rings]
    return rings


def _through(layout: Layout, cells: tuple[int, int]) -> str:
    (x1, y1), (x2, y2) = map(layout.centre, cells)
    return f"M{x1:g} {y1:g}L{x2:g} {y2:g}"
