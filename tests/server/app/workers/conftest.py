"""Two workers of one server, in threads of the test, with the state that processes share."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from fivefold.server.peers.shared_state import create_shared_state

if TYPE_CHECKING:
    from tests.server.app.conftest import Serve, Served
    from tests.server.conftest import PostgresServer

Pair = Callable[..., "tuple[Served, Served]"]


@pytest.fixture(scope="module")
def two(
    serve_once: Serve, postgres_server: PostgresServer, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Served, Served]:
    """Two workers shared by the tests of a file."""
    database = postgres_server.new_database(f"test_{os.urandom(6).hex()}")
    return _start(serve_once, database, tmp_path_factory.mktemp("shared"))


@pytest.fixture
def pair(serve: Serve, postgres_url: str, tmp_path: Path) -> Pair:
    """Starts two workers for one test, with its own settings."""
    return lambda **choices: _start(serve, postgres_url, tmp_path, **choices)


def _start(serve: Serve, database: str, folder: Path, **choices: Any) -> tuple[Served, Served]:
    create_shared_state(folder)
    first, second = (
        serve(database, worker=number, workers=2, shared=folder, **choices) for number in (1, 2)
    )
    return first, second
