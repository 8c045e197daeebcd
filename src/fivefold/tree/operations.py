"""Changes of a tree. Each returns a new tree, which shares everything that stays the same.

A change costs what it touches: the nodes from the root to the place of the change, with their
children, and in a merge the nodes that both trees have.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fivefold.core import Move, State
from fivefold.errors import IllegalMove, InvalidNotation
from fivefold.match.record import MatchRecord
from fivefold.tree.game_tree import GameTree, Path
from fivefold.tree.node import MOST_NODES, NO_NOTES, Entry, Node, Notes, Property, assemble

PARAGRAPH = "\n\n"


def tree_of(start: State, moves: tuple[Move, ...], record: MatchRecord) -> GameTree:
    """Returns a tree of a single line."""
    seconds = record.seconds or (None,) * len(moves)
    entries = [Entry(-1)]
    for place, (move, spent) in enumerate(zip(moves, seconds, strict=True)):
        entries.append(Entry(place, move, Notes(seconds=spent) if spent else NO_NOTES))
    return GameTree(start, assemble(entries), record)


def add(tree: GameTree, path: Path, *moves: Move) -> tuple[GameTree, Path]:
    """Returns the tree with the moves played from the node, and the path to the last of them.

    Moves that the tree already has are followed, not added again. Raises `IllegalMove`.
    """
    node, state = tree.at(path), tree.state(path)
    rest = list(moves)
    while rest:
        place = next((at for at, each in enumerate(node.children) if each.move == rest[0]), None)
        if place is None:
            break
        node, path = node.children[place], (*path, place)
        state = state.play(rest.pop(0))
    if not rest:
        return tree, path
    for move in rest:
        state = state.play(move)
    below: tuple[Node, ...] = ()
    for move in reversed(rest):
        below = (Node(move, children=below),)
    root = _with(tree.root, path, replace(node, children=node.children + below))
    path = (*path, len(node.children), *(0,) * (len(rest) - 1))
    return replace(tree, root=root), path


def annotate(tree: GameTree, path: Path, **notes: Any) -> GameTree:
    """Returns the tree with other notes at the node, such as `comment="A mistake."`."""
    node = tree.at(path)
    changed = replace(node, notes=replace(node.notes, **notes))
    return replace(tree, root=_with(tree.root, path, changed))


def promote(tree: GameTree, path: Path) -> GameTree:
    """Returns the tree with the node first among its siblings, as the continuation of its line."""
    above, place = _place_of(tree, path)
    children = above.children
    moved = (children[place], *children[:place], *children[place + 1 :])
    return replace(tree, root=_with(tree.root, path[:-1], replace(above, children=moved)))


def promote_to_main_line(tree: GameTree, path: Path) -> GameTree:
    """Returns the tree with the node on its main line: it and all above it become first."""
    for length in range(len(path), 0, -1):
        if path[length - 1]:
            tree = promote(tree, path[:length])
    return tree


def delete(tree: GameTree, path: Path) -> GameTree:
    """Returns the tree without the node and everything that follows it."""
    above, place = _place_of(tree, path)
    left = above.children[:place] + above.children[place + 1 :]
    return replace(tree, root=_with(tree.root, path[:-1], replace(above, children=left)))


def merge(tree: GameTree, other: GameTree) -> GameTree:
    """Returns the tree with the lines and the notes of the other one added.

    Where both have a node, both comments stay; otherwise the notes of the first tree stay, and
    missing ones are added. Raises `InvalidNotation` if the trees start from different positions.
    """
    if tree.start != other.start or tree.start.game != other.start.game:
        raise InvalidNotation("tree.other_start")
    entries: list[Entry] = []
    # A child of either tree waits with the index of its parent; nodes with the same move meet.
    waiting: list[tuple[int, Node, Node | None]] = [(-1, tree.root, other.root)]
    while waiting:
        parent, node, twin = waiting.pop()
        notes = node.notes if twin is None else joined(node.notes, twin.notes)
        place = len(entries)
        if place > MOST_NODES:
            raise InvalidNotation("tree.large", most=MOST_NODES)
        source = node.source if twin is None else _both(node.source, twin.source)
        entries.append(Entry(parent, node.move, notes, source, node.refused))
        waiting.extend((place, *pair) for pair in reversed(_pairs(node, twin)))
    return replace(tree, root=assemble(entries))


def _pairs(node: Node, twin: Node | None) -> list[tuple[Node, Node | None]]:
    """Returns the children of both nodes: those with the same move together."""
    if twin is None:
        return [(child, None) for child in node.children]
    found = {_key(child): child for child in reversed(twin.children)}
    pairs = [(child, found.pop(_key(child), None)) for child in node.children]
    met = {id(other) for _, other in pairs}
    return [*pairs, *((child, None) for child in twin.children if id(child) not in met)]


def _both(source: tuple[Property, ...], other: tuple[Property, ...]) -> tuple[Property, ...]:
    """Returns the properties of both; of two with one name, the first."""
    names = {name for name, _ in source}
    return source + tuple(each for each in other if each[0] not in names)


def _key(node: Node) -> object:
    """Returns what makes two siblings the same: the move or, without one, what the file has."""
    return node.source if node.move is None else node.move


def joined(notes: Notes, other: Notes) -> Notes:
    """Returns the notes of both; where only one can stay, that of the first."""
    if notes == other or other == NO_NOTES:
        return notes
    marked = {cell for cell, _ in notes.marks}
    labelled = {cell for cell, _ in notes.labels}
    timed = {player for player, _ in notes.clocks}
    return Notes(
        comment=_both_comments(notes.comment, other.comment),
        glyphs=notes.glyphs or other.glyphs,
        marks=notes.marks + tuple(each for each in other.marks if each[0] not in marked),
        labels=notes.labels + tuple(each for each in other.labels if each[0] not in labelled),
        arrows=notes.arrows + tuple(each for each in other.arrows if each not in notes.arrows),
        clocks=notes.clocks + tuple(each for each in other.clocks if each[0] not in timed),
        seconds=other.seconds if notes.seconds is None else notes.seconds,
        values=notes.values + tuple(each for each in other.values if each not in notes.values),
        proof=notes.proof or other.proof,
    )


def _both_comments(comment: str, other: str) -> str:
    """Returns the comment with the paragraphs of the other one that it does not have."""
    if not comment or comment in other:
        return other
    if other in comment:
        return comment
    known = comment.split(PARAGRAPH)
    return PARAGRAPH.join([*known, *(each for each in other.split(PARAGRAPH) if each not in known)])


def _place_of(tree: GameTree, path: Path) -> tuple[Node, int]:
    """Returns the parent of the node and its place among the children."""
    if not path:
        raise IllegalMove("tree.root")
    tree.at(path)
    return tree.at(path[:-1]), path[-1]


def _with(root: Node, path: Path, node: Node) -> Node:
    """Returns the root with another node at the path."""
    above = [root]
    for step in path[:-1]:
        above.append(above[-1].children[step])
    for parent, step in zip(reversed(above[: len(path)]), reversed(path), strict=True):
        children = (*parent.children[:step], node, *parent.children[step + 1 :])
        node = replace(parent, children=children)
    return node
