"""The sentences that a page can show: those its scripts name, and those the server may send it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from fivefold.server.web.bundles import Module
from fivefold.words import CATALOGUES, ENGLISH

COMMAND_LINE = ("arena", "book", "cli", "words")
"""Packages whose sentences no server sends."""

_LITERAL = re.compile(r'(f?)"((?:[^"\\\n]|\\.)*)"')
_BLANK = re.compile(r"\{[^{}]*\}")
_WRITES = re.compile(r"\bwrite\(")
_IS_KEY = re.compile(r"[a-z0-9_]+\\\.")


def page_words(modules: Iterable[Module], language: str) -> dict[str, str]:
    """Returns the words, by key, that a page with these modules needs in that language."""
    modules = list(modules)
    said = {text for module in modules for text in module.strings}
    patterns = {pattern for module in modules for pattern in module.patterns}
    keys = set(_keys(said, patterns))
    if any(_WRITES.search(module.text) for module in modules):
        keys |= _sent_keys()
    return {key: text for key, text in CATALOGUES[language].items() if key in keys}


def _keys(texts: Iterable[str], patterns: Iterable[str]) -> Iterable[str]:
    """Returns the keys of the catalogue among the texts, and those that fit a pattern."""
    texts = set(texts)
    built = [re.compile(pattern) for pattern in patterns if _IS_KEY.match(pattern)]
    return (
        key for key in ENGLISH if key in texts or any(pattern.fullmatch(key) for pattern in built)
    )


@cache
def _sent_keys() -> frozenset[str]:
    """Returns the keys in the sources of the server and of everything below it."""
    texts: set[str] = set()
    patterns: set[str] = set()
    root = Path(__file__).parents[2]
    for path in root.rglob("*.py"):
        if path.relative_to(root).parts[0] in COMMAND_LINE:
            continue
        for is_format, text in _LITERAL.findall(path.read_text(encoding="utf-8")):
            if is_format and "{" in text:
                parts = _BLANK.split(text)
                patterns.add(r"[\w.]+".join(map(re.escape, parts)))
            else:
                texts.add(text)
    return frozenset(_keys(texts, patterns))
