"""Draws the PNG icons and the picture of links that are no match, from the page's own icon.

    .venv/bin/python packaging/icons.py

Run it after a change of `icon.svg`, and commit what it writes.
"""

from __future__ import annotations

import re
from pathlib import Path

from fivefold.server.exports.images import card_of, icon_of

STATIC = Path(__file__).parents[1] / "src" / "fivefold" / "server" / "web" / "static"
SIZES = {"icon-180.png": 180, "icon-192.png": 192, "icon-512.png": 512}


def drawings() -> dict[str, bytes]:
    """Returns the content of each file, by name."""
    svg = (STATIC / "icon.svg").read_text(encoding="utf-8")
    found = {name: icon_of(svg, size) for name, size in SIZES.items()}
    # Systems cut maskable icons to a shape: the ground fills the square, the drawing is smaller.
    filled = re.sub(r' rx="14"', "", svg, count=1)
    ground, drawing = re.split(r"(?<=/>)(?=<g )", filled, maxsplit=1)
    scaled = drawing.removesuffix("</svg>\n").removesuffix("</svg>")
    smaller = f'<g transform="translate(9.6 9.6) scale(0.7)">{scaled}</g></svg>'
    found["icon-maskable.png"] = icon_of(ground + smaller, 512)
    found["card.png"] = card_of(None)
    return found


def main() -> None:
    for name, content in drawings().items():
        (STATIC / name).write_bytes(content)


if __name__ == "__main__":
    main()
