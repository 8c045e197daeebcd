"""Whole games over HTTP, as a script would play them."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from fivefold.names import game_from

if TYPE_CHECKING:
    from tests.server.app.conftest import Served

SURE_WIN = ["h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12"]


def move(server: Served, match: str, secret: str | None, version: int, text: str, id: str) -> Any:
    body = {"id": id, "version": version, "move": text}
    return server.post(f"/api/matches/{match}/move", body, secret)


def code(response: Any) -> str:
    found: str = response.json()["error"]["code"]
    return found


def wait_for(server: Served, match: str, plies: int) -> Any:
    """Returns the match once it has that many plies."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        shown = server.get(f"/api/matches/{match}").json()["match"]
        if len(shown["moves"]) >= plies:
            return shown
        time.sleep(0.02)
    raise AssertionError("the machine did not move")


def test_two_people_on_one_screen_play_to_five_in_a_row(server: Served) -> None:
    made = server.new()
    match, secret = made["match"]["id"], made["secret"]
    assert made["held"] == ["X", "O"]
    state = game_from("gomoku").start
    version = 1
    for number, text in enumerate(SURE_WIN):
        answer = move(server, match, secret, version, text, f"m{number}")
        assert answer.status_code == 200, answer.text
        version = answer.json()["version"]
        state = state.play(state.game.parse_move(text))
    shown = server.get(f"/api/matches/{match}", secret).json()
    assert shown["held"] == ["X", "O"]
    assert shown["match"]["moves"] == SURE_WIN
    assert shown["match"]["view"]["cells"] == state.cells
    assert shown["match"]["result"]["winner"] == "X"
    assert shown["match"]["result"]["reason"]["text"] == str(state.outcome and state.outcome.reason)
    names = [state.game.format_cell(cell) for cell in shown["match"]["view"]["line"]]
    assert names == ["h12", "h11", "h10", "h9", "h8"]
    late = move(server, match, secret, shown["match"]["version"], "j10", "late")
    assert (late.status_code, code(late)) == (403, "match.over")


def test_a_machine_answers_each_move_and_says_why(server: Served) -> None:
    made = server.new(second="level(2)", game="othello")
    match, secret = made["match"]["id"], made["secret"]
    assert move(server, match, secret, 1, "f5", "a").json() == {"version": 2}
    shown = wait_for(server, match, 2)
    decision = shown["plies"][1]["decision"]
    assert decision["move"] == shown["moves"][1]
    assert decision["strategy"] == "level(2)"
    assert decision["candidates"]
    state = game_from("othello").start
    for text in shown["moves"]:
        state = state.play(state.game.parse_move(text))
    assert shown["view"]["cells"] == state.cells
    assert shown["clocks"]["running"] == "X"


def test_a_machine_that_has_the_first_move_makes_it(server: Served) -> None:
    made = server.new(first="random", second="me", game="pentomino")
    assert len(wait_for(server, made["match"]["id"], 1)["moves"]) == 1


def test_the_same_move_id_is_played_once_and_answered_the_same(server: Served) -> None:
    made = server.new()
    match, secret = made["match"]["id"], made["secret"]
    first = move(server, match, secret, 1, "h8", "same")
    again = move(server, match, secret, 1, "h8", "same")
    assert (first.status_code, first.json()) == (again.status_code, again.json())
    move(server, match, secret, 2, "h9", "other")
    assert move(server, match, secret, 1, "h8", "same").json() == first.json()
    assert server.get(f"/api/matches/{match}").json()["match"]["moves"] == ["h8", "h9"]


def test_only_the_holder_of_a_seat_moves_it(server: Served) -> None:
    made = server.new(second="open")
    match, secret = made["match"]["id"], made["secret"]
    joined = server.post(f"/api/matches/{match}/join", {"name": "Ada"}).json()
    assert joined["held"] == ["O"]
    assert joined["match"]["seats"]["O"] == {"kind": "person", "name": "Ada"}
    for stranger in (None, joined["secret"], "x" * 22):
        answer = move(server, match, stranger, 2, "h8", "a")
        assert answer.status_code == 403
    assert move(server, match, secret, 2, "h8", "a").status_code == 200
    assert code(move(server, match, secret, 3, "h9", "b")) == "match.not_your_turn"
    assert move(server, match, joined["secret"], 3, "h9", "b").status_code == 200
    full = server.post(f"/api/matches/{match}/join", {})
    assert (full.status_code, code(full)) == (403, "match.no_open_seat")


def test_joining_keeps_a_secret_of_this_match_and_no_other(server: Served) -> None:
    for brought in (None, "x" * 22, server.new()["secret"]):
        match = server.new(second="open")["match"]["id"]
        joined = server.post(f"/api/matches/{match}/join", {}, brought).json()
        assert joined["secret"] != brought
        assert joined["held"] == ["O"]
    made = server.new(second="open")
    joined = server.post(f"/api/matches/{made['match']['id']}/join", {}, made["secret"]).json()
    assert (joined["secret"], joined["held"]) == (made["secret"], ["X"])


def test_a_match_goes_on_from_a_text(server: Served) -> None:
    shown = server.new(game="othello", text="f5 d6 c3")["match"]
    assert shown["moves"] == ["f5", "d6", "c3"]
    stones = "(;FF[4]GM[4]SZ[15]AB[hh]AW[ii];B[jj])"
    shown = server.new(text=stones)["match"]
    assert shown["moves"] == ["j6"]
    assert shown["start"].count("O") == 1


def test_no_answer_and_no_file_holds_a_secret(serve: Any) -> None:
    server = serve()
    made = server.new(second="open")
    match = made["match"]["id"]
    joined = server.post(f"/api/matches/{match}/join", {}).json()
    secrets = [made["secret"], joined["secret"]]
    assert all(len(secret) >= 22 for secret in (*secrets, match))
    move(server, match, made["secret"], 2, "h8", "a")
    shown = server.get(f"/api/matches/{match}").text
    hashes = [hashlib.sha256(secret.encode()).hexdigest() for secret in secrets]
    assert not any(text in shown for text in (*secrets, *hashes))
    file = server.settings.database.removeprefix("sqlite:///")
    with sqlite3.connect(file) as connection:
        kept = "\n".join(connection.iterdump())
    connection.close()
    assert not any(secret in kept for secret in secrets)
    assert all(each in kept for each in hashes)


def test_private_matches_are_listed_nowhere_and_unknown_ones_are_404(server: Served) -> None:
    private, public = server.new(), server.new(public=True)
    listed = [each["id"] for each in server.get("/api/matches").json()["matches"]]
    assert public["match"]["id"] in listed
    assert private["match"]["id"] not in listed
    for id in ("x", "A" * 22, "..%2F..", "%00", "é", "a" * 500):
        for answer in (
            server.get(f"/api/matches/{id}"),
            move(server, id, private["secret"], 1, "h8", "a"),
            server.get(f"/api/matches/{id}/events"),
        ):
            assert answer.status_code == 404, id
            assert code(answer) in ("match.missing", "request.no_page")


def test_undo_swap_reseat_resign_and_rematch(server: Served) -> None:
    made = server.new(second="random", game="othello")
    match, secret = made["match"]["id"], made["secret"]
    move(server, match, secret, 1, "f5", "a")
    version = wait_for(server, match, 2)["version"]
    undone = server.post(f"/api/matches/{match}/undo", {"version": version}, secret)
    assert undone.json() == {"version": version + 1}
    assert server.get(f"/api/matches/{match}").json()["match"]["moves"] == []
    swapped = server.post(f"/api/matches/{match}/swap", {"version": version + 1}, secret)
    assert swapped.status_code == 200
    version = wait_for(server, match, 1)["version"]
    seated = server.post(f"/api/matches/{match}/seats", {"version": version, "X": "me"}, secret)
    assert seated.status_code == 200
    assert server.get(f"/api/matches/{match}", secret).json()["held"] == ["X", "O"]
    gone = server.post(f"/api/matches/{match}/resign", {"version": version + 1}, secret)
    assert gone.status_code == 200
    again = server.post(
        f"/api/matches/{match}/rematch", {"version": gone.json()["version"]}, secret
    ).json()
    new = server.get(f"/api/matches/{again['match']}", secret).json()
    assert new["held"] == ["X", "O"]
    assert new["match"]["moves"] == []
    assert new["match"]["game"]["name"] == "othello"


@pytest.mark.parametrize("seat", ["X", "O"])
def test_either_seat_is_given_to_a_machine_and_the_other_stays(server: Served, seat: str) -> None:
    made = server.new()
    path = f"/api/matches/{made['match']['id']}"
    wanted = {"version": 1, seat: "random"}
    assert server.post(f"{path}/seats", wanted, made["secret"]).json() == {"version": 2}
    seats = server.get(path).json()["match"]["seats"]
    other = {"X": "O", "O": "X"}[seat]
    assert (seats[seat]["kind"], seats[other]["kind"]) == ("machine", "person")


@pytest.mark.parametrize(("chosen", "pace"), [({}, 1000), ({"pace": 0}, 0), ({"pace": 250}, 250)])
def test_machines_play_at_the_pace_that_was_chosen(
    server: Served, chosen: dict[str, Any], pace: int
) -> None:
    made = server.new(first="random", second="random", **chosen)
    assert made["match"]["pace"] == pace


def test_two_people_agree_on_undo_and_rematch_and_nobody_analyses_meanwhile(
    server: Served,
) -> None:
    made = server.new(second="open", game="othello")
    match, black = made["match"]["id"], made["secret"]
    white = server.post(f"/api/matches/{match}/join", {}).json()["secret"]
    move(server, match, black, 2, "f5", "a")
    for body in (
        {"strategy": "level(1)", "match": match},
        {"strategy": "level(1)", "match": match, "ply": 0},
    ):
        answer = server.post("/api/questions", body)
        assert (answer.status_code, code(answer)) == (403, "question.live")
    judged = server.post("/api/judge", {"match": match, "from": 0, "to": 1})
    assert (judged.status_code, code(judged)) == (403, "question.live")
    reseated = server.post(f"/api/matches/{match}/seats", {"version": 3, "X": "engine"}, black)
    assert reseated.status_code == 403
    asked = server.post(f"/api/matches/{match}/undo", {"version": 3}, black)
    assert asked.json() == {"version": 4}
    path = f"/api/matches/{match}/undo/answer"
    assert server.post(path, {"version": 4, "accept": True}, black).status_code == 403
    assert server.post(path, {"version": 4, "accept": True}, white).json() == {"version": 5}
    assert server.get(f"/api/matches/{match}").json()["match"]["moves"] == []
    server.post(f"/api/matches/{match}/resign", {"version": 5}, white)
    path = f"/api/matches/{match}/rematch"
    assert server.post(path, {"version": 6}, black).json() == {"version": 7}
    new = server.post(path, {"version": 7}, white).json()["match"]
    assert server.get(f"/api/matches/{new}", white).json()["held"] == ["X"]
    assert server.get(f"/api/matches/{new}", black).json()["held"] == ["O"]
    now = server.post("/api/questions", {"strategy": "level(1)", "match": match})
    assert now.status_code == 200


def test_the_bare_position_of_two_people_is_not_analysed_either(server: Served) -> None:
    line = ["h8", "h9", "i8", "i9", "j8", "k9", "k10", "l9", "m9"]
    made = server.new(second="open", moves=line)
    question = {"strategy": "random", "game": "gomoku", "moves": line}
    refused = server.post("/api/questions", question)
    assert (refused.status_code, code(refused)) == (403, "question.live")
    cells = made["match"]["view"]["cells"]
    placed = {"strategy": "random", "game": "gomoku", "position": f"{cells} O"}
    assert code(server.post("/api/questions", placed)) == "question.live"
    judged = {"game": "gomoku", "moves": line, "from": 5, "to": 9}
    assert code(server.post("/api/judge", judged)) == "question.live"
    # Earlier positions of the game and common openings may be analysed.
    assert server.post("/api/judge", {**judged, "from": 8, "to": 8}).status_code == 200
    for moves in (line[:-1], line[:2]):
        answer = server.post("/api/questions", {**question, "moves": moves})
        assert answer.status_code == 200
    server.post(f"/api/matches/{made['match']['id']}/resign", {"version": 1}, made["secret"])
    assert server.post("/api/questions", question).status_code == 200


def test_a_question_is_answered_and_can_be_withdrawn(server: Served) -> None:
    asked = {"strategy": "minimax(depth=2)", "game": "othello", "moves": ["f5", "d6"]}
    decision = server.post("/api/questions", asked).json()["decision"]
    state = game_from("othello").start
    for text in ("f5", "d6"):
        state = state.play(state.game.parse_move(text))
    legal = {state.game.format_move(each) for each in state.legal_moves()}
    assert decision["move"] in legal
    assert {each["move"] for each in decision["candidates"]} == legal
    long = {"id": "long", "strategy": "negamax(depth=12)", "game": "gomoku", "seconds": 10}
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(server.post, "/api/questions", long)
        until = time.monotonic() + 60
        while server.client.delete("/api/questions/long").status_code != 204:
            assert time.monotonic() < until
            time.sleep(0.02)
        assert code(answer.result()) == "question.cancelled"
    missing = server.client.delete("/api/questions/long")
    assert (missing.status_code, code(missing)) == (404, "question.missing")


def test_rate_limits_reject_with_a_sentence(serve: Any) -> None:
    server = serve(limited=True)
    answers = [server.post("/api/matches", {"game": "x", "first": "me", "second": "me"})]
    answers += [
        server.post("/api/matches", {"game": "othello", "first": "me", "second": "me"})
        for _ in range(80)
    ]
    assert answers[0].status_code == 422  # rejected requests cost no tokens
    refused = [each for each in answers[1:] if each.status_code != 201]
    assert 0 < len(refused) <= 20
    assert {(each.status_code, code(each)) for each in refused} == {(429, "match.quota")}
    assert server.get("/api/health").status_code == 200


def test_replay_gives_the_last_moves_and_the_position_before_them(server: Served) -> None:
    made = server.new(moves=SURE_WIN[:8])
    match = made["match"]["id"]
    for last, first in (("5", 3), ("10", 0), ("all", 0)):
        shown = server.get(f"/api/matches/{match}/replay?last={last}").json()
        assert (shown["from"], shown["to"]) == (first, 8)
        assert [view["ply"] for view in shown["views"]] == list(range(first, 9))
        assert all("legal" not in view for view in shown["views"])
    assert server.get(f"/api/matches/{match}/replay?last=7").status_code == 422


@pytest.mark.parametrize(
    ("body", "moves"),
    [
        ({"game": "othello", "text": "f5d6c3"}, ["f5", "d6", "c3"]),
        ({"game": "gomoku", "moves": ["h8", "i9"]}, ["h8", "i9"]),
        ({"game": "gomoku", "size": 9, "start": "." * 81 + " O", "moves": ["a1"]}, ["a1"]),
    ],
)
def test_any_known_format_can_be_read(server: Served, body: Any, moves: list[str]) -> None:
    read = server.post("/api/read", body).json()
    assert read["moves"] == moves
    assert len(read["views"]) == len(moves) + 1
    game = game_from(read["game"]["text"])
    state = game.parse_position(read["start"])
    for text, view in zip(["", *moves], read["views"], strict=True):
        if text:
            state = state.play(game.parse_move(text))
        assert view["cells"] == state.cells
    made = server.new(game=body["game"], moves=moves, position=read["start"])
    assert made["match"]["moves"] == moves


@pytest.mark.parametrize(
    ("format", "kind", "start"),
    [
        ("sgf", "application/x-go-sgf", b"(;FF[4]GM[2]"),
        ("moves", "text/plain", b"f5 d6 c3"),
        ("json", "application/json", b"{"),
        ("svg", "image/svg+xml", b"<svg"),
        ("png", "image/png", b"\x89PNG"),
        ("gif", "image/gif", b"GIF89a"),
    ],
)
def test_a_game_can_be_kept_as_a_file(server: Served, format: str, kind: str, start: bytes) -> None:
    made = server.new(game="othello", second="level(2)", first="me", moves=["f5", "d6", "c3"])
    match = made["match"]["id"]
    line = {"game": "othello", "moves": ["f5", "d6", "c3"]}
    for answer in (
        server.get(f"/api/matches/{match}/export/{format}?ply=3&last=2&speed=2"),
        server.post(f"/api/export/{format}", {**line, "ply": 3, "last": 2, "speed": 2}),
    ):
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"].startswith(kind)
        assert answer.headers["content-disposition"].startswith("attachment; filename=")
        assert answer.content.startswith(start)
    for wrong in (
        f"/api/matches/{match}/export/{format}?ply=99",
        f"/api/matches/x/export/{format}",
    ):
        assert server.get(wrong).status_code in (400, 404)


def test_games_and_strategies_list_what_can_be_chosen(server: Served) -> None:
    games = {game["name"]: game for game in server.get("/api/games").json()["games"]}
    assert set(games) >= {"gomoku", "othello", "pentomino"}
    for name, game in games.items():
        for size in game["sizes"]:
            shown = server.new(game=name, size=size["text"], second=game["fitting"])["match"]
            assert (shown["game"]["rows"], shown["game"]["columns"]) == (
                size["rows"],
                size["columns"],
            )
        listed = server.get(f"/api/strategies?game={name}").json()["strategies"]
        assert game["fitting"] in [each["text"] for each in listed]
        for each in listed:
            if each["available"]:
                seat = server.new(game=name, second=each["text"])["match"]["seats"]["O"]
                assert seat["kind"] == "machine"
    cells = {frozenset(map(tuple, cells)) for cells in games["pentomino"]["pieces"].values()}
    assert len(cells) == 12
    assert all(len(each) == 5 for each in cells)


def test_words_come_in_two_languages_and_are_asked_for_again_cheaply(server: Served) -> None:
    english, korean = (server.get(f"/api/words/{each}") for each in ("en", "ko"))
    assert english.json()["words"]["colour.black"] == "Black"
    assert korean.json()["words"]["colour.black"] == "흑"
    tag = english.headers["etag"]
    again = server.client.get("/api/words/en", headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert server.get("/api/words/fr").status_code == 422


def test_health_and_metrics(server: Served) -> None:
    assert server.get("/api/health").json()["status"] == "ok"
    before = metric(server, "fivefold_moves_total")
    made = server.new()
    move(server, made["match"]["id"], made["secret"], 1, "h8", "a")
    assert metric(server, "fivefold_moves_total") == before + 1
    assert metric(server, "fivefold_commit_seconds_count") >= 2


def metric(server: Served, name: str) -> float:
    lines = server.get("/api/metrics").text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(f"{name} "))


def test_an_error_is_counted_by_its_code(server: Served) -> None:
    for _ in range(2):
        server.post("/api/matches", {"game": "chess", "first": "me", "second": "me"})
    server.client.get("/api/games", headers={"Host": "evil.example"})
    lines = server.get("/api/metrics").text.splitlines()
    assert 'fivefold_errors_total{code="name.unknown"} 2' in lines
    assert 'fivefold_errors_total{code="request.host"} 1' in lines


def test_of_many_games_in_a_text_only_the_first_is_read(server: Served) -> None:
    made = server.new(moves=["h8", "i9"])
    record = server.get(f"/api/matches/{made['match']['id']}/export/json").json()
    broken = {**record, "moves": ["h8", "h8"]}
    text = json.dumps([record, broken])
    assert server.post("/api/read", {"text": text}).json()["moves"] == ["h8", "i9"]
    wrong = server.post("/api/read", {"text": json.dumps([broken, record])})
    assert wrong.status_code == 422
    sgf = server.get(f"/api/matches/{made['match']['id']}/export/sgf").text
    read = server.post("/api/read", {"text": sgf + "(;GM[4]SZ[15];B[hh];W[hh])"})
    assert read.json()["moves"] == ["h8", "i9"]


def test_a_judgement_says_how_it_was_come_by(server: Served) -> None:
    line = {"game": "othello", "moves": ["f5", "d6"], "from": 0, "to": 2}
    judged = server.post("/api/judge", line).json()
    assert [each["ply"] for each in judged["values"]] == [0, 1, 2]
    assert judged["judge"]["key"] == "judge.othello"
    assert judged["judge"]["text"].startswith("Engine, 400,000 positions a move")
    assert all(abs(each["discs"]) <= 64 for each in judged["values"])


def test_an_unexpected_error_is_one_sentence_and_its_log_has_no_secret(
    serve: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    server: Served = serve()
    made = server.new()
    match, secret = made["match"]["id"], made["secret"]

    def break_down(*_: Any, **__: Any) -> None:
        raise RuntimeError("nobody expected this")

    monkeypatch.setattr(server.service.matches[match].room, "decide", break_down)
    with caplog.at_level("INFO"):
        answer = move(server, match, secret, 1, "h8", "a")
        assert (answer.status_code, code(answer)) == (500, "server.bug")
        assert "nobody expected" not in answer.text

        async def over_the_socket() -> None:
            async with server.watch(match, secret) as tab:
                await tab.send(type="move", id="a", version=1, move="h8")
                assert (await tab.until("error"))["error"]["code"] == "server.bug"

        asyncio.run(over_the_socket())
    assert "nobody expected this" in caplog.text
    ours = [record for record in caplog.records if record.name.startswith(("fivefold", "uvicorn"))]
    written = "\n".join(logging.Formatter().format(record) for record in ours)
    assert "Traceback" in written
    assert secret not in written
    assert hashlib.sha256(secret.encode()).hexdigest() not in written
