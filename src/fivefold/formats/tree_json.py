"""The tree of a record as JSON: a flat list, so that depth does not matter.

    "tree": [
      {"properties": [["EV", ["Club evening"]]]},            the root
      {"move": "h8", "comment": "The centre.", "glyphs": ["!"], "marks": [["i9", "circle"]]},
      {"move": "i9"},
      {"move": "g9", "parent": 1, "labels": [["h8", "A"]], "arrows": [["h8", "i9"]]}
    ]

The parent of a node is the node before it unless `parent` gives another index in the list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, get_args

from fivefold.core import Game, Move, Player, State
from fivefold.errors import InvalidNotation, RulesError
from fivefold.formats.details import is_number, is_text
from fivefold.formats.sgf.header import RECORD_PROPERTIES
from fivefold.formats.sgf.write import bare, node_properties
from fivefold.match.record import is_duration
from fivefold.strategies.base import Claim, Proof, ProvedBy
from fivefold.tree.game_tree import GameTree
from fivefold.tree.node import (
    GLYPHS,
    MOST_NODES,
    SHAPES,
    Entry,
    Node,
    Notes,
    Value,
    assemble,
    flatten,
)
from fivefold.tree.walk import contents
from fivefold.words import Message, say

_IN_RECORD = RECORD_PROPERTIES | {"DT", "FVSECONDS"}
"""The properties that a record and its details hold without a tree."""


def has_more(tree: GameTree) -> bool:
    """Tells whether the tree holds anything that its record does not."""
    found = contents(tree)
    if set(found) - {"seconds"} or found["seconds"] != len(tree.main_line.seconds):
        return True
    for parent, node in flatten(tree.root):
        if node.move is None and parent >= 0:
            return True
        if any(name not in _IN_RECORD for name, _ in node.source):
            return True
    return False


def tree_as_json(tree: GameTree) -> list[dict[str, Any]]:
    """Returns the nodes as plain data."""
    game, nodes = tree.start.game, list[dict[str, Any]]()
    turns: list[Player] = []
    for place, (parent, node) in enumerate(flatten(tree.root)):
        player = tree.start.to_move if parent < 0 else turns[parent]
        turns.append(player if node.move is None else player.other)
        data = {} if parent == place - 1 else {"parent": parent}
        nodes.append({**data, **_node_as_json(node, player, game)})
    return nodes


def _node_as_json(node: Node, player: Player, game: Game) -> dict[str, Any]:
    # The properties that a node is written with anyway are left out.
    is_plain = not node.source or node.source == node_properties(bare(node), player, game)
    data: dict[str, Any] = {
        "move": None if node.move is None else game.format_move(node.move),
        **notes_as_json(node.notes, game),
        "properties": [] if is_plain else [[name, list(values)] for name, values in node.source],
        "refused": node.refused,
    }
    return {name: value for name, value in data.items() if not _is_missing(value)}


def notes_as_json(notes: Notes, game: Game) -> dict[str, Any]:
    """Returns the notes that say something as plain data."""
    cell = game.format_cell
    data: dict[str, Any] = {
        "comment": notes.comment,
        "glyphs": list(notes.glyphs),
        "marks": [[cell(at), shape] for at, shape in notes.marks],
        "labels": [[cell(at), text] for at, text in notes.labels],
        "arrows": [[cell(tail), cell(head)] for tail, head in notes.arrows],
        "clocks": [[player.value, seconds] for player, seconds in notes.clocks],
        "seconds": notes.seconds,
        "values": [_value_as_json(value, game) for value in notes.values],
        "proof": None if notes.proof is None else _proof_as_json(notes.proof, game),
    }
    return {name: value for name, value in data.items() if not _is_missing(value)}


def _value_as_json(value: Value, game: Game) -> dict[str, Any]:
    data = {
        "score": value.score,
        "side": value.side.value,
        "depth": value.depth,
        "exact": value.exact,
        "line": [game.format_move(move) for move in value.line],
        "by": value.by,
    }
    return {name: fact for name, fact in data.items() if not _is_missing(fact)}


def _is_missing(value: object) -> bool:
    """Tells whether a field says nothing; a zero says something."""
    return value is None or value is False or value in ("", [])


def _proof_as_json(proof: Proof, game: Game) -> dict[str, Any]:
    data = {
        "claim": proof.claim,
        "line": [game.format_move(move) for move in proof.line],
        "by": proof.by,
        "score": proof.score,
        "plies": proof.plies,
    }
    return {name: fact for name, fact in data.items() if fact is not None}


def root_from_json(data: object, start: State, moves: tuple[Move, ...]) -> Node:
    """Returns the root of the tree that `tree_as_json` wrote; `moves` is its main line."""
    entries = [entry for entry, _ in entries_from_json(data, start)]
    main, parent = list[Move](), -1
    for place, entry in enumerate(entries):
        if entry.parent == parent:
            parent = place
            main += [] if entry.move is None else [entry.move]
    if tuple(main) != moves:
        raise InvalidNotation("tree.json.main_line")
    return assemble(entries)


def entries_from_json(data: object, start: State) -> Iterator[tuple[Entry, State | None]]:
    """Yields each node that `tree_as_json` wrote, with its position.

    The position is None below a move that the rules refuse.
    """
    if not isinstance(data, list) or not data or len(data) > MOST_NODES + 1:
        raise InvalidNotation("tree.json.none")
    reader = _Reader(start.game)
    states: list[State | None] = []
    for place, node in enumerate(data):
        try:
            if not isinstance(node, dict):
                raise reader.wrong("node")
            parent = node.get("parent", place - 1)
            if type(parent) is not int or not -1 <= parent < place or (parent < 0) != (place == 0):
                raise InvalidNotation("tree.json.parent")
            entry = reader.entry(node, parent)
            state = start if place == 0 else states[parent]
            if entry.refused:
                state = None
            elif entry.move is not None:
                if state is None:
                    raise InvalidNotation("tree.not_played")
                state = state.play(entry.move)
        except RulesError as error:
            facts = {"number": place, "reason": error.message}
            raise InvalidNotation("tree.json", **facts) from error
        states.append(state)
        yield entry, state


def notes_from_json(data: dict[str, Any], game: Game) -> Notes:
    """Returns the notes that `notes_as_json` wrote. Raises `InvalidNotation` for a wrong field."""
    return _Reader(game).notes(data)


class _Reader:
    """Reads the fields of nodes; the cells of a board are looked up by name."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._cells = {game.format_cell(cell): cell for cell in range(game.rows * game.columns)}

    def wrong(self, field: str) -> InvalidNotation:
        reason: Message = say("tree.json.field", field=field)
        return InvalidNotation(reason.key, **reason.facts)

    def entry(self, node: dict[str, Any], parent: int) -> Entry:
        """Returns a node; raises `InvalidNotation` if a field is wrong."""
        move = self._field(node, "move", None, is_text)
        return Entry(
            parent,
            None if move is None else self._game.parse_move(move),
            self.notes(node),
            tuple(self._each(node, "properties", _property)),
            self._field(node, "refused", False, lambda value: isinstance(value, bool)),
        )

    def notes(self, node: dict[str, Any]) -> Notes:
        """Returns the notes of a node."""
        seconds = self._field(node, "seconds", None, is_duration)
        proof = self._field(node, "proof", None, lambda value: isinstance(value, dict))
        return Notes(
            comment=self._field(node, "comment", "", is_text),
            glyphs=tuple(self._each(node, "glyphs", lambda glyph: _one_of(glyph, GLYPHS))),
            marks=tuple(self._each(node, "marks", self._mark)),
            labels=tuple(self._each(node, "labels", self._label)),
            arrows=tuple(self._each(node, "arrows", self._arrow)),
            clocks=tuple(self._each(node, "clocks", self._clock)),
            seconds=None if seconds is None else float(seconds),
            values=tuple(self._each(node, "values", self._value)),
            proof=None if proof is None else self._tried("proof", lambda: self._proof(proof)),
        )

    def _field(self, node: dict[str, Any], name: str, missing: Any, fits: Any) -> Any:
        value = node.get(name, missing)
        if value is not missing and not fits(value):
            raise self.wrong(name)
        return value

    def _each(self, node: dict[str, Any], name: str, read: Callable[[Any], Any]) -> list[Any]:
        values = self._field(node, name, [], lambda value: isinstance(value, list))
        return [self._tried(name, partial(read, value)) for value in values]

    def _tried(self, name: str, read: Callable[[], Any]) -> Any:
        try:
            return read()
        except RulesError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise self.wrong(name) from error

    def _mark(self, value: Any) -> tuple[int, Any]:
        cell, shape = value
        return self._cells[cell], _one_of(shape, SHAPES)

    def _label(self, value: Any) -> tuple[int, str]:
        cell, text = value
        return self._cells[cell], _checked(text, is_text)

    def _arrow(self, value: Any) -> tuple[int, int]:
        tail, head = value
        return self._cells[tail], self._cells[head]

    def _clock(self, value: Any) -> tuple[Player, float]:
        player, seconds = value
        return Player(player), float(_checked(seconds, is_duration))

    def _value(self, value: Any) -> Value:
        depth = value.get("depth")
        return Value(
            _checked(value["score"], is_number),
            Player(value["side"]),
            None if depth is None else _checked(depth, _is_whole),
            _checked(value.get("exact", False), lambda fact: isinstance(fact, bool)),
            self._line(value.get("line", [])),
            _checked(value.get("by", ""), is_text),
        )

    def _proof(self, value: Any) -> Proof:
        score, plies = value.get("score"), value.get("plies")
        return Proof(
            _one_of(value["claim"], get_args(Claim)),
            self._line(value["line"]),
            _one_of(value.get("by", "search"), get_args(ProvedBy)),
            None if score is None else _checked(score, is_number),
            None if plies is None else _checked(plies, _is_whole),
        )

    def _line(self, texts: Any) -> tuple[Move, ...]:
        return tuple(self._game.parse_move(_checked(text, is_text)) for text in texts)


def _property(value: Any) -> tuple[str, tuple[str, ...]]:
    name, values = value
    if not (is_text(name) and name.isascii() and name.isalpha() and values):
        raise ValueError
    return name, tuple(_checked(each, _is_sgf_value) for each in values)


def _is_sgf_value(value: object) -> bool:
    """Tells whether it can stand between brackets as it is."""
    if not is_text(value):
        return False
    assert isinstance(value, str)
    escaped = False
    for mark in value:
        if mark == "]" and not escaped:
            return False
        escaped = mark == "\\" and not escaped
    return not escaped


def _is_whole(value: object) -> bool:
    return type(value) is int and 0 <= value < 10**9


def _one_of(value: Any, choices: tuple[Any, ...]) -> Any:
    return _checked(value, lambda each: isinstance(each, str) and each in choices)


def _checked(value: Any, fits: Callable[[Any], bool]) -> Any:
    if not fits(value):
        raise ValueError
    return value
