"""The whole application on SQLite and on PostgreSQL: the same flows, the same answers."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import psycopg
import pytest

from fivefold.cli import main
from fivefold.names import game_from

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.server.app.conftest import Running, Served

FIVE = ("h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12")


def move(
    server: Served, match: str, secret: str | None, version: int, text: str, id: str
) -> httpx.Response:
    body = {"id": id, "version": version, "move": text}
    return server.post(f"/api/matches/{match}/move", body, secret)


def two_people(server: Served, **more: Any) -> tuple[str, str, str]:
    """Returns a match between two people on separate screens, and their secrets."""
    made = server.new(second="open", **more)
    match: str = made["match"]["id"]
    joined = server.post(f"/api/matches/{match}/join", {"name": "Ada"}).json()
    return match, made["secret"], joined["secret"]


def test_two_people_play_over_http_to_the_end_and_again(either: Served) -> None:
    match, black, white = two_people(either, public=True)
    assert match in [each["id"] for each in either.get("/api/matches").json()["matches"]]
    state = game_from("gomoku").start
    version = 2
    for number, text in enumerate(FIVE):
        # Both use the same ids: an id belongs to its sender.
        secret, id = (black, white)[number % 2], f"m{number // 2}"
        answer = move(either, match, secret, version, text, id)
        assert answer.status_code == 200, answer.text
        again = move(either, match, secret, version, text, id)
        assert (again.status_code, again.json()) == (200, answer.json())
        state = state.play(state.game.parse_move(text))
        version = answer.json()["version"]
    shown = either.get(f"/api/matches/{match}", black).json()
    assert shown["held"] == ["X"]
    assert shown["match"]["view"]["cells"] == state.cells
    assert shown["match"]["result"]["winner"] == "X"
    version = shown["match"]["version"]
    assert version == len(FIVE) + 3  # created, joined, moves, ended
    assert match not in [each["id"] for each in either.get("/api/matches").json()["matches"]]
    path = f"/api/matches/{match}/rematch"
    assert either.post(path, {"version": version}, black).status_code == 200
    new = either.post(path, {"version": version + 1}, white).json()["match"]
    assert either.get(f"/api/matches/{new}", white).json()["held"] == ["X"]


def test_over_the_socket_a_move_an_undo_and_a_return(either: Served) -> None:
    match, black, white = two_people(either, game="othello")

    async def play() -> None:
        async with either.watch(match, black) as one, either.watch(match, white) as two:
            assert (await one.until("snapshot"))["held"] == ["X"]
            await one.send(type="move", id="1", version=2, move="f5")
            assert (await one.until("ack"))["version"] == 3
            assert (await two.until("event", version=3))["event"]["move"] == "f5"
            await two.send(type="move", id="1", version=3, move="d6")
            assert (await two.until("ack"))["version"] == 4
            await two.send(type="undo", id="2", version=4)
            await one.until("event", version=5)
            await one.send(type="undo_answer", id="2", version=5, accept=True)
            assert (await two.until("event", version=6))["view"]["ply"] == 1
        async with either.watch(match, white, since=3) as back:
            missed = await back.next()
            assert [event["version"] for event in missed["events"]] == [4, 5, 6]
            await back.send(type="resign", id="3", version=6)
            assert (await back.until("event", version=7))["event"]["ending"] == "resigned"

    asyncio.run(play())


def test_a_machine_answers(either: Served) -> None:
    made = either.new(second="random", game="othello")

    async def play() -> None:
        async with either.watch(made["match"]["id"], made["secret"]) as tab:
            await tab.send(type="move", id="a", version=1, move="f5")
            answer = await tab.until("event", version=3)
            assert answer["event"]["decision"]["move"] == answer["event"]["move"]

    asyncio.run(play())


def test_no_id_of_a_move_troubles_the_database(either: Served) -> None:
    made = either.new()
    match, secret = made["match"]["id"], made["secret"]
    for id in ("\x00", "a\x00b", "\x1b", "a b", "é", "\u202e", "a\n", "\U0001f600"):
        answer = move(either, match, secret, 1, "h8", id)
        found = answer.json()["error"]
        assert (answer.status_code, found["code"], found["field"]) == (422, "request.invalid", "id")
    good = "".join(map(chr, range(33, 97)))
    assert move(either, match, secret, 1, "h8", good).json() == {"version": 2}
    assert move(either, match, secret, 1, "h8", good).json() == {"version": 2}


def test_fivefold_serve_on_postgresql(run: Callable[..., Running], postgres_url: str) -> None:
    url = postgres_url.replace("postgresql:", "postgresql+psycopg:")
    running = run(database=url)
    order = {"game": "gomoku", "first": "me", "second": "me"}
    made = httpx.post(f"{running.address}/api/matches", json=order).json()
    path, headers = f"/api/matches/{made['match']['id']}", bearer(made["secret"])
    body = {"id": "a", "version": 1, "move": "h8"}
    answer = httpx.post(f"{running.address}{path}/move", json=body, headers=headers)
    assert answer.json() == {"version": 2}
    assert running.stop()[:2] == (0, "")
    with psycopg.connect(postgres_url) as connection:
        kept = connection.execute("SELECT kind FROM events ORDER BY version").fetchall()
    assert kept == [("created",), ("moved",)]


def bearer(secret: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {secret}"}


def refusal(capsys: pytest.CaptureFixture[str], url: str) -> str:
    """Returns the error sentence of a `fivefold serve` that cannot start."""
    assert main(["serve", "--port", "0", "--database", url]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert "secret" not in err
    return err


def test_without_a_server_or_a_driver_it_is_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"postgresql+psycopg://me:secret@/games?host={tmp_path}"
    assert "Cannot open the database" in refusal(capsys, url)
    assert "Cannot open the database" in refusal(capsys, "postgresql://me:secret@127.0.0.1:1/games")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert "fivefold[postgres]" in refusal(capsys, url)
