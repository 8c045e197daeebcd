"""The game that the root of an SGF describes, and the position that its first nodes set up."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from fivefold.core import Game, State
from fivefold.errors import InvalidNotation, UnknownName
from fivefold.formats.diagrams import side_by_counting
from fivefold.formats.sgf.grammar import simple
from fivefold.formats.sgf.notes import SIDES
from fivefold.formats.sgf.points import cells_of
from fivefold.games import GAMES
from fivefold.names import read_rules
from fivefold.tree.node import Property
from fivefold.words import quoted

Properties = Sequence[Property]

NUMBERS = {"gomoku": 4, "othello": 2}
UNKNOWN = "?"
SET_UP = {"AB": "X", "AW": "O", "AE": "."}
MOVES = tuple(SIDES)
GO = "1"
RECORD_PROPERTIES = frozenset(
    {"FF", "GM", "CA", "AP", "SZ", "RU", "PB", "PW", "RE", "ON", "B", "W"}
    | {"AB", "AW", "AE", "PL", "FVENDING", "FVREASON"}
)
"""What a record says without a tree; rules unknown to us are an exception."""


def first_text(source: Properties, name: str) -> str:
    """Returns the first value of a property on one line; '' if there is none."""
    return next((simple(values[0]) for own, values in source if own == name), "")


def has_any(source: Properties, names: Sequence[str]) -> bool:
    """Tells whether there is one of these properties."""
    return any(name in names for name, _ in source)


def game_of(root: Properties, known: Game | None) -> Game:
    """Returns the game that the root describes, with gaps filled in from the known game."""
    number = first_text(root, "GM")
    name = next((name for name, own in NUMBERS.items() if str(own) == number), None)
    # Many programs omit the game, or call everything Go.
    if name is None and known is not None and number in ("", GO):
        name = known.name
    if name not in NUMBERS:
        if number not in ("", GO):
            raise InvalidNotation("sgf.other_game", number=quoted(number))
        if known is None:
            raise InvalidNotation("sgf.go" if number == GO else "sgf.which_game")
        raise no_sgf(known)
    if known is not None and known.name != name:
        raise InvalidNotation("record.other_game", other=name, game=known.name)
    kind = GAMES[name]
    size = size_in(root) or (known and (known.rows, known.columns)) or None
    rules = known.rules if known else kind.rule_names[0]
    return kind.of(size, rules_in(root, name) or rules)


def size_in(root: Properties) -> tuple[int, int] | None:
    """Returns rows and columns, or None if the root does not say."""
    text = first_text(root, "SZ")
    if not text:
        return None
    found = re.fullmatch(r"([0-9]{1,3})(?:\s*:\s*([0-9]{1,3}))?", text)
    if not found:
        raise InvalidNotation("sgf.size", size=quoted(text))
    return int(found[2] or found[1]), int(found[1])


def rules_in(root: Properties, game: str) -> str | None:
    """Returns the rule set, or None if the root names none that we know."""
    if text := first_text(root, "RU"):
        with suppress(UnknownName):
            return read_rules(GAMES[game], text)
    return None


def start_of(nodes: Sequence[Properties], game: Game) -> State:
    """Returns the position set up before and in the node of the first move, the last of these."""
    if not any(has_any(source, (*SET_UP, "PL")) for source in nodes):
        return game.start
    # Set-up stones replace the starting position, including the centre discs.
    stones = any(has_any(source, tuple(SET_UP)) for source in nodes)
    cells = ["."] * len(game.start.cells) if stones else list(game.start.cells)
    side = ""
    for source in nodes:
        for name, mark in SET_UP.items():
            for own, values in source:
                if own == name:
                    for cell in cells_of(values, game):
                        cells[cell] = mark
        side = _side(first_text(source, "PL")) or side
    if not side:
        first = next((name for name, _ in nodes[-1] if name in MOVES), None)
        side = SIDES[first].value if first else side_by_counting("".join(cells), game)
    return game.parse_position("".join(cells) + " " + side)


def _side(text: str) -> str:
    return {"b": "X", "1": "X", "w": "O", "2": "O"}.get(text[:1].lower(), "")


def no_sgf(game: Game) -> InvalidNotation:
    """Returns the error for a game that SGF cannot hold."""
    return InvalidNotation("sgf.no_game", game=game.name)
