"""The chart of a report: what each move lost, X upwards and O downwards, as SVG."""

from __future__ import annotations

from fivefold.analysis import GameReport
from fivefold.core import Player
from fivefold.drawing.markup import clean, tag, text
from fivefold.words import Message, say

WIDTH, HEIGHT = 720, 220
LEFT, RIGHT, EDGE = 44, 12, 26
MOST = {"chance": 100.0, "discs": 20.0, "result": 1.0}
"""The least loss at the ends of the axis."""
TICKS = {"chance": (50.0, 100.0), "discs": (10.0, 20.0), "result": (1.0,)}
EVERY = 10
"""Moves between two numbers below the chart."""


def loss_chart(report: GameReport) -> str:
    """Returns the chart; colours come from the classes of the page."""
    top = max([MOST[report.unit], *(each.loss or 0 for each in report.moves)])
    middle = HEIGHT / 2
    scale = (middle - EDGE) / top
    step = (WIDTH - LEFT - RIGHT) / max(1, len(report.moves))
    bar = max(1.5, min(14.0, step * 0.7))
    drawn = list[str]()
    for tick in TICKS[report.unit]:
        for y in (middle - tick * scale, middle + tick * scale):
            drawn.append(tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, **{"class": "grid"}))
            drawn.append(_label(LEFT - 18, y, f"{tick:g}"))
    marks = {each.ply: each.number for each in report.turning_points}
    for each in report.moves:
        x = LEFT + (each.ply - 0.5) * step
        tall = max(1.0, (each.loss or 0) * scale)
        is_first = each.side is Player.FIRST
        box = {"x": x - bar / 2, "y": middle - tall if is_first else middle, "rx": 1.5}
        kind = "first" if is_first else "second"
        drawn.append(tag("rect", width=bar, height=tall, **box, **{"class": kind}))
        if each.ply % EVERY == 0:
            drawn.append(_label(x, HEIGHT - 6, str(each.ply)))
        if each.ply in marks:
            y = middle - tall - 12 if is_first else middle + tall + 12
            y = min(HEIGHT - 10.0, max(10.0, y))
            drawn.append(tag("circle", cx=x, cy=y, r=9, **{"class": "mark"}))
            drawn.append(text(x, y, str(marks[each.ply]), font_size=12, **{"class": "number"}))
    drawn.append(tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=middle, y2=middle, **{"class": "axis"}))
    return tag(
        "svg",
        tag("title", clean(str(chart_words(report)))),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        **{"class": "chart"},
    )


def chart_words(report: GameReport) -> Message:
    """Returns what the chart shows."""
    first, second = map(report.start.game.player_name, Player)
    what = say(f"report.lost.{report.unit}")
    return say("report.chart", what=what, first=first, second=second)


def _label(x: float, y: float, words: str) -> str:
    return text(x, y, words, font_size=12, **{"class": "label"})
