"""Tags and colours of a drawing. Whatever is written into a tag is escaped here, once."""

from __future__ import annotations

from html import escape

FONT = "system-ui, 'Noto Sans', 'DejaVu Sans', sans-serif"

WOOD, WOOD_GRAIN, WOOD_EDGE, WOOD_LINE, WOOD_LABEL = (
    "#e6c288",
    "#b98a48",
    "#c59a5c",
    "#6a4b22",
    "#5d401a",
)
FELT, FELT_LINE, FELT_FRAME, FELT_LABEL = "#2b7151", "#1c5039", "#2d2a26", "#d8d2c6"
SLAB, SLAB_CELL, SLAB_LINE, SLAB_LABEL = "#efe8da", "#f8f3e8", "#dcd2bf", "#6a6253"
PAPER, DARK = "#fffdf9", "#1f1c18"
GLASS = "#0b6170"
"""What a machine says."""
SEAL = "#b3341c"
"""The last move and the winning line."""
TONES = {"good": "#1a5fa6", "bad": "#a4460a", "neutral": GLASS}
HEAT = ("#f6f0d4", "#e2e7bd", "#bedbb0", "#8fc7ae", "#5caeaa", "#3a8ea1", "#2a6b8e")
"""From low to high; the last two need light ink."""
PIECES = {
    "F": "#995857",
    "I": "#2657a4",
    "L": "#f0d868",
    "N": "#6aa1dc",
    "P": "#762e07",
    "T": "#b1debf",
    "U": "#d97a95",
    "V": "#918a2b",
    "W": "#b3b64d",
    "X": "#473f65",
    "Y": "#69ccf2",
    "Z": "#6e73cb",
}


def tag(name: str, *children: str, **attributes: object) -> str:
    """Returns an element; `stroke_width=2` is written `stroke-width="2"`, None is left out.

    Children are elements or texts made by `text`.
    """
    written = "".join(
        f' {key.replace("_", "-")}="{clean(_short(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if not children:
        return f"<{name}{written}/>"
    return f"<{name}{written}>{''.join(children)}</{name}>"


def text(x: float, y: float, words: str, **attributes: object) -> str:
    """Returns words centred on a point, both ways."""
    style = {"text_anchor": "middle", "dominant_baseline": "central", **attributes}
    return tag("text", clean(words), x=x, y=y, **style)


def clean(words: str) -> str:
    """Returns words as XML can hold them: escaped, and without what no XML may contain."""
    return escape("".join(mark for mark in words if _is_allowed(ord(mark))))


def _is_allowed(code: int) -> bool:
    is_control = code < 0x20 and code not in (0x9, 0xA, 0xD)
    return not (is_control or 0xD800 <= code <= 0xDFFF or code in (0xFFFE, 0xFFFF))


def _short(value: object) -> str:
    """Returns a number with at most two decimals, anything else as its text."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def is_dark(colour: str) -> bool:
    """Tells whether light ink is easier to read on a colour such as `#2657a4`."""
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue < 140


def light_from_above(name: str, *colours: str) -> str:
    """Returns the gradient of something round that is lit from the upper left."""
    last = len(colours) - 1
    stops = [
        tag("stop", offset=step / last, stop_color=colour) for step, colour in enumerate(colours)
    ]
    return tag("radialGradient", *stops, id=name, cx=0.36, cy=0.3, r=0.78)
