r"""The grammar of SGF: trees of nodes, each a few properties with values in brackets.

    (;GM[4]SZ[15];B[hh];W[ii](;B[ij])(;B[gh]))
     └root       └nodes      └ the first branch continues the main line; others are ignored

Within a value, a backslash escapes the next character, as in `\]` and `\\`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fivefold.errors import InvalidNotation

Node = dict[str, list[str]]
"""The values of each property, in file order."""

# Anything before the first tree is ignored.
_TREE = re.compile(r"\(\s*;(?=\s*(?:[A-Za-z]+\s*\[|[;()]))")
_MARK = re.compile(r"[();\[]|[A-Za-z]+")
_VALUE = re.compile(r"((?:\\.|[^\]\\])*+)\]", re.DOTALL)


@dataclass
class _Branch:
    on_main_line: bool
    has_branch: bool = False


def has_tree(text: str) -> bool:
    """Tells whether the text contains the start of a tree."""
    return _TREE.search(text) is not None


def main_lines(text: str) -> list[list[Node]]:
    """Returns the nodes of the main line of each tree; an unclosed tree ends with the text.

    Takes a single pass without recursion, so nesting depth does not matter.
    """
    first = _TREE.search(text)
    lines: list[list[Node]] = []
    open_branches: list[_Branch] = []
    values: list[str] = []
    place = first.start() if first else len(text)
    while mark := _MARK.search(text, place):
        place = mark.end()
        on_main_line = bool(open_branches) and open_branches[-1].on_main_line
        match mark[0]:
            case "(" if not open_branches:
                lines.append([])
                open_branches.append(_Branch(True))
            case "(":
                above = open_branches[-1]
                open_branches.append(_Branch(above.on_main_line and not above.has_branch))
                above.has_branch = True
            case ")":
                open_branches[-1:] = []
            case ";" if on_main_line:
                lines[-1].append({})
            case "[":
                value = _VALUE.match(text, place)
                if value is None:
                    raise InvalidNotation("sgf.open_value", place=mark.start() + 1)
                values.append(value[1])
                place = value.end()
            case name if on_main_line and name.isalpha():
                # Old files write `Black[hh]`: only the capitals count.
                node = lines[-1][-1] if lines[-1] else {}
                values = node.setdefault("".join(filter(str.isupper, name)), [])
            case _:
                values = []
    return [line for line in lines if line]


def simple(value: str) -> str:
    """Returns the unescaped value on one line."""
    if "\\" in value:
        value = re.sub(r"\\(?:\r\n|\n\r|\r|\n)", "", value)
        value = re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL)
    return _on_one_line(value)


def as_value(text: str) -> str:
    """Returns the text escaped for use between brackets, on one line."""
    return re.sub(r"[\]\\]", r"\\\g<0>", _on_one_line(text))


def _on_one_line(text: str) -> str:
    """Returns the text with unprintable characters and runs of white space as single spaces."""
    if not text.isprintable():
        text = "".join(mark if mark.isprintable() else " " for mark in text)
    return " ".join(text.split())
