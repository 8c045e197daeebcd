"""What is pointed out on a board: the last move, a winning line, and how a machine thought."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TypeGuard

from fivefold.core import WIN, Move, State
from fivefold.formats.svg import ink
from fivefold.formats.svg.ink import tag, text
from fivefold.formats.svg.pieces import DISC, STONE, draw_piece
from fivefold.formats.svg.plan import CELL, Plan
from fivefold.games.gomoku import GomokuGame
from fivefold.games.pentomino import board_of
from fivefold.strategies.base import Decision, Overlay, Score
from fivefold.strategies.gomoku_lines import SHORT

MOST_SCORES = 12
"""On wood, where every cell can be a candidate, only the best are written."""
LONGEST_WIN = 1000
STROKES = {"four": None, "three": "11 8", "sequence": "0.1 8"}


def draw_last_move(state: State, plan: Plan) -> list[str]:
    """Returns the seal on the last stone, or in the corner of the last piece."""
    if state.last_move is None:
        return []
    cells = state.game.move_cells(state.last_move)
    if not cells:
        return []
    x, y = plan.centre(cells[0])
    side = 10.0 if plan.on_lines else 8.0
    if len(cells) > 1:
        x, y = x + CELL / 2 - 9, y - CELL / 2 + 9
    elif not plan.on_lines:
        y -= 0.8
    box = {"x": x - side / 2, "y": y - side / 2, "width": side, "height": side, "rx": 1.6}
    return [tag("rect", **box, fill=ink.SEAL, stroke="#ffffff", stroke_width=1.4)]


def draw_winning_line(state: State, plan: Plan) -> list[str]:
    """Returns the line through the five that won a game of Gomoku."""
    game = state.game
    if not (isinstance(game, GomokuGame) and state.outcome and state.outcome.winner):
        return []
    winner = state.outcome.winner.value
    stones = [cell for cell, mark in enumerate(state.cells) if mark == winner]
    five = next(filter(None, (game.five_through(state.cells, cell) for cell in stones)), ())
    if not five:
        return []
    path = _through(plan, (five[0], five[-1]))
    style = {"fill": "none", "stroke_linecap": "round"}
    return [
        tag("path", d=path, stroke="#ffffff", stroke_width=9, stroke_opacity=0.9, **style),
        tag("path", d=path, stroke=ink.SEAL, stroke_width=4.2, **style),
    ]


def heat_of(state: State, decision: Decision) -> Overlay | None:
    """Returns the first overlay with values that are more than the scores of the moves."""
    cells = {state.game.move_cells(move)[0] for move in scores_of(state, decision)}
    for overlay in decision.overlay:
        if overlay.kind == "values" and overlay.values is not None:
            valued = {cell for cell, value in enumerate(overlay.values) if value is not None}
            if valued and not valued <= cells:
                return overlay
    return None


def _is_known(value: Score | None) -> TypeGuard[Score]:
    return value is not None and math.isfinite(value)


def draw_heat(state: State, decision: Decision, plan: Plan, *, numbers: bool) -> list[str]:
    """Returns the tints of the quantity the machine looked at; they lie under the stones."""
    overlay = heat_of(state, decision)
    values = overlay.values if overlay else None
    if values is None:
        return []
    known = [value for value in values if _is_known(value)]
    low, high = min(known, default=0), max(known, default=0)
    covered = () if decision.move is None else state.game.move_cells(decision.move)
    inset = 3.0 if plan.on_lines else 1.0
    drawn = []
    for cell, value in enumerate(values[: len(state.cells)]):
        if not _is_known(value):
            continue
        step = 0 if high == low else round((value - low) / (high - low) * (len(ink.HEAT) - 1))
        (x, y), side = plan.corner(cell), CELL - 2 * inset
        box = {"x": x + inset, "y": y + inset, "width": side, "height": side, "rx": 4}
        drawn.append(tag("rect", **box, fill=ink.HEAT[step], fill_opacity=0.93))
        if numbers and state.cells[cell] == "." and cell not in covered:
            words = score_text(value)
            size = 12.5 if len(words) < 4 else 10.5
            colour = ink.PAPER if step > 4 else ink.DARK
            drawn.append(text(*plan.centre(cell), words, fill=colour, font_size=size))
    return drawn


def draw_decision(
    state: State, decision: Decision, plan: Plan, scores: Mapping[Move, Score]
) -> list[str]:
    """Returns the machine's marks above the stones: lines, cells, scores and its move."""
    drawn = []
    for overlay in decision.overlay:
        if overlay.kind == "line" and overlay.cells:
            drawn.append(_line(overlay, plan))
        elif overlay.kind == "cells" and overlay.cells:
            drawn += _rings(overlay, state, plan)
    best = decision.move if decision.move in scores else None
    shown = sorted(scores, key=lambda move: (move != best, -scores[move]))
    for move in shown[: MOST_SCORES if plan.on_lines else None]:
        cell = state.game.move_cells(move)[0]
        draw = _pill if plan.on_lines else _ring
        drawn.append(draw(plan, cell, scores[move], is_best=move == best))
    if best is None and decision.move is not None:
        drawn += _ghost(state, decision.move, plan)
    return drawn


def scores_of(state: State, decision: Decision) -> Mapping[Move, Score]:
    """Returns the scores of the candidates that fill one cell, which can have a number on it."""
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


def _pill(plan: Plan, cell: int, score: Score, *, is_best: bool) -> str:
    """Returns a number on wood: a pill, the best one filled."""
    x, y = plan.centre(cell)
    words = score_text(score)
    wide = 16.0 + 7 * len(words)
    fill, colour = (ink.GLASS, "#ffffff") if is_best else (ink.PAPER, "#0d3b36")
    box = {"x": x - wide / 2, "y": y - 11.5, "width": wide, "height": 23, "rx": 11.5}
    return tag("rect", **box, fill=fill, stroke=ink.GLASS, stroke_width=1.3) + text(
        x, y, words, fill=colour, font_size=14, font_weight=600
    )


def _ring(plan: Plan, cell: int, score: Score, *, is_best: bool) -> str:
    """Returns a number on felt: a ring, filled for the best and dashed for a loss."""
    x, y = plan.centre(cell)
    words = score_text(score)
    if score > 0 and words.isdigit() and len(words) < 3:
        words = f"+{words}"
    on_felt = plan.game.name == "othello"
    line, filled = ("#ffffff", "#0d4a33") if on_felt else (ink.GLASS, "#ffffff")
    fill = (line if on_felt else ink.GLASS) if is_best else "none"
    dashes = "4 3" if score < 0 and not is_best else None
    ring = {"fill": fill, "stroke": line, "stroke_width": 1.2, "stroke_opacity": 0.7}
    return tag("circle", cx=x, cy=y, r=14.5, stroke_dasharray=dashes, **ring) + text(
        x, y, words, fill=filled if is_best else line, font_size=13.5, font_weight=600
    )


def _ghost(state: State, move: Move, plan: Plan) -> list[str]:
    """Returns the move the machine has chosen, as something not placed yet."""
    cells: Sequence[int] = state.game.move_cells(move)
    if state.game.name == "pentomino":
        letter = board_of(state.game.rows, state.game.columns).placements[move].letter
        return [draw_piece(plan, letter, cells, ghost=True)]
    black = state.to_move.value == "X"
    drawn = []
    for x, y in map(plan.centre, cells):
        fill = {"fill": ink.DARK if black else ink.PAPER, "fill_opacity": 0.62 if black else 0.78}
        edge = {"stroke": ink.DARK, "stroke_width": 1.4, "stroke_dasharray": "4 3"}
        radius = 0.9 * (STONE if plan.on_lines else DISC)
        drawn.append(tag("circle", cx=x, cy=y, r=radius, **fill, **edge))
    return drawn


def _line(overlay: Overlay, plan: Plan) -> str:
    """Returns a threat or a sequence: solid, dashed or dotted by what it means."""
    assert overlay.cells
    means = overlay.means or "sequence"
    colour = "#124a8f" if means != "four" else "#8c2d04"
    style = {"fill": "none", "stroke": colour, "stroke_linecap": "round"}
    width = {"four": 3.4, "three": 3.0}.get(means, 4.2)
    ends = (overlay.cells[0], overlay.cells[-1])
    return tag(
        "path",
        d=_through(plan, ends),
        stroke_width=width,
        stroke_dasharray=STROKES.get(means),
        **style,
    )


def _rings(overlay: Overlay, state: State, plan: Plan) -> list[str]:
    """Returns a ring on each cell, with what a stone there would make where that is known."""
    assert overlay.cells
    style = {"fill": "none", "stroke": ink.TONES.get(overlay.tone, ink.GLASS), "stroke_width": 2.4}
    inside = [cell for cell in overlay.cells if 0 <= cell < len(state.cells)]
    if words := SHORT.get(overlay.means or ""):
        paper = {**style, "fill": ink.PAPER, "fill_opacity": 0.9}
        letters = {"fill": ink.DARK, "font_size": 13, "font_weight": 600}
        return [
            tag("circle", cx=x, cy=y, r=12, **paper) + text(x, y, words, **letters)
            for x, y in map(plan.centre, inside)
        ]
    return [
        tag("circle", cx=x, cy=y, r=14 if plan.on_lines else 16.5, **style)
        for x, y in map(plan.centre, inside)
    ]


def _through(plan: Plan, cells: tuple[int, int]) -> str:
    (x1, y1), (x2, y2) = map(plan.centre, cells)
    return f"M{x1:g} {y1:g}L{x2:g} {y2:g}"
