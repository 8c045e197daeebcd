"""A study: the tree, the headers and the history that its log of events leads to. No I/O.

event = decide(study, edit, …)      changes nothing; raises the reason for a rejection
…                                   the event is written to disk
study.apply(event)                  changes the study
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from fivefold.core import Game, State
from fivefold.formats.tree_json import entries_from_json, notes_from_json
from fivefold.match.record import MatchRecord
from fivefold.server.room.events import Event
from fivefold.server.strict_json import write_json
from fivefold.server.study.edits import Change
from fivefold.server.study.headers import headers_of, with_headers
from fivefold.server.study.nodes import ROOT, StudyNodes
from fivefold.server.study.steps import Applied, Attach, Detach, Head, Place, Step, Write
from fivefold.tree.game_tree import GameTree
from fivefold.tree.operations import tree_of

DIGEST_BYTES = 8
NODE_BYTES = 600
"""About the size of a node in memory."""


@dataclass(frozen=True)
class Done:
    """The answer to an edit: the version of its event, and the node that it was about."""

    version: int
    node: int | None
    digest: str = ""


class Study:
    """One study, as its events so far made it."""

    def __init__(self, id: str, created: Event) -> None:
        """Reads the first event; raises `RulesError` if its tree is not a game by the rules."""
        data = created.data
        self.id = id
        self.owner: str = data["owner"]
        self.created = self.updated = created.at
        self.record = MatchRecord.from_json(data["record"])
        self.start: State = self.record.rules.parse_position(self.record.start)
        self.nodes = StudyNodes(entries_from_json(data["tree"], self.start))
        self.log = [Applied(can_be_undone=False)]
        """What each event did; that of version 1 comes first."""
        self.undoable: list[int] = []
        self.redoable: list[int] = []
        """The versions that the next undo and the next redo take back, the latest last."""
        self.size = size_of(data)
        """The bytes of its log."""
        self._answers: dict[str, Done] = {}
        self.result = self._result()

    @property
    def version(self) -> int:
        """The number of the last event."""
        return len(self.log)

    @property
    def game(self) -> Game:
        return self.start.game

    @property
    def headers(self) -> dict[str, str]:
        """Every header; '' where nothing is known."""
        return headers_of(self.record, self.nodes[ROOT].source)

    @property
    def weight(self) -> int:
        """About how many bytes it takes in memory."""
        return 2 * self.size + NODE_BYTES * len(self.nodes)

    def is_editor(self, holder: str | None) -> bool:
        """Whether this is the hash of the secret that lets people edit."""
        return holder is not None and holder == self.owner

    def answered(self, id: str) -> Done | None:
        """Returns the answer to an edit that was executed already."""
        return self._answers.get(id)

    def tree(self) -> GameTree:
        """Returns the study as a game tree."""
        return GameTree(self.start, self.nodes.assembled(), self.record)

    def line(self, node: int) -> GameTree:
        """Returns the line from the root to a node as a tree of its own."""
        return GameTree(self.start, self.nodes.assembled(node), self.record)

    # Events

    def apply(self, event: Event) -> Applied:
        """Changes the study as an event says, which must be the next one; returns what it did."""
        done = _APPLY[event.kind](self, event)
        self.log.append(done)
        self.updated = event.at
        self.size += size_of(event.data)
        if done.parents:
            self.result = self._result()
        if event.kind == "undone":
            self._undid(event.data["edit"], event.version)
        else:
            self.undoable.append(event.version)
            self.redoable.clear()
        id, digest = event.data["id"], event.data["digest"]
        self._answers[id] = Done(event.version, done.node, digest)
        return done

    def _undid(self, edit: int, version: int) -> None:
        self.log[edit - 1].is_undone = True
        is_redo = edit in self.redoable
        for versions in (self.undoable, self.redoable):
            if edit in versions:
                versions.remove(edit)
        (self.undoable if is_redo else self.redoable).append(version)

    def _added(self, event: Event) -> Applied:
        data = event.data
        above = data["under"]
        for text in data["moves"]:
            node = self.nodes.append(above, self.game.parse_move(text), event.version)
            above = node.id
        first = above - len(data["moves"]) + 1
        return Applied((Detach(first),), above, parts={first}, parents={data["under"]})

    def _deleted(self, event: Event) -> Applied:
        node = event.data["node"]
        return self._take([Detach(node)], event.version, self.nodes[node].parent)

    def _promoted(self, event: Event) -> Applied:
        steps: list[Step] = [Place(node, 0) for node in event.data["nodes"]]
        return self._take(steps, event.version, event.data["node"])

    def _annotated(self, event: Event) -> Applied:
        node, notes = event.data["node"], event.data["notes"]
        found = notes_from_json(notes, self.game)
        fields = {name: getattr(found, name) for name in notes}
        return self._take([Write(node, fields)], event.version, node)

    def _headed(self, event: Event) -> Applied:
        return self._take([Head(event.data["headers"])], event.version, None)

    def _undone(self, event: Event) -> Applied:
        undone = self.log[event.data["edit"] - 1]
        done = self._take(undone.inverse, event.version, undone.node)
        if done.parts:
            done.node = min(done.parts)  # what came back
        elif done.node is not None and self.nodes.deletion(done.node) is not None:
            done.node = min(done.parents, default=ROOT)
        return done

    def _take(self, steps: Iterable[Step], version: int, node: int | None) -> Applied:
        """Takes the steps in order; returns what they did."""
        done, inverse = Applied(node=node), list[Step]()
        for step in steps:
            inverse.append(self._step(step, version, done))
        done.inverse = tuple(reversed(inverse))
        return done

    def _step(self, step: Step, version: int, done: Applied) -> Step:
        """Takes a step and notes what it touches; returns the step that takes it back."""
        nodes = self.nodes
        if isinstance(step, Head):
            root, before = nodes[ROOT], self.headers
            self.record, root.source = with_headers(self.record, root.source, step.headers)
            done.headers = True
            return Head({name: before[name] for name in step.headers}, step.headers)
        node = nodes[step.node]
        if isinstance(step, Write):
            fields = {name: getattr(node.notes, name) for name in step.notes}
            node.notes = replace(node.notes, **step.notes)
            node.version = version
            done.nodes.add(node.id)
            return Write(node.id, fields, step.notes)
        done.parents.add(node.parent)
        if isinstance(step, Detach):
            return Attach(node.id, nodes.detach(node.id, version))
        if isinstance(step, Attach):
            nodes.attach(node.id, step.place)
            node.version = version
            done.parts.add(node.id)
            return Detach(node.id)
        return Place(node.id, nodes.move_to(node.id, step.place))

    def _result(self) -> dict[str, Any]:
        """Returns the result of the main line."""
        moves = tuple(node.move for node in self.nodes.main_line() if node.move is not None)
        record = tree_of(self.start, moves, replace(self.record, seconds=())).main_line
        return {
            "winner": None if record.winner is None else record.winner.value,
            "ending": record.ending,
            "reason": record.reason,
            "text": record.result,
        }


_APPLY: dict[str, Callable[[Study, Event], Applied]] = {
    "added": Study._added,
    "deleted": Study._deleted,
    "promoted": Study._promoted,
    "annotated": Study._annotated,
    "headed": Study._headed,
    "undone": Study._undone,
}


def size_of(data: Mapping[str, Any]) -> int:
    """Returns the bytes of an event's data."""
    return len(write_json(data))


def digest_of(change: Change) -> str:
    """Returns a text that tells two changes with the same id apart."""
    return hashlib.blake2b(repr(change).encode(), digest_size=DIGEST_BYTES).hexdigest()
