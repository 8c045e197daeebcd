"""Any text in any format: diagrams, positions, lists of moves and Gomocup opening lists."""

from __future__ import annotations

from fivefold.formats import FORMATS, _format_of
from fivefold.formats.diagrams import DIAGRAM, NUMBERS
from fivefold.formats.offsets import OFFSETS
from fivefold.formats.position import POSITION
from fivefold.formats.transcript import TRANSCRIPT
from fuzz.checking import check_format, chosen, text_of, tried


def check(data: bytes) -> None:
    game, rest = chosen(data)
    text = text_of(rest)
    found = tried(lambda: _format_of(text, game))
    assert found is None or found in FORMATS.values()
    for known in (OFFSETS, NUMBERS, DIAGRAM, POSITION, TRANSCRIPT):
        if known is found:
            check_format(known, text, game)
