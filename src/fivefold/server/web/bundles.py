"""The pages' modules joined: one file for what a page needs at once, one for what it loads later.

A browser that gets modules one by one waits for each level of imports, and pays for the headers of
a hundred responses. Each module becomes a function that returns its exports; they run in the order
of their imports. What that cannot express is refused: circles, and exports that are reassigned.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass

from fivefold.server.web.scripts import compact, imports, strings

LATER = ".later.js"
"""The ending of the file with the modules that the script of the same name loads later."""

_NAMED = re.compile(r'^import ?\{([^}]*)\} ?from ?"([^"]+)";', re.MULTILINE)
_WHOLE = re.compile(r'^import \* as (\w+) from "([^"]+)";', re.MULTILINE)
_BARE = re.compile(r'^import "([^"]+)";\n?', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function\*?|class|const) (\w+)", re.MULTILINE)
_LATER = re.compile(r'\bimport\(\s*"(\.[^"]+)"\s*\)')
_LEFT = re.compile(r"^(?:import|export)\s", re.MULTILINE)


class NoBundle(Exception):
    """A script that cannot be joined with others; the text says why."""


@dataclass(frozen=True)
class Module:
    """A script, what it imports and what it says."""

    path: str
    text: str
    imports: tuple[str, ...]
    later: tuple[str, ...]
    strings: frozenset[str]
    patterns: frozenset[str]

    @classmethod
    def parse(cls, path: str, script: str) -> Module:
        now = tuple(_join(path, name) for name in imports(script))
        every = tuple(_join(path, name) for name in imports(script, later=True))
        said, patterns = strings(script)
        text = compact(script)
        return cls(path, text, now, every[len(now) :], frozenset(said), frozenset(patterns))


class Modules:
    """The modules of a folder, read by `read(path)` when first needed."""

    def __init__(self, read: Callable[[str], str]) -> None:
        self._read = read
        self._known: dict[str, Module] = {}

    def __getitem__(self, path: str) -> Module:
        if path not in self._known:
            self._known[path] = Module.parse(path, self._read(path))
        return self._known[path]

    def needed(self, *entries: str) -> list[str]:
        """Returns the modules that these need to start, each after its imports."""
        found: list[str] = []
        for entry in entries:
            self._visit(entry, found, ())
        return found

    def _visit(self, path: str, found: list[str], above: tuple[str, ...]) -> None:
        if path in found:
            return
        if path in above:
            raise NoBundle(f"{' imports '.join([*above, path])}")
        for each in self[path].imports:
            self._visit(each, found, (*above, path))
        found.append(path)

    def later(self, entry: str) -> list[str]:
        """Returns the modules that the entry loads later, directly or not, and theirs."""
        needed = self.needed(entry)
        extra: list[str] = []
        more = True
        while more:
            wanted = [each for path in [*needed, *extra] for each in self[path].later]
            found = [path for path in self.needed(*wanted) if path not in needed]
            more = len(found) > len(extra)
            extra = found
        return extra

    def bundle(self, entry: str) -> str:
        """Returns the entry with all that it needs to start."""
        needed = self.needed(entry)
        names = _names(needed)
        parts = [self._wrapped(path, names, needed) for path in needed[:-1]]
        if self.later(entry):
            # A script on its own address must not be run twice: the later file imports this one.
            chunk = posixpath.basename(entry).removesuffix(".js") + LATER
            parts.append(
                "export const $later = async (name) => "
                f'(await import("./{chunk}")).modules[name];\n'
            )
            parts.append(f"export {{ {', '.join(names[path] for path in needed[:-1])} }};\n")
        parts.append(self._rewritten(self[entry], names, needed))
        return "".join(parts)

    def later_bundle(self, entry: str) -> str:
        """Returns the modules that the entry loads later, on top of its bundle."""
        needed, later = self.needed(entry)[:-1], self.later(entry)
        names = _names([*needed, *later])
        known = ", ".join([*(names[path] for path in needed), "$later"])
        parts = [f'import {{ {known} }} from "./{posixpath.basename(entry)}";\n']
        parts += [self._wrapped(path, names, needed) for path in later]
        modules = ", ".join(f'"{path}": {names[path]}' for path in later)
        return "".join([*parts, f"export const modules = {{ {modules} }};\n"])

    def _wrapped(self, path: str, names: dict[str, str], now: list[str]) -> str:
        module = self[path]
        exported = ", ".join(match[2] for match in _EXPORT.finditer(module.text))
        body = self._rewritten(module, names, now)
        return f"const {names[path]} = (() => {{\n{body}return {{ {exported} }};\n}})();\n"

    def _rewritten(self, module: Module, names: dict[str, str], now: list[str]) -> str:
        """Returns the module's text with its imports as constants and without `export`.

        What it loads later may be among the modules that are there `now`.
        """

        def source(name: str) -> str:
            return names[_join(module.path, name)]

        def loaded(match: re.Match[str]) -> str:
            path = _join(module.path, match[1])
            return f"Promise.resolve({names[path]})" if path in now else f'$later("{path}")'

        def bound(match: re.Match[str]) -> str:
            inside = re.sub(r"(\w+) as (\w+)", r"\1: \2", " ".join(match[1].split()))
            return f"const {{ {inside.strip()} }} = {source(match[2])};"

        text = _NAMED.sub(bound, module.text)
        text = _WHOLE.sub(lambda match: f"const {match[1]} = {source(match[2])};", text)
        text = _BARE.sub("", text)
        text = _EXPORT.sub(r"\1 \2", text)
        text = _LATER.sub(loaded, text)
        left = _LEFT.search(text)
        if left:
            line = text[left.start() :].splitlines()[0]
            raise NoBundle(f"{module.path}: {line}")
        return text


def _names(paths: list[str]) -> dict[str, str]:
    return {path: f"${number}" for number, path in enumerate(paths)}


def _join(path: str, name: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
