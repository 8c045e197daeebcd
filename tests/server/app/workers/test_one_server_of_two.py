"""Two workers act as one server: limits, clocks, machines, presence."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from fivefold.server.analysis.fair_schedule import Duration, Work
from fivefold.server.analysis.process_client import ProcessClient
from fivefold.server.peers.peers import NOWHERE
from fivefold.server.peers.rate_limits import RateLimiter, SharedRateLimiter
from fivefold.server.peers.shared_state import SharedState
from fivefold.server.room import rules as room_rules

if TYPE_CHECKING:
    from tests.server.app.conftest import Served
    from tests.server.app.workers.conftest import Pair

    Two = tuple[Served, Served]

PATIENCE = 60
LINE = ("h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4")


def shared_state_of(server: Served) -> SharedState:
    board = server.service.peers
    assert isinstance(board, SharedState)
    return board


def two_people(server: Served, **more: Any) -> tuple[str, str, str]:
    """Returns a match between two people on separate screens, and their secrets."""
    made = server.new(second="open", **more)
    match: str = made["match"]["id"]
    joined = server.post(f"/api/matches/{match}/join", {"name": "Ada"}).json()
    return match, made["secret"], joined["secret"]


def began(server: Served, match: str) -> float | None:
    return server.service.matches[match].room.clock.began


# Limits


@pytest.mark.parametrize("shared", [True, False], ids=["shared", "control"])
def test_a_client_has_one_rate_limit_for_both_workers(
    two: Two, monkeypatch: pytest.MonkeyPatch, shared: bool
) -> None:
    """The control has a limit per process: it accepts twice as many."""
    for server in two:
        kept = SharedRateLimiter("pictures", 1e-6, 3, shared_state_of(server))
        monkeypatch.setattr(
            server.service.limits, "pictures", kept if shared else RateLimiter(1e-6, 3)
        )
    answers = [
        two[number % 2].post("/api/export/moves", {"game": "gomoku", "moves": ["h8"]})
        for number in range(8)
    ]
    refused = [answer.json()["error"]["code"] for answer in answers if answer.status_code != 200]
    assert refused == ["question.quota"] * (5 if shared else 2)


def test_no_more_sockets_and_matches_than_one_server_has(pair: Pair) -> None:
    first, second = pair(max_sockets=1, max_matches=1)

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


def test_an_unwritable_shared_file_stops_no_game(
    two: Two, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Play goes on; requests that need the shared file are rejected with a sentence."""
    made = two[0].new()
    board = shared_state_of(two[0])._connection
    # Its own bucket: another test may have emptied the one for pictures.
    kept = SharedRateLimiter("of this test", 1.0, 100, shared_state_of(two[0]))
    monkeypatch.setattr(two[0].service.limits, "pictures", kept)
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
    assert "Cannot write to the file that the workers share" in caplog.text


# Questions


def test_a_position_that_people_play_at_one_cannot_be_asked_about_at_the_other(two: Two) -> None:
    match, black, white = two_people(two[0])
    for version, text in enumerate(LINE, start=2):
        body = {"id": text, "version": version, "move": text}
        path = f"/api/matches/{match}/move"
        assert two[0].post(path, body, (black, white)[version % 2]).status_code == 200
    assert match not in two[1].service.matches
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


# Presence


async def wins(server: Served, match: str, secret: str) -> Any:
    answer = await asyncio.to_thread(
        server.post, f"/api/matches/{match}/claim", {"version": 2}, secret
    )
    return answer.status_code == 200 or answer.json()["error"]["code"]


@pytest.mark.parametrize("shared", [True, False], ids=["shared", "control"])
def test_a_player_connected_to_the_other_worker_is_not_absent(
    two: Two, monkeypatch: pytest.MonkeyPatch, shared: bool
) -> None:
    """The control looks only at its own memory, and lets the claim succeed."""
    monkeypatch.setattr(room_rules, "AWAY_BEFORE_CLAIM", 0.0)
    match, black, white = two_people(two[0])
    if not shared:
        monkeypatch.setattr(two[0].service.peers, "elsewhere", lambda match: NOWHERE)

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
            # They leave, and the other worker's subscribers are told.
            while (await mine.until("presence"))["away"]["O"] is None:
                pass
            assert await wins(two[0], match, black) is True

    asyncio.run(play())


# Clocks


@pytest.mark.parametrize("shared", [True, False], ids=["shared", "control"])
def test_a_turn_does_not_begin_anew_at_the_other(
    two: Two, monkeypatch: pytest.MonkeyPatch, shared: bool
) -> None:
    """The control ignores the other worker: changing the worker gains 30 s."""
    made = two[0].new(time="5+0")
    match = made["match"]["id"]
    if not shared:
        monkeypatch.setattr(two[1].service.peers, "elsewhere", lambda match: NOWHERE)

    def half_a_minute_ago() -> None:
        active = two[0].service.matches[match]
        active.room.clock.began_already(active.room.clock.began - 30)  # type: ignore[operator]
        two[0].service.timers.update(active)

    two[0].in_loop(half_a_minute_ago)
    left = two[1].get(f"/api/matches/{match}").json()["match"]["clocks"]["X"]["left"]
    if not shared:
        assert began(two[1], match) != began(two[0], match)
        return
    assert left <= 270
    assert began(two[1], match) == began(two[0], match)
    # The next turn begins for both when the first of them applied the move.
    body = {"id": "a", "version": 1, "move": "h8"}
    assert two[1].post(f"/api/matches/{match}/move", body, made["secret"]).status_code == 200
    shown = two[0].get(f"/api/matches/{match}").json()["match"]
    assert shown["plies"][0]["seconds"] >= 30
    assert shown["clocks"]["X"]["left"] <= 270
    here, there = began(two[0], match), began(two[1], match)
    assert here is not None
    assert there is not None
    assert abs(here - there) < 10


def test_a_turn_begins_again_when_no_worker_had_the_match(two: Two) -> None:
    """Nobody is charged for the time without a worker."""
    made = two[0].new(time="5+0")
    match = made["match"]["id"]

    def lose() -> None:
        service = two[0].service
        active = service.matches[match]
        active.room.clock.began_already(active.room.clock.began - 30)  # type: ignore[operator]
        assert service.timers.activity(active).flag is not None
        service.timers.activity(active).stop_flag()
        service.matches.remove(active)

    two[0].in_loop(lose)
    assert two[1].get(f"/api/matches/{match}").json()["match"]["clocks"]["X"]["left"] > 299 - 30
    here = began(two[1], match)
    assert here is not None
    assert here > two[1].in_loop(lambda: two[1].loop.time()) - 30


# Machines


@contextmanager
def everybody_busy(server: Served) -> Iterator[None]:
    """Occupies all analysis processes of a worker."""
    queue = server.service.pool._queue

    works = [Work("", True, Duration.INSTANT) for _ in server.service.pool._clients]

    async def acquire() -> list[ProcessClient]:
        return [await queue.acquire(work) for work in works]

    resources = asyncio.run_coroutine_threadsafe(acquire(), server.loop).result(PATIENCE)
    yield
    for resource, work in zip(resources, works, strict=True):
        server.in_loop(partial(queue.release, resource, work))


@pytest.mark.parametrize("shared", [True, False], ids=["shared", "control"])
def test_one_of_them_thinks_and_both_tell_of_it(
    two: Two, monkeypatch: pytest.MonkeyPatch, shared: bool
) -> None:
    """In the control both think; the log still accepts only one move."""
    if not shared:
        for server in two:
            monkeypatch.setattr(server.service.peers, "claim", lambda match, version: True)
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
                matches = {server: server.service.matches[match] for server in two}
                activities = [
                    server.service.timers.activity(active) for server, active in matches.items()
                ]
                turns = [
                    active
                    for active, activity in zip(matches.values(), activities, strict=True)
                    if activity.turn is not None
                ]
                assert len(turns) == (1 if shared else 2)
                # The machine waits for a process: its clock is stopped, and no flag can fall.
                assert [active.room.clock.running for active in turns] == [None] * len(turns)
                assert [activity.flag for activity in activities] == [None, None]
            for tab in (one, other):
                event = await tab.until("event", version=3)
                assert event["event"]["kind"] == "moved"

    asyncio.run(play())
    shown = [server.get(f"/api/matches/{match}").json()["match"] for server in two]
    assert shown[0]["plies"] == shown[1]["plies"]
    assert shown[0]["clocks"]["O"] == shown[1]["clocks"]["O"]


def test_a_machines_turn_begins_again_when_another_worker_takes_over(two: Two) -> None:
    """No flag falls before: only the worker that waits knows how long."""
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
                thinker, heir = sorted(
                    two,
                    key=lambda each: (
                        not each.service.timers.activity(each.service.matches[match]).is_claimed
                    ),
                )
                active = heir.service.matches[match]
                activity = heir.service.timers.activity(active)

                def an_hour_later() -> None:
                    assert active.room.clock.began is not None
                    active.room.clock.began_already(active.room.clock.began - 3600)
                    heir.service.timers.update(active)

                heir.in_loop(an_hour_later)
                assert active.room.clock.is_out
                assert (activity.flag, activity.turn) == (None, None)
                thinker.in_loop(lambda: thinker.service.peers.release(match))
                heir.in_loop(lambda: heir.service.timers.update(active))
                assert activity.turn is not None
                assert not active.room.clock.is_out
            for tab in (one, other):
                assert (await tab.until("event", version=3))["event"]["kind"] == "moved"

    asyncio.run(play())
    plies = two[0].get(f"/api/matches/{match}").json()["match"]["plies"]
    assert plies[1]["seconds"] < 300


def test_two_machines_play_at_the_worker_that_has_a_spectator(two: Two) -> None:
    made = two[0].new("random", "random", "othello", pace=0)
    match = made["match"]["id"]

    async def look() -> None:
        # Created at one worker, watched at the other, and the other way round.
        for server in (two[1], two[0], two[1]):
            async with server.watch(match) as tab:
                version = (await tab.until("snapshot"))["version"]
                await tab.until("event", version=version + 2)

    asyncio.run(look())
