"""Every bad request gets a stable error code and one sentence, and changes nothing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from fivefold.server.http.middleware import MAX_BODY_BYTES, MAX_TEXT_BYTES, POLICY

if TYPE_CHECKING:
    from tests.server.app.conftest import Served

MATCH = {"game": "gomoku", "first": "me", "second": "me"}
MOVE = {"id": "a", "version": 1, "move": "h8"}


def raw(server: Served, path: str, content: bytes | str, **headers: str) -> httpx.Response:
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    return server.client.post(
        path, content=data, headers={"Content-Type": "application/json", **headers}
    )


def problem(response: httpx.Response) -> tuple[int, str, str | None]:
    """Returns status, code and field of an error, after checking its shape."""
    error = response.json()["error"]
    assert set(error) <= {"code", "message", "facts", "field", "expected_version"}
    assert error["message"].strip()
    assert "Traceback" not in response.text
    assert response.headers["content-security-policy"] == POLICY
    assert response.headers["x-content-type-options"] == "nosniff"
    return response.status_code, error["code"], error.get("field")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("", "request.invalid"),
        ("{", "request.not_json"),
        ("nonsense", "request.not_json"),
        ('{"game": NaN}', "request.not_json"),
        ('{"game": Infinity}', "request.not_json"),
        ('{"game": 1e999}', "request.number"),
        ('{"game": 9007199254740992}', "request.number"),
        ('{"game": ' + "1" * 5000 + "}", "request.not_json"),
        ('{"game": "gomoku", "game": "othello"}', "request.twice"),
        ('{"game": "\\ud800"}', "request.half_character"),
        ('{"\\udfff": 1}', "request.half_character"),
        ("[" * 20_000, "request.deep"),
        ("[" * 14 + "]" * 14, "request.deep"),
        (b"\xff\xfe\x00", "request.not_text"),
        ('{"game": "\ud800"}', "request.not_text"),
        ("[]", "request.invalid"),
        ("null", "request.invalid"),
        ('"text"', "request.invalid"),
    ],
)
def test_invalid_json_is_rejected(server: Served, content: bytes | str, code: str) -> None:
    response = raw(server, "/api/matches", content)
    assert problem(response)[:2] in ((400, code), (422, code))


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"game": None}, "game"),
        ({"game": 3}, "game"),
        ({"game": ""}, "game"),
        ({"game": "g" * 101}, "game"),
        ({"first": True}, "first"),
        ({"size": True}, "size"),
        ({"size": 15.0}, "size"),
        ({"size": [15]}, "size"),
        ({"public": 1}, "public"),
        ({"public": "true"}, "public"),
        ({"pace": -1}, "pace"),
        ({"pace": 1.5}, "pace"),
        ({"moves": "h8"}, "moves"),
        ({"moves": [8]}, "moves.0"),
        ({"moves": ["h8"] * 1001}, "moves"),
        ({"name": ["x"]}, "name"),
        ({"extra": 1}, "extra"),
        ({"time": 5}, "time"),
    ],
)
def test_types_are_strict_and_the_field_is_named(server: Served, change: Any, field: str) -> None:
    response = server.post("/api/matches", {**MATCH, **change})
    assert problem(response) == (422, "request.invalid", field)


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"game": "chess"}, 422, "name.unknown"),
        ({"game": "gomok"}, 422, "name.unknown_close"),
        ({"size": 4}, 400, "size.refused"),
        ({"size": 9007199254740991}, 400, "size.unreadable"),
        ({"rules": "house"}, 422, "name.unknown"),
        ({"first": "./my_bot.py:MyBot"}, 403, "strategy.path"),
        ({"first": "/etc/passwd"}, 403, "strategy.path"),
        ({"first": "gomocup:touch x"}, 403, "strategy.path"),
        ({"first": "nobody:touch x"}, 400, "name.unreadable"),
        ({"first": "minimax(depth=99)"}, 400, None),
        ({"first": "level(99)"}, 400, None),
        ({"first": "greedy"}, 422, "name.not_for_game"),
        ({"first": "__import__"}, 422, "name.unknown"),
        ({"time": "soon"}, 400, "time.unreadable"),
        ({"position": "XO"}, 400, "position.length"),
        ({"position": "?"}, 400, "position.character"),
        ({"moves": ["h8", "h8"]}, 422, "moves.numbered"),
        ({"moves": ["h99"]}, 422, "moves.numbered"),
        ({"text": "h8", "moves": ["h8"]}, 400, "request.which_start"),
        ({"text": "h8", "position": "." * 225 + " X"}, 400, "request.which_start"),
        ({"text": ""}, 400, "format.empty"),
        ({"name": "n" * 41}, 400, "match.name"),
        ({"name": "a\u202eb"}, 400, "match.name"),
        ({"name": "\x00"}, 400, "match.name"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused(
    server: Served, change: Any, status: int, code: str | None
) -> None:
    found = problem(server.post("/api/matches", {**MATCH, **change}))
    assert found[0] == status
    assert code is None or found[1] == code


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"move": ""}, 400, "move.empty"),
        ({"move": "-1"}, 400, "move.unreadable"),
        ({"move": "zz"}, 400, "move.unreadable"),
        ({"move": "h16"}, 422, "move.off_board"),
        ({"move": "--"}, 400, "move.unreadable"),
        ({"move": "ｈ８"}, 400, "move.unreadable"),
        ({"move": -1}, 422, "request.invalid"),
        ({"move": None}, 422, "request.invalid"),
        ({"version": "1"}, 422, "request.invalid"),
        ({"version": True}, 422, "request.invalid"),
        ({"version": 1.0}, 422, "request.invalid"),
        ({"version": -1}, 422, "request.invalid"),
        ({"version": 2**64}, 400, "request.number"),
        ({"version": 0}, 409, "match.stale"),
        ({"version": 7}, 409, "match.stale"),
        ({"id": ""}, 422, "request.invalid"),
        ({"id": "i" * 65}, 422, "request.invalid"),
        ({"id": 3}, 422, "request.invalid"),
    ],
)
def test_a_move_that_cannot_be_changes_nothing(
    server: Served, change: Any, status: int, code: str
) -> None:
    made = server.new()
    path = f"/api/matches/{made['match']['id']}"
    response = server.post(f"{path}/move", {**MOVE, **change}, made["secret"])
    assert problem(response)[:2] == (status, code)
    after = server.get(path).json()["match"]
    assert (after["version"], after["moves"]) == (1, [])


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"strategy": "random"}, 400, "request.which_game"),
        ({"strategy": "random", "game": "gomoku", "match": "x"}, 400, "request.which_game"),
        ({"strategy": "random", "match": "x"}, 404, "match.missing"),
        ({"strategy": "bot.py", "game": "gomoku"}, 403, "strategy.path"),
        ({"strategy": "gomocup:touch x", "game": "gomoku"}, 403, "strategy.path"),
        ({"strategy": "random", "game": "gomoku", "ply": 3}, 404, "match.ply"),
        ({"strategy": "random", "game": "gomoku", "seconds": 0}, 422, "request.invalid"),
        ({"strategy": "random", "game": "gomoku", "seconds": 1e9}, 422, "request.invalid"),
        ({"strategy": "random", "game": "gomoku", "depth": 0}, 422, "request.invalid"),
        ({"strategy": "random", "game": "gomoku", "depth": True}, 422, "request.invalid"),
    ],
)
def test_a_question_that_cannot_be_asked(server: Served, body: Any, status: int, code: str) -> None:
    assert problem(server.post("/api/questions", body))[:2] == (status, code)


def test_judging_is_bounded(server: Served) -> None:
    line = {"game": "gomoku", "moves": ["h8", "h9"]}
    for change, code, field in (
        ({"from": 0, "to": 16}, "question.plies", "to"),
        ({"from": 2, "to": 1}, "question.plies", "to"),
        ({"from": 0, "to": 3}, "match.ply", None),
        ({"from": -1, "to": 0}, "request.invalid", "from"),
    ):
        assert problem(server.post("/api/judge", {**line, **change}))[1:] == (code, field)
    too_far = server.post("/api/judge", {**line, "from": 0, "to": 3}).json()["error"]
    assert too_far["facts"] == {"ply": 3, "plies": 2}


def test_a_question_about_an_earlier_ply_of_a_line_is_answered_for_that_ply(
    server: Served,
) -> None:
    line = {"game": "othello", "moves": ["f5", "d6"], "strategy": "random"}
    for ply, legal in ((0, {"d3", "c4", "f5", "e6"}), (1, {"d6", "f4", "f6"})):
        answer = server.post("/api/questions", {**line, "ply": ply})
        assert answer.status_code == 200, answer.text
        assert answer.json()["decision"]["move"] in legal
    too_far = server.post("/api/questions", {**line, "ply": 3})
    assert problem(too_far)[:2] == (404, "match.ply")
    assert too_far.json()["error"]["facts"] == {"ply": 3, "plies": 2}


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("replay?last=7", "last"),
        ("export/gif?last=x", "last"),
        ("export/gif?last=0", "last"),
        ("export/gif?speed=-1", "speed"),
        ("export/gif?speed=nan", "speed"),
        ("export/gif?ply=-1", "ply"),
        ("export/bmp", "format"),
        ("events?since=-1", "since"),
        ("events?since=x", "since"),
    ],
)
def test_query_parameters_are_checked_too(server: Served, query: str, field: str) -> None:
    match = server.new()["match"]["id"]
    found = problem(server.get(f"/api/matches/{match}/{query}"))
    assert found == (422, "request.invalid", field)


def test_a_body_that_is_too_large_is_not_read(server: Served) -> None:
    large = json.dumps({**MATCH, "text": "x" * MAX_BODY_BYTES})
    assert problem(raw(server, "/api/matches", large))[:2] == (413, "request.too_large")
    fits = json.dumps({"game": "gomoku", "text": "?" * MAX_BODY_BYTES})
    assert raw(server, "/api/read", fits).status_code == 400
    larger = json.dumps({"game": "gomoku", "text": "?" * MAX_TEXT_BYTES})
    assert problem(raw(server, "/api/read", larger))[:2] == (413, "request.too_large")

    def in_pieces() -> Any:
        for _ in range(70):
            yield b" " * 1024

    answer = server.client.post("/api/matches", content=in_pieces())
    assert problem(answer)[:2] == (413, "request.too_large")


def test_a_form_is_not_taken_for_json(server: Served) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        response = server.client.post(
            "/api/matches", content=json.dumps(MATCH), headers={"Content-Type": kind}
        )
        assert problem(response)[:2] == (422, "request.invalid")


def test_a_page_of_another_site_may_change_nothing(server: Served) -> None:
    for origin in ("https://evil.example", "null", "http://127.0.0.1:1", "file://", "http://["):
        response = raw(server, "/api/matches", json.dumps(MATCH), Origin=origin)
        assert problem(response)[:2] == (403, "request.origin")
    own = raw(server, "/api/matches", json.dumps(MATCH), Origin=server.address)
    assert own.status_code == 201


def test_another_name_for_this_machine_is_refused(server: Served) -> None:
    for host in ("evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "localhost.x"):
        response = server.client.get("/api/games", headers={"Host": host})
        assert problem(response)[:2] == (403, "request.host"), host
    for host in ("localhost", "127.0.0.1:99", "[::1]:8000"):
        assert server.client.get("/api/games", headers={"Host": host}).status_code == 200


def test_wrong_addresses_and_methods(server: Served) -> None:
    assert problem(server.get("/api/nothing"))[:2] == (404, "request.no_page")
    assert problem(server.get("/static/nothing.js"))[:2] == (404, "request.no_page")
    assert problem(server.get("/static/%2e%2e/app.py"))[:2] == (404, "request.no_page")
    assert problem(server.get("/static/css"))[:2] == (404, "request.no_page")
    response = server.client.delete("/api/matches")
    assert problem(response)[:2] == (405, "request.no_method")
    assert response.headers["allow"] == "GET, POST"
    assert problem(server.client.put("/api/games", json={}))[:2] == (405, "request.no_method")


def test_bad_secrets_hold_no_seat(server: Served) -> None:
    made = server.new()
    path = f"/api/matches/{made['match']['id']}"
    for value in ("Bearer", "Basic x", f"Bearer {made['secret']}x", "Bearer é" * 99):
        answer = server.client.get(path, headers={b"Authorization": value.encode()})
        assert answer.json()["held"] == []
        refused = server.client.post(
            f"{path}/move", json=MOVE, headers={b"Authorization": value.encode()}
        )
        assert problem(refused)[0] == 403
