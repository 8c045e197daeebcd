"""The first event of a study."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from fivefold.errors import InvalidNotation
from fivefold.formats.tree_json import tree_as_json
from fivefold.server.room.events import Event
from fivefold.server.study.headers import with_headers
from fivefold.server.study.rules import MAX_NODES
from fivefold.tree.game_tree import GameTree


def created(tree: GameTree, owner: str, at: float, title: str | None = None) -> Event:
    """Returns the event that creates a study of the tree; `owner` identifies its editors."""
    if tree.size >= MAX_NODES:
        raise InvalidNotation("study.large", most=MAX_NODES)
    if title is not None:
        headers = {"title": " ".join(title.split())}
        record, source = with_headers(tree.record, tree.root.source, headers)
        tree = replace(tree, record=record, root=replace(tree.root, source=source))
    data: dict[str, Any] = {
        "owner": owner,
        "record": tree.main_line.as_json(),
        "tree": tree_as_json(tree),
    }
    return Event(1, "created", at, data)
