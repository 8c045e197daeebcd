"""The boards themselves: wood for Gomoku, felt for Othello, a pale slab for everything else."""

from __future__ import annotations

import random

from fivefold.core import Game
from fivefold.formats.svg import ink
from fivefold.formats.svg.ink import tag, text
from fivefold.formats.svg.plan import CELL, Plan

STARS = {9: (2, 4, 6), 15: (3, 7, 11), 19: (3, 9, 15)}
GRAIN = 26
LABEL = 13


def plan_of(game: Game, coordinates: bool) -> Plan:
    """Returns the plan of the game's board."""
    if game.name == "gomoku":
        return Plan(game, 38.0 if coordinates else 24.0, on_lines=True)
    return Plan(game, 24.0 if coordinates else 10.0)


def draw_board(plan: Plan, coordinates: bool) -> list[str]:
    """Returns the empty board."""
    draw = {"gomoku": _wood, "othello": _felt}.get(plan.game.name, _slab)
    return [*draw(plan), *(_labels(plan) if coordinates else ())]


def _wood(plan: Plan) -> list[str]:
    rows, columns = plan.game.rows, plan.game.columns
    left, top = plan.centre(0)
    right, bottom = plan.centre(rows * columns - 1)
    lines = [f"M{left:g} {top + row * CELL:g}H{right:g}" for row in range(1, rows - 1)]
    lines += [f"M{left + col * CELL:g} {top:g}V{bottom:g}" for col in range(1, columns - 1)]
    frame = {"fill": "none", "stroke": ink.WOOD_LINE}
    return [
        _ground(plan, ink.WOOD, ink.WOOD_EDGE),
        _grain(plan),
        tag("path", d="".join(lines), stroke_width=1, **frame),
        tag(
            "rect",
            x=left,
            y=top,
            width=right - left,
            height=bottom - top,
            stroke_width=1.8,
            **frame,
        ),
        *(
            tag("circle", cx=x, cy=y, r=4.2 if rows > 15 else 3.8, fill=ink.WOOD_LINE)
            for x, y in map(plan.centre, _stars(rows, columns))
        ),
    ]


def _grain(plan: Plan) -> str:
    """Returns the grain of the wood: long curves, the same on every board."""
    chance = random.Random(5)
    wide = plan.width
    curves = []
    for _ in range(GRAIN):
        y = chance.uniform(4, plan.height - 4)
        bends = [y + chance.uniform(-7, 7) for _ in range(3)]
        curve = f"M1 {y:.1f}C{wide * 0.3:.1f} {bends[0]:.1f} {wide * 0.65:.1f} {bends[1]:.1f}"
        curves.append(f"{curve} {wide - 1:.1f} {bends[2]:.1f}")
    style = {"fill": "none", "stroke": ink.WOOD_GRAIN, "stroke_width": 1.6, "opacity": 0.22}
    return tag("path", d="".join(curves), **style)


def _stars(rows: int, columns: int) -> list[int]:
    """Returns the cells with a star point: nine on 19x19, five on 9x9 and 15x15."""
    places = STARS.get(rows, ())
    cells = [row * columns + column for row in places for column in places]
    return cells if rows == 19 else cells[::2]


def _felt(plan: Plan) -> list[str]:
    rows, columns = plan.game.rows, plan.game.columns
    start, right, bottom = plan.margin, plan.width - plan.margin, plan.height - plan.margin
    lines = [f"M{start:g} {start + row * CELL:g}H{right:g}" for row in range(rows + 1)]
    lines += [f"M{start + col * CELL:g} {start:g}V{bottom:g}" for col in range(columns + 1)]
    across = {start + 2 * CELL, right - 2 * CELL} if rows > 4 else ()
    return [
        _ground(plan, ink.FELT_FRAME, "#1b1916"),
        tag(
            "rect", x=start, y=start, width=right - start, height=bottom - start, fill="url(#felt)"
        ),
        tag("path", d="".join(lines), fill="none", stroke=ink.FELT_LINE, stroke_width=1.3),
        *(
            tag("circle", cx=x, cy=y, r=2.6, fill=ink.FELT_LINE)
            for x in sorted(across)
            for y in sorted(across)
        ),
    ]


def _slab(plan: Plan) -> list[str]:
    cells = []
    for cell in range(plan.game.rows * plan.game.columns):
        x, y = plan.corner(cell)
        cells.append(tag("rect", x=x + 0.75, y=y + 0.75, width=38.5, height=38.5, rx=4))
    style = {"fill": ink.SLAB_CELL, "stroke": ink.SLAB_LINE, "stroke_width": 0.8}
    return [_ground(plan, ink.SLAB, ink.SLAB_LINE), tag("g", *cells, **style)]


def _ground(plan: Plan, fill: str, edge: str) -> str:
    box = {"x": 0.75, "y": 0.75, "width": plan.width - 1.5, "height": plan.height - 1.5}
    return tag("rect", **box, rx=6, fill=fill, stroke=edge, stroke_width=1.5)


def _labels(plan: Plan) -> list[str]:
    """Returns the coordinates: left and below on wood, left and above elsewhere."""
    columns, rows = plan.names()
    half = plan.margin / 2 if not plan.on_lines else 13.0
    colour = {"gomoku": ink.WOOD_LABEL, "othello": ink.FELT_LABEL}.get(
        plan.game.name, ink.SLAB_LABEL
    )
    level = plan.height - half if plan.on_lines else half
    names = [text(x, level, name) for x, name in columns]
    names += [text(half, y, name) for y, name in rows]
    return [tag("g", *names, fill=colour, font_size=LABEL if plan.on_lines else LABEL - 1)]
