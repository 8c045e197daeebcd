"""Studies across workers: edits, races, and one engine stream for each client."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from tests.server.app.test_engine_lines import begin, state
from tests.server.app.test_studies import create, edit, follow, moves_of, shown

from fivefold.server.storage import statements, study_writes

if TYPE_CHECKING:
    from tests.server.app.conftest import Served

    Two = tuple[Served, Served]

CELLS = [f"{column}{row}" for column in "abcde" for row in range(1, 6)]


def test_an_edit_at_one_worker_reaches_the_followers_of_the_other(two: Two) -> None:
    study, secret = create(two[0])

    async def run() -> None:
        async with two[0].watch(None) as here, two[1].watch(None) as there:
            await follow(here, study["id"], secret=secret)
            await follow(there, study["id"], secret=secret)
            await here.until("following", watching=2)
            await here.send(type="edit", id="a", version=1, op="add", node=0, moves=["h8"])
            told = await there.until("edited", version=2)
            assert told == await here.until("edited", version=2)
            await there.send(
                type="edit", id="b", version=2, op="annotate", node=1, notes={"comment": "Hm."}
            )
            assert (await here.until("edited", version=3))["changed"]["nodes"][0]["comment"]

    asyncio.run(run())
    # Without a wait: reading one's own writes needs no notification.
    for version, cell in enumerate(CELLS[:6], start=3):
        one, other = two[version % 2], two[1 - version % 2]
        answer = edit(one, study["id"], secret, version, op="add", node=0, moves=[cell])
        assert answer["version"] == version + 1
        assert shown(other, study["id"])["version"] == version + 1


def race(two: Two) -> dict[str, Any]:
    """Plays many moves through both workers at once; returns what is wrong afterwards."""
    study, secret = create(two[0])
    path = f"/api/studies/{study['id']}"
    for server in two:
        assert shown(server, study["id"])["version"] == 1

    def play(place: int) -> httpx.Response:
        body = {"id": f"id-{place}", "version": 1, "op": "add", "node": 0, "moves": [CELLS[place]]}
        return two[place % 2].post(f"{path}/edits", body, secret)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(play, range(len(CELLS))))
    wrong: dict[str, Any] = {}
    if any(not answer.is_success for answer in answers):
        return {"refused": [answer.text for answer in answers if not answer.is_success]}
    versions = sorted(answer.json()["version"] for answer in answers)
    if versions != list(range(2, len(CELLS) + 2)):
        wrong["versions"] = versions
    first, second = (shown(server, study["id"]) for server in two)
    if first != second:
        wrong["differ"] = True
    if sorted(map(str, moves_of(first)[1:])) != sorted(CELLS):
        wrong["lost"] = moves_of(first)
    stored = asyncio.run_coroutine_threadsafe(
        two[0].service.store.studies.load(study["id"]), two[0].loop
    ).result(60)
    if [event.data["moves"] for event in stored[1:]] != [
        [node["move"]] for node in first["nodes"][1:]
    ]:
        wrong["log"] = len(stored)
    return wrong


def test_editors_who_race_through_two_workers_get_one_order(two: Two) -> None:
    assert race(two) == {}


def test_a_store_that_lets_the_later_writer_win_is_caught(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database accepts every write: only the memory of each worker decides."""

    def insert(connection: Any, stated: Any, row: dict[str, Any]) -> bool:
        over = "ON CONFLICT (study, version) DO UPDATE SET data = excluded.data"
        text = stated[connection.dialect.name]
        if stated is statements.NEXT_STUDY_EVENT:
            text = text.replace("ON CONFLICT DO NOTHING", over)
        return bool(connection.exec_driver_sql(text, row).rowcount)

    monkeypatch.setattr(study_writes, "_insert", insert)
    assert race(two) != {}


def test_a_new_stream_at_one_worker_stops_that_at_the_other(two: Two) -> None:
    async def run() -> None:
        async with two[0].watch(None) as here, two[1].watch(None) as there:
            await begin(here)
            await state(here, "running")
            await begin(there, "b")
            await state(here, "stopped")
            await state(there, "running", "b")

    asyncio.run(run())
