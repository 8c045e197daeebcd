"""What a format cannot hold of a game, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set

from fivefold.formats.reading import Reading
from fivefold.formats.records import as_tree, known_tree, record_of
from fivefold.formats.renlib import OWN as LIB_PROPERTY
from fivefold.formats.sgf.header import RECORD_PROPERTIES
from fivefold.formats.sgf.notes import OWN
from fivefold.formats.sgf.result import stated_result
from fivefold.match.record import MatchRecord
from fivefold.tree.game_tree import GameTree
from fivefold.tree.node import flatten
from fivefold.tree.walk import contents
from fivefold.words import Message, say

_NOTES = {"variations", "comments", "glyphs", "marks", "labels", "arrows", "clocks"}
_NOTES |= {"values", "proofs", "refused", "properties"}
_RECORD = {"moves", "players", "results", "seconds", "swap2"}
_HOLDS: dict[str, set[str]] = {
    "json": _NOTES | _RECORD | {"details"},
    "sgf": _NOTES | _RECORD,
    "lib": {"moves", "variations", "comments", "labels", "refused"},
    "ggf": {"moves", "players", "results", "seconds", "details"},
    "wthor": {"moves", "players", "results"},
    "psq": {"moves", "players", "seconds"},
    "moves": {"moves"},
    "together": {"moves"},
    "offsets": {"moves"},
    "obf": set(),
}
"""What each format holds; the others hold a position."""
_ORDER = (
    *("moves", "variations", "comments", "glyphs", "marks", "labels", "arrows", "clocks"),
    *("seconds", "values", "proofs", "refused", "properties", "players", "results", "swap2"),
    "details",
)
_DETAILS: dict[str, set[str]] = {
    "json": {"place", "date", "comment", "discs", "best_discs", "solved_from", "evaluations"}
    | {"scores", "tags"},
    "sgf": {"place", "date", "comment"},
    "ggf": {"place", "date", "comment", "discs", "evaluations", "tags"},
    "wthor": {"place", "date", "discs", "best_discs", "solved_from"},
    "obf": {"comment", "scores"},
}
_IN_DETAILS = {"EV": "place", "PC": "place", "DT": "date"}
"""Properties of the root that the details hold."""


def losses(readings: Sequence[Reading], format: str) -> Counter[str]:
    """Returns how much of the games the format cannot hold, by kind."""
    found: Counter[str] = Counter()
    for reading in readings:
        found += _contents(reading, format)
    for kind in _HOLDS.get(format, set()):
        del found[kind]
    return +found


def losses_text(found: Counter[str]) -> Message:
    """Returns the losses as a list: 3 comments and 1 variation."""
    parts = [say(f"losses.{kind}", count=found[kind]) for kind in _ORDER if found[kind]]
    if len(parts) == 1:
        return parts[0]
    return say("losses.and", first=parts[:-1], last=parts[-1])


def _contents(reading: Reading, format: str) -> Counter[str]:
    record, tree = reading.record or record_of(reading), as_tree(reading)
    found = contents(tree)
    found["moves"] = len(reading.moves)
    found["players"] = sum(name not in ("", "?") for name in (record.first, record.second))
    found["results"] = _has_own_result(record)
    found["swap2"] = record.swap2 is not None
    kept = reading.details.as_json()
    found["details"] = len(set(kept) - _DETAILS.get(format, set()))
    held = RECORD_PROPERTIES | OWN.keys() | ({LIB_PROPERTY} if format == "lib" else set())
    found["properties"] = _properties(tree, set(kept), held)
    if "comment" in kept and known_tree(reading) is None:
        found["comments"] -= 1  # it is counted among the details
    return found


def _has_own_result(record: MatchRecord) -> bool:
    """Tells whether the record has a result that the moves do not show."""
    if record.ending == "normal":
        return bool(record.result) and stated_result(record.result)[0] is not record.winner
    return record.ending != "unfinished" or bool(record.result)


def _properties(tree: GameTree, details: set[str], held: Set[str]) -> int:
    """Returns the number of properties that only their file explains."""
    count = 0
    # The place is the event or, without one, the place.
    unused = "PC" if any(name == "EV" for name, _ in tree.root.source) else ""
    for parent, node in flatten(tree.root):
        for name, _ in node.source:
            is_detail = parent < 0 and _IN_DETAILS.get(name) in details and name != unused
            count += name not in held and not is_detail
    return count
