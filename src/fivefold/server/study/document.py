"""Studies as JSON for the pages: the whole of one, and what changed in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fivefold.formats.tree_json import notes_as_json
from fivefold.server.room.events import Event
from fivefold.server.room.view import game_as_json, notation, view_of
from fivefold.server.study.nodes import ROOT, StudyNode
from fivefold.server.study.steps import Applied
from fivefold.server.study.study import Study

SECRET = ("owner", "digest", "record", "tree")
"""Fields of events that are stored and not sent: hashes, and what the document has anyway."""


def document(study: Study, *, nodes: bool = True) -> dict[str, Any]:
    """Returns the whole study as anyone with its address may see it; `nodes` includes the tree."""
    start = study.start
    tree = [node_as_json(study, node) for node in study.nodes.below(ROOT)] if nodes else None
    return {
        "id": study.id,
        "version": study.version,
        "created": study.created,
        "updated": study.updated,
        "game": game_as_json(study.game),
        "start": study.record.start,
        "cells": start.cells,
        "to_move": start.to_move.value,
        "headers": study.headers,
        "result": study.result,
        "nodes": tree,
        **history(study),
    }


def history(study: Study) -> dict[str, int | None]:
    """Returns the versions that the next undo and the next redo take back."""
    return {
        "undo": study.undoable[-1] if study.undoable else None,
        "redo": study.redoable[-1] if study.redoable else None,
    }


def node_as_json(study: Study, node: StudyNode) -> dict[str, Any]:
    """Returns a node: fields that say nothing are left out."""
    game = study.game
    found: dict[str, Any] = {
        "id": node.id,
        "parent": None if node.id == ROOT else node.parent,
    }
    if node.move is not None:
        found["move"] = notation(game, node.move)
    if node.cells is not None:
        found["set"] = list(node.cells)
    if node.end is not None:
        found["end"] = node.end
    found |= notes_as_json(node.notes, game)
    if node.refused:
        found["refused"] = True
    return found


def view_at(study: Study, node: int, *, legal: bool = True) -> dict[str, Any]:
    """Returns the position at a node. Raises `IllegalMove` where the rules refused a move."""
    states = study.nodes.positions(node)
    return view_of(states, len(states) - 1, legal=legal)


def event_as_json(event: Event) -> dict[str, Any]:
    """Returns the event as anyone may see it."""
    return {key: value for key, value in event.as_json().items() if key not in SECRET}


def changed(study: Study, applied: Sequence[Applied]) -> dict[str, Any]:
    """Returns what these events changed, as it is now."""
    nodes, written, children = study.nodes, dict[int, Any](), dict[str, list[int]]()

    def is_live(id: int) -> bool:
        return nodes.deletion(id) is None

    for done in applied:
        for part in filter(is_live, done.parts):
            for node in nodes.below(part):
                written[node.id] = node_as_json(study, node)
                if node.children:
                    children[str(node.id)] = list(node.children)
        for id in filter(is_live, done.nodes):
            written[id] = node_as_json(study, nodes[id])
        for id in filter(is_live, done.parents):
            children[str(id)] = list(nodes[id].children)
    found: dict[str, Any] = {"nodes": list(written.values()), "children": children}
    if any(done.headers for done in applied):
        found["headers"] = study.headers
    if any(done.parents for done in applied):
        found["result"] = study.result
    return found


def new_node(done: Applied) -> int | None:
    """Returns the last node of an addition, whose position everybody wants to see."""
    is_new = done.parts and done.node is not None and done.node not in done.parents
    return done.node if is_new else None
