"""The commands a player can type instead of a move: one word, some with an argument."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass

from fivefold.errors import InvalidNotation, UnknownName
from fivefold.words import quoted

# Each command and what may follow it; what stands in brackets may be left out.
COMMANDS = {
    "moves": "",
    "hint": "[WHO]",
    "explain": "[WHO]",
    "undo": "",
    "replay": "[N|all]",
    "opponent": "WHO",
    "cpu": "on|off",
    "swap": "",
    "new": "",
    "save": "[FILE]",
    "load": "[N|FILE]",
    "resign": "",
    "help": "",
    "quit": "",
}
CHOICES = ("black", "white", "two")
"""Choices in a swap2 opening, which the prompt explains."""
_SHORT = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "u": "undo"}


@dataclass(frozen=True)
class Command:
    """A typed command, such as `replay 5`."""

    word: str
    rest: str = ""


def parse_command(text: str) -> Command | None:
    """Returns the command, or None if the text is not one, so presumably a move."""
    text = text.strip()
    # Short names take no argument: U followed by cells is a pentomino.
    word, _, rest = _SHORT.get(text.lower(), text).partition(" ")
    word, rest = word.lower(), rest.strip()
    if word in CHOICES and not rest:
        return Command(word)
    if word not in COMMANDS:
        _suggest(text)
        return None
    wanted = COMMANDS[word]
    fits = bool(rest) == bool(wanted) or (not rest and wanted.startswith("["))
    if rest and word == "replay":
        rest = rest.lower()
        fits = rest == "all" or bool(re.fullmatch(r"0*[1-9][0-9]{0,8}", rest))
    elif rest and word == "cpu":
        rest = rest.lower()
        fits = rest in wanted.split("|")
    if not fits:
        raise InvalidNotation("play.order", order=quoted(text), usage=usage(word))
    return Command(word, rest)


def _suggest(text: str) -> None:
    """Raises with a suggestion for a misspelt command: no move has four letters in a row."""
    word = text.split(maxsplit=1)[0].lower() if text else ""
    close = difflib.get_close_matches(word, COMMANDS, n=1, cutoff=0.6)
    if close and len(word) > 3 and word.isalpha():
        raise UnknownName("play.no_order", order=quoted(word), close=usage(close[0]))


def usage(word: str) -> str:
    """Returns the command with its arguments."""
    return f"{word} {COMMANDS[word]}".rstrip()
