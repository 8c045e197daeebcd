"""Every acknowledged event is there after `kill -9` at any instant."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from fivefold.server.storage.store import Store

pytestmark = pytest.mark.system

CHILD = Path(__file__).with_name("store_child.py")


def acknowledged(url: str, count: int, *options: str) -> dict[str, set[int]]:
    """Returns the versions acknowledged by a child that is killed after `count` of them."""
    command = [sys.executable, "-W", "error", str(CHILD), url, *options]
    child = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert child.stdout
    lines = [child.stdout.readline() for _ in range(count)]
    child.kill()
    lines += child.stdout.readlines()
    child.stdout.close()
    assert child.wait() == -9
    seen: dict[str, set[int]] = {}
    for line in lines:
        if line.endswith(b"\n"):
            match, version = line.decode().split()
            seen.setdefault(match, set()).add(int(version))
    return seen


async def versions_in(url: str, matches: list[str]) -> dict[str, list[int]]:
    """Returns the versions in the database."""
    store = await Store.open(url)
    found = {match: [event.version for event in await store.load(match)] for match in matches}
    await store.close()
    return found


def lost(seen: dict[str, set[int]], found: dict[str, list[int]]) -> int:
    """Returns the number of acknowledged versions missing in the database, which has no gaps."""
    for versions in found.values():
        assert versions == list(range(1, len(versions) + 1))
    return sum(len(versions - set(found[match])) for match, versions in seen.items())


def test_no_acknowledged_move_is_lost_when_the_process_is_killed(database_url: str) -> None:
    chance = random.Random(5)
    seen: dict[str, set[int]] = {}
    for _ in range(2):
        for match, versions in acknowledged(database_url, chance.randrange(1, 400)).items():
            assert not versions & seen.get(match, set())  # each is acknowledged once
            seen.setdefault(match, set()).update(versions)
    assert lost(seen, asyncio.run(versions_in(database_url, list(seen)))) == 0
    if database_url.startswith("sqlite"):
        with sqlite3.connect(database_url.removeprefix("sqlite:///")) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert database.execute("PRAGMA foreign_key_check").fetchall() == []
        database.close()


def test_this_would_notice_moves_that_are_acknowledged_before_they_are_written(
    sqlite_url: str,
) -> None:
    seen = acknowledged(sqlite_url, 200, "--early")
    assert lost(seen, asyncio.run(versions_in(sqlite_url, list(seen)))) > 0
