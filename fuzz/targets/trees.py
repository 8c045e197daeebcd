"""Game trees: sequences of operations, and the tree of a JSON record."""

from __future__ import annotations

import json

from fivefold.core import Move
from fivefold.errors import FivefoldError
from fivefold.formats.reading import Reading
from fivefold.formats.records import RECORD, as_tree, record_of
from fivefold.formats.tree_json import root_from_json
from fivefold.games.gomoku import GomokuGame
from fivefold.tree.game_tree import GameTree, Path
from fivefold.tree.node import Node, flatten
from fivefold.tree.operations import (
    add,
    annotate,
    delete,
    merge,
    promote,
    promote_to_main_line,
    tree_of,
)
from fivefold.tree.walk import contents, walk
from fuzz.checking import text_of, tried

START = GomokuGame(5).start


def check(data: bytes) -> None:
    if data[:1] < b"\x80":
        check_operations(data[1:])
        return
    try:
        nodes = json.loads(text_of(data[1:]))
    except (ValueError, RecursionError):
        return
    tried(lambda: root_from_json(nodes, START, ()))


def check_operations(data: bytes) -> None:
    """Each operation is two bytes: what to do, and where or which move."""
    trees = [tree_of(START, (), record_of(Reading(START)))] * 2
    path: Path = ()
    for what, where in zip(data[::2], data[1::2], strict=False):
        tree, other = trees
        before = lines(tree)
        try:
            match what % 8:
                case 0 | 1:
                    tree, path = add(tree, path, where % 25)
                    assert before.keys() <= lines(tree).keys()
                case 2:
                    path = (*path, where % 3)
                    tree.state(path)
                case 3:
                    path = path[:-1]
                case 4:
                    tree = annotate(tree, path, comment=chr(65 + where % 26))
                case 5:
                    tree = promote_to_main_line(promote(tree, path), path[:-1])
                    assert lines(tree).keys() == before.keys()
                    path = ()
                case 6:
                    size = tree.size
                    tree = delete(tree, path)
                    assert tree.size < size
                    path = ()
                case _:
                    both = merge(tree, other)
                    assert lines(both).keys() == before.keys() | lines(other).keys()
                    tree, other = other, both
                    path = ()
        except FivefoldError:
            path = ()
        trees = [tree, other]
    for tree in trees:
        assert sum(1 for _ in walk(tree)) == tree.size + 1
        assert len(tree.variations) == contents(tree)["variations"]
        text = RECORD.write((Reading(START, tree.moves, tree.main_line, tree=tree),))
        (again,) = RECORD.read(text, None)
        assert lines(as_tree(again)) == lines(tree)


def lines(tree: GameTree) -> dict[tuple[Move | None, ...], str]:
    """Returns the comment at the end of every line."""
    ways: list[tuple[Move | None, ...]] = []
    found = {}
    for parent, node in flatten(tree.root):
        assert isinstance(node, Node)
        ways.append((*ways[parent], node.move) if parent >= 0 else ())
        found[ways[-1]] = node.notes.comment
    return found
