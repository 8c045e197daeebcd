r"""The grammar of SGF: trees of nodes, each a few properties with values in brackets.

    (;GM[4]SZ[15];B[hh];W[ii](;B[ij])(;B[gh]))
     └root       └nodes      └ the first branch continues the main line, the others are variations

Within a value, a backslash escapes the next character, as in `\]` and `\\`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from fivefold.core import Player
from fivefold.errors import InvalidNotation
from fivefold.tree.node import MOST_NODES, Node, Property

RawNode = tuple[int, tuple[Property, ...]]
"""The index of the parent in the list of nodes, -1 at the root, and the properties in order."""

# Anything before the first tree is ignored.
_TREE = re.compile(r"\(\s*;(?=\s*(?:[A-Za-z]+\s*\[|[;()]))")
_MARK = re.compile(r"[();\[]|[A-Za-z]+")
_VALUE = re.compile(r"((?:\\.|[^\]\\])*+)\]", re.DOTALL)
NODES_A_LINE = 10


def has_tree(text: str) -> bool:
    """Tells whether the text contains the start of a tree."""
    return _TREE.search(text) is not None


def trees_in(text: str) -> Iterator[list[RawNode]]:
    """Yields the nodes of each tree, parents first; an unclosed tree ends with the text.

    Takes a single pass without recursion, so nesting depth does not matter.
    """
    first = _TREE.search(text)
    place = first.start() if first else len(text)
    nodes: list[tuple[int, list[tuple[str, list[str]]]]] = []
    branches: list[int] = []
    current = -1
    values: list[str] = []
    while mark := _MARK.search(text, place):
        place = mark.end()
        match mark[0]:
            case "(":
                branches.append(current)
                values = []
            case ")":
                if branches:
                    current = branches.pop()
                if not branches:
                    if nodes:
                        yield _frozen(nodes)
                    nodes, current = [], -1
                values = []
            case ";":
                if branches:
                    if len(nodes) > MOST_NODES:
                        raise InvalidNotation("tree.large", most=MOST_NODES)
                    nodes.append((max(current, 0) if nodes else -1, []))
                    current = len(nodes) - 1
                values = []
            case "[":
                value = _VALUE.match(text, place)
                if value is None:
                    raise InvalidNotation("sgf.open_value", place=mark.start() + 1)
                values.append(value[1])
                place = value.end()
            case name:
                values = []
                if nodes and branches:
                    # Old files write `Black[hh]`: only the capitals count.
                    if not name.isupper():
                        name = "".join(filter(str.isupper, name)) or name
                    found = nodes[current][1]
                    for known, own in found:
                        if known == name:
                            values = own
                            break
                    else:
                        found.append((name, values))
    if nodes:
        yield _frozen(nodes)


def _frozen(nodes: Sequence[tuple[int, list[tuple[str, list[str]]]]]) -> list[RawNode]:
    return [
        (parent, tuple((name, tuple(values)) for name, values in properties if values))
        for parent, properties in nodes
    ]


def written(
    root: Node, player: Player, properties_of: Callable[[Node, Player], Sequence[Property]]
) -> str:
    """Returns a tree as text; the function gives the properties of a node and of who moves to it.

    `player` has the first move; every move passes it on.
    """
    parts = ["("]
    # A node with the player who moves to it, or a bracket.
    waiting: list[tuple[Node, Player] | str] = [(root, player)]
    on_line = 0
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            parts.append(each)
            continue
        node, player = each
        properties = properties_of(node, player)
        on_line += 1
        if on_line > NODES_A_LINE:
            parts.append("\n")
            on_line = 1
        parts.append(";" + "".join([name + _bracketed(values) for name, values in properties]))
        if node is root and node.children:
            parts.append("\n")
            on_line = 0
        after = player if node.move is None else player.other
        if len(node.children) == 1:
            waiting.append((node.children[0], after))
        else:
            for child in reversed(node.children):
                waiting += [")", (child, after), "("]
    parts.append(")\n")
    return "".join(parts)


def _bracketed(values: Sequence[str]) -> str:
    return "".join([f"[{value}]" for value in values])


def simple(value: str) -> str:
    """Returns the unescaped value on one line."""
    return _on_one_line(_unescaped(value))


def text_of(value: str) -> str:
    """Returns the unescaped value with its line breaks."""
    return _unescaped(value)


def _unescaped(value: str) -> str:
    if "\\" in value:
        value = re.sub(r"\\(?:\r\n|\n\r|\r|\n)", "", value)
        value = re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL)
    return value


def as_value(text: str) -> str:
    """Returns the text escaped for use between brackets, on one line."""
    return as_text(_on_one_line(text))


def as_text(text: str) -> str:
    """Returns the text escaped for use between brackets, with its line breaks."""
    return re.sub(r"[\]\\]", r"\\\g<0>", text)


def split(value: str) -> tuple[str, str]:
    """Returns the two parts of a composed value such as `hh:ii`; the second may be empty."""
    found = re.match(r"((?:\\.|[^:\\])*)(?::(.*))?", value, re.DOTALL)
    assert found
    return found[1], found[2] or ""


def _on_one_line(text: str) -> str:
    """Returns the text with unprintable characters and runs of white space as single spaces."""
    if not text.isprintable():
        text = "".join(mark if mark.isprintable() else " " for mark in text)
    return " ".join(text.split())
