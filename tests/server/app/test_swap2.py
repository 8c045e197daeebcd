"""Swap2 openings over HTTP and the socket: people, machines, spectators, exports, bad input."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from fivefold.core import Player
from fivefold.formats import read_text
from fivefold.games.swap2 import Agreement

if TYPE_CHECKING:
    from tests.server.app.conftest import Served

STONES = ("h8", "i9", "j8")


def pair(server: Served, **more: Any) -> tuple[str, str, str]:
    """Returns a match that Ann opens, her secret, and Bob's."""
    made = server.new(second="open", opening="swap2", name="Ann", **more)
    match = made["match"]["id"]
    joined = server.post(f"/api/matches/{match}/join", {"name": "Bob"}).json()
    return match, made["secret"], joined["secret"]


def test_two_people_agree_with_a_spectator_and_a_reconnect(server: Served) -> None:
    match, ann, bob = pair(server)

    async def play() -> None:
        async with server.watch(match, ann) as one, server.watch(match) as onlooker:
            await onlooker.until("snapshot")
            for number, move in enumerate(STONES):
                await one.send(type="move", id=f"m{number}", version=number + 2, move=move)
                seen = await onlooker.until("event")
                assert seen["event"]["role"] == "opener"
            assert seen["view"]["swap2"] == {
                "asked": "responder",
                "seat": "O",
                "stones": 0,
                "may": ["black", "white", "two"],
            }
            async with server.watch(match, bob) as two:
                await two.until("snapshot")
                await two.send(type="choose", id="c", version=5, choice="two")
                assert (await two.until("ack"))["version"] == 6
                await two.send(type="move", id="m3", version=6, move="g7")
            # Bob's connection broke before the answer, so he sends the stone again.
            async with server.watch(match, bob, since=5) as two:
                missed = (await two.until("events"))["events"]
                assert missed[0]["kind"] == "chosen"
                version = 5 + len(missed)
                await two.send(type="move", id="m3", version=version, move="g7")
                assert (await two.until("ack"))["version"] == 7
                await two.send(type="move", id="m4", version=7, move="k10")
                await two.until("ack")
            await one.send(type="choose", id="w", version=8, choice="white")
            settled = await onlooker.until("event", version=9)
            assert settled["event"]["seats"]["O"] == {"kind": "person", "name": "Ann"}
            assert "holder" not in str(settled)
            assert settled["view"]["swap2"] is None
            await one.send(type="move", id="m5", version=9, move="a1")
            assert (await one.until("ack", id="m5"))["version"] == 10

    asyncio.run(play())
    known = server.get(f"/api/matches/{match}", bob).json()
    assert known["held"] == ["X"]
    assert known["match"]["swap2"]["opener"] == "O"
    assert [each["choice"] for each in known["match"]["swap2"]["choices"]] == ["two", "white"]


@pytest.mark.parametrize("format", ["json", "sgf", "psq"])
def test_a_file_has_the_whole_game_and_who_is_who(server: Served, format: str) -> None:
    match, ann, bob = pair(server, size=15)
    for number, move in enumerate(STONES):
        body = {"id": f"m{number}", "version": number + 2, "move": move}
        assert server.post(f"/api/matches/{match}/move", body, ann).status_code == 200
    chosen = server.post(f"/api/matches/{match}/choose", {"version": 5, "choice": "black"}, bob)
    assert chosen.json() == {"version": 6}
    server.post(f"/api/matches/{match}/move", {"id": "m", "version": 6, "move": "a1"}, ann)
    file = server.get(f"/api/matches/{match}/export/{format}")
    assert file.status_code == 200
    reading = read_text(file.text)
    assert reading.record is not None
    assert (reading.record.first, reading.record.second) == ("Bob", "Ann")
    assert len(reading.moves) == 4
    if format != "psq":  # a format without swap2
        assert reading.record.swap2 == Agreement(Player.SECOND, ("black",))
    picture = server.get(f"/api/matches/{match}/export/svg").text
    assert picture.count("<circle") > 4


def test_two_machines_agree_and_play_on(server: Served) -> None:
    made = server.new("level(1)", "level(2)", opening="swap2", size=9, pace=0)

    async def look_on() -> list[dict[str, Any]]:
        async with server.watch(made["match"]["id"]) as tab:
            await tab.until("event", version=7)
            return [frame["event"] for frame in tab.frames if frame["type"] == "event"]

    events = asyncio.run(look_on())
    kinds = [event["kind"] for event in events[:6]]
    assert kinds == ["moved", "moved", "moved", "chosen", "moved", "moved"]
    # Each machine reports what it compared.
    assert events[2]["decision"]["text"]["key"] == "swap2.weighed.stones"
    assert events[3]["decision"]["text"]["key"].startswith("swap2.weighed.")
    took_black = events[3]["choice"] == "black"
    seats = server.get(f"/api/matches/{made['match']['id']}").json()["match"]["seats"]
    assert seats["X"]["strategy"] == ("level(2)" if took_black else "level(1)")


def test_a_machine_goes_on_where_a_person_left_the_opening(server: Served) -> None:
    made = server.new("me", "level(1)", opening="swap2", size=9)
    match, secret = made["match"]["id"], made["secret"]

    async def play() -> dict[str, Any]:
        async with server.watch(match, secret) as tab:
            await tab.send(type="move", id="a", version=1, move="e5")
            await tab.until("ack")
            await tab.send(type="swap", id="b", version=2)  # the machine is the opener now
            return await tab.until("event", version=5)

    third = asyncio.run(play())
    assert third["event"]["role"] == "opener"
    assert third["view"]["swap2"]["may"] == ["black", "white", "two"]
    taken = server.post(f"/api/matches/{match}/choose", {"version": 5, "choice": "two"}, secret)
    assert taken.status_code == 200


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"game": "othello", "opening": "swap2"}, 400, "swap2.game"),
        ({"game": "gomoku", "opening": "pro"}, 400, "swap2.procedure"),
        ({"game": "gomoku", "opening": "swap2", "moves": ["h8"]}, 422, "swap2.start"),
        ({"game": "gomoku", "opening": 2}, 422, "request.invalid"),
        ({"game": "gomoku", "opening": "swap2" * 9}, 422, "request.invalid"),
    ],
)
def test_matches_that_cannot_be_opened_so(
    server: Served, body: dict[str, Any], status: int, code: str
) -> None:
    answer = server.post("/api/matches", {"first": "me", "second": "me", **body})
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert answer.json()["error"]["message"]


def test_choices_that_cannot_be_made(server: Served) -> None:
    match, ann, bob = pair(server)
    path = f"/api/matches/{match}/choose"

    def refused(body: dict[str, Any], secret: str | None) -> tuple[int, str]:
        answer = server.post(path, body, secret)
        assert answer.json()["error"]["message"]
        return answer.status_code, answer.json()["error"]["code"]

    assert refused({"version": 2, "choice": "black"}, ann) == (403, "swap2.stones_first")
    assert refused({"version": 2, "choice": "black"}, bob) == (403, "match.not_your_turn")
    assert refused({"version": 2, "choice": "black"}, None) == (403, "match.not_yours")
    assert refused({"version": 1, "choice": "black"}, ann) == (409, "match.stale")
    for bad in ({"choice": "red"}, {"choice": None}, {"choice": ["black"]}, {}):
        assert refused({"version": 2, **bad}, ann) == (422, "request.invalid")
    assert refused({"version": 2, "choice": "two", "more": 1}, ann) == (422, "request.invalid")
    for number, move in enumerate(STONES):
        server.post(
            f"/api/matches/{match}/move",
            {"id": f"m{number}", "version": number + 2, "move": move},
            ann,
        )
    four = server.post(f"/api/matches/{match}/move", {"id": "m", "version": 5, "move": "a1"}, ann)
    assert four.json()["error"]["code"] == "match.not_your_turn"
    taken = server.post(f"/api/matches/{match}/move", {"id": "m", "version": 5, "move": "h8"}, bob)
    assert taken.json()["error"]["code"] == "move.occupied"
    assert server.get(f"/api/matches/{match}").json()["match"]["version"] == 5

    async def over_the_socket() -> list[str]:
        async with server.watch(match, ann) as tab:
            codes = []
            for choice in ("two", "green"):
                await tab.send(type="choose", id="c", version=5, choice=choice)
                codes.append((await tab.until("error", id="c"))["error"]["code"])
            return codes

    assert asyncio.run(over_the_socket()) == ["match.not_your_turn", "request.invalid"]
