"""Draws empty boards: wood for Gomoku, felt for Othello, a pale slab for other games."""

from __future__ import annotations

import random

from fivefold.core import Game
from fivefold.drawing import palette
from fivefold.drawing.layout import CELL, Layout
from fivefold.drawing.markup import tag, text

STARS = {9: (2, 4, 6), 15: (3, 7, 11), 19: (3, 9, 15)}
GRAIN = 26
LABEL = 13


def layout_of(game: Game, coordinates: bool) -> Layout:
    """Returns the layout of the game's board."""
    if game.name == "gomoku":
        return Layout(game, 38.0 if coordinates else 24.0, on_lines=True)
    return Layout(game, 24.0 if coordinates else 10.0)


def draw_board(layout: Layout, coordinates: bool) -> list[str]:
    """Returns the empty board."""
    draw = {"gomoku": _wood, "othello": _felt}.get(layout.game.name, _slab)
    return [*draw(layout), *(_labels(layout) if coordinates else ())]


def _wood(layout: Layout) -> list[str]:
    rows, columns = layout.game.rows, layout.game.columns
    left, top = layout.centre(0)
    right, bottom = layout.centre(rows * columns - 1)
    lines = [f"M{left:g} {top + row * CELL:g}H{right:g}" for row in range(1, rows - 1)]
    lines += [f"M{left + col * CELL:g} {top:g}V{bottom:g}" for col in range(1, columns - 1)]
    frame = {"fill": "none", "stroke": palette.WOOD_LINE}
    return [
        _ground(layout, palette.WOOD, palette.WOOD_EDGE),
        _grain(layout),
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
            tag("circle", cx=x, cy=y, r=4.2 if rows > 15 else 3.8, fill=palette.WOOD_LINE)
            for x, y in map(layout.centre, _stars(rows, columns))
        ),
    ]


def _grain(layout: Layout) -> str:
    """Returns the grain of the wood: long curves, the same on every board."""
    rng = random.Random(5)
    wide = layout.width
    curves = []
    for _ in range(GRAIN):
        y = rng.uniform(4, layout.height - 4)
        bends = [y + rng.uniform(-7, 7) for _ in range(3)]
        curve = f"M1 {y:.1f}C{wide * 0.3:.1f} {bends[0]:.1f} {wide * 0.65:.1f} {bends[1]:.1f}"
        curves.append(f"{curve} {wide - 1:.1f} {bends[2]:.1f}")
    style = {"fill": "none", "stroke": palette.WOOD_GRAIN, "stroke_width": 1.6, "opacity": 0.22}
    return tag("path", d="".join(curves), **style)


def _stars(rows: int, columns: int) -> list[int]:
    """Returns the star points: nine on 19x19, five on 9x9 and 15x15."""
    places = STARS.get(rows, ())
    cells = [row * columns + column for row in places for column in places]
    return cells if rows == 19 else cells[::2]


def _felt(layout: Layout) -> list[str]:
    rows, columns = layout.game.rows, layout.game.columns
    start, right, bottom = (
        layout.margin,
        layout.width - layout.margin,
        layout.height - layout.margin,
    )
    lines = [f"M{start:g} {start + row * CELL:g}H{right:g}" for row in range(rows + 1)]
    lines += [f"M{start + col * CELL:g} {start:g}V{bottom:g}" for col in range(columns + 1)]
    across = {start + 2 * CELL, right - 2 * CELL} if rows > 4 else ()
    return [
        _ground(layout, palette.FELT_FRAME, "#1b1916"),
        tag(
            "rect", x=start, y=start, width=right - start, height=bottom - start, fill="url(#felt)"
        ),
        tag("path", d="".join(lines), fill="none", stroke=palette.FELT_LINE, stroke_width=1.3),
        *(
            tag("circle", cx=x, cy=y, r=2.6, fill=palette.FELT_LINE)
            for x in sorted(across)
            for y in sorted(across)
        ),
    ]


def _slab(layout: Layout) -> list[str]:
    cells = []
    for cell in range(layout.game.rows * layout.game.columns):
        x, y = layout.corner(cell)
        cells.append(tag("rect", x=x + 0.75, y=y + 0.75, width=38.5, height=38.5, rx=4))
    style = {"fill": palette.SLAB_CELL, "stroke": palette.SLAB_LINE, "stroke_width": 0.8}
    return [_ground(layout, palette.SLAB, palette.SLAB_LINE), tag("g", *cells, **style)]


def _ground(layout: Layout, fill: str, edge: str) -> str:
    box = {"x": 0.75, "y": 0.75, "width": layout.width - 1.5, "height": layout.height - 1.5}
    return tag("rect", **box, rx=6, fill=fill, stroke=edge, stroke_width=1.5)


def _labels(layout: Layout) -> list[str]:
    """Returns the coordinates: left and below on wood, left and above elsewhere."""
    columns, rows = layout.names()
    half = layout.margin / 2 if not layout.on_lines else 13.0
    colour = {"gomoku": palette.WOOD_LABEL, "othello": palette.FELT_LABEL}.get(
        layout.game.name, palette.SLAB_LABEL
    )
    level = layout.height - half if layout.on_lines else half
    names = [text(x, level, name) for x, name in columns]
    names += [text(half, y, name) for y, name in rows]
    return [tag("g", *names, fill=colour, font_size=LABEL if layout.on_lines else LABEL - 1)]
