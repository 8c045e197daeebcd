"""The API does what /openapi.json says for any request, valid or not."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS
from schemathesis.core.result import Ok

if TYPE_CHECKING:
    from tests.server.app.conftest import Served

FEW, MANY = 2, 20
"""Examples per operation, valid and invalid."""
NEGATIVE = "negative_data_rejection"
LEFT_OUT = {
    # No schema can tell which moves are legal.
    "positive_data_acceptance",
    # A stream does not end.
    "unsupported_method",
}


def test_every_address_has_its_full_path_and_every_body_its_description(server: Served) -> None:
    document = server.get("/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    assert "201" in document["paths"]["/api/matches"]["post"]["responses"]
    assert "204" in document["paths"]["/api/questions/{id}"]["delete"]["responses"]
    for path, methods in document["paths"].items():
        assert path.startswith("/api/")
        for method, operation in methods.items():
            assert operation["description"].strip(), path
            assert "4XX" in operation["responses"], path
            if method == "post":
                body = operation["requestBody"]["content"]["application/json"]["schema"]
                shape = document["components"]["schemas"][body["$ref"].rpartition("/")[2]]
                assert shape["additionalProperties"] is False, path


@pytest.mark.parametrize("examples", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
def test_whatever_is_sent_the_answer_is_as_described(server: Served, examples: int) -> None:
    schema = schemathesis.openapi.from_url(f"{server.address}/openapi.json")
    made = server.new(public=True)
    match = made["match"]["id"]
    headers = {"Authorization": f"Bearer {made['secret']}"}
    tried = 0
    for found in schema.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        if operation.path.endswith("/events"):
            continue
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            # An operation without parameters has no invalid requests.
            with contextlib.suppress(Unsatisfiable):
                cases = operation.as_strategy(generation_mode=mode)
                tried += _try(cases, match, headers, examples)
    assert tried > 30 * examples
    assert server.get("/api/health").status_code == 200
    assert 'code="server.bug"' not in server.get("/api/metrics").text


def _try(cases: st.SearchStrategy[Any], match: str, headers: dict[str, str], examples: int) -> int:
    count = 0
    checks = [check for check in CHECKS.get_all() if check.__name__ not in LEFT_OUT]

    @given(cases, st.booleans())
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def run(case: Any, real: bool) -> None:
        nonlocal count
        count += 1
        if real and "match" in (case.path_parameters or {}):
            case.path_parameters["match"] = match
        response = case.call(headers=headers)
        # 413 is a valid answer too, which schemathesis does not know.
        too_large = response.status_code == 413
        kept = [each for each in checks if not (too_large and each.__name__ == NEGATIVE)]
        case.validate_response(response, checks=kept)

    run()
    return count
