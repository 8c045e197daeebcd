"""The `Message` that carries every sentence people read; the sentences are in the catalogues.

The program passes messages around as a key with its facts; only where a person reads them are
they printed. English is `english.py` with what the web application adds in `server.py` and
`page.py`. Another language is another catalogue with the same keys.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fivefold.words.english import LIBRARY
from fivefold.words.page import PAGE
from fivefold.words.server import SERVER

Catalogue = Mapping[str, str]

ENGLISH: Catalogue = {**LIBRARY, **SERVER, **PAGE}


@dataclass(frozen=True)
class Message:
    """A sentence to be printed later: the catalogue's key and the facts it mentions.

    >>> str(say("othello.win", winner=say("colour.black"), discs=33, other=31))
    'Black wins 33–31.'
    """

    key: str
    facts: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return write(self, ENGLISH)

    def as_json(self) -> dict[str, Any]:
        """Returns `{key, facts, text}`, the form sent over HTTP and sockets."""
        facts = {name: _fact_as_json(value) for name, value in self.facts.items()}
        return {"key": self.key, "facts": facts, "text": str(self)}


def say(key: str, **facts: Any) -> Message:
    """Returns the message with that key and those facts."""
    return Message(key, facts)


def plain(text: str) -> Message:
    """Returns a message of a text in no catalogue: for games and strategies of your own."""
    return say("plain", text=text)


# {name} prints a fact, {name:+} prints it with a format, {count|disc|discs} chooses by number.
_BLANK = re.compile(r"\{(\w+)(?::([^}|]+))?(?:\|([^|}]*)\|([^}]*))?\}")


def write(message: Message, catalogue: Catalogue) -> str:
    """Returns the message as text in the catalogue's language."""

    def fill(blank: re.Match[str]) -> str:
        name, form, one, many = blank.groups()
        fact = message.facts[name]
        if many is not None:
            return str(one if fact == 1 else many)
        if form is not None:
            return format(fact, form)
        return _plain(fact, catalogue)

    return _BLANK.sub(fill, catalogue[message.key])


def _plain(fact: Any, catalogue: Catalogue) -> str:
    if isinstance(fact, Message):
        return write(fact, catalogue)
    if isinstance(fact, float):
        return f"{fact:.0f}" if fact.is_integer() else f"{fact:.2f}"
    if isinstance(fact, (list, tuple)):
        return ", ".join(_plain(item, catalogue) for item in fact)
    return str(fact)


def _fact_as_json(fact: Any) -> Any:
    if isinstance(fact, Message):
        return fact.as_json()
    if isinstance(fact, (list, tuple)):
        return [_fact_as_json(item) for item in fact]
    return fact


def quoted(text: str, longest: int = 40) -> str:
    """Returns somebody's text fit for a sentence: short and without control characters."""
    start = text[: longest + 1]
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in start)
    return f"“{shown}”" if len(text) <= longest else f"“{shown[:longest]}…”"
