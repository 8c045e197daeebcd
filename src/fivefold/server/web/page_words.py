"""The sentences that a page can show: those its scripts name, and those the server may send it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from fivefold.server.web.bundles import Module
from fivefold.words import CATALOGUES, ENGLISH

APPLICATION = "fivefold.server.app"
"""The module whose imports, and theirs, say everything that the server sends."""

_LITERAL = re.compile(r'(f?)"((?:[^"\\\n]|\\.)*)"')
_BLANK = re.compile(r"\{[^{}]*\}")
_IMPORT = re.compile(
    r"^[ \t]*(?:from (fivefold[\w.]*) import ([^\n(]+|\([^)]*\))|import (fivefold[\w.]*))",
    re.MULTILINE,
)
_WRITES = re.compile(r"\bwrite\(")
_IS_KEY = re.compile(r"[a-z0-9_]+\\\.")


def page_words(modules: Iterable[Module], language: str) -> dict[str, str]:
    """Returns the words, by key, that a page with these modules needs in that language."""
    modules = list(modules)
    said = {text for module in modules for text in module.strings}
    patterns = {pattern for module in modules for pattern in module.patterns}
    keys = set(_keys(said, patterns))
    # Every message is sent with its English text, so English pages need no more.
    if language != "en" and any(_WRITES.search(module.text) for module in modules):
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
    """Returns the keys in the sources of the application and of all that it imports."""
    texts: set[str] = set()
    patterns: set[str] = set()
    for source in _sources():
        for is_format, text in _LITERAL.findall(source):
            if is_format and "{" in text:
                parts = _BLANK.split(text)
                patterns.add(r"[\w.]+".join(map(re.escape, parts)))
            else:
                texts.add(text)
    return frozenset(_keys(texts, patterns))


def _sources() -> list[str]:
    """Returns the sources of the application, without the catalogues."""
    root = Path(__file__).parents[3]
    found: dict[str, str] = {}
    waiting = [APPLICATION]
    while waiting:
        name = waiting.pop()
        path = root.joinpath(*name.split("."))
        file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        # The package itself imports its public names only on first use.
        if name in found or name == "fivefold" or not file.exists():
            continue
        if name.startswith("fivefold.words"):
            continue
        found[name] = file.read_text(encoding="utf-8")
        for package, names, module in _IMPORT.findall(found[name]):
            parts = re.findall(r"\w+", names)
            waiting += [package or module, *(f"{package}.{part}" for part in parts)]
        waiting.append(name.rpartition(".")[0])
    return list(found.values())
