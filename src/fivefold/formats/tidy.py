"""Normalizes pasted text: odd spaces, dashes, full-width letters, invisible characters."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_DASHES = "‐‑‒–—−"
_PLAIN = {"Mn": "", "Me": "", "Cf": "", "Cc": " "}
"""Combining marks and invisible format characters are dropped; control characters become spaces."""


@lru_cache(maxsize=2)  # detection asks every format about the same text
def tidy(text: str) -> str:
    """Returns the text without marks, invisible characters and odd widths; line breaks are `\\n`.

    The Reversi document underlines its header with combining low lines, spreadsheets paste no-break
    spaces, editors add a byte order mark, and East Asian keyboards type full-width letters.

    >>> tidy("\\ufeffｆ５\\u00a0––, 0\\u0332")
    'f5 --, 0'
    """
    text = unicodedata.normalize("NFKC", text)
    text = re.sub(r"\r\n?|[\v\f\x85\u2028\u2029]", "\n", text)
    if text.isascii() and (text.isprintable() or not re.search(r"[\x00-\x08\x0e-\x1f\x7f]", text)):
        return text
    return text.translate({ord(character): _plain(character) for character in set(text)})


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    if character in "\n\t":
        return character
    return "-" if character in _DASHES else _PLAIN.get(unicodedata.category(character), character)
