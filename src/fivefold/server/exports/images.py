"""Positions as SVG and PNG, and games as animated GIF.

Rendering is slow and holds the GIL, so it runs in a process of its own (`process.py`), never in the
event loop or a thread.

Only the first frame of an animation is drawn completely. A move changes a few cells, and redrawing
those takes a tenth of the time of the whole board.
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
from fivefold.drawing import board_svg
from fivefold.drawing.boards import layout_of
from fivefold.drawing.layout import CELL, Layout
from fivefold.drawing.palette import DARK, FELT_FRAME, SEAL, SLAB, WOOD

IMAGE_WIDTH = 800
ANIMATION_WIDTH = 480
MAX_FRAMES = 500
MAX_PIXELS = 40_000_000
"""Maximum pixels of all frames together: long animations are smaller."""
FRAME_MS, LAST_FRAME_MS = 1000, 3000
"""Milliseconds a frame is shown at speed 1, and the last frame at any speed."""
MIN_FRAME_MS, MAX_FRAME_MS = 50, 10_000

CARD = (1200, 630)
"""The size of a card, the picture of a link in chats and social networks."""
CARD_MARGIN = 40

MARGIN = 2
"""Pixels drawn around a part and then cropped: shapes crossing its edge render wrongly."""

CARD_GROUND = "#f8f5ef"
# Five discs turning over, the sign of the pages.
_MARK = (
    '<circle cx="10" cy="10" r="9"/><ellipse cx="33" cy="10" rx="5.6" ry="9"/>'
    '<rect x="48.9" y="1" width="2.2" height="18" rx="1.1"/>'
    f'<g fill="none" stroke="{DARK}" stroke-width="1.6"><ellipse cx="67" cy="10" rx="5" ry="8.2"/>'
    '<circle cx="90" cy="10" r="8.2"/></g>'
)
_GROUNDS = {"gomoku": WOOD, "othello": FELT_FRAME, "": SLAB}
_FONT_NAME = "Aileron"
_ROOT = re.compile(r' viewBox="[^"]*" width="\d+" height="\d+"')

Box = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels."""


def svg_of(state: State) -> bytes:
    """Returns the position as SVG."""
    return board_svg(state, width=IMAGE_WIDTH).encode()


def png_of(state: State, width: int = IMAGE_WIDTH) -> bytes:
    """Returns the position as PNG, with transparent round corners."""
    scale, whole = _scaled(_layout(state), width)
    return _rasterized(board_svg(state), whole, scale)


def card_of(state: State | None) -> bytes:
    """Returns a PNG for links to a match: the position beside the name of the game.

    Without a state it shows the name of the product alone.
    """
    wide, high = CARD
    side = high - 2 * CARD_MARGIN
    parts = [f'<rect width="{wide}" height="{high}" fill="{CARD_GROUND}"/>']
    left = wide / 2 - 180
    if state is not None:
        layout = _layout(state)
        width = side * layout.width / max(layout.width, layout.height)
        height = side * layout.height / max(layout.width, layout.height)
        box = f'x="{CARD_MARGIN}" y="{(high - height) / 2:.1f}" width="{width:.1f}"'
        view = f' {box} height="{height:.1f}" viewBox="0 0 {layout.width} {layout.height}"'
        parts.append(_ROOT.sub(view, board_svg(state), count=1))
        left = CARD_MARGIN + side + 50
        title = state.game.name.capitalize()
        look = f'font-size="48" fill="{DARK}" opacity="0.7"'
        parts.append(f'<text x="{left:.1f}" y="465" {look}>{title}</text>')
    parts.append(f'<g transform="translate({left:.1f} 215) scale(3.6)" fill="{DARK}">{_MARK}</g>')
    parts.append(f'<text x="{left:.1f}" y="390" font-size="84" fill="{DARK}">Fivefold</text>')
    root = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}"'
    svg = f'{root} width="{wide}" height="{high}">{"".join(parts)}</svg>'
    return _rasterized(svg, (0, 0, wide, high), 1.0)


def icon_of(svg: str, size: int) -> bytes:
    """Returns a square drawing as PNG."""
    return resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size, skip_system_fonts=True)


def gif_of(states: Sequence[State], speed: float = 1.0) -> bytes:
    """Returns the positions as a looping GIF; the last `MAX_FRAMES` if there are more.

    At speed 1 each position is shown for a second. The last one is shown longer.
    """
    states = states[-MAX_FRAMES:]
    frames = _frames(states)
    frame_ms = min(max(round(FRAME_MS / speed), MIN_FRAME_MS), MAX_FRAME_MS)
    buffer = io.BytesIO()
    frames[0].save(
        buffer,
        "GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[frame_ms] * (len(frames) - 1) + [max(LAST_FRAME_MS, frame_ms)],
        loop=0,
        optimize=False,
        disposal=1,
    )
    return buffer.getvalue()


def _frames(states: Sequence[State]) -> list[Image.Image]:
    """Returns the positions as images with one palette, each drawn over the one before."""
    layout = _layout(states[0])
    width = math.isqrt(int(MAX_PIXELS / len(states) * layout.width / layout.height))
    scale, whole = _scaled(layout, min(ANIMATION_WIDTH, width))
    first, last = (_image(state, whole, scale) for state in (states[0], states[-1]))
    palette = _palette(first, last)
    frames = [_in_palette(first, palette)]
    for before, state in itertools.pairwise(states):
        frame = frames[-1].copy()
        for box in _changed(before, state, layout, scale, whole):
            frame.paste(_in_palette(_image(state, box, scale), palette), box[:2])
        frames.append(frame)
    return frames


def _palette(first: Image.Image, last: Image.Image) -> Image.Image:
    """Returns a palette for the animation, taken from its first and last frames.

    The seal's colour is added by name, because the seal is too small to be sampled. One entry stays
    free: the GIF writer uses it for pixels that do not change.
    """
    both = Image.new("RGB", (first.width, 2 * first.height))
    both.paste(first, (0, 0))
    both.paste(last, (0, first.height))
    counted = both.quantize(254, Image.Quantize.MEDIANCUT).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette(counted[: 254 * 3] + list(ImageColor.getrgb(SEAL)))
    return palette


def _in_palette(image: Image.Image, palette: Image.Image) -> Image.Image:
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def _changed(before: State, state: State, layout: Layout, scale: float, whole: Box) -> list[Box]:
    """Returns the parts of the image in which the two positions can differ."""
    if state.outcome:
        return [whole]  # the winning line can be anywhere
    both = enumerate(zip(before.cells, state.cells, strict=True))
    marked = [
        set(state.game.move_cells(move)) if move is not None else set()
        for move in (before.last_move, state.last_move)
    ]
    parts = [{cell for cell, (old, new) in both if old != new} | marked[1], marked[0]]
    return [_around(cells, layout, scale, whole) for cells in parts if cells]


def _around(cells: set[int], layout: Layout, scale: float, whole: Box) -> Box:
    """Returns the pixels of the cells, their shadows and their marks."""
    xs, ys = zip(*map(layout.centre, cells), strict=True)
    reach = CELL * 0.6
    left, top = (max(0, math.floor((min(axis) - reach) * scale)) for axis in (xs, ys))
    right, bottom = (math.ceil((max(axis) + reach) * scale) for axis in (xs, ys))
    return left, top, min(whole[2], right), min(whole[3], bottom)


def _layout(state: State) -> Layout:
    return layout_of(state.game, coordinates=True)


def _scaled(layout: Layout, width: int) -> tuple[float, Box]:
    """Returns the pixels per unit of the layout, and the box of the whole image."""
    scale = width / layout.width
    return scale, (0, 0, width, max(1, round(layout.height * scale)))


def _image(state: State, box: Box, scale: float) -> Image.Image:
    """Returns part of the image, with the board's edge colour behind its corners."""
    left, top, right, bottom = box
    wider = left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN
    with Image.open(io.BytesIO(_rasterized(board_svg(state), wider, scale))) as drawn:
        part = drawn.crop((MARGIN, MARGIN, MARGIN + right - left, MARGIN + bottom - top)).convert(
            "RGBA"
        )
    ground = Image.new("RGBA", part.size, _GROUNDS.get(state.game.name, _GROUNDS[""]))
    return Image.alpha_composite(ground, part).convert("RGB")


def _rasterized(svg: str, box: Box, scale: float) -> bytes:
    """Returns a box of the image as PNG, pixel for pixel as in the whole image."""
    left, top, right, bottom = box
    wide, high = right - left, bottom - top
    view = " ".join(f"{pixels / scale:.6f}" for pixels in (left, top, wide, high))
    svg = _ROOT.sub(f' viewBox="{view}" width="{wide}" height="{high}"', svg, count=1)
    # A new file each time: one that is kept open would be left behind if the process is killed.
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

    With it, text looks the same on every machine, even one without fonts.
    """
    font = ImageFont.load_default(16)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return bytes(font.font_bytes)
