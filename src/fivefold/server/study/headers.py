"""The headers of a study: the names in its record, and properties of the root of its tree."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from fivefold.formats.sgf.grammar import as_value, simple
from fivefold.match.record import MatchRecord
from fivefold.tree.node import Property

UNKNOWN = "?"
PLAYERS = ("first", "second")
PROPERTIES = {
    "title": "GN",
    "event": "EV",
    "place": "PC",
    "date": "DT",
    "round": "RO",
    "annotator": "AN",
}
"""The headers that are properties, as SGF names them."""
HEADERS = ("title", *PLAYERS, *(name for name in PROPERTIES if name != "title"))

Source = tuple[Property, ...]


def headers_of(record: MatchRecord, source: Source) -> dict[str, str]:
    """Returns every header; '' where nothing is known."""
    texts = {own: simple(values[0]) for own, values in reversed(source) if values}
    found = {name: texts.get(own, "") for name, own in PROPERTIES.items()}
    for name in PLAYERS:
        player = getattr(record, name)
        found[name] = "" if player == UNKNOWN else player
    return {name: found[name] for name in HEADERS}


def with_headers(
    record: MatchRecord, source: Source, headers: Mapping[str, str]
) -> tuple[MatchRecord, Source]:
    """Returns the record and the properties of the root with other headers."""
    players: dict[str, Any] = {
        name: headers[name] or UNKNOWN for name in PLAYERS if name in headers
    }
    rest = {own: headers[name] for name, own in PROPERTIES.items() if name in headers}
    kept: list[Property] = []
    for own, values in source:
        if own not in rest:
            kept.append((own, values))
        elif text := rest.pop(own):
            kept.append((own, (as_value(text),)))
    kept += [(own, (as_value(text),)) for own, text in rest.items() if text]
    return replace(record, **players), tuple(kept)
