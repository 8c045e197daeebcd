"""The `Message` that carries every sentence people read; the sentences are in the catalogues.

The program passes messages around as a key with its facts; only where a person reads them are
they printed. English is `english.py` with what the engines add in `gomoku.py`, `othello.py` and
`pentomino.py`, the arena in `arena.py` and `doctor.py`, and the web application in `server.py` and
`page.py`. Another language is another catalogue with the same keys: Korean is in the files named
`korean….py`, and `josa.py` chooses its particles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from fivefold.words.arena import ARENA
from fivefold.words.doctor import DOCTOR
from fivefold.words.english import LIBRARY
from fivefold.words.gomoku import GOMOKU
from fivefold.words.josa import FORMS, particle
from fivefold.words.othello import OTHELLO
from fivefold.words.page import PAGE
from fivefold.words.pentomino import PENTOMINO
from fivefold.words.server import SERVER

Catalogue = Mapping[str, str]

ENGLISH: Catalogue = {
    **LIBRARY,
    **GOMOKU,
    **OTHELLO,
    **PENTOMINO,
    **ARENA,
    **DOCTOR,
    **SERVER,
    **PAGE,
}


@cache
def _korean() -> Catalogue:
    # Loaded when it is first read: the command line speaks English and starts quickly.
    from fivefold.words import (
        korean,
        korean_arena,
        korean_doctor,
        korean_gomoku,
        korean_othello,
        korean_page,
        korean_pentomino,
    )

    return {
        **korean.LIBRARY,
        **korean_gomoku.GOMOKU,
        **korean_othello.OTHELLO,
        **korean_pentomino.PENTOMINO,
        **korean_arena.ARENA,
        **korean_doctor.DOCTOR,
        **korean_page.SERVER,
        **korean_page.PAGE,
    }


class _Languages(Mapping[str, Catalogue]):
    def __getitem__(self, language: str) -> Catalogue:
        if language == "en":
            return ENGLISH
        if language == "ko":
            return _korean()
        raise KeyError(language)

    def __iter__(self) -> Iterator[str]:
        return iter(("en", "ko"))

    def __len__(self) -> int:
        return 2


CATALOGUES: Mapping[str, Catalogue] = _Languages()


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


# {name} prints a fact, {name:+} prints it with a format, {count|disc|discs} chooses by number,
# and 은(는) is the Korean particle that fits what stands before it.
_BLANK = r"\{(\w+)(?::([^}|]+))?(?:\|([^|}]*)\|([^}]*))?\}"
_PIECE = re.compile(rf"{_BLANK}|({'|'.join(re.escape(both) for both in FORMS)})")


def write(message: Message, catalogue: Catalogue) -> str:
    """Returns the message as text in the catalogue's language."""
    before, pieces = _pieces(catalogue[message.key])
    written = before
    for name, form, one, many, both, after in pieces:
        if both is not None:
            written += particle(written, both)
        elif many is not None:
            written += one if message.facts[name] == 1 else many
        elif form is not None:
            written += format(message.facts[name], form)
        else:
            written += _plain(message.facts[name], catalogue)
        written += after
    return written


@cache
def _pieces(text: str) -> tuple[str, list[tuple[Any, ...]]]:
    """Returns what stands before the first piece, and the groups of each with what is behind it."""
    before, *parts = _PIECE.split(text)
    return before, list(zip(*[iter(parts)] * (_PIECE.groups + 1), strict=True))


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
    shown = text[: longest + 1]
    if not shown.isprintable():
        shown = "".join([c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in shown])
    return f"“{shown}”" if len(text) <= longest else f"“{shown[:longest]}…”"
