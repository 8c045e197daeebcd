"""Walks through a tree, and counts what it holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from fivefold.core import State
from fivefold.tree.game_tree import GameTree
from fivefold.tree.node import Node


@dataclass(frozen=True, slots=True)
class Step:
    """A node on a walk: its position, None below a move that the rules refuse, and its place."""

    node: Node
    state: State | None
    ply: int
    on_main_line: bool


def walk(tree: GameTree) -> Iterator[Step]:
    """Yields every node with its position: the root, then each line before the next one."""
    waiting: list[tuple[Node, State | None, int, bool]] = [(tree.root, tree.start, 0, True)]
    while waiting:
        node, state, ply, is_main = waiting.pop()
        yield Step(node, state, ply, is_main)
        for place in range(len(node.children) - 1, -1, -1):
            child = node.children[place]
            after = state
            if child.refused:
                after = None
            elif child.move is not None and state is not None:
                after = state.play(child.move)
            further = ply + (child.move is not None)
            waiting.append((child, after, further, is_main and place == 0))


def contents(tree: GameTree) -> Counter[str]:
    """Returns how much the tree holds beyond the moves of its main line, by kind."""
    found: Counter[str] = Counter()
    waiting = [tree.root]
    while waiting:
        node = waiting.pop()
        notes = node.notes
        found["comments"] += bool(notes.comment)
        found["glyphs"] += len(notes.glyphs)
        found["marks"] += len(notes.marks)
        found["labels"] += len(notes.labels)
        found["arrows"] += len(notes.arrows)
        found["clocks"] += len(notes.clocks)
        found["seconds"] += notes.seconds is not None
        found["values"] += len(notes.values)
        found["proofs"] += notes.proof is not None
        found["variations"] += max(0, len(node.children) - 1)
        found["refused"] += node.refused
        waiting.extend(node.children)
    return +found
