"""Our own records as JSON."""

from __future__ import annotations

from fivefold.formats.records import RECORD
from fuzz.checking import check_format, chosen, text_of


def check(data: bytes) -> None:
    game, rest = chosen(data)
    check_format(RECORD, text_of(rest), game if data[:1] < b"\x80" else None)
