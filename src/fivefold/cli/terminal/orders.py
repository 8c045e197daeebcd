"""What a player can type beside a move: one word, some with something after it."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from fivefold.errors import InvalidNotation, UnknownName
from fivefold.words import quoted

# Each order and what may follow it; what stands in brackets may be left out.
ORDERS = {
    "moves": "",
    "hint": "[WHO]",
    "explain": "[WHO]",
    "undo": "",
    "replay": "[5|10|15|all]",
    "opponent": "WHO",
    "cpu": "on|off",
    "swap": "",
    "new": "",
    "save": "[FILE]",
    "load": "[FILE]",
    "resign": "",
    "help": "",
    "quit": "",
}
CHOICES = ("black", "white", "two")
"""What is typed only in an opening by swap2, where it is said when."""
_SHORT = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "u": "undo"}


@dataclass(frozen=True)
class Order:
    """A typed order, such as `replay 5`."""

    word: str
    rest: str = ""


def parse_order(text: str) -> Order | None:
    """Returns the order, or None if the text is something else: a move, then."""
    text = text.strip()
    # Short names stand alone: a U with cells behind it is a piece.
    word, _, rest = _SHORT.get(text.lower(), text).partition(" ")
    word, rest = word.lower(), rest.strip()
    if word in CHOICES and not rest:
        return Order(word)
    if word not in ORDERS:
        _suggest(text)
        return None
    wanted = ORDERS[word]
    fits = bool(rest) == bool(wanted) or (not rest and wanted.startswith("["))
    choices = wanted.strip("[]").split("|")
    if rest and len(choices) > 1:
        fits, rest = rest.lower() in choices, rest.lower()
    if not fits:
        raise InvalidNotation("play.order", order=quoted(text), usage=usage(word))
    return Order(word, rest)


def _suggest(text: str) -> None:
    """Raises for a misspelt order what may have been meant; no move has four letters on end."""
    word = text.split(maxsplit=1)[0].lower() if text else ""
    close = difflib.get_close_matches(word, ORDERS, n=1, cutoff=0.6)
    if close and len(word) > 3 and word.isalpha():
        raise UnknownName("play.no_order", order=quoted(word), close=usage(close[0]))


def usage(word: str) -> str:
    """Returns how the order is typed."""
    return f"{word} {ORDERS[word]}".rstrip()
