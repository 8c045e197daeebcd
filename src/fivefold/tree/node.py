"""The passive data of a game tree: nodes, and what people and engines wrote into them.

    root ── h8 "the start" ── i9 ── j10        the first child continues the main line
                           └─ g9 ── g8 !       the other children begin variations

A node is immutable and does not know its parent, so that trees can share whole branches. It is
equal only to itself: comparing values would recurse through a million nodes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

from fivefold.core import Move, Player
from fivefold.strategies.base import Proof

Property = tuple[str, tuple[str, ...]]
"""A property as a file has it: its name, and its values as they stand between the brackets."""

Glyph = Literal["!", "?", "!!", "??", "!?", "?!"]
GLYPHS: tuple[Glyph, ...] = get_args(Glyph)
Shape = Literal["triangle", "circle", "square", "cross", "selected"]
SHAPES: tuple[Shape, ...] = get_args(Shape)

MOST_NODES = 1_000_000
"""The maximum number of nodes of a tree, besides its root."""


@dataclass(frozen=True, slots=True)
class Value:
    """What an engine said about the position after the move: a score for `side`."""

    score: float
    side: Player
    depth: int | None = None
    exact: bool = False
    line: tuple[Move, ...] = ()
    """The expected continuation."""
    by: str = ""
    """The name of the engine."""


@dataclass(frozen=True, slots=True)
class Notes:
    """What is written at a node; every field may be empty."""

    comment: str = ""
    glyphs: tuple[Glyph, ...] = ()
    marks: tuple[tuple[int, Shape], ...] = ()
    """Marked cells."""
    labels: tuple[tuple[int, str], ...] = ()
    """Texts on cells."""
    arrows: tuple[tuple[int, int], ...] = ()
    """From cell, to cell."""
    clocks: tuple[tuple[Player, float], ...] = ()
    """The seconds that a player has left after the move."""
    seconds: float | None = None
    """The thinking time of the move."""
    values: tuple[Value, ...] = ()
    proof: Proof | None = None
    """A proof about the position after the move, from the point of view of the side to move."""


NO_NOTES = Notes()


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A position of a tree, by the move that led to it, and everything that follows.

    `move` is None at the root and at a node that only holds notes.
    """

    move: Move | None = None
    notes: Notes = NO_NOTES
    source: tuple[Property, ...] = ()
    """Every property of the node in the SGF it came from, in order, as written."""
    refused: bool = False
    """Whether the file has a move or stones here that the rules refuse; they stay in `source`."""
    children: tuple[Node, ...] = ()

    def __repr__(self) -> str:
        """Returns the node without what follows, which can be deep."""
        return f"Node(move={self.move}, children={len(self.children)})"


@dataclass(frozen=True, slots=True)
class Entry:
    """A node of a tree in a flat list; `parent` is an index in the list, -1 at the root."""

    parent: int
    move: Move | None = None
    notes: Notes = NO_NOTES
    source: tuple[Property, ...] = ()
    refused: bool = False


def assemble(entries: Iterable[Entry]) -> Node:
    """Returns the root of the nodes in the list, in which parents come before their children."""
    known = list(entries)
    children: list[list[Node]] = [[] for _ in known]
    for place in range(len(known) - 1, -1, -1):
        entry, below = known[place], children[place]
        below.reverse()
        node = Node(entry.move, entry.notes, entry.source, entry.refused, tuple(below))
        children[place] = []
        if entry.parent < 0:
            return node
        children[entry.parent].append(node)
    raise AssertionError("a tree has a root")


def flatten(root: Node) -> list[tuple[int, Node]]:
    """Returns every node with the index of its parent, parents first, the main line before others.

    The index of a node is its place in the list; the parent of the root is -1.
    """
    found: list[tuple[int, Node]] = []
    waiting = [(-1, root)]
    while waiting:
        parent, node = waiting.pop()
        place = len(found)
        found.append((parent, node))
        waiting.extend((place, child) for child in reversed(node.children))
    return found


def main_nodes(root: Node) -> list[Node]:
    """Returns the nodes of the main line below the root."""
    found, node = [], root
    while node.children:
        node = node.children[0]
        found.append(node)
    return found
