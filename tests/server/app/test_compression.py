"""What is compressed, and above all what is not: answers that hold a secret."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.server.app.conftest import Served

GZIP = {"Accept-Encoding": "gzip"}
NO_GZIP = ("identity", "br", "gzip;q=0", "gzip; q=0.0", "")


@pytest.mark.parametrize(
    "path",
    ["/", "/play/gomoku", "/nothing-here", "/api/games", "/api/strategies?game=othello"],
)
def test_pages_and_lists_are_compressed(server: Served, path: str) -> None:
    packed = server.client.get(path, headers=GZIP)
    plain = server.client.get(path, headers={"Accept-Encoding": "identity"})
    if packed.status_code == 200:
        assert packed.headers["content-encoding"] == "gzip"
        assert int(packed.headers["content-length"]) < len(plain.content) / 2
    assert packed.text == plain.text
    assert "Accept-Encoding" in packed.headers.get("vary", "") or packed.status_code == 404


@pytest.mark.parametrize("accepted", NO_GZIP)
def test_a_client_without_gzip_gets_plain_answers(server: Served, accepted: str) -> None:
    answer = server.client.get("/api/games", headers={"Accept-Encoding": accepted})
    assert "content-encoding" not in answer.headers
    assert answer.json()["games"]


def test_words_are_compressed_and_keep_their_tag(server: Served) -> None:
    answer = server.client.get("/api/words/ko", headers=GZIP)
    assert answer.headers["content-encoding"] == "gzip"
    again = server.client.get(
        "/api/words/ko", headers={**GZIP, "If-None-Match": answer.headers["etag"]}
    )
    assert again.status_code == 304


def test_an_answer_with_a_secret_is_never_compressed(server: Served) -> None:
    # Long enough to be compressed otherwise: every first move of Pentomino is listed.
    order = {"game": "pentomino", "first": "me", "second": "open"}
    created = server.client.post("/api/matches", json=order, headers=GZIP)
    joined = server.client.post(
        f"/api/matches/{created.json()['match']['id']}/join", json={}, headers=GZIP
    )
    for answer in (created, joined):
        assert len(answer.json()["secret"]) > 20
        assert len(answer.content) > 600
        assert "content-encoding" not in answer.headers
    # Read with the secret, the match is compressed, and the answer does not hold the secret.
    secret = created.json()["secret"]
    headers = {**GZIP, "Authorization": f"Bearer {secret}"}
    read = server.client.get(f"/api/matches/{created.json()['match']['id']}", headers=headers)
    assert read.headers["content-encoding"] == "gzip"
    assert secret not in read.text


def test_no_route_that_may_be_compressed_answers_with_a_secret(server: Served) -> None:
    schema = server.get("/openapi.json").json()
    with_secret = {
        (method, path)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
        if "secret" in fields(operation["responses"], schema, set())
    }
    assert ("post", "/api/matches") in with_secret
    assert {method for method, _ in with_secret} == {"post"}


def fields(part: Any, schema: Any, seen: set[str]) -> set[str]:
    """Returns the names of all fields in part of an OpenAPI description."""
    if isinstance(part, list):
        return {name for each in part for name in fields(each, schema, seen)}
    if not isinstance(part, dict):
        return set()
    found = set(part.get("properties", {}))
    reference = part.get("$ref")
    if reference is not None and reference not in seen:
        seen.add(reference)
        name = reference.rpartition("/")[2]
        found |= fields(schema["components"]["schemas"][name], schema, seen)
    return found | {name for each in part.values() for name in fields(each, schema, seen)}
