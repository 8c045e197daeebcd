"""The names of people: visible, readable, and not drawn over the page around them.

Nobody can be kept from calling themselves Anna. What is refused: characters that cannot be seen or
that turn the text around, letters of several alphabets in one word, which look like another name
(`Anna` with a Cyrillic `А`), and towers of accents.
"""

from __future__ import annotations

import re
import unicodedata

from fivefold.errors import InvalidNotation
from fivefold.words import quoted

MAX_NAME = 40
MAX_ACCENTS = 3
"""Combining marks in a row: real writing has no more."""
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Printable characters that show nothing."""
ALPHABETS = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC"})
"""Alphabets with letters that look alike."""
_SELECTORS = re.compile("[\ufe00-\ufe0e\U000e0100-\U000e01ef]")


def checked_name(name: str | None) -> str | None:
    """Returns a person's name in its usual form; None if it is empty.

    >>> checked_name("  Ann   Lee "), checked_name("\\uff21nn"), checked_name(" ")
    ('Ann Lee', 'Ann', None)
    """
    given = name or ""
    if any(not each.isprintable() for each in given.strip()):
        raise _invalid(given)
    name = " ".join(unicodedata.normalize("NFKC", given).split())
    if len(name) > MAX_NAME or _is_deceptive(name):
        raise _invalid(given)
    return name or None


def _invalid(name: str) -> InvalidNotation:
    return InvalidNotation("match.name", name=quoted(name), most=MAX_NAME)


def _is_deceptive(name: str) -> bool:
    if not name.isprintable() or BLANK.intersection(name) or _SELECTORS.search(name):
        return True
    accents = "".join("x" if unicodedata.combining(each) else " " for each in name)
    if "x" * (MAX_ACCENTS + 1) in accents or accents.startswith("x"):
        return True
    return any(len(_alphabets(word)) > 1 for word in name.split())


def _alphabets(word: str) -> frozenset[str]:
    """Returns the alphabets of a word's letters that can be mistaken for one another."""
    names = (unicodedata.name(each, "").partition(" ")[0] for each in word if each.isalpha())
    return ALPHABETS.intersection(names)
