"""A1 for studies: who may do what, over HTTP and over the socket: one table.

The editor has the study's secret. Everybody else has one column, and each field of it is tried by
three: somebody who only has the address, a stranger with a secret that was never given out, and
the editor of another study.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.server.app.conftest import Served, Tab

STUDY_DOORS: dict[str, tuple[str | None, str | None]] = {
    "read": ("GET /api/studies/{study}", "follow"),
    "look": ("GET /api/studies/{study}/nodes/{node}", "look"),
    "export": ("GET /api/studies/{study}/export/{format}", None),
    "analyse": (None, "analyse"),
    "add": ("POST /api/studies/{study}/edits", "edit"),
    "delete": ("POST /api/studies/{study}/edits", "edit"),
    "promote": ("POST /api/studies/{study}/edits", "edit"),
    "annotate": ("POST /api/studies/{study}/edits", "edit"),
    "headers": ("POST /api/studies/{study}/edits", "edit"),
    "undo": ("POST /api/studies/{study}/edits", "edit"),
}
"""Each action: its endpoint and its frame."""

STUDY_TABLE = """
action     editor              others
read       ok                  ok
look       ok                  ok
export     ok                  ok
analyse    ok                  ok
add        ok                  study.not_yours
delete     ok                  study.not_yours
promote    ok                  study.not_yours
annotate   ok                  study.not_yours
headers    ok                  study.not_yours
undo       ok                  study.not_yours
"""
OTHERS = ("the address", "a stranger", "another study")
EDITS: dict[str, dict[str, Any]] = {
    "add": {"node": 1, "moves": ["a1"]},
    "delete": {"node": 2},
    "promote": {"node": 3},
    "annotate": {"node": 1, "notes": {"comment": "Mine."}},
    "headers": {"headers": {"title": "Mine"}},
    "undo": {"edit": 2},
}


def study_table() -> dict[tuple[str, str], str]:
    """Returns the expected result of each (action, role)."""
    found = {}
    for line in STUDY_TABLE.strip().splitlines()[1:]:
        action, editor, others = line.split()
        found[action, "editor"] = editor
        found |= {(action, who): others for who in OTHERS}
    return found


@dataclass
class Shared:
    """A study with two variations, and the secret of each role."""

    study: str
    secrets: dict[str, str | None]


def new_study(server: Served) -> Shared:
    source = {"text": "(;GM[4]SZ[15];B[hh](;W[ii])(;W[jj]))"}
    made = server.post("/api/studies", source).json()
    other = server.post("/api/studies", source).json()
    id, secret = made["study"]["id"], made["secret"]
    body = {"id": "first", "version": 1, "op": "add", "node": 2, "moves": ["j10"]}
    assert server.post(f"/api/studies/{id}/edits", body, secret).is_success
    secrets = {"editor": secret, "the address": None, "a stranger": "never-given-out"}
    return Shared(id, {**secrets, "another study": other["secret"]})


def study_over_http(server: Served, action: str, shared: Shared, who: str) -> str:
    """Returns the result of the endpoint."""
    door = STUDY_DOORS[action][0]
    assert door
    method, _, path = door.partition(" ")
    path = path.replace("{study}", shared.study).replace("{node}", "1").replace("{format}", "sgf")
    secret = shared.secrets[who]
    if method == "GET":
        answer = server.get(path, secret)
    else:
        body = {"id": "new", "version": 2, "op": action, **EDITS[action]}
        answer = server.post(path, body, secret)
    return "ok" if answer.is_success else str(answer.json()["error"]["code"])


async def study_over_socket(tab: Tab, action: str, shared: Shared, who: str) -> str:
    """Returns the result of the frame."""
    secret = shared.secrets[who]
    follow = {"type": "follow", "study": shared.study}
    await tab.send(**follow, **({} if secret is None else {"secret": secret}))
    first = await tab.next()
    while first["type"] not in ("study", "error"):
        first = await tab.next()
    if action == "read" or first["type"] == "error":
        return "ok" if first["type"] == "study" else str(first["error"]["code"])
    frames: dict[str, dict[str, Any]] = {
        "look": {"node": 1},
        "analyse": {"node": 1, "seconds": 1.0, "depth": 1},
    }
    edit = {"version": 2, "op": action, **EDITS.get(action, {})}
    await tab.send(type=STUDY_DOORS[action][1], id="new", **frames.get(action, edit))
    while (frame := await tab.next()).get("id") != "new":
        pass
    return "ok" if frame["type"] != "error" else str(frame["error"]["code"])
