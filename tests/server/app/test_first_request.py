"""The first request finds everything prepared."""

from __future__ import annotations

from typing import TYPE_CHECKING

import fastapi.dependencies.utils
import pytest

if TYPE_CHECKING:
    from tests.server.app.conftest import Serve


def test_request_parsers_are_built_before_the_first_request(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = serve()

    def too_late(*facts: object, **more: object) -> None:
        raise AssertionError("prepared while somebody waits")

    monkeypatch.setattr(fastapi.dependencies.utils, "create_model_field", too_late)
    assert server.client.delete("/api/questions/q").status_code == 404
    assert server.get("/api/health").status_code == 200
    assert server.new()["match"]["id"]
