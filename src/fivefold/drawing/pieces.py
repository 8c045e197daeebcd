"""Draws what lies on a board: stones, two-sided discs, and pentominoes with their outline."""

from __future__ import annotations

from collections.abc import Iterable

from fivefold.core import State
from fivefold.drawing import markup, palette
from fivefold.drawing.layout import CELL, Layout, Point
from fivefold.drawing.markup import light_from_above, tag, text

STONE, DISC = 18.4, 16.0
INSET, ROUND = 1.4, 6.0
LETTERS = "".join(palette.PIECES)
TEXTURES = (
    "M0 8L8 0",
    "M0 0L8 8",
    "M0 4H8",
    "M4 0V8",
    "M4 3.4V4.6M3.4 4H4.6",
    "M0 0L8 8M0 8L8 0",
)
"""Textures assigned to the pieces in turn, so that neighbours differ without colour."""


def definitions() -> list[str]:
    """Returns the gradients and textures that boards and pieces refer to."""
    shade = tag("stop", offset=0.72, stop_color="#3a2406", stop_opacity=0.5)
    clear = tag("stop", offset=1, stop_color="#3a2406", stop_opacity=0)
    textures = [
        tag(
            "pattern",
            tag("path", d=path, stroke="#000000", stroke_width=1.2, stroke_linecap="round"),
            id=f"texture{number}",
            width=8,
            height=8,
            patternUnits="userSpaceOnUse",
        )
        for number, path in enumerate(TEXTURES)
    ]
    return [
        light_from_above("black", "#6a655e", "#26231f", "#0c0b0a"),
        light_from_above("white", "#ffffff", "#f6f2ea", "#d2cabb"),
        light_from_above("felt", "#31805c", palette.FELT, "#27684a"),
        tag("radialGradient", shade, clear, id="shadow"),
        *textures,
    ]


def draw_pieces(state: State, layout: Layout) -> list[str]:
    """Returns all stones, discs or pieces on the board."""
    if state.game.name == "pentomino":
        return [draw_piece(layout, mark, cells) for mark, cells in _by_letter(state.cells)]
    drawn = []
    for cell, mark in enumerate(state.cells):
        if mark == ".":
            continue
        if mark not in "XO":
            drawn.append(text(*layout.centre(cell), mark, font_size=20, fill=palette.DARK))
        elif layout.on_lines:
            drawn.append(_stone(layout.centre(cell), mark))
        else:
            drawn.append(_disc(layout.centre(cell), mark))
    return drawn


def _stone(at: Point, mark: str) -> str:
    x, y = at
    edge = {"stroke": "#857a66", "stroke_width": 0.9} if mark == "O" else {}
    return tag("circle", cx=x + 1, cy=y + 2.4, r=STONE + 1.4, fill="url(#shadow)") + tag(
        "circle", cx=x, cy=y, r=STONE, fill=_material(mark), **edge
    )


def _disc(at: Point, mark: str) -> str:
    """Returns a disc above the rim of its other side."""
    x, y = at
    rim, edge = ("#d8d0c1", "#0c0b0a") if mark == "X" else ("#171512", "#857a66")
    face = {"fill": _material(mark), "stroke": edge, "stroke_width": 0.7}
    return (
        tag("circle", cx=x + 0.8, cy=y + 3, r=DISC + 1.6, fill="url(#shadow)")
        + tag("circle", cx=x, cy=y + 1.2, r=DISC, fill=rim)
        + tag("circle", cx=x, cy=y - 0.8, r=DISC, **face)
    )


def _material(mark: str) -> str:
    return "url(#black)" if mark == "X" else "url(#white)"


def _by_letter(cells: str) -> list[tuple[str, list[int]]]:
    letters = sorted(set(cells) - {"."})
    return [(letter, [c for c, mark in enumerate(cells) if mark == letter]) for letter in letters]


def draw_piece(layout: Layout, letter: str, cells: Iterable[int], *, ghost: bool = False) -> str:
    """Returns a pentomino as one shape with its letter; `ghost` draws it as not yet placed."""
    cells = list(cells)
    colour = palette.PIECES.get(letter, palette.SLAB_LABEL)
    shape = outline(layout, cells)
    texture = f"url(#texture{LETTERS.find(letter) % len(TEXTURES)})"
    layers = [
        tag("path", d=shape, opacity=0.28, transform="translate(0 2)"),
        tag("path", d=shape, fill=colour),
        tag("path", d=shape, fill=texture, opacity=0.12),
        tag("path", d=shape, fill="none", stroke="#ffffff", stroke_opacity=0.45),
    ]
    if ghost:
        edge = {"stroke": palette.DARK, "stroke_width": 2.4, "stroke_dasharray": "7 5"}
        layers = [tag("path", d=shape, fill=colour, fill_opacity=0.86, **edge)]
    middle = [sum(axis) / len(cells) for axis in zip(*map(layout.centre, cells), strict=True)]
    x, y = min(map(layout.centre, cells), key=lambda at: _distance(at, middle))
    style = {"font_size": 17, "font_weight": 650}
    letter_ink = palette.PAPER if markup.is_dark(colour) else palette.DARK
    return tag("g", *layers, text(x, y, letter, fill=letter_ink, **style))


def _distance(at: Point, middle: list[float]) -> float:
    return (at[0] - middle[0]) ** 2 + (at[1] - middle[1]) ** 2


def outline(layout: Layout, cells: Iterable[int]) -> str:
    """Returns the path around connected cells, slightly inset, with round corners.

    The path runs clockwise, so the inside is always on its right:

        ┌──→──┐
        ↑  ┌─←┘     at each corner the path is moved inwards along both edges
        └←─┘
    """
    corners = _corners(layout, set(cells))
    path: list[str] = []
    for (x, y), before, after in corners:
        # Turning a direction (dx, dy) right by 90 degrees gives (-dy, dx), which points inside.
        inside_x = x + INSET * (-before[1] - after[1])
        inside_y = y + INSET * (before[0] + after[0])
        start = inside_x - before[0] * ROUND, inside_y - before[1] * ROUND
        end = inside_x + after[0] * ROUND, inside_y + after[1] * ROUND
        step = "L" if path else "M"
        path.append(
            f"{step}{start[0]:g} {start[1]:g}Q{inside_x:g} {inside_y:g} {end[0]:g} {end[1]:g}"
        )
    return "".join(path) + "Z"


def _corners(layout: Layout, cells: set[int]) -> list[tuple[Point, Point, Point]]:
    """Returns the corners in order, each with the directions before and after it."""
    columns = layout.game.columns
    places = {divmod(cell, columns) for cell in cells}
    following: dict[tuple[int, int], tuple[int, int]] = {}
    for row, column in places:
        box = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]
        beyond = [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]
        for number, neighbour in enumerate(beyond):
            if neighbour not in places:
                following[box[number]] = box[(number + 1) % 4]
    start = here = min(following)
    walk: list[tuple[int, int]] = []
    while not walk or here != start:
        walk.append(here)
        here = following[here]
    found = []
    for number, (row, column) in enumerate(walk):
        previous, after = walk[number - 1], following[row, column]
        coming = (float(column - previous[1]), float(row - previous[0]))
        going = (float(after[1] - column), float(after[0] - row))
        if coming != going:
            at = (layout.margin + column * CELL, layout.margin + row * CELL)
            found.append((at, coming, going))
    return found
