"""Positions as SVG and PNG, and games as animated GIF.

Everything here takes a while and holds the interpreter meanwhile: it belongs into a process of
its own (`exporter.py`), never into the event loop or a thread beside it.

A film is drawn once and then only where something changes: a move touches a few cells, and a
picture of those is made in a tenth of the time of the whole board.
"""

from __future__ import annotations

import io
import itertools
import math
import re
import tempfile
from collections.abc import Sequence
from functools import cache

import resvg_py
from PIL import Image, ImageColor, ImageFont

from fivefold.core import State
from fivefold.formats.svg import board_svg, ink
from fivefold.formats.svg.boards import plan_of
from fivefold.formats.svg.plan import CELL, Plan

PICTURE_WIDTH = 800
FILM_WIDTH = 480
MOST_FRAMES = 500
MOST_PIXELS = 40_000_000
"""Of all frames together: a long film is a small one."""
PACE, HOLD = 1000, 3000
"""How long a frame is shown at speed 1, and the last one at any speed, in milliseconds."""
FASTEST, SLOWEST = 50, 10_000

EDGE = 2
"""Pixels that are drawn around a part and cut off: shapes that cross its edge come out wrong."""

_GROUNDS = {"gomoku": ink.WOOD, "othello": ink.FELT_FRAME, "": ink.SLAB}
_FONT_NAME = "Aileron"
_ROOT = re.compile(r' viewBox="[^"]*" width="\d+" height="\d+"')

Box = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels."""


def svg_of(state: State) -> bytes:
    """Returns the position as SVG."""
    return board_svg(state, width=PICTURE_WIDTH).encode()


def png_of(state: State, width: int = PICTURE_WIDTH) -> bytes:
    """Returns the position as PNG, transparent around its round corners."""
    scale, whole = _scaled(_plan(state), width)
    return _rasterized(board_svg(state), whole, scale)


def gif_of(states: Sequence[State], speed: float = 1.0) -> bytes:
    """Returns a film of the positions, the last ones where there are too many, in a loop.

    Each is shown for a second at speed 1; the last is held so that it can be looked at.
    """
    states = states[-MOST_FRAMES:]
    frames = _frames(states)
    pace = min(max(round(PACE / speed), FASTEST), SLOWEST)
    film = io.BytesIO()
    frames[0].save(
        film,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[pace] * (len(frames) - 1) + [max(HOLD, pace)],
        loop=0,
        optimize=False,
        disposal=1,
    )
    return film.getvalue()


def _frames(states: Sequence[State]) -> list[Image.Image]:
    """Returns the positions as pictures of one palette, each drawn upon the one before."""
    plan = _plan(states[0])
    width = math.isqrt(int(MOST_PIXELS / len(states) * plan.width / plan.height))
    scale, whole = _scaled(plan, min(FILM_WIDTH, width))
    first, last = (_image(state, whole, scale) for state in (states[0], states[-1]))
    palette = _palette(first, last)
    frames = [_in_palette(first, palette)]
    for before, state in itertools.pairwise(states):
        frame = frames[-1].copy()
        for box in _changed(before, state, plan, scale, whole):
            frame.paste(_in_palette(_image(state, box, scale), palette), box[:2])
        frames.append(frame)
    return frames


def _palette(first: Image.Image, last: Image.Image) -> Image.Image:
    """Returns an image with the colours of the film: those of its two ends, where all pieces are.

    The seal is in it by name, for it is too small to be counted. One place stays free: the writer
    needs it for pixels that do not change.
    """
    both = Image.new("RGB", (first.width, 2 * first.height))
    both.paste(first, (0, 0))
    both.paste(last, (0, first.height))
    counted = both.quantize(254, Image.Quantize.MEDIANCUT).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette(counted[: 254 * 3] + list(ImageColor.getrgb(ink.SEAL)))
    return palette


def _in_palette(image: Image.Image, palette: Image.Image) -> Image.Image:
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def _changed(before: State, state: State, plan: Plan, scale: float, whole: Box) -> list[Box]:
    """Returns the parts of the picture in which the two positions can differ."""
    if state.outcome:
        return [whole]  # the winning line lies somewhere
    both = enumerate(zip(before.cells, state.cells, strict=True))
    marked = [
        set(state.game.move_cells(move)) if move is not None else set()
        for move in (before.last_move, state.last_move)
    ]
    parts = [{cell for cell, (old, new) in both if old != new} | marked[1], marked[0]]
    return [_around(cells, plan, scale, whole) for cells in parts if cells]


def _around(cells: set[int], plan: Plan, scale: float, whole: Box) -> Box:
    """Returns the pixels of the cells and of what reaches beyond them: shadows and marks."""
    xs, ys = zip(*map(plan.centre, cells), strict=True)
    reach = CELL * 0.6
    left, top = (max(0, math.floor((min(axis) - reach) * scale)) for axis in (xs, ys))
    right, bottom = (math.ceil((max(axis) + reach) * scale) for axis in (xs, ys))
    return left, top, min(whole[2], right), min(whole[3], bottom)


def _plan(state: State) -> Plan:
    return plan_of(state.game, coordinates=True)


def _scaled(plan: Plan, width: int) -> tuple[float, Box]:
    """Returns how many pixels a unit of the plan has, and the whole picture."""
    scale = width / plan.width
    return scale, (0, 0, width, max(1, round(plan.height * scale)))


def _image(state: State, box: Box, scale: float) -> Image.Image:
    """Returns that part of the picture, its corners filled with the colour of the board's edge."""
    left, top, right, bottom = box
    wider = left - EDGE, top - EDGE, right + EDGE, bottom + EDGE
    with Image.open(io.BytesIO(_rasterized(board_svg(state), wider, scale))) as drawn:
        part = drawn.crop((EDGE, EDGE, EDGE + right - left, EDGE + bottom - top)).convert("RGBA")
    ground = Image.new("RGBA", part.size, _GROUNDS.get(state.game.name, _GROUNDS[""]))
    return Image.alpha_composite(ground, part).convert("RGB")


def _rasterized(svg: str, box: Box, scale: float) -> bytes:
    """Returns the box of the picture as PNG; its pixels are those of the whole picture."""
    left, top, right, bottom = box
    wide, high = right - left, bottom - top
    view = " ".join(f"{pixels / scale:.6f}" for pixels in (left, top, wide, high))
    svg = _ROOT.sub(f' viewBox="{view}" width="{wide}" height="{high}"', svg, count=1)
    # Written anew each time: a file kept open would stay behind when the process is killed.
    with tempfile.NamedTemporaryFile(prefix="fivefold-", suffix=".ttf") as font:
        font.write(_font())
        font.flush()
        return resvg_py.svg_to_bytes(
            svg_string=svg,
            width=wide,
            height=high,
            skip_system_fonts=True,
            font_files=[font.name],
            font_family=_FONT_NAME,
            sans_serif_family=_FONT_NAME,
        )


@cache
def _font() -> bytes:
    """Returns the font that comes with Pillow.

    With it letters look the same on every machine, also on one that has no fonts at all.
    """
    font = ImageFont.load_default(16)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return bytes(font.font_bytes)
