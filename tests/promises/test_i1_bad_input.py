"""I1: every bad input has a stable code and one sentence, changes nothing, and is never a 500.

One table of bad values and their codes, through every entrance: HTTP and the socket, where the
value is put into every field of every body and frame, the command line, files, and the protocols
that other programs speak. Three lists must be complete, or this fails: the endpoints and frames,
read from the application; the codes that its source can answer with, each with the place where it
is seen; and the doors of each row.

More of each door: tests/server/app/test_api_bad_input.py, tests/server/app/test_websocket.py,
tests/cli/test_bad_input.py, tests/formats, tests/engines/protocols.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import threading
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.routing import Route
from tests.promises.conftest import PATIENCE, ROOT, Break
from tests.server.app.conftest import Served
from tests.test_http_api_document import AT_THE_START, raised
from websockets.exceptions import ConnectionClosed

from fivefold.cli import main
from fivefold.engines.protocols.gomocup import ProtocolResponder as Gomocup
from fivefold.engines.protocols.gtp import ProtocolResponder as Gtp
from fivefold.errors import FivefoldError
from fivefold.games.gomoku import GomokuGame
from fivefold.server.app import ROUTERS
from fivefold.server.http import middleware as shield
from fivefold.server.http import requests as messages
from fivefold.server.http.errors import answer_to
from fivefold.server.http.routes import library
from fivefold.server.peers.rate_limits import RateLimiter
from fivefold.words import ENGLISH

INVALID = "request.invalid"


@dataclass(frozen=True)
class Bad:
    """A row: a bad value in JSON, as a word, and as a file, with the expected codes.

    `code` is the answer over HTTP and over the socket wherever the value is not what a field
    takes anyway. A whole body in place of a value is in WHOLE.
    """

    name: str
    value: str
    code: str
    command: tuple[str, ...]
    file: bytes
    word: str


BAD = [
    Bad("-1", "-1", INVALID, ("perft", "othello", "-1"), b'[{"moves": [-1]}]', "-1"),
    Bad("true", "true", INVALID, ("show", "othello", "-m", "true"), b"true", "true"),
    Bad('"3"', '"3"', INVALID, ("show", "gomoku", "-m", "3"), b'"3"', '"3"'),
    Bad("3.0", "3.0", INVALID, ("perft", "othello", "2.5"), b"3.0", "3.0"),
    Bad("null", "null", INVALID, ("show", "othello", "-m", "null"), b"null", "null"),
    Bad("[]", "[]", INVALID, ("show", "othello", "-m", "[]"), b"[]", "[]"),
    Bad("{}", "{}", INVALID, ("show", "othello", "-m", "{}"), b"{}", "{}"),
    Bad(
        "NaN",
        "NaN",
        "request.not_json",
        ("choose", "othello", "h1", "--seconds", "nan"),
        b'{"size": NaN}',
        "NaN",
    ),
    Bad(
        "infinity",
        "-Infinity",
        "request.not_json",
        ("choose", "othello", "h1", "--seconds", "inf"),
        b'{"size": Infinity}',
        "inf",
    ),
    Bad(
        "1e999",
        "1e999",
        "request.number",
        ("choose", "othello", "h1", "--seconds", "1e999"),
        b'{"size": 1e999}',
        "1e999",
    ),
    Bad(
        "2^64",
        str(2**64),
        "request.number",
        ("perft", "othello", str(2**64)),
        str(2**64).encode(),
        str(2**64),
    ),
    Bad(
        "half a character",
        '"\\ud800"',
        "request.half_character",
        ("show", "othello", "-m", "\ud800"),
        b'{"game": "\\ud800"}',
        "\udcff",
    ),
    Bad(
        "a key twice",
        '{"a": 1, "a": 1}',
        "request.twice",
        ("show", "othello(size=8, size=8)"),
        b'{"moves": [], "moves": []}',
        "1,1,1,1,1",
    ),
    Bad(
        "deep",
        "[" * 5_000 + "]" * 5_000,
        "request.deep",
        ("show", "othello", "-p", "[" * 5_000),
        b"[" * 100_000,
        "[" * 100_000,
    ),
]

WHOLE: list[tuple[str, bytes, str, str | int]] = [
    ("nothing", b"", INVALID, "request.not_json"),
    ("no JSON", b"{nonsense", "request.not_json", "request.not_json"),
    ("half of it", b'{"type": "pi', "request.not_json", "request.not_json"),
    ("a list", b"[]", INVALID, INVALID),
    ("a number", b"3", INVALID, INVALID),
    ("UTF-16", '{"type": "ping"}'.encode("utf-16"), "request.not_text", 1007),
    ("Latin-1", '{"type": "é"}'.encode("latin-1"), "request.not_text", 1007),
    (
        "half a character",
        '{"a": "\ud800"}'.encode("utf-8", "surrogatepass"),
        "request.not_text",
        1007,
    ),
    ("100,000 brackets", b"[" * 100_000, "request.too_large", 1009),
    ("two megabytes", b" " * 2_000_000, "request.too_large", 1009),
]
"""What is no body and no frame at all: the code over HTTP, and over the socket the code or, where
the socket cannot go on, the number it is closed with."""

SEEN = """
engine.closed              tests/arena/running/test_runner.py
engine.crashed             tests/match/test_play.py
export.busy                tests/server/exports/test_formats.py
export.failed              tests/server/exports/test_formats.py
export.missing             tests/server/exports/test_queue.py
export.ply                 tests/promises/test_i1_bad_input.py
hindsight.game             tests/promises/test_a1_permissions.py
hindsight.live             tests/promises/test_a1_permissions.py
match.between_people       tests/promises/test_a1_permissions.py
match.days                 tests/server/room/test_clock.py
match.full_house           tests/server/matches/test_presence.py
match.missing              tests/promises/test_a1_permissions.py
match.name                 tests/server/app/test_api_bad_input.py
match.no_open_seat         tests/promises/test_a1_permissions.py
match.no_ply               tests/server/room/test_view.py
match.no_such_seat         tests/server/room/test_seats.py
match.no_undo_asked        tests/promises/test_a1_permissions.py
match.no_undo_on_time      tests/server/room/test_undo.py
match.nobody_to_leave      tests/promises/test_a1_permissions.py
match.not_away             tests/promises/test_a1_permissions.py
match.not_its_turn         tests/server/room/test_permissions.py
match.not_machines         tests/promises/test_a1_permissions.py
match.not_over             tests/promises/test_a1_permissions.py
match.not_your_turn        tests/promises/test_a1_permissions.py
match.not_yours            tests/promises/test_a1_permissions.py
match.nothing_to_undo      tests/promises/test_a1_permissions.py
match.over                 tests/promises/test_a1_permissions.py
match.pace                 tests/server/room/test_seats.py
match.ply                  tests/server/app/test_api_bad_input.py
match.quota                tests/server/app/test_api.py
match.seat_taken           tests/server/room/test_seats.py
match.spectators           tests/server/app/test_shares.py
match.stale                tests/server/app/test_api_bad_input.py
match.storage              tests/server/app/test_shares.py
match.time_over            tests/server/room/test_clock.py
match.too_long             tests/server/room/test_undo.py
match.too_many_moves       tests/server/room/test_creation.py
match.undo_is_yours        tests/promises/test_a1_permissions.py
match.undo_pending         tests/promises/test_a1_permissions.py
match.unreadable           tests/server/app/operations/test_damaged_matches.py
name.unreadable            tests/server/app/test_api_bad_input.py
position.other_size        tests/promises/test_i1_bad_input.py
question.busy              tests/server/analysis/test_pool.py
question.cancelled         tests/server/app/test_websocket.py
question.live              tests/promises/test_a1_permissions.py
question.missing           tests/server/app/test_websocket.py
question.plies             tests/server/app/test_api_bad_input.py
question.quota             tests/server/app/test_pentomino_analysis.py
question.twice             tests/server/app/test_websocket.py
request.binary             tests/promises/test_i1_bad_input.py
request.deep               tests/promises/test_i1_bad_input.py
request.half_character     tests/promises/test_i1_bad_input.py
request.host               tests/server/app/test_api_bad_input.py
request.invalid            tests/promises/test_i1_bad_input.py
request.not_following      tests/server/app/test_studies.py
request.not_json           tests/promises/test_i1_bad_input.py
request.not_text           tests/promises/test_i1_bad_input.py
request.not_watching       tests/server/app/test_websocket.py
request.number             tests/promises/test_i1_bad_input.py
request.origin             tests/promises/test_a1_permissions.py
request.slow               tests/promises/test_i1_bad_input.py
request.sockets            tests/server/app/test_socket_quota.py
request.too_fast           tests/promises/test_i1_bad_input.py
request.too_large          tests/promises/test_i1_bad_input.py
request.too_many           tests/server/app/test_service.py
request.twice              tests/promises/test_i1_bad_input.py
request.which_game         tests/server/app/test_api_bad_input.py
request.which_start        tests/server/app/test_api_bad_input.py
storage_unavailable        tests/promises/test_d5_full_disk.py
store.busy                 tests/server/storage/test_store_faults.py
store.closed               tests/server/app/operations/test_metrics.py
store.missing              tests/server/storage/test_store.py
store.stale                tests/server/storage/test_store.py
strategy.gave_up           tests/server/analysis/test_host_programs.py
strategy.no_engine         tests/server/analysis/test_catalogue.py
strategy.own_broken        tests/server/analysis/test_host_strategies.py
strategy.own_not_for_game  tests/server/analysis/test_host_strategies.py
strategy.path              tests/server/app/test_api_bad_input.py
study.changed              tests/server/study/test_conflicts.py
study.deleted              tests/server/study/test_conflicts.py
study.full                 tests/server/study/test_conflicts.py
study.full_house           tests/server/app/test_studies.py
study.grew                 tests/server/study/test_conflicts.py
study.header               tests/server/study/test_edits.py
study.large                tests/server/study/test_conflicts.py
study.missing              tests/promises/test_a1_permissions.py
study.no_edit              tests/server/study/test_edits.py
study.node                 tests/server/app/test_studies.py
study.nodes                tests/server/study/test_conflicts.py
study.not_yours            tests/server/app/test_studies.py
study.source               tests/server/app/test_studies.py
study.storage              tests/server/app/test_studies.py
study.too_long             tests/server/study/test_conflicts.py
study.twice                tests/server/study/test_conflicts.py
study.undone               tests/server/study/test_edits.py
study.unreadable           tests/server/app/operations/test_kept_studies.py
study.which_position       tests/server/app/test_engine_lines.py
swap2.no_choice            tests/promises/test_a1_permissions.py
swap2.no_more              tests/server/room/test_swap2.py
swap2.settled              tests/server/room/test_swap2.py
swap2.start                tests/server/app/test_swap2.py
swap2.stones               tests/server/room/test_swap2.py
swap2.stones_first         tests/server/app/test_swap2.py
tournament.missing         tests/server/app/test_arena.py
tournament.no_game         tests/server/app/test_arena.py
tournament.none            tests/server/app/test_arena.py
tournament.unreadable      tests/server/app/test_arena.py
tree.not_played            tests/server/app/test_studies.py
tree.root                  tests/server/study/test_edits.py
"""
"""Each code in the server's source, and a test that gets it."""
SAID = {
    "store.busy": "Too many moves are waiting",
    "store.missing": "There is no such game",
    "strategy.own_broken": "SyntaxError",
    "strategy.own_not_for_game": "does not play pentomino",
}
"""How the test refers to a code that it does not name."""
UNSEEN = {
    "engine.garbage": "a thinking process of our own that answers nonsense",
    "export.format": "a format that the endpoint takes and the exporter does not know",
}
"""Codes that only a fault of the product could cause."""
NOT_OVER_THE_WIRE = ("backup.", "serve.")
"""Codes of the command line."""


# What the application says it accepts


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    served = Served(f"sqlite:///{tmp_path_factory.mktemp('bad')}/games.db")
    yield served
    served.close()


Fields = dict[str, Any]
"""The fields of a body or frame, and their schemas."""


@cache
def bodies() -> dict[str, Fields]:
    """Returns the body fields of each endpoint with a body."""
    found = {}
    for router in ROUTERS:
        for route in router.routes:
            assert isinstance(route, APIRoute)
            if route.body_field is not None:
                model = route.body_field.field_info.annotation
                assert isinstance(model, type)
                assert issubclass(model, BaseModel)
                found[route.path] = model.model_json_schema()["properties"]
    return found


def frames() -> dict[str, Fields]:
    """Returns the fields of each kind of frame."""
    found = {}
    for frame in get_args(messages.Frame):
        schema = frame.model_json_schema()
        for kind in get_args(frame.model_fields["type"].annotation):
            found[kind] = schema["properties"]
    return found


def takes(field: Any) -> set[str]:
    """Returns the JSON types that a field accepts."""
    found = {field["type"]} if "type" in field else set()
    for part in field.get("anyOf", ()):
        found |= takes(part)
    return found


def kinds_of(value: str) -> set[str]:
    """Returns the JSON types of a value; none if it is not a value."""
    types: dict[type, set[str]] = {
        bool: {"boolean"},
        int: {"integer", "number"},
        float: {"number"},
        str: {"string"},
        list: {"array"},
        dict: {"object"},
        type(None): {"null"},
    }
    return types[type(json.loads(value))]


def with_value(fields: Fields, name: str, value: str, given: dict[str, Any]) -> bytes:
    """Returns a body with usual values, and this value in one field."""
    parts = {key: json.dumps(usual) for key, usual in given.items() if key in fields}
    parts[name] = value
    return ("{" + ", ".join(f'"{key}": {text}' for key, text in parts.items()) + "}").encode()


def expected(bad: Bad, field: Any) -> str | None:
    """Returns the code for a value in a field; None if it may be valid."""
    if bad.code != INVALID or (bad.value == "-1" and field.get("minimum", -1) >= 0):
        return bad.code
    return None if kinds_of(bad.value) & takes(field) else INVALID


def code_in(answer: httpx.Response) -> str | None:
    """Returns the code of an error, after checking its shape; None if it is not an error."""
    assert answer.status_code < 500, answer.text
    assert "Traceback" not in answer.text
    if answer.is_success:
        return None
    error = answer.json()["error"]
    assert set(error) <= {"code", "message", "facts", "field", "expected_version"}
    assert error["message"].strip()
    code: str = error["code"]
    return code


def address_of(path: str, match: str, study: str) -> str:
    """Returns the address of an endpoint."""
    return path.replace("{match}", match).replace("{study}", study).replace("{format}", "svg")


# Entrances

USUAL = {
    "id": "a",
    "version": 1,
    "move": "h8",
    "game": "gomoku",
    "from": 0,
    "to": 0,
    "accept": True,
}


def wrong_over_http(
    server: Served, bad: Bad, paths: Collection[str] | None = None
) -> dict[str, str | None]:
    """Returns each endpoint field whose answer differs from the table."""
    match = server.new()["match"]["id"]
    study = server.post("/api/studies", {"game": "gomoku"}).json()["study"]["id"]
    found = {}
    for path, fields in bodies().items():
        if paths is not None and path not in paths:
            continue
        address = (
            path.replace("{match}", match).replace("{format}", "svg").replace("{study}", study)
        )
        for name, field in fields.items():
            body = with_value(fields, name, bad.value, USUAL)
            head = {"Content-Type": "application/json"}
            code = code_in(server.client.post(address, content=body, headers=head))
            wanted = expected(bad, field)
            if wanted is not None and code != wanted:
                found[f"{path} {name}"] = code
    assert server.get(f"/api/matches/{match}").json()["match"]["version"] == 1
    return found


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.name)
def test_in_every_field_of_every_body(server: Served, bad: Bad) -> None:
    assert wrong_over_http(server, bad) == {}


WORDS = [
    *("", "%00", "..%2f..%2fetc%2fpasswd", "%e2%80%ae", "%ff", "%ed%a0%80", "<b>", "1e999"),
    *(str(2**64), "-1", "x" * 3000, "true&true", ";"),
]
"""Bad values of parameters, as they are written in an address."""


def addresses(server: Served, match: str) -> Iterator[tuple[str, str]]:
    """Yields each endpoint and page with a bad value in each parameter of its address."""
    pages = {route.path: ["get"] for route in server.app.routes if isinstance(route, Route)}
    documented = server.app.openapi()["paths"]
    for path, verbs in {**pages, **documented}.items():
        for verb in verbs:
            parts = re.findall(r"\{(\w+)\}", path)
            queries = [
                each["name"]
                for each in (documented[path][verb] if path in documented else {}).get(
                    "parameters", ()
                )
                if each["in"] == "query"
            ]
            for word in WORDS:
                for part in parts:
                    address = path.replace(f"{{{part}}}", word)
                    yield verb, usual_address(address, match)
                for query in queries:
                    yield verb, f"{usual_address(path, match)}?{query}={word}"


def usual_address(path: str, match: str) -> str:
    return re.sub(r"\{\w+\}", "svg", path.replace("{match}", match))


def wrong_parameters(server: Served) -> list[str]:
    """Returns the addresses with an answer that is neither what was asked for nor a sentence."""
    match = server.new()["match"]["id"]
    found = []
    for verb, address in addresses(server, match):
        asked = server.client.build_request(verb, address, json={} if verb == "post" else None)
        answer = server.client.send(asked, stream=True)
        try:
            if not answer.is_success or "event-stream" not in answer.headers["content-type"]:
                answer.read()  # a stream of events never ends
            if answer.headers.get("content-type", "").startswith("application/json"):
                code_in(answer)
            elif answer.status_code >= 500:
                found.append(address)
        except AssertionError:
            found.append(address)
        finally:
            answer.close()
    if server.get(f"/api/matches/{match}").json()["match"]["version"] != 1:
        found.append("something changed")
    return found


def test_in_every_parameter_of_every_address(server: Served) -> None:
    assert wrong_parameters(server) == []


def test_a_parameter_that_is_not_checked_is_caught(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    def opponents(game: str, host_strategies: object) -> None:
        raise ValueError(game)

    monkeypatch.setattr(library, "opponents", opponents)
    found = wrong_parameters(server)
    assert any("/api/strategies?game=" in address for address in found)


async def wrong_over_the_socket(server: Served, bad: Bad) -> dict[str, str | None]:
    """Returns each frame field whose answer differs from the table."""
    made = server.new()
    found: dict[str, str | None] = {}
    async with server.watch(made["match"]["id"]) as tab:
        await tab.until("snapshot")
        for kind, fields in frames().items():
            for name in set(fields) - {"type"}:
                given = {**USUAL, "type": kind}
                await tab.socket.send(with_value(fields, name, bad.value, given).decode())
                await tab.send(type="ping", id="next")
                codes = [None]
                while (frame := await tab.next())["type"] != "pong" or frame.get("id") != "next":
                    if frame["type"] == "error":
                        codes.append(frame["error"]["code"])
                wanted = expected(bad, fields[name])
                if wanted is not None and codes[-1] != wanted:
                    found[f"{kind} {name}"] = codes[-1]
    return found


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.name)
def test_in_every_field_of_every_frame(server: Served, bad: Bad) -> None:
    assert asyncio.run(wrong_over_the_socket(server, bad)) == {}


@pytest.mark.parametrize("row", WHOLE, ids=lambda row: row[0])
def test_as_a_whole_body_and_as_a_whole_frame(
    server: Served, row: tuple[str, bytes, str, str | int]
) -> None:
    _, content, code, over_socket = row
    head = {"Content-Type": "application/json"}
    for path in bodies():
        address = address_of(path, "m", "s")
        wanted = code
        if path in shield.WHOLE_FILES and content == b"[" * 100_000:  # it takes whole files
            wanted = "request.deep"
        answer = server.client.post(address, content=content, headers=head)
        assert code_in(answer) == wanted, path

    async def send() -> str | int:
        async with server.watch("m") as tab:
            await tab.until("error")
            try:
                await tab.socket.send(content, text=True)
                error: str = (await tab.next())["error"]["code"]
                return error
            except ConnectionClosed as closed:
                return closed.rcvd.code if closed.rcvd else 0

    assert asyncio.run(send()) == over_socket


def test_a_frame_of_bytes_is_refused(server: Served) -> None:
    async def send() -> Any:
        async with server.watch("m") as tab:
            await tab.until("error")
            await tab.socket.send(b'{"type": "ping"}')
            return (await tab.next())["error"]["code"]

    assert asyncio.run(send()) == "request.binary"


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.name)
def test_on_the_command_line_and_in_a_file(
    bad: Bad, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("bad.json", "bad.txt", "bad.sgf"):
        (tmp_path / name).write_bytes(bad.file)
    commands = [bad.command] + [
        ("convert", str(file), str(tmp_path / "out.pos"), "--game", "othello")
        for file in sorted(tmp_path.iterdir())
    ]
    for number, command in enumerate(commands):
        code = main(list(command))
        out, err = capsys.readouterr()
        # In a file a word may also be a legible but illegal move.
        assert code == 2 or (number and code == 1), command
        assert out == ""
        assert err.count("\n") == 1, err
        assert "Traceback" not in err
        assert "bug" not in err
    assert not (tmp_path / "out.pos").exists()


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: bad.name)
def test_in_a_line_of_a_protocol(bad: Bad) -> None:
    """The line is rejected in the protocol's way, and the next one is accepted."""
    gomocup = Gomocup(GomokuGame(), "ours")
    assert gomocup.hear("START 15").lines == ("OK",)
    for line in (f"TURN {bad.word},{bad.word}", f"TURN {bad.word}"):
        [refusal] = gomocup.hear(line).lines
        assert refusal.startswith("ERROR ")
    assert gomocup.hear("TURN 7,7").think is not None
    gtp = Gtp(GomokuGame(), "ours")
    for line in (f"play black {bad.word}", f"play {bad.word} h8"):
        assert "".join(gtp.hear(line).lines).startswith("?")
    assert "".join(gtp.hear("play black h8").lines).startswith("=")


# Codes that need special circumstances


def test_a_picture_of_a_move_that_was_not_made(server: Served) -> None:
    match = server.new()["match"]["id"]
    answer = server.get(f"/api/matches/{match}/export/svg?ply=9")
    assert code_in(answer) == "export.ply"
    assert server.get(f"/api/matches/{match}/export/bmp").json()["error"]["field"] == "format"


def test_a_position_of_another_size(server: Served) -> None:
    order = {"game": "othello", "first": "me", "second": "me", "size": 6}
    position = "." * 27 + "OX" + "." * 6 + "XO" + "." * 27 + " X"
    answer = server.post("/api/matches", {**order, "position": position})
    assert code_in(answer) == "position.other_size"


def test_a_body_that_does_not_come(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shield, "BODY_SECONDS", 0.2)

    def slowly() -> Iterator[bytes]:
        yield b"{"
        until_answered.wait()

    until_answered = threading.Event()
    answers = []

    def ask() -> None:
        answers.append(server.client.post("/api/matches", content=slowly()))

    asking = threading.Thread(target=ask)
    asking.start()
    patient_until = time.monotonic() + PATIENCE
    while not server.service.metrics.errors["request.slow"] and time.monotonic() < patient_until:
        asking.join(0.01)
    until_answered.set()
    asking.join()
    assert (answers[0].status_code, code_in(answers[0])) == (408, "request.slow")


def test_more_than_anybody_plays(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.service.limits, "commands", RateLimiter(rate=0.001, burst=3))

    async def play() -> list[str]:
        async with server.watch("nothing") as tab:
            for _ in range(3):
                await tab.send(type="ping")
            frames = [await tab.next() for _ in range(4)]
            return [frame.get("error", frame).get("code", frame["type"]) for frame in frames]

    assert asyncio.run(play()) == ["match.missing", "pong", "pong", "request.too_fast"]


# Completeness


def seen() -> dict[str, str]:
    return dict(line.split() for line in SEEN.strip().splitlines())


def test_every_code_of_the_application_is_seen_somewhere() -> None:
    codes = {
        code
        for code in raised()
        if code not in AT_THE_START and not code.startswith(NOT_OVER_THE_WIRE)
    }
    assert set(seen()) | set(UNSEEN) == codes
    for code, place in seen().items():
        text = (ROOT / place).read_text(encoding="utf-8")
        assert SAID.get(code, code.removeprefix("match.")) in text, (code, place)


def test_every_code_has_a_sentence_and_a_status() -> None:
    for code in seen():
        assert ENGLISH[code].strip()
    assert answer_to(FivefoldError("request.not_text"))[0] == 400


def test_a_reader_that_takes_what_python_takes_is_caught(server: Served, break_it: Break) -> None:
    break_it("reads_json_as_python_does")
    passed = {"NaN", "1e999", "2^64", "a key twice"}
    for bad in (row for row in BAD if row.name in passed):
        assert wrong_over_http(server, bad, ["/api/matches/{match}/move"]) != {}, bad.name


THINKING = ("/api/questions", "/api/judge", "/api/report")
"""Paths whose answers take time."""
PIECES = [bad.value for bad in BAD if bad.name != "deep"] + [
    *('"gomoku"', '"h8"', '"random"', '"swap2"', '"X"', '"me"', "0", "1", "15", "false", "[[]]"),
    *('"' + "x" * 300 + '"', '["h8", 1]', '{"a": {"b": []}}', '"\\u0000"', "1e-999", "-0.0"),
]


def at_random(fields: Fields, chance: random.Random) -> bytes:
    """Returns a body with some of the fields, with random values."""
    names = [name for name in fields if chance.random() < 0.7]
    names += ["unknown"] * (chance.random() < 0.05)
    parts = [f'"{name}": {chance.choice(PIECES)}' for name in names]
    body = "{" + ", ".join(parts) + "}"
    if chance.random() < 0.1:
        body = body[: chance.randrange(len(body) + 1)]
    return body.encode()


@pytest.mark.parametrize("count", [50, pytest.param(10_000, marks=pytest.mark.long)])
def test_bodies_and_frames_at_random(server: Served, count: int) -> None:
    """No 500, no traceback, nothing changed; the fuzzers in fuzz/ go further."""
    chance = random.Random(9)
    match = server.new()["match"]["id"]
    study = server.post("/api/studies", {"game": "gomoku"}).json()["study"]["id"]
    paths, kinds = list(bodies().items()), list(frames().items())
    head = {"Content-Type": "application/json"}
    for _ in range(count):
        path, fields = chance.choice(paths)
        address = (
            path.replace("{match}", match).replace("{format}", "svg").replace("{study}", study)
        )
        if path not in THINKING:
            content = at_random(fields, chance)
            code_in(server.client.post(address, content=content, headers=head))

    async def send() -> None:
        async with server.watch(match) as tab:
            await tab.until("snapshot")
            for _ in range(count):
                kind, fields = chance.choice(kinds)
                if kind in ("ask", "watch"):
                    continue
                text = at_random(fields, chance).decode()
                await tab.socket.send(text.replace("{", f'{{"type": "{kind}", ', 1))
                await tab.send(type="ping", id="next")
                while (frame := await tab.next()).get("id") != "next":
                    assert frame.get("error", {}).get("code") != "server.bug", text

    asyncio.run(send())
    assert server.get(f"/api/matches/{match}").json()["match"]["version"] == 1
