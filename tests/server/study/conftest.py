"""A study in memory, and shorthand for its edits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

import pytest

from fivefold import formats
from fivefold.formats.records import as_tree
from fivefold.names import game_from
from fivefold.server.room.events import Event
from fivefold.server.study import edits as do
from fivefold.server.study.creation import created
from fivefold.server.study.document import document, node_as_json
from fivefold.server.study.rules import decide
from fivefold.server.study.study import Done, Study

EDITOR = "hash of the secret"


class Desk:
    """A study, its log, and one editor who knows everything unless told otherwise."""

    def __init__(self, text: str, game: str | None = None) -> None:
        tree = as_tree(formats.read_text(text, None if game is None else game_from(game)))
        self.log = [created(tree, EDITOR, 1.0)]
        self.study = Study("s", self.log[0])
        self._ids = count(1)

    def decide(self, change: do.Change, version: int | None = None, id: str = "") -> Event | Done:
        seen = self.study.version if version is None else version
        edit = do.Edit(id or f"edit-{next(self._ids)}", seen, change)
        return decide(self.study, edit, EDITOR, 2.0)

    def do(self, change: do.Change, version: int | None = None, id: str = "") -> Done:
        """Executes an edit; returns its answer."""
        event = self.decide(change, version, id)
        if isinstance(event, Done):
            return event
        done = self.study.apply(event)
        self.log.append(event)
        return Done(event.version, done.node)

    def add(self, node: int, *moves: str) -> int:
        """Plays moves from a node; returns the last one's id."""
        found = self.do(do.Add(node, moves)).node
        assert found is not None
        return found

    def note(self, node: int, **notes: Any) -> Done:
        return self.do(do.Annotate(node, notes))

    def undo(self) -> Done:
        return self.do(do.Undo(self.study.undoable[-1]))

    def redo(self) -> Done:
        return self.do(do.Undo(self.study.redoable[-1]))

    def lines(self) -> dict[int, list[int]]:
        """Returns the children of every node that has any."""
        found: dict[int, list[int]] = {}
        for node in document(self.study)["nodes"]:
            if node["parent"] is not None:
                found.setdefault(node["parent"], []).append(node["id"])
        return found

    def node(self, id: int) -> Mapping[str, Any]:
        return node_as_json(self.study, self.study.nodes[id])


@pytest.fixture
def new_desk() -> Callable[..., Desk]:
    return Desk


@pytest.fixture
def desk() -> Desk:
    """h8 with two replies: 1 h8, 2 i9 (main line), 3 j10 after it, 4 g9."""
    found = Desk("(;GM[4]SZ[15])")
    found.add(0, "h8", "i9", "j10")
    found.add(1, "g9")
    return found
