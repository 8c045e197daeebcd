"""Messages, and the catalogues of sentences they are written from.

The code passes a `Message` around: an English text that knows its key and its facts, so that it can
be written again in the language of the person who reads it. The sentences of each language are in a
folder, `en/`, `ko/`, `ja/` (Japanese) and `zh/` (Simplified Chinese), in files with the same names
and the same keys in the same order; `josa.py` chooses the Korean particles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any, Self

from fivefold.words.en import ENGLISH as ENGLISH
from fivefold.words.josa import FORMS, particle

Catalogue = Mapping[str, str]


LANGUAGES = {"en": "ENGLISH", "ko": "KOREAN", "ja": "JAPANESE", "zh": "CHINESE"}
"""The languages, by their codes in addresses and files, and the name of each catalogue."""


@cache
def _catalogue(language: str) -> Catalogue:
    # Imported on first use: the command line speaks English and has to start quickly.
    package = import_module(f"fivefold.words.{language}")
    found: Catalogue = getattr(package, LANGUAGES[language])
    return found


class _Languages(Mapping[str, Catalogue]):
    def __getitem__(self, language: str) -> Catalogue:
        if language not in LANGUAGES:
            raise KeyError(language)
        return _catalogue(language)

    def __iter__(self) -> Iterator[str]:
        return iter(LANGUAGES)

    def __len__(self) -> int:
        return len(LANGUAGES)


CATALOGUES: Mapping[str, Catalogue] = _Languages()


class Message(str):
    """A sentence: the English text, with the key and the facts it was written from.

    It is a string, so it prints, joins and compares as one. `write` writes it in another language.
    Two messages are equal if text, key and facts are equal; a plain string needs only the text.

    >>> message = say("othello.win", winner=say("colour.black"), discs=33, other=31)
    >>> message
    'Black wins 33–31.'
    >>> message.key, message.facts["discs"], write(message, CATALOGUES["ko"])
    ('othello.win', 33, '33대 31로 흑 승입니다.')
    """

    __slots__ = ("_facts", "_key")
    _key: str
    _facts: Mapping[str, Any]

    def __new__(cls, key: str, facts: Mapping[str, Any] | None = None) -> Self:
        """Writes the sentence; the text of a key outside the catalogue is the key."""
        facts = {} if facts is None else facts
        sentence = ENGLISH.get(key)
        text = key if sentence is None else _written(sentence, facts, ENGLISH)
        message = super().__new__(cls, text)
        message._key, message._facts = key, facts
        return message

    @property
    def key(self) -> str:
        """The key of the sentence in every catalogue."""
        return self._key

    @property
    def facts(self) -> Mapping[str, Any]:
        """The facts that fill the blanks of the sentence."""
        return self._facts

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message):
            return str.__eq__(self, other)
        return str.__eq__(self, other) and (self._key, self._facts) == (other._key, other._facts)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._key, self._facts)

    def as_json(self) -> dict[str, Any]:
        """Returns `{key, facts, text}`, the form sent over HTTP and sockets."""
        facts = {name: _fact_as_json(value) for name, value in self._facts.items()}
        return {"key": self._key, "facts": facts, "text": str(self)}


def say(key: str, **facts: Any) -> Message:
    """Returns the message with this key and these facts."""
    return Message(key, facts)


def plain(text: str) -> Message:
    """Returns a message with a text of its own, for games and strategies outside the catalogues."""
    return say("plain", text=text)


# {name} prints a fact, {name:+} prints it in that format, {count|disc|discs} is singular or plural,
# and 은(는) becomes the Korean particle that fits the word before it.
_BLANK = r"\{(\w+)(?::([^}|]+))?(?:\|([^|}]*)\|([^}]*))?\}"
_PIECE = re.compile(rf"{_BLANK}|({'|'.join(re.escape(both) for both in FORMS)})")


def write(message: Message, catalogue: Catalogue) -> str:
    """Returns the message as text in the catalogue's language."""
    if catalogue is ENGLISH and message.key in ENGLISH:
        return str(message)
    return _written(catalogue[message.key], message.facts, catalogue)


def _written(sentence: str, facts: Mapping[str, Any], catalogue: Catalogue) -> str:
    """Returns the sentence with its blanks filled."""
    written, pieces = _pieces(sentence)
    for name, form, one, many, both, after in pieces:
        if both is not None:
            written += particle(written, both)
        elif many is not None:
            written += one if facts[name] == 1 else many
        elif form is not None:
            written += format(facts[name], form).replace("-", "−")
        else:
            written += _plain(facts[name], catalogue)
        written += after
    return written


@cache
def _pieces(text: str) -> tuple[str, list[tuple[Any, ...]]]:
    """Returns the text before the first piece, and each piece's groups with the text after it."""
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
    """Returns foreign text in quotation marks, shortened and without control characters."""
    shown = text[: longest + 1]
    if not shown.isprintable():
        shown = "".join([c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in shown])
    return f"“{shown}”" if len(text) <= longest else f"“{shown[:longest]}…”"
