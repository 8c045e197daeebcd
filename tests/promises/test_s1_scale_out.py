"""S1: two servers on one PostgreSQL; a rolling restart loses no move, and no player sees an error.

The throughput needs a machine that does nothing else: bench/web_scale_out.py measures it, with two
workers in each server. That events cross between servers is tested in
tests/server/app/workers/test_one_server_of_two.py.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.promises.conftest import Forks, bench

RIGHT: dict[str, Any] = {"lost": 0, "doubled": 0, "extra": 0, "errors": []}


def restarted(folder: Path, url: str, launch: Any, seconds: float = 1.5) -> dict[str, Any]:
    """Returns what players notice while two servers are restarted one after the other."""
    trial = bench("web_scale_out").trial
    result: dict[str, Any] = asyncio.run(
        trial(folder, url, 2, 4, seconds, restart=True, launch=launch)
    )
    assert result["acknowledged"] > 0
    return {name: result[name] for name in RIGHT}


def test_a_rolling_restart_loses_no_move_and_shows_no_error(
    forks: Forks, tmp_path: Path, postgres_url: str
) -> None:
    assert restarted(tmp_path, postgres_url, forks.launch()) == RIGHT


def test_a_server_that_tells_before_it_writes_is_caught(
    forks: Forks, tmp_path: Path, postgres_url: str
) -> None:
    launch = forks.launch("tells_before_it_writes")
    assert restarted(tmp_path, postgres_url, launch)["lost"] > 0


@pytest.mark.long
def test_a_rolling_restart_of_two_servers_of_two_workers(tmp_path: Path, postgres_url: str) -> None:
    assert restarted(tmp_path, postgres_url, None, seconds=30.0) == RIGHT
