"""Games from text and back: `gomoku`, `gomoku(19)`, `gomoku(size=19, rules=standard)`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from fivefold.core import Game
from fivefold.errors import InvalidNotation, UnknownName
from fivefold.games import GAMES
from fivefold.names.arguments import parse_call, with_names
from fivefold.names.registry import all_games, look_up
from fivefold.words import CATALOGUES, quoted, say

_SIZE = re.compile(r"([0-9]{1,9})(?:\s*[xX×]\s*([0-9]{1,9}))?")
OTHER_NAMES = {
    **dict.fromkeys(("reversi", "リバーシ", "翻转棋"), "othello"),
    **dict.fromkeys(("gobang", "five in a row", "five-in-a-row", "五目"), "gomoku"),
    "omok": "gomoku(rules=omok)",
    **dict.fromkeys(("renju", "連珠", "렌주", "连珠"), "gomoku(rules=renju)"),
    **dict.fromkeys(("pentominoes", "pentominos"), "pentomino"),
}
"""Names under which people know the games, beside the titles in the catalogues."""


def parse_size(text: str) -> tuple[int, int]:
    """Returns (rows, columns) of `8` or `6x10`."""
    match = _SIZE.fullmatch(text.strip())
    if not match:
        raise InvalidNotation("size.unreadable", text=quoted(text))
    rows = int(match[1])
    return rows, int(match[2]) if match[2] else rows


def game_from(text: str, size: int | str | None = None, rules: str | None = None) -> Game:
    """Returns the game named by a text such as `gomoku`, `gomoku(19)` or `gomoku(rules=standard)`.

    Switches of a rule set are part of its name or parameters of their own:
    `gomoku(rules=omok:threes=black)` is `gomoku(rules=omok, threes=black)`.
    """
    if not isinstance(text, str):
        raise InvalidNotation("game.type", kind=type(text).__name__, value=quoted(repr(text)))
    if (ours := _known_as(text)) is not None:
        what = say("name.kind.game", owner=None)
        raise UnknownName("name.unknown_close", what=what, name=quoted(text), names=[ours])
    name, arguments = parse_call(text)
    # Built-in games are found without loading plug-ins: a broken plug-in must not break them.
    kind: type[Game] = GAMES.get(name.lower()) or look_up("game", name.lower(), all_games())
    arguments = with_names(arguments, ("size", "rules"), text)
    known = ("size", "rules", *_switches(kind))
    for parameter in arguments:
        look_up("parameter", parameter, known, owner=kind.name)
    size, rules = arguments.pop("size", size), arguments.pop("rules", rules)
    if arguments:
        switches = (f"{switch}={value}" for switch, value in arguments.items())
        rules = ":".join((rules or kind.rule_names[0], *switches))
    if rules is not None:
        rules = read_rules(kind, rules)
    return kind.of(None if size is None else parse_size(str(size)), rules)


def _known_as(text: str) -> str | None:
    """Returns our name of a game that is named as other people do, or in another language."""
    name = text.strip().casefold()
    if name.isascii():
        return OTHER_NAMES.get(name)
    titles = {
        catalogue[f"game.title.{game}"].casefold(): game
        for catalogue in CATALOGUES.values()
        for game in GAMES
    }
    return OTHER_NAMES.get(name) or titles.get(name)


def read_rules(kind: type[Game], text: str) -> str:
    """Returns the rules as `kind.of` takes them; raises `UnknownName` for an unknown rule set."""
    rules = text.lower()
    name = rules.partition(":")[0] if _switches(kind) else rules
    look_up("rules", name, kind.rule_names, owner=kind.name)
    return rules


def _switches(kind: type[Game]) -> Mapping[str, tuple[str, ...]]:
    """Returns the options within a game's rule sets, each with its values; empty without any."""
    switches: Mapping[str, tuple[str, ...]] = getattr(kind, "switches", {})
    return switches


def format_game(game: Game) -> str:
    """Returns the text that `game_from` reads, such as `gomoku(size=15, rules=freestyle)`."""
    square = game.rows == game.columns
    size = str(game.rows) if square else f"{game.rows}x{game.columns}"
    return f"{game.name}(size={size}, rules={game.rules})"
