"""The frames that the followers of a study get. Each is encoded once and sent to all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fivefold.errors import RulesError
from fivefold.server.room.events import Event
from fivefold.server.strict_json import write_json
from fivefold.server.study.document import (
    changed,
    document,
    event_as_json,
    history,
    new_node,
    view_at,
)
from fivefold.server.study.steps import Applied
from fivefold.server.study.study import Study

MAX_FRAME = 2_000_000
"""Characters of a frame about a study; a larger one is without its nodes or changes."""


def study_text(study: Study) -> str:
    """Returns the whole study as JSON."""
    return write_json(document(study))


def study_frame(study: Study, text: str, holder: str | None) -> str:
    """Returns the frame with the whole study, whose JSON is given."""
    if len(text) > MAX_FRAME:
        text = write_json(document(study, nodes=False))
    can_edit = study.is_editor(holder)
    head = write_json({"type": "study", "can_edit": can_edit, "version": study.version})
    return f'{head[:-1]},"study":{text}}}'


def edited_frame(
    study: Study, events: Sequence[Event], applied: Sequence[Applied], *, is_new: bool = False
) -> str:
    """Returns the frame for events that the study has applied; `is_new` adds the new position."""
    node = applied[-1].node if applied else None
    shown = new_node(applied[-1]) if is_new and applied else None
    frame = {
        "type": "edited",
        "events": [event_as_json(event) for event in events],
        "changed": changed(study, applied),
        **history(study),
        "node": node,
        "view": None if shown is None else _view(study, shown),
        "version": study.version,
    }
    text = write_json(frame)
    return text if len(text) <= MAX_FRAME else write_json({**frame, "changed": None})


def _view(study: Study, node: int) -> dict[str, Any] | None:
    try:
        return view_at(study, node)
    except RulesError:  # nothing is added below a move that the rules refuse
        return None


def following_frame(watching: int) -> str:
    """Returns the frame that says how many follow a study."""
    return write_json({"type": "following", "watching": watching})


def look_frame(id: str, study: Study, node: int, *, legal: bool = True) -> dict[str, Any]:
    """Returns the frame with the position at a node."""
    return {"type": "look", "id": id, **position_at(study, node, legal=legal)}


def position_at(study: Study, node: int, *, legal: bool = True) -> dict[str, Any]:
    """Returns a node's path and position."""
    view = view_at(study, node, legal=legal)
    return {"node": node, "path": study.nodes.path(node), "view": view}


def lines_frame(id: str, node: int | None, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the frame with the best lines that an engine has found so far."""
    return {"type": "lines", "id": id, "node": node, **facts}
