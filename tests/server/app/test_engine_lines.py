"""Engine lines that run on: several at once, deeper and deeper, and never in anybody's way."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from tests.server.app.test_live_positions import line_played

from fivefold.match.replay import read_line
from fivefold.names import game_from
from fivefold.server.studies import lines as streams

if TYPE_CHECKING:
    from tests.server.app.conftest import Serve, Served, Tab

QUIET = ["a1", "o15", "a15", "o1", "h1", "h15", "a8", "o8", "h8"]
"""Stones so far apart that nothing is decided for long."""
GAME = {"game": "gomoku", "moves": ["h8", "i9"]}


@pytest.fixture
def processes(serve: Serve) -> Served:
    """A server with so few processes that one search may keep them all."""
    return serve(analysis_processes=2)


async def begin(tab: Tab, id: str = "a", **more: Any) -> None:
    await tab.send(type="analyse", id=id, **{**GAME, **more})


async def state(tab: Tab, wanted: str, id: str = "a") -> dict[str, Any]:
    return await tab.until("lines", state=wanted, id=id)


def told(tab: Tab, id: str = "a") -> list[dict[str, Any]]:
    return [frame for frame in tab.frames if frame["type"] == "lines" and frame["id"] == id]


def test_lines_grow_until_the_end_and_are_lines_of_the_game(server: Served) -> None:
    study = server.post("/api/studies", GAME).json()["study"]["id"]

    async def run() -> list[dict[str, Any]]:
        async with server.watch(None) as tab:
            await tab.send(type="follow", study=study)
            await tab.until("study")
            await tab.send(type="analyse", id="a", node=2, lines=3, depth=11)
            await state(tab, "done")
            return told(tab)

    frames = asyncio.run(run())
    assert frames[0]["state"] == "waiting"
    assert frames[0]["lines"] == []
    last, game = frames[-1], game_from("gomoku")
    assert {frame["node"] for frame in frames} == {2}
    depths = [frame["depth"] or 0 for frame in frames]
    assert depths == sorted(depths)
    assert last["depth"] == 11
    assert last["side"] == "X"
    after = game.start
    for move in GAME["moves"]:
        after = after.play(game.parse_move(move))
    assert len({line["move"] for line in last["lines"]}) == 3
    scores = [line["score"] for line in last["lines"]]
    assert scores == sorted(scores, reverse=True)
    for line in last["lines"]:
        assert line["pv"][0] == line["move"]
        read_line(after, line["pv"])


def test_lines_of_pentomino_come_with_their_proof(server: Served) -> None:
    async def run() -> dict[str, Any]:
        async with server.watch(None) as tab:
            await begin(tab, game="pentomino", size=5, moves=[], lines=2)
            return await state(tab, "done")

    last = asyncio.run(run())
    assert last["proof"]["claim"] in ("win", "loss")
    assert len(last["lines"]) == 2
    assert last["lines"][0]["note"]["key"]


def test_a_game_that_is_over_needs_no_engine(server: Served) -> None:
    moves = ["h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12"]

    async def run() -> dict[str, Any]:
        async with server.watch(None) as tab:
            await begin(tab, moves=moves)
            return await state(tab, "done")

    assert asyncio.run(run())["lines"] == []


def running(server: Served) -> int:
    """Returns how many streams the server has."""
    return len(server.app.state.studies.lines._running)


async def until_none(server: Served) -> None:
    async with asyncio.timeout(60):
        while server.in_loop(lambda: running(server)):
            await asyncio.sleep(0.02)


def test_a_stream_stops_when_it_is_cancelled_replaced_or_left(server: Served) -> None:
    async def run() -> None:
        async with server.watch(None) as tab, server.watch(None) as other:
            await begin(tab)
            await state(tab, "running")
            await tab.send(type="cancel", id="a")
            await state(tab, "stopped")
            await tab.send(type="cancel", id="a")
            assert (await tab.until("error"))["error"]["code"] == "question.missing"
            await begin(tab, "b")
            await state(tab, "running", "b")
            await begin(tab, "c")
            await state(tab, "stopped", "b")
            await state(tab, "running", "c")
            await begin(other, "d")  # the same client in another tab
            await state(tab, "stopped", "c")
            await state(other, "running", "d")
            await tab.send(type="analyse", id="e")
            error = await tab.until("error", id="e")
            assert error["error"]["code"] == "study.which_position"
        await until_none(server)

    asyncio.run(run())


def test_a_stream_ends_with_its_socket(server: Served) -> None:
    async def run() -> None:
        async with server.watch(None) as tab:
            await begin(tab)
            await state(tab, "running")
        await until_none(server)

    asyncio.run(run())


async def order_of(server: Served, tab: Tab, seconds: float) -> list[str]:
    """Returns what comes first: the end of a long stream or a question that needs its process."""
    await begin(tab, seconds=seconds)
    await state(tab, "running")
    asked = asyncio.ensure_future(
        asyncio.to_thread(
            server.post,
            "/api/questions",
            {**GAME, "strategy": "engine", "seconds": 0.5, "position": "." * 225 + " X"},
        )
    )
    ended = asyncio.ensure_future(state(tab, "done"))
    order = []
    for name, task in (("question", asked), ("stream", ended)):
        task.add_done_callback(lambda _, name=name: order.append(name))  # type: ignore[misc]
    await asyncio.gather(asked, ended)
    return order


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "TURN_SECONDS", 0.5)
    monkeypatch.setattr(streams, "CHECK_SECONDS", 0.1)


def test_a_stream_gives_its_process_to_who_waits_and_goes_on(
    processes: Served, impatient: None
) -> None:
    async def run() -> tuple[list[str], list[str]]:
        async with processes.watch(None) as tab:
            order = await order_of(processes, tab, 8.0)
            return order, [frame["state"] for frame in told(tab)]

    order, states = asyncio.run(run())
    assert order == ["question", "stream"]
    again = states.index("running")
    assert "waiting" in states[again:], "it was set aside"
    assert states[-1] == "done"


def test_a_stream_that_keeps_its_process_is_caught(
    processes: Served, impatient: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "TURN_SECONDS", 1e9)

    async def run() -> list[str]:
        async with processes.watch(None) as tab:
            return await order_of(processes, tab, 2.0)

    assert asyncio.run(run()) == ["stream", "question"]


def test_a_position_that_two_people_play_has_no_lines(server: Served) -> None:
    before = server.new(second="open", moves=QUIET[:-1])
    position = game_from("gomoku").format_position(line_played(QUIET))
    study = server.post("/api/studies", {"game": "gomoku", "position": position}).json()

    async def run() -> None:
        async with server.watch(None) as tab:
            await tab.send(type="follow", study=study["study"]["id"])
            await tab.until("study")
            await tab.send(type="analyse", id="a", node=0)
            await state(tab, "running")
            # The people get there while the engine runs.
            match, secret = before["match"], before["secret"]
            joined = server.post(f"/api/matches/{match['id']}/join", {})
            holder = secret if match["view"]["to_move"] == "X" else joined.json()["secret"]
            version = joined.json()["match"]["version"]
            body = {"id": "m", "version": version, "move": QUIET[-1]}
            path = f"/api/matches/{match['id']}"
            assert (await asyncio.to_thread(server.post, f"{path}/move", body, holder)).is_success
            stopped = await tab.until("error", id="a")
            assert stopped["error"]["code"] == "question.live"
            # And from then on it does not even begin.
            await tab.send(type="analyse", id="b", node=0)
            assert (await tab.until("error", id="b"))["error"]["code"] == "question.live"
            over = {"version": version + 1}
            assert server.post(f"{path}/resign", over, secret).is_success

    asyncio.run(run())
