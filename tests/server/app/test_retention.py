"""Finished matches are deleted once they are older than `serve --keep`, and nothing else is."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import pytest

from fivefold.errors import InvalidNotation, NotFound
from fivefold.server.matches import retention
from fivefold.server.matches.retention import Retention
from fivefold.server.metrics import Metrics
from fivefold.server.room.events import Event
from fivefold.server.settings import keep_seconds_of
from fivefold.server.storage.retention import Cursor, SweptBatch
from fivefold.server.storage.store import Store

if TYPE_CHECKING:
    from tests.server.app.conftest import Serve

DAY = 86_400.0
NOW = 1_800_000_000.0
OVER: dict[str, Any] = {"winner": "X", "ending": "normal", "reason": {}, "margin": None}


def log(days: float, *kinds: str) -> list[Event]:
    """Returns events of these kinds, the last one that many days ago."""
    facts = {"ended": OVER, "undone": {"ply": 0}}
    first = NOW - days * DAY - len(kinds)
    return [
        Event(version, kind, first + version, facts.get(kind, {}))
        for version, kind in enumerate(("created", *kinds), start=1)
    ]


KEPT = {
    "young": log(1, "ended"),
    "old-but-going-on": log(200),
    "old-and-undone": log(200, "ended", "undone"),
    "old-and-seated-again": log(200, "ended", "seated"),
    "asked-for-a-rematch-lately": log(1, "ended", "rematch_asked"),
}
OLD = {
    "old": log(91, "ended"),
    "old-rematch": log(100, "ended", "rematch_asked"),
    "old-and-ended-twice": log(300, "ended", "seated", "ended"),
    **{f"old-{number}": log(150, "ended") for number in range(30)},
}


async def stored(url: str) -> Store:
    store = await Store.open(url)
    for number, (match, events) in enumerate({**KEPT, **OLD}.items()):
        await store.create(match, "gomoku", number % 2 == 0, events)
    return store


async def known(store: Store) -> set[str]:
    found = set()
    for match in (*KEPT, *OLD):
        try:
            await store.load(match)
            found.add(match)
        except NotFound:
            pass
    return found


def test_old_finished_matches_go_and_everything_else_stays(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "MATCHES_AT_ONCE", 3)
    monkeypatch.setattr(retention, "PAUSE_SECONDS", 0.0)

    async def work() -> None:
        store = await stored(database_url)
        try:
            metrics = Metrics()
            await Retention(store, metrics, None).sweep(NOW)
            assert await known(store) == {*KEPT, *OLD}
            await Retention(store, metrics, 90 * DAY).sweep(NOW)
            assert await known(store) == {*KEPT}
            assert metrics.deleted == len(OLD)
            for match, events in KEPT.items():
                assert await store.load(match) == events
            await Retention(store, metrics, 90 * DAY).sweep(NOW)
            assert metrics.deleted == len(OLD)
        finally:
            await store.close()

    asyncio.run(work())


def test_a_batch_is_small_and_says_where_to_go_on(sqlite_url: str) -> None:
    async def work() -> None:
        store = await stored(sqlite_url)
        try:
            after: Cursor | None = Cursor()
            batches: list[SweptBatch] = []
            while after is not None:
                batches.append(await store.sweep(NOW - 90 * DAY, 4, after))
                after = batches[-1].after
            assert max(batch.matches for batch in batches) <= 4
            assert sum(batch.matches for batch in batches) == len(OLD)
            assert sum(batch.events for batch in batches) == sum(map(len, OLD.values()))
        finally:
            await store.close()

    asyncio.run(work())


def test_a_server_that_keeps_games_for_days_sweeps_by_itself(serve: Serve) -> None:
    first = serve()
    going_on, over = first.new()["match"]["id"], first.new()
    match = over["match"]["id"]
    resigned = first.post(f"/api/matches/{match}/resign", {"version": 1}, over["secret"])
    assert resigned.status_code == 200
    time.sleep(0.3)
    second = serve(first.settings.database, keep_seconds=0.2)
    until = time.monotonic() + 60
    while "fivefold_matches_deleted_total 1" not in second.get("/api/metrics").text:
        assert time.monotonic() < until
        time.sleep(0.05)
    assert second.get(f"/api/matches/{match}").status_code == 404
    assert second.get(f"/api/matches/{going_on}").status_code == 200


@pytest.mark.parametrize("text", ["", "90", "d", "-1d", "0d", "1.5d", "90 days", "1e9d", "٣d"])
def test_only_a_number_of_days_is_accepted(text: str) -> None:
    with pytest.raises(InvalidNotation, match="is not a number of days"):
        keep_seconds_of(text)
