"""The trees that new studies start from: a position, a file, a match, another study."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from fivefold import formats
from fivefold.core import Game, Move, Player, State
from fivefold.errors import RulesError
from fivefold.formats.reading import Reading
from fivefold.formats.records import as_tree
from fivefold.server.exports.formats import record_of_match
from fivefold.server.room.room import Room
from fivefold.tree.game_tree import GameTree
from fivefold.tree.node import NO_NOTES, Entry, Notes, Value, assemble

_LINK = re.compile(
    r"(?:https?://[^\s/]{1,255})?/(game|embed|analyse)/([A-Za-z0-9_-]{1,64})/?(?:[?#]\S*)?",
    re.IGNORECASE,
)


def link_in(text: str) -> tuple[str, str] | None:
    """Returns the kind of a page of this server, and the id in its address.

    >>> link_in("https://games.example/game/abc#move")
    ('match', 'abc')
    >>> link_in("/analyse/xyz"), link_in("d3 c3")
    (('study', 'xyz'), None)
    """
    found = _LINK.fullmatch(text.strip())
    if found is None:
        return None
    return ("study" if found[1].lower() == "analyse" else "match"), found[2]


def tree_of_line(start: State, moves: tuple[Move, ...]) -> GameTree:
    """Returns the tree of a position and the moves from there."""
    return as_tree(Reading(start, moves))


def tree_of_text(text: str, game: Game | None) -> GameTree:
    """Returns the first game of a text in any known format, with its variations and notes."""
    return as_tree(formats.read_text(text, game))


def tree_of_file(content: bytes, name: str, game: Game | None) -> GameTree:
    """Returns the first game of a file's content."""
    return as_tree(formats.read_content(content, name, game))


def tree_of_match(room: Room, names: dict[str, str | None]) -> GameTree:
    """Returns a match with its names, times and result, and what its engines said."""
    game, start = room.game, room.states[0]
    moves = tuple(game.parse_move(ply["move"]) for ply in room.plies)
    seconds = [ply["seconds"] for ply in room.plies]
    reading = Reading(start, moves)
    record = record_of_match(reading, names, room.result, seconds)
    agreement = None if room.swap2 is None else room.swap2.agreement
    record = replace(record, swap2=agreement)
    entries = [Entry(-1)]
    for place, (move, ply) in enumerate(zip(moves, room.plies, strict=True)):
        values = _values(game, ply)
        notes = Notes(seconds=ply["seconds"] or None, values=values)
        entries.append(Entry(place, move, NO_NOTES if notes == NO_NOTES else notes))
    return GameTree(start, assemble(entries), record)


def _values(game: Game, ply: dict[str, Any]) -> tuple[Value, ...]:
    """Returns what the engine that played a move said about it."""
    decision = ply["decision"]
    if decision is None or type(decision.get("score")) not in (int, float):
        return ()
    try:
        line = tuple(game.parse_move(move) for move in decision.get("pv", ())[1:])
    except RulesError:  # stored by a program of the host
        line = ()
    depth = decision.get("depth")
    is_exact = decision.get("proof") is not None
    by = str(decision.get("strategy", ""))
    side = Player(ply["seat"])
    return (Value(decision["score"], side, depth or None, is_exact, line, by),)
