"""Two workers are one server: its limits, its clocks, its machines, and who is there."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from fivefold.server import room_rules
from fivefold.server.brain import Brain
from fivefold.server.lobby import Quota
from fivefold.server.neighbours import NOWHERE
from fivefold.server.noticeboard import Noticeboard
from fivefold.server.quotas import SharedQuota

if TYPE_CHECKING:
    from tests.server.app.conftest import Served
    from tests.server.app.workers.conftest import Pair

    Two = tuple[Served, Served]

PATIENCE = 60
LINE = ("h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4")


def board_of(server: Served) -> Noticeboard:
    board = server.house.neighbours
    assert isinstance(board, Noticeboard)
    return board


def two_people(server: Served, **more: Any) -> tuple[str, str, str]:
    """Returns a match of two people who do not share a screen, and their secrets."""
    made = server.new(second="open", **more)
    match: str = made["match"]["id"]
    joined = server.post(f"/api/matches/{match}/join", {"name": "Ada"}).json()
    return match, made["secret"], joined["secret"]


def began(server: Served, match: str) -> float | None:
    return server.house.tables[match].room.clock.began


# Limits


@pytest.mark.parametrize("shared", [True, False], ids=["shared", "control"])
def test_a_client_has_one_quota_with_both(
    two: Two, monkeypatch: pytest.MonkeyPatch, shared: bool
) -> None:
    """The control has a quota in each process: it lets twice as many in."""
    for server in two:
        kept = SharedQuota("pictures", 1e-6, 3, board_of(server))
        monkeypatch.setattr(server.house.quotas, "pictures", kept if shared else Quota(1e-6, 3))
    answers = [
        two[number % 2].post("/api/export/moves", {"game": "gomoku", "moves": ["h8"]})
        for number in range(8)
    ]
    refused = [answer.json()["error"]["code"] for answer in answers if answer.status_code != 200]
    assert refused == ["question.quota"] * (5 if shared else 2)


def test_no_more_sockets_and_matches_than_one_server_has(pair: Pair) -> None:
    first, second = pair(most_sockets=1, most_rooms=1)

    async def look() -> None:
        async with first.watch(made["match"]["id"]) as tab:
            await tab.until("snapshot")
            async with second.watch(None) as refused:
                await refused.socket.wait_closed()
                assert refused.socket.close_code == 1013
        assert (await asyncio.to_thread(first.get, "/api/health")).json()["workers"] == 2

    made = first.new()
    second.new()
    order = {"game": "gomoku", "first": "me", "second": "me"}
    answer = second.post("/api/matches", order)
    assert answer.json()["error"]["code"] == "request.too_many"
    asyncio.run(look())


def test_a_noticeboard_that_cannot_be_written_stops_no_game(
    two: Two, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What is the log's goes on; what only the noticeboard knows is refused with a sentence."""
    made = two[0].new()
    board = board_of(two[0])._board
    # A bucket of its own: another test may just have emptied the one for pictures.
    kept = SharedQuota("of this test", 1.0, 100, board_of(two[0]))
    monkeypatch.setattr(two[0].house.quotas, "pictures", kept)
    two[0].in_loop(lambda: board.execute("PRAGMA query_only = ON"))
    try:
        body = {"id": "a", "version": 1, "move": "h8"}
        path = f"/api/matches/{made['match']['id']}"
        assert two[0].post(f"{path}/move", body, made["secret"]).json() == {"version": 2}
        refused = two[0].get(f"{path}/export/moves")
        assert refused.status_code == 503
        assert refused.json()["error"]["code"] == "storage_unavailable"
    finally:
        two[0].in_loop(lambda: board.execute("PRAGMA query_only = OFF"))
    assert two[0].get(f"{path}/export/moves").status_code == 200
    assert "cannot write to the file they share" in caplog.text


# Questions


def test_a_position_that_people_play_at_one_cannot_be_asked_about_at_the_other(two: Two) -> None:
    match, black, white = two_people(two[0])
    for version, text in enumerate(LINE, start=2):
        body = {"id": text, "version": version, "move": text}
        path = f"/api/matches/{match}/move"
        assert two[0].post(path, body, (black, white)[version % 2]).status_code == 200
    assert match not in two[1].house.tables
    question = {"strategy": "random", "game": "gomoku", "moves": LINE}
    answer = two[1].post("/api/questions", question)
    assert answer.json()["error"]["code"] == "question.live"
    two[0].post(f"/api/matches/{match}/resign", {"version": 10}, black)
    assert two[1].post("/api/questions", question).status_code == 200


def test_a_question_is_withdrawn_at_the_other(two: Two) -> None:
    question = {"strategy": "negamax(depth=12)", "game": "gomoku", "id": "q", "seconds": 10}
    answers: list[Any] = []
    asking = threading.Thread(
        target=lambda: answers.append(two[0].post("/api/questions", question))
    )
    asking.start()
    while two[1].client.delete("/api/questions/q").status_code == 404:
        assert asking.is_alive(), [answer.text for answer in answers]
    asking.join(PATIENCE)
    assert answers[0].json()["error"]["code"] == "question.cancelled"
    assert two[1].client.delete("/api/questions/q").status_code == 404


# Who is there


async def wins(server: Served, match: str, secret: str) -> Any:
    answer = await asyncio.to_thread(
        server.post, f"/api/matches/{match}/claim", {"version": 2}, secret
    )
    return answer.status_code == 200 or answer.json()["error"]["code"]


@pytest.mark.parametrize("shared", [True, False], ids=["shared", "control"])
def test_nobody_is_absent_who_is_connected_to_the_other(
    two: Two, monkeypatch: pytest.MonkeyPatch, shared: bool
) -> None:
    """The control asks only its own memory: it gives the game away."""
    monkeypatch.setattr(room_rules, "AWAY_BEFORE_CLAIM", 0.0)
    match, black, white = two_people(two[0])
    if not shared:
        monkeypatch.setattr(two[0].house.neighbours, "elsewhere", lambda match: NOWHERE)

    async def play() -> None:
        async with two[0].watch(match, black) as mine:
            async with two[1].watch(match, white) as theirs:
                await theirs.until("snapshot")
                if not shared:
                    assert await wins(two[0], match, black) is True
                    return
                while (await mine.until("presence"))["watching"] != 2:
                    pass
                assert await wins(two[0], match, black) == "match.not_away"
            # They leave, and the other worker's people are told.
            while (await mine.until("presence"))["away"]["O"] is None:
                pass
            assert await wins(two[0], match, black) is True

    asyncio.run(play())


# Clocks


@pytest.mark.parametrize("shared", [True, False], ids=["shared", "control"])
def test_a_turn_does_not_begin_anew_at_the_other(
    two: Two, monkeypatch: pytest.MonkeyPatch, shared: bool
) -> None:
    """The control knows nothing of the other: whoever changes the worker gains half a minute."""
    made = two[0].new(time="5+0")
    match = made["match"]["id"]
    if not shared:
        monkeypatch.setattr(two[1].house.neighbours, "elsewhere", lambda match: NOWHERE)

    def half_a_minute_ago() -> None:
        table = two[0].house.tables[match]
        table.room.clock.began_already(table.room.clock.began - 30)  # type: ignore[operator]
        two[0].house.changed(table)

    two[0].in_loop(half_a_minute_ago)
    left = two[1].get(f"/api/matches/{match}").json()["match"]["clocks"]["X"]["left"]
    if not shared:
        assert began(two[1], match) != began(two[0], match)
        return
    assert left <= 270
    assert began(two[1], match) == began(two[0], match)
    # A move ends that turn; the next begins for both when the first of them knew of it.
    body = {"id": "a", "version": 1, "move": "h8"}
    assert two[1].post(f"/api/matches/{match}/move", body, made["secret"]).status_code == 200
    shown = two[0].get(f"/api/matches/{match}").json()["match"]
    assert shown["plies"][0]["seconds"] >= 30
    assert shown["clocks"]["X"]["left"] <= 270
    here, there = began(two[0], match), began(two[1], match)
    assert here is not None
    assert there is not None
    assert abs(here - there) < 10


def test_a_turn_begins_anew_where_nobody_had_the_match(two: Two) -> None:
    """Nobody is charged for a time in which no worker was there."""
    made = two[0].new(time="5+0")
    match = made["match"]["id"]

    def lose() -> None:
        table = two[0].house.tables.pop(match)
        table.room.clock.began_already(table.room.clock.began - 30)  # type: ignore[operator]
        assert table.flag is not None
        table.flag.cancel()
        two[0].house.neighbours.dropped(match)

    two[0].in_loop(lose)
    assert two[1].get(f"/api/matches/{match}").json()["match"]["clocks"]["X"]["left"] > 299 - 30
    here = began(two[1], match)
    assert here is not None
    assert here > two[1].in_loop(lambda: two[1].loop.time()) - 30


# Machines


@contextmanager
def everybody_busy(server: Served) -> Iterator[None]:
    """Keeps all thinking processes of a worker, so that whoever wants one waits."""
    lane = server.house.thinkers._lane

    async def take() -> list[Brain]:
        return [await lane.take(urgent=True) for _ in range(2)]

    hands = asyncio.run_coroutine_threadsafe(take(), server.loop).result(PATIENCE)
    yield
    for hand in hands:
        server.in_loop(partial(lane.give_back, hand, urgent=True))


@pytest.mark.parametrize("shared", [True, False], ids=["shared", "control"])
def test_one_of_them_thinks_and_both_tell_of_it(
    two: Two, monkeypatch: pytest.MonkeyPatch, shared: bool
) -> None:
    """In the control each thinks for itself; the log still takes one move only."""
    if not shared:
        for server in two:
            monkeypatch.setattr(server.house.neighbours, "keep", lambda match, version: True)
    made = two[0].new(second="random", game="othello", time="5+0")
    match = made["match"]["id"]

    async def play() -> None:
        watching = [server.watch(match, made["secret"]) for server in two]
        async with watching[0] as one, watching[1] as other:
            for tab in (one, other):
                await tab.until("snapshot")
            with everybody_busy(two[0]), everybody_busy(two[1]):
                await one.send(type="move", id="a", version=1, move="f5")
                for tab in (one, other):
                    await tab.until("thinking")
                tables = [server.house.tables[match] for server in two]
                turns = [table for table in tables if table.turn is not None]
                assert len(turns) == (1 if shared else 2)
                # It waits for a process: its time has not begun, and no flag can fall.
                assert [table.room.clock.running for table in turns] == [None] * len(turns)
                assert [table.flag for table in tables] == [None, None]
            for tab in (one, other):
                event = await tab.until("event", version=3)
                assert event["event"]["kind"] == "moved"

    asyncio.run(play())
    shown = [server.get(f"/api/matches/{match}").json()["match"] for server in two]
    assert shown[0]["plies"] == shown[1]["plies"]
    assert shown[0]["clocks"]["O"] == shown[1]["clocks"]["O"]


def test_who_takes_a_machine_over_begins_its_turn_anew(two: Two) -> None:
    """And before that lets no flag fall: how long it waits is known only where it waits."""
    made = two[0].new(second="random", game="othello", time="5+0")
    match = made["match"]["id"]

    async def play() -> None:
        watching = [server.watch(match, made["secret"]) for server in two]
        async with watching[0] as one, watching[1] as other:
            for tab in (one, other):
                await tab.until("snapshot")
            with everybody_busy(two[0]), everybody_busy(two[1]):
                await one.send(type="move", id="a", version=1, move="f5")
                for tab in (one, other):
                    await tab.until("thinking")
                keeper, heir = sorted(two, key=lambda each: not each.house.tables[match].kept)
                table = heir.house.tables[match]

                def an_hour_later() -> None:
                    assert table.room.clock.began is not None
                    table.room.clock.began_already(table.room.clock.began - 3600)
                    heir.house.changed(table)

                heir.in_loop(an_hour_later)
                assert table.room.clock.is_out
                assert (table.flag, table.turn) == (None, None)
                keeper.in_loop(lambda: keeper.house.neighbours.let_go(match))
                heir.in_loop(lambda: heir.house.changed(table))
                assert table.turn is not None
                assert not table.room.clock.is_out
            for tab in (one, other):
                assert (await tab.until("event", version=3))["event"]["kind"] == "moved"

    asyncio.run(play())
    plies = two[0].get(f"/api/matches/{match}").json()["match"]["plies"]
    assert plies[1]["seconds"] < 300


def test_two_machines_play_where_somebody_looks(two: Two) -> None:
    made = two[0].new("random", "random", "othello", pace=0)
    match = made["match"]["id"]

    async def look() -> None:
        # The match was made at one and is looked at from the other, then the other way round.
        for server in (two[1], two[0], two[1]):
            async with server.watch(match) as tab:
                version = (await tab.until("snapshot"))["version"]
                await tab.until("event", version=version + 2)

    asyncio.run(look())
