"""docs/reference/http-api.md lists every path, frame, code and quota of the server."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any, get_args

import pytest

import fivefold
from fivefold import errors
from fivefold.errors import FivefoldError
from fivefold.server.app import create_app
from fivefold.server.http import requests as messages
from fivefold.server.http.errors import STATUS, answer_to
from fivefold.server.peers.rate_limits import RateLimits
from fivefold.server.room.rules import MAX_EVENTS
from fivefold.server.settings import Settings
from fivefold.words import ENGLISH

ROOT = Path(__file__).parents[1]
SERVER = Path(fivefold.__file__).parent / "server"
CHILD_MESSAGES = SERVER.parent / "engines" / "child_messages.py"
"""Decodes the errors of analysis processes."""
PAGE = (ROOT / "docs" / "reference" / "http-api.md").read_text(encoding="utf-8")

AT_THE_START = {
    "backup.bad_game",
    "backup.bad_study",
    "backup.damaged",
    "backup.exists",
    "backup.foreign",
    "backup.holds_games",
    "backup.in_use",
    "backup.no_database",
    "backup.no_file",
    "backup.older",
    "backup.same",
    "serve.arena_folder",
    "serve.arena_journal",
    "serve.keep",
    "serve.log",
    "serve.origin",
    "serve.port",
    "serve.proxy",
    "serve.worker_failed",
    "store.driver",
    "store.memory",
    "store.newer",
    "store.no_database",
    "store.unopenable",
    "store.url",
    "strategy.own_no_game",
    "strategy.own_path",
}
"""Shown in the terminal, to the person who starts or backs up the server."""
OF_HTTP = {"request.no_page": 404, "request.no_method": 405, "request.refused": 400}
"""Converted from the framework's own errors, so never raised by our code."""

OF_OPENAPI = {"string", "http"}
"""Types of the API schema that are not frames."""


def rows(head: str) -> list[list[str]]:
    """Returns the cells of the table with this header, without code marks."""
    table = PAGE.partition(f"\n| {head}")[2].partition("\n\n")[0]
    lines = table.splitlines()[2:]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]


def raised() -> dict[str, str]:
    """Returns the code of every error that the server's source creates, with its class."""
    found: dict[str, str] = {}
    for path in [*sorted(SERVER.rglob("*.py")), CHILD_MESSAGES]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
                continue
            kind, code = getattr(errors, node.func.id, None), node.args[0]
            if isinstance(kind, type) and isinstance(code, ast.Constant):
                found[str(code.value)] = node.func.id
    return found


def status_of(code: str, kind: str) -> int:
    """Returns the HTTP status of an error with this code, whatever its facts."""
    facts: dict[str, Any] = dict.fromkeys(re.findall(r"\{(\w+)", ENGLISH[code]), 1)
    error: FivefoldError = getattr(errors, kind)(code, **facts)
    return answer_to(error)[0]


def test_every_path_and_method_is_named() -> None:
    app = create_app(Settings("sqlite:///unused.db"))
    paths = app.openapi()["paths"]
    served = {f"{method.upper()} {path}" for path, methods in paths.items() for method in methods}
    named = {row[0].strip("`") for row in rows("method and path")}
    assert len(served) > 20
    assert named == served


def test_every_field_of_a_body_is_named() -> None:
    schemas = create_app(Settings("sqlite:///unused.db")).openapi()["components"]["schemas"]
    bodies = [name for name in schemas if name.endswith("Body") or name == "NewMatch"]
    fields = {field for name in bodies for field in schemas[name]["properties"]}
    assert {"version", "accept", "strategy", "from"} <= fields
    assert [field for field in sorted(fields) if not re.search(rf"`{field}[`:=]", PAGE)] == []


def test_every_frame_is_named() -> None:
    frames = get_args(messages.Frame)
    types = {kind for frame in frames for kind in get_args(frame.model_fields["type"].annotation)}
    named = {name for row in rows("you send") for name in re.findall(r"`(\w+)`", row[0])}
    assert named == types


def test_every_kind_of_frame_sent_is_named() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in SERVER.rglob("*.py"))
    sent = set(re.findall(r'"type": "(\w+)"', source)) - OF_OPENAPI
    named = {row[0].strip("`") for row in rows("you get")}
    assert named == sent


def test_every_code_is_named_with_its_status() -> None:
    found = {code: kind for code, kind in raised().items() if code not in AT_THE_START}
    assert set(STATUS) <= set(found)
    named = {row[0].strip("`"): row[1] for row in rows("code | status")}
    assert set(named) == set(found) | set(OF_HTTP) | {"server.bug"}
    for code, said in named.items():
        if code == "request.invalid":  # reported by the framework for HTTP, not for frames
            assert said == "422"
        elif code in found and said != "socket":
            assert int(said) == status_of(code, found[code]), code


def test_a_code_without_a_row_is_detected() -> None:
    assert status_of("match.stale", "StaleWrite") == 409
    assert "match.stale" in raised()
    assert "match.nonsense" not in raised()


def test_the_maximum_number_of_events_is_as_documented() -> None:
    said = {row[0].strip("`"): row[2] for row in rows("code | status")}
    assert said["match.too_long"] == f"more than {MAX_EVENTS:,} events"


@pytest.mark.parametrize("name", sorted(vars(RateLimits())))
def test_every_quota_is_as_documented(name: str) -> None:
    quota = getattr(RateLimits(), name)
    said = next(row for row in rows("quota") if row[0] == name)
    assert (float(said[1]), float(said[2])) == (quota._rate, quota._burst)
    assert said[3].strip("`") in raised()


def test_the_page_lists_no_unknown_quota() -> None:
    assert {row[0] for row in rows("quota")} == set(vars(RateLimits()))
