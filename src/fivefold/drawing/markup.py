"""SVG elements as text. Everything written into an element is escaped here, once."""

from __future__ import annotations

from html import escape

FONT = "system-ui, 'Noto Sans', 'DejaVu Sans', sans-serif"


def tag(name: str, *children: str, **attributes: object) -> str:
    """Returns an element; `stroke_width=2` becomes `stroke-width="2"`, and None is omitted.

    Children are elements made by `tag` or `text`.
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
    """Returns a text element centred on a point."""
    style = {"text_anchor": "middle", "dominant_baseline": "central", **attributes}
    return tag("text", clean(words), x=x, y=y, **style)


def clean(words: str) -> str:
    """Returns the text escaped for XML, without characters that XML forbids."""
    return escape("".join(mark for mark in words if _is_allowed(ord(mark))))


def _is_allowed(code: int) -> bool:
    is_control = code < 0x20 and code not in (0x9, 0xA, 0xD)
    return not (is_control or 0xD800 <= code <= 0xDFFF or code in (0xFFFE, 0xFFFF))


def _short(value: object) -> str:
    """Returns a number with at most two decimals, and anything else as text."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def is_dark(colour: str) -> bool:
    """Tells whether a colour such as `#2657a4` needs light text."""
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue < 140


def light_from_above(name: str, *colours: str) -> str:
    """Returns a radial gradient for a round object lit from the upper left."""
    last = len(colours) - 1
    stops = [
        tag("stop", offset=step / last, stop_color=colour) for step, colour in enumerate(colours)
    ]
    return tag("radialGradient", *stops, id=name, cx=0.36, cy=0.3, r=0.78)
