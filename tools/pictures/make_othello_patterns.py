"""Draws the shapes of the Othello evaluation: docs/pictures/othello-patterns.svg.

    .venv/bin/python tools/pictures/make_othello_patterns.py

Reads the shapes from native/othello/evaluation/patterns.hpp, so the picture cannot drift.
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
HEADER = ROOT / "native" / "othello" / "evaluation" / "patterns.hpp"
CELL, GAP, COLUMNS = 11, 22, 4


def shapes() -> list[list[int]]:
    """Returns the cells of every shape, numbered row by row from a1."""
    found = re.findall(r'shape\("([a-h1-8 ]+)"\)', HEADER.read_text(encoding="utf-8"))
    return [
        [(ord(name[1]) - ord("1")) * 8 + ord(name[0]) - ord("a") for name in names.split()]
        for names in found
    ]


def images(cells: list[int]) -> int:
    """Returns the number of places of a shape on the board."""
    points = [divmod(cell, 8) for cell in cells]
    found = set()
    for _ in range(4):
        points = [(column, 7 - row) for row, column in points]
        found |= {frozenset(points), frozenset((row, 7 - column) for row, column in points)}
    return len(found)


def svg(all_shapes: list[list[int]]) -> str:
    """Returns the picture: a board per shape, its cells dark, its places counted below."""
    side = 8 * CELL
    rows = -(-len(all_shapes) // COLUMNS)
    width = COLUMNS * (side + GAP) + GAP
    height = rows * (side + GAP + 14) + GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img">',
        "<title>The shapes of the Othello evaluation</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        '<g font-family="sans-serif" font-size="11" text-anchor="middle">',
    ]
    for number, cells in enumerate(all_shapes):
        left = GAP + number % COLUMNS * (side + GAP)
        top = GAP + number // COLUMNS * (side + GAP + 14)
        for cell in range(64):
            x, y = left + cell % 8 * CELL, top + cell // 8 * CELL
            fill = "#14532d" if cell in cells else "#dcefe2"
            parts.append(
                f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" '
                f'fill="{fill}" stroke="#fff"/>'
            )
        text = f"{len(cells)} cells, {images(cells)} places"
        parts.append(f'<text x="{left + side / 2}" y="{top + side + 14}">{text}</text>')
    return "\n".join([*parts, "</g>", "</svg>", ""])


if __name__ == "__main__":
    (ROOT / "docs" / "pictures" / "othello-patterns.svg").write_text(
        svg(shapes()), encoding="utf-8"
    )
