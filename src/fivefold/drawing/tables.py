"""Draws the standings of a tournament: a bar for each player."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import east_asian_width

from fivefold.drawing import palette
from fivefold.drawing.markup import FONT, clean, tag, text

WIDTH, ROW, NAME, BAR = 480, 30, 206, 190
MAX_NAME = 23
"""Maximum width of a name in letters; Hangul and Kanji count as two."""


def standings_svg(rows: Sequence[tuple[str, float, int]]) -> str:
    """Returns a picture of (name, points, games), best first; the bar is the share of points."""
    height = ROW * len(rows) + 12
    drawn = [tag("rect", x=0, y=0, width=WIDTH, height=height, rx=8, fill=palette.PAPER)]
    ink = {"fill": palette.DARK, "font_size": 14}
    for place, (name, points, games) in enumerate(rows):
        y = 6 + ROW * (place + 0.5)
        share = points / games if games else 0.0
        box = {"x": NAME, "y": y - 9, "height": 18, "rx": 3}
        drawn += [
            text(12, y, _short(name), text_anchor="start", **ink),
            tag("rect", **box, width=BAR, fill=palette.HEAT[0]),
            tag("rect", **box, width=round(BAR * share, 1), fill=palette.GLASS),
            text(WIDTH - 12, y, f"{points:g} / {games}", text_anchor="end", **ink),
        ]
    return tag(
        "svg",
        tag(
            "title", clean(", ".join(f"{name} {points:g}/{games}" for name, points, games in rows))
        ),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height}",
        width=WIDTH,
        height=height,
        role="img",
        font_family=FONT,
    )


def _short(name: str) -> str:
    """Returns the name, cut to the width that fits."""
    width = 0
    for place, mark in enumerate(name):
        width += 2 if east_asian_width(mark) in "WF" else 1
        if width > MAX_NAME:
            return f"{name[: place - 1]}…"
    return name
