"""The nodes of a study, by ids that never change.

A study is edited by several people at once, so its nodes know their parents and have ids, which the
paths of a `GameTree` cannot give: a path changes when somebody else deletes or promotes a line.
Deleted nodes are kept, detached from their parents, so that a deletion can be undone.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from fivefold.core import Move, State
from fivefold.errors import IllegalMove, NotFound, StaleWrite
from fivefold.tree.node import NO_NOTES, Entry, Node, Notes, Property, assemble

ROOT = 0
CACHED_POSITIONS = 256


@dataclass(slots=True, eq=False)
class StudyNode:
    """A node; `children` are those that are not deleted."""

    id: int
    parent: int
    move: Move | None = None
    notes: Notes = NO_NOTES
    source: tuple[Property, ...] = ()
    refused: bool = False
    cells: tuple[str | int, ...] | None = None
    """What the move changes: a mark, and the cells that become it."""
    end: dict[str, Any] | None = None
    """The result, if the game is over here."""
    children: list[int] = field(default_factory=list)
    version: int = 1
    """The version of the study that last changed the node itself."""


class StudyNodes:
    """The tree of a study: every node that it ever had."""

    def __init__(self, entries: Iterable[tuple[Entry, State | None]]) -> None:
        """Takes the nodes with their positions, parents first; the first is the root."""
        self._nodes: list[StudyNode] = []
        self.deleted: dict[int, int] = {}
        """The first node of each deleted part, and the version that deleted it."""
        self._positions: OrderedDict[int, State | None] = OrderedDict()
        self._previous: list[State | None] = []
        for entry, state in entries:
            self._read(entry, state)
        self._start = self._previous[ROOT]
        self._previous = []

    def _read(self, entry: Entry, state: State | None) -> None:
        before = self._previous[entry.parent] if entry.parent >= 0 else state
        node = StudyNode(len(self._nodes), entry.parent, entry.move, entry.notes, entry.source)
        node.refused = entry.refused
        _describe(node, before, state)
        self._nodes.append(node)
        self._previous.append(state)
        if entry.parent >= 0:
            self._nodes[entry.parent].children.append(node.id)

    def __len__(self) -> int:
        return len(self._nodes)

    def __getitem__(self, id: int) -> StudyNode:
        """Returns a node, deleted or not. Raises `NotFound`."""
        if not 0 <= id < len(self._nodes):
            raise NotFound("study.node", node=id)
        return self._nodes[id]

    def live(self, id: int) -> StudyNode:
        """Returns a node that is in the study. Raises `StaleWrite` if it was deleted."""
        node = self[id]
        version = self.deletion(id)
        if version is not None:
            raise StaleWrite("study.deleted", version=version)
        return node

    def deletion(self, id: int) -> int | None:
        """Returns the version that deleted the node, or None if it is in the study."""
        while id != ROOT:
            if id in self.deleted:
                return self.deleted[id]
            id = self._nodes[id].parent
        return None

    def path(self, id: int) -> list[int]:
        """Returns the ids from the root to the node."""
        found = [id]
        while found[-1] != ROOT:
            found.append(self[found[-1]].parent)
        return found[::-1]

    def below(self, id: int) -> Iterator[StudyNode]:
        """Yields the node and all that follow it, parents first, each line before the next."""
        waiting = [id]
        while waiting:
            node = self._nodes[waiting.pop()]
            yield node
            waiting.extend(reversed(node.children))

    def main_line(self) -> Iterator[StudyNode]:
        """Yields the nodes of the main line below the root."""
        node = self._nodes[ROOT]
        while node.children:
            node = self._nodes[node.children[0]]
            yield node

    # Positions

    def position(self, id: int) -> State:
        """Returns the position at a node. Raises `IllegalMove` where the rules refused a move."""
        below: list[StudyNode] = []
        node = self[id]
        while node.id != ROOT and node.id not in self._positions:
            below.append(node)
            node = self._nodes[node.parent]
        state = self._start if node.id == ROOT else self._positions[node.id]
        for node in reversed(below):
            if node.refused:
                state = None
            elif state is not None and node.move is not None:
                state = state.play(node.move)
        self._remember(id, state)
        if state is None:
            raise IllegalMove("tree.not_played")
        return state

    def positions(self, id: int) -> list[State]:
        """Returns the positions from the root to a node, one after each move."""
        assert self._start is not None
        states = [self._start]
        for step in self.path(id):
            node = self._nodes[step]
            if node.refused:
                raise IllegalMove("tree.not_played")
            if node.move is not None:
                states.append(states[-1].play(node.move))
        return states

    def _remember(self, id: int, state: State | None) -> None:
        self._positions[id] = state
        self._positions.move_to_end(id)
        while len(self._positions) > CACHED_POSITIONS:
            self._positions.popitem(last=False)

    # Changes

    def append(self, parent: int, move: Move, version: int) -> StudyNode:
        """Adds a node after the last child of its parent; returns it."""
        before = self.position(parent)
        after = before.play(move)
        node = StudyNode(len(self._nodes), parent, move, version=version)
        _describe(node, before, after)
        self._nodes.append(node)
        self._nodes[parent].children.append(node.id)
        self._remember(node.id, after)
        return node

    def detach(self, id: int, version: int) -> int:
        """Deletes a node with all that follow it; returns its place among its siblings."""
        siblings = self._nodes[self._nodes[id].parent].children
        place = siblings.index(id)
        del siblings[place]
        self.deleted[id] = version
        return place

    def attach(self, id: int, place: int) -> None:
        """Takes a deletion back."""
        del self.deleted[id]
        self._nodes[self._nodes[id].parent].children.insert(place, id)

    def move_to(self, id: int, place: int) -> int:
        """Gives a node another place among its siblings; returns the one it had."""
        siblings = self._nodes[self._nodes[id].parent].children
        before = siblings.index(id)
        siblings.insert(place, siblings.pop(before))
        return before

    def assembled(self, end: int | None = None) -> Node:
        """Returns the root of the tree; with `end`, of the line to that node alone."""
        ids = [node.id for node in self.below(ROOT)] if end is None else self.path(end)
        places = {id: place for place, id in enumerate(ids)}
        entries = []
        for id in ids:
            node = self._nodes[id]
            parent = -1 if id == ROOT else places[node.parent]
            entries.append(Entry(parent, node.move, node.notes, node.source, node.refused))
        return assemble(entries)


def _describe(node: StudyNode, before: State | None, after: State | None) -> None:
    """Notes what the node's move changes, and whether the game is over after it."""
    if after is None or node.refused:
        return
    if node.move is not None:
        assert before is not None
        node.cells = changed_cells(before, after, node.move)
    outcome = after.outcome
    if outcome is not None:
        winner = None if outcome.winner is None else outcome.winner.value
        node.end = {"winner": winner, "margin": outcome.margin}


def changed_cells(before: State, after: State, move: Move) -> tuple[str | int, ...]:
    """Returns a mark and the cells that become it, those of the move first.

    >>> from fivefold.names import game_from
    >>> start = game_from("othello").start
    >>> changed_cells(start, start.play(19), 19)
    ('X', 19, 27)
    """
    own = before.game.move_cells(move)
    pairs = enumerate(zip(before.cells, after.cells, strict=True))
    others = [cell for cell, (old, new) in pairs if old != new and cell not in own]
    found: list[str | int] = []
    mark = ""
    for cell in (*own, *others):
        if after.cells[cell] != mark:
            mark = after.cells[cell]
            found.append(mark)
        found.append(cell)
    return tuple(found)
